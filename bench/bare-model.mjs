// The model's bare `session.run` in its own thread, on inputs of given lengths: the baseline for the product's path.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Tokenizer } from "@huggingface/tokenizers";
import * as onnx from "onnxruntime-node";

/** Tokens of the input that the product builds for a question: text with marks around each company, and the name again. */
export class TokenLengths {
  modelPath;
  #tokenizer;
  #form;

  constructor(directory) {
    const { files, input } = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8"));
    this.modelPath = join(directory, files.model.path);
    this.#tokenizer = new Tokenizer(JSON.parse(readFileSync(join(directory, files.tokenizer.path), "utf8")), {});
    this.#form = input;
  }

  of({ text, target }) {
    const encoded = (part) =>
      part === "" ? 0 : this.#tokenizer.encode(part, { add_special_tokens: false }).ids.length;
    const { maxTokens, maxMentions, maxOthers } = this.#form;
    const spans = (target?.spans ?? []).slice(0, maxMentions);
    const marks = [...spans, ...(target?.others ?? []).slice(0, maxOthers)].sort((a, b) => a.start - b.start);
    let [tokens, cursor] = [2, 0];
    for (const { start, end } of marks) {
      tokens += encoded(text.slice(cursor, start)) + encoded(text.slice(start, end)) + 2;
      cursor = end;
    }
    tokens += encoded(text.slice(cursor));
    const [first] = spans;
    const name = first === undefined ? (target?.name ?? "") : text.slice(first.start, first.end);
    return Math.min(maxTokens, tokens + (target === undefined ? 0 : encoded(name) + 1));
  }
}

/** A thread with a session of one core; `run` asks it once for each length. */
export function bareSession(modelPath) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { modelPath } });
  return {
    run: (lengths) =>
      new Promise((resolve, reject) => {
        worker.once("message", resolve).once("error", reject);
        worker.postMessage(lengths);
      }),
    close: () => worker.terminate(),
  };
}

if (!isMainThread && workerData?.modelPath !== undefined) {
  const session = await onnx.InferenceSession.create(workerData.modelPath, {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  parentPort.on("message", async (lengths) => {
    for (const length of lengths) {
      const tensor = (valueAt) =>
        new onnx.Tensor(
          "int64",
          BigInt64Array.from({ length }, (_, at) => BigInt(valueAt(at))),
          [1, length],
        );
      await session.run({
        // Any words will do: a run's cost depends only on their number.
        input_ids: tensor((at) => 1000 + ((at * 7919) % 20_000)),
        attention_mask: tensor(() => 1),
        token_type_ids: tensor(() => 0),
      });
    }
    parentPort.postMessage("done");
  });
}
