// Texts per second through the whole TypeScript path (preparing, worker threads, tokenizing, model, verdict) against
// bare session.run() calls on the same tokens in this thread, as a ratio of medians over alternating rounds of one run.
// Build first, then: node bench/sentiment.mjs [texts]
import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { clearInterval, setInterval } from "node:timers";
import { fileURLToPath } from "node:url";
import { Tokenizer } from "@huggingface/tokenizers";
import { openTextModel } from "@market-sentiment/core/onnx";
import * as onnx from "onnxruntime-node";

const modelDirectory = fileURLToPath(new URL("../models", import.meta.url));
const manifest = JSON.parse(readFileSync(`${modelDirectory}/manifest.json`, "utf8"));
const count = Number(process.argv[2] ?? 600);
const rounds = 5;

const openings = [
  "Goldman cuts Nokia price target, upgrades Ford",
  "Nokia to report results on Thursday",
  "Nokia shares rise 4% after the company raised its full-year outlook and announced a buyback",
  "just bought more $NOK, Nokia calls printing, see you on the moon",
  "Nokia's operating profit fell to EUR 13.1 mn from EUR 18.7 mn in the corresponding period, hurt by higher component costs " +
    "and weak demand in North America, while net sales were flat at EUR 201 mn",
];
const texts = Array.from({ length: count }, (_, at) => ({
  text: `${openings[at % openings.length]} (${at})`,
  target: { name: "Nokia" },
}));

// The token ids that the product builds for these texts: each mention of "Nokia" is marked.
const tokenizer = new Tokenizer(
  JSON.parse(readFileSync(`${modelDirectory}/${manifest.files.tokenizer.path}`, "utf8")),
  {},
);
const encode = (text) => (text === "" ? [] : tokenizer.encode(text, { add_special_tokens: false }).ids);
const { cls, sep, markStart, markEnd } = manifest.input.tokens;
const inputs = texts.map(({ text }) => {
  const name = encode("Nokia");
  const body = text
    .split(/\bNokia\b/)
    .flatMap((part, at) => [...(at > 0 ? [markStart, ...name, markEnd] : []), ...encode(part)]);
  const ids = [cls, ...body, sep, ...name, sep];
  const tensor = (values) => new onnx.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  return {
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1)),
    token_type_ids: tensor(ids.map((_, at) => (at < body.length + 2 ? 0 : 1))),
  };
});
const tokens = inputs.reduce((sum, input) => sum + input.input_ids.size, 0);

const session = await onnx.InferenceSession.create(`${modelDirectory}/${manifest.files.model.path}`, {
  executionProviders: ["cpu"],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
});
const bare = async () => {
  for (const input of inputs) await session.run(input);
};
// The longest input within the limit, repeated on one core.
const sixtyFour = (() => {
  const ids = [cls, ...Array.from({ length: 62 }, (_, at) => inputs[4].input_ids.data[1 + (at % 40)]), sep];
  const tensor = (values) => new onnx.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  return { input_ids: tensor(ids), attention_mask: tensor(ids.map(() => 1)), token_type_ids: tensor(ids.map(() => 0)) };
})();
/** Milliseconds of each run, in ascending order; the first ones warm up. */
const latenciesOf = async (of) => {
  const values = [];
  for (const [at, input] of of.entries()) {
    const began = performance.now();
    await session.run(input);
    if (at >= 20) values.push(performance.now() - began);
  }
  return values.sort((a, b) => a - b);
};
const latencies = await latenciesOf(Array.from({ length: 220 }, () => sixtyFour));
const ofTexts = await latenciesOf(inputs);
const one = await openTextModel({ modelDirectory, workers: 1 });
const two = await openTextModel({ modelDirectory, workers: 2 });

const ways = { bare, "1 worker": () => one.judge(texts), "2 workers": () => two.judge(texts) };
const seconds = { bare: [], "1 worker": [], "2 workers": [] };
for (const way of Object.values(ways)) await way();
let longestPauseMs = 0;
for (let round = 0; round < rounds; round++) {
  for (const [name, way] of Object.entries(ways)) {
    let last = performance.now();
    const watch = setInterval(() => {
      const now = performance.now();
      if (name !== "bare") longestPauseMs = Math.max(longestPauseMs, now - last - 5);
      last = now;
    }, 5);
    const began = performance.now();
    await way();
    seconds[name].push((performance.now() - began) / 1000);
    clearInterval(watch);
  }
}
await Promise.all([one.close(), two.close()]);

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
console.log(
  `${count} texts, ${(tokens / count).toFixed(1)} tokens each, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`,
);
for (const [name, values] of Object.entries(seconds)) {
  const rate = count / median(values);
  const ratio = median(seconds.bare) / median(values);
  console.log(`${name.padEnd(10)} ${rate.toFixed(0).padStart(6)} texts/s  ${ratio.toFixed(2)} of bare session.run`);
}
console.log(
  `one run of 64 tokens on one core: median ${median(latencies).toFixed(1)} ms, fastest tenth ${latencies[20].toFixed(1)} ms; of these texts, of ${Math.max(...inputs.map(({ input_ids: { size } }) => size))} tokens at most: median ${median(ofTexts).toFixed(1)} ms (limit 6 ms on a core of its own)`,
);
console.log(`longest pause of the main thread while workers judged: ${longestPauseMs.toFixed(1)} ms`);
