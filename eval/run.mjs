// Measures the shipped sentiment model through the product's own path (linking, normalising, mention search, worker threads,
// verdict) on every labelled set beside the checkout, on the behaviour suite and on the messages, next to simple baselines. Build first, then:
//   node eval/run.mjs [--data ../shared/datasets] [--fp32 model.onnx] [--only name] [--part test] [--rows n] [--failed] [--write]
// --rows takes at most so many evenly spaced rows of each set; without it, all rows. --part restricts to test or dev.
// --only takes the sets whose name has it, or "behaviour", or "talk". --fp32 measures an unquantised export too. --failed prints
// the failed cases of the suite, and of the messages those of the developed half. --write puts the tables into
// models/README.md and the figures into models/manifest.json; with --only talk, the messages' alone.
import { rm } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openTextModel } from "@market-sentiment/core/onnx";
import { majorityAnswers, trainNgramModel, vaderAnswer } from "./baselines.mjs";
import { runSuite } from "./behaviour.mjs";
import { NEVER_TRAINED_ON, partsToMeasure, readOwn, readSet, splitOf, TRAINED_ON } from "./labelled-sets.mjs";
import { figuresOf, together } from "./figures.mjs";
import { folderWith, modelDirectory } from "./model-folder.mjs";
import { kindOf, questionAbout } from "./questions.mjs";
import { behaviourTable, setsTable, talkTable, writeReport, writeTalk } from "./report.mjs";
import { readTalk, talkRates } from "./talk.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: join(root, "..", "shared", "datasets") },
    fp32: { type: "string" },
    rows: { type: "string", default: "100000" },
    part: { type: "string" },
    only: { type: "string" },
    failed: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const models = { int8: await openTextModel({ modelDirectory, workers: 2 }) };
let folder = null;
if (options.fp32 === undefined) console.log("fp32: no file given (--fp32), int8 alone is measured");
else {
  folder = await folderWith({ model: options.fp32 });
  models.fp32 = await openTextModel({ modelDirectory: folder, workers: 2 });
}

const inPieces = async (model, questions) => {
  const answers = [];
  for (let at = 0; at < questions.length; at += 2000)
    answers.push(...(await model.judge(questions.slice(at, at + 2000))));
  return answers;
};

/** Faults of the developed half only: the other one is not to be learned. */
function showTalkFaults(rows, answers) {
  for (const [at, { half, capability, target, text, label }] of rows.entries()) {
    if (half !== "developed" || answers[at].label === label) continue;
    const { score, label: given } = answers[at];
    console.log(`failed: ${capability} | ${target} | ${label}, not ${given} ${score} | ${text.slice(0, 160)}`);
  }
}

const results = [];
const measured = [];
const show = (result) => {
  results.push(result);
  console.log(`\n${setsTable([result])}`);
};
if (existsSync(options.data)) {
  const training = TRAINED_ON.flatMap((name) => readSet(options.data, name) ?? []).filter(
    ({ text }) => splitOf(text) === "train",
  );
  const ownFolder = join(root, "models", "train", "own");
  const written = readdirSync(join(ownFolder, "written")).map((name) => join("written", name));
  const own = readOwn(ownFolder, ["train.jsonl", "train-phrases.jsonl", ...written]);
  const ngrams = trainNgramModel([...training, ...own]);
  for (const { name, part, rows: all, again } of partsToMeasure(options.data)) {
    if (all.length === 0 || (options.only !== undefined && !name.includes(options.only))) continue;
    if (options.part !== undefined && part !== "all" && part !== options.part) continue;
    const every = Math.max(1, Math.ceil(all.length / Number(options.rows)));
    const rows = all.filter((_, at) => at % every === 0);
    const asked = (withTarget) =>
      rows.map((row) => questionAbout(row.text, withTarget ? row.target : null, kindOf(row)));
    const answers = {};
    for (const [kind, model] of Object.entries(models)) {
      answers[kind] = await inPieces(model, asked(true));
      if (rows.some(({ target }) => target !== null))
        answers[`${kind}, no target`] = await inPieces(model, asked(false));
    }
    answers.VADER = rows.map(({ text }) => vaderAnswer(text));
    answers.ngrams = rows.map(({ text }) => ngrams(text));
    show({ name, part, again, ways: figuresOf(rows, { ...answers, majority: majorityAnswers(rows) }) });
    // Without the majority baseline, whose label differs from set to set.
    if (!again) measured.push({ name, part, rows, answers });
  }
  for (const [group, names, of] of [
    ["sets trained on, together", TRAINED_ON, "test"],
    ["sets never trained on, together", NEVER_TRAINED_ON, "all"],
  ]) {
    const parts = measured.filter(({ name, part }) => names.includes(name) && part === of);
    if (parts.length < 2) continue;
    const { rows, answers } = together(parts);
    show({ name: group, part: of, again: true, ways: figuresOf(rows, answers) });
  }
} else console.log(`No labelled sets at ${options.data}: the behaviour suite alone is measured.`);

const suites = {};
if (options.only === undefined || options.only === "behaviour") {
  for (const [kind, model] of Object.entries(models)) suites[kind] = await runSuite((texts) => model.judge(texts));
  suites.VADER = await runSuite((texts) => Promise.resolve(texts.map(({ text }) => vaderAnswer(text))));
  console.log(`\n${behaviourTable(suites)}`);
  if (options.failed) for (const one of suites.int8.failed) console.log("failed:", JSON.stringify(one));
}
const talk = {};
if (options.only === undefined || options.only === "talk") {
  const rows = readTalk();
  for (const [kind, model] of Object.entries(models)) {
    const answers = await inPieces(
      model,
      rows.map((row) => questionAbout(row.text, row.target, kindOf(row))),
    );
    talk[kind] = talkRates(rows, answers);
    if (options.failed && kind === "int8") showTalkFaults(rows, answers);
  }
  talk.VADER = talkRates(
    rows,
    rows.map(({ text }) => vaderAnswer(text)),
  );
  console.log(`\n${talkTable(talk)}`);
}
if (options.write && options.only === undefined) await writeReport(modelDirectory, results, suites);
if (options.write && talk.int8 !== undefined) await writeTalk(modelDirectory, talk);
await Promise.all(Object.values(models).map((model) => model.close()));
if (folder !== null) await rm(folder, { recursive: true });
