// Measures the shipped sentiment model through the product's own path (linking, normalising, mention search, worker threads, verdict) on
// every labelled set beside the checkout and on the behaviour suite, next to simple baselines. Build first, then:
//   node eval/run.mjs [--data ../shared/datasets] [--fp32 model.onnx] [--only name] [--part test] [--rows n] [--failed] [--write]
// Every row is measured unless --rows says how many evenly drawn ones of each set at most; --part leaves out the other of test and dev.
// --fp32 measures an unquantised export too, on at most --fp32-rows evenly drawn rows of each set; --failed prints the suite's failed cases; --write puts the tables into models/README.md
// and models/manifest.json.
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openTextModel } from "@market-sentiment/core/onnx";
import { majorityAnswers, trainNgramModel, vaderAnswer } from "./baselines.mjs";
import { runSuite } from "./behaviour.mjs";
import { partsToMeasure, readOwn, readSet, splitOf, TRAINED_ON } from "./labelled-sets.mjs";
import { measure } from "./measures.mjs";
import { questionAbout } from "./questions.mjs";
import { behaviourTable, setsTable, writeReport } from "./report.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: join(root, "..", "shared", "datasets") },
    fp32: { type: "string" },
    rows: { type: "string", default: "100000" },
    part: { type: "string" },
    "fp32-rows": { type: "string", default: "100000" },
    only: { type: "string" },
    failed: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const modelDirectory = join(root, "models");

/** A model folder like the shipped one, with another model file in it. */
async function folderWith(modelPath) {
  const folder = await mkdtemp(join(tmpdir(), "eval-model-"));
  const manifest = JSON.parse(await readFile(join(modelDirectory, "manifest.json"), "utf8"));
  const bytes = await readFile(modelPath);
  manifest.files.model = {
    path: "other.onnx",
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
  };
  await symlink(resolve(modelPath), join(folder, "other.onnx"));
  await mkdir(join(folder, dirname(manifest.files.tokenizer.path)));
  await copyFile(join(modelDirectory, manifest.files.tokenizer.path), join(folder, manifest.files.tokenizer.path));
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
  return folder;
}

const models = { int8: await openTextModel({ modelDirectory, workers: 2 }) };
let folder = null;
if (options.fp32 === undefined) console.log("fp32: no file given (--fp32), int8 alone is measured");
else {
  folder = await folderWith(options.fp32);
  models.fp32 = await openTextModel({ modelDirectory: folder, workers: 2 });
}

const inPieces = async (model, questions) => {
  const answers = [];
  for (let at = 0; at < questions.length; at += 2000)
    answers.push(...(await model.judge(questions.slice(at, at + 2000))));
  return answers;
};

const results = [];
if (existsSync(options.data)) {
  const training = TRAINED_ON.flatMap((name) => readSet(options.data, name) ?? []).filter(
    ({ text }) => splitOf(text) === "train",
  );
  const ownFolder = join(root, "models", "train", "own");
  const written = readdirSync(join(ownFolder, "written")).map((name) => join("written", name));
  const own = readOwn(ownFolder, ["train.jsonl", "train-phrases.jsonl", ...written]);
  const ngrams = trainNgramModel([...training, ...own]);
  for (const { name, part, rows: all } of partsToMeasure(options.data)) {
    if (all.length === 0 || (options.only !== undefined && !name.includes(options.only))) continue;
    if (options.part !== undefined && part !== "all" && part !== options.part) continue;
    const every = Math.max(1, Math.ceil(all.length / Number(options.rows)));
    const rows = all.filter((_, at) => at % every === 0);
    const targeted = rows.some(({ target }) => target !== null);
    const ways = {};
    const judged = (model, some, withTarget) =>
      inPieces(
        model,
        some.map(({ text, target }) => questionAbout(text, withTarget ? target : null)),
      );
    const answers = await judged(models.int8, rows, true);
    ways.int8 = measure(rows, answers);
    if (targeted) ways["int8, no target"] = measure(rows, await judged(models.int8, rows, false));
    if (models.fp32) {
      const step = Math.max(1, Math.ceil(rows.length / Number(options["fp32-rows"])));
      const some = rows.filter((_, at) => at % step === 0);
      const wide = await judged(models.fp32, some, true);
      ways.fp32 = measure(some, wide);
      if (targeted) ways["fp32, no target"] = measure(some, await judged(models.fp32, some, false));
      const same = wide.filter(({ label }, at) => label === answers[at * step].label).length;
      ways.int8.sameLabels = same / some.length;
      const own = measure(
        some,
        answers.filter((_, at) => at % step === 0),
      );
      ways.int8.macroF1MinusFp32 = own.macroF1 - ways.fp32.macroF1;
    }
    ways.VADER = measure(
      rows,
      rows.map(({ text }) => vaderAnswer(text)),
    );
    ways.ngrams = measure(
      rows,
      rows.map(({ text }) => ngrams(text)),
    );
    ways.majority = measure(rows, majorityAnswers(rows));
    results.push({ name, part, ways });
    console.log(`\n${setsTable([results.at(-1)])}`);
  }
} else console.log(`No labelled sets at ${options.data}: the behaviour suite alone is measured.`);

const suites = {};
if (options.only === undefined || options.only === "behaviour") {
  for (const [kind, model] of Object.entries(models)) suites[kind] = await runSuite((texts) => model.judge(texts));
  suites.VADER = await runSuite((texts) => Promise.resolve(texts.map(({ text }) => vaderAnswer(text))));
  console.log(`\n${behaviourTable(suites)}`);
  if (options.failed) for (const one of suites.int8.failed) console.log("failed:", JSON.stringify(one));
}
if (options.write) await writeReport(modelDirectory, results, suites);
await Promise.all(Object.values(models).map((model) => model.close()));
if (folder !== null) await rm(folder, { recursive: true });
