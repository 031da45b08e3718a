// The behaviour suite: our own cases that a correct model passes, each with a capability (test/behaviour/cases.jsonl).
import { readFileSync } from "node:fs";
import { questionAbout } from "./questions.mjs";

/** Least change of the score that counts as better or worse in a direction case. */
const STEP = 0.1;

/** The suite's cases. */
export function readCases() {
  const path = new URL("../test/behaviour/cases.jsonl", import.meta.url);
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Texts to judge for one case, in the order that `passes` takes their answers. */
export function questionsOf({ kind, text, target, names, same = [], more = [], less = [] }) {
  if (names !== undefined) return names.map((name) => questionAbout(text.replace("{T}", name), name));
  return (kind === "minimum" ? [text] : [text, ...same, ...more, ...less]).map((one) => questionAbout(one, target));
}

/**
 * Whether a case passes. Minimum: the label is right. Invariance: every text, or every name inserted into the text,
 * gets the same label. Direction: each better text scores at least 0.1 higher, each worse one 0.1 lower.
 */
export function passes({ kind, label, more = [] }, answers) {
  const [first, ...others] = answers;
  if (kind === "minimum") return first.label === label;
  if (kind === "invariance") return others.every((other) => other.label === first.label);
  return others.every(({ score }, at) =>
    at < more.length ? score >= first.score + STEP : score <= first.score - STEP,
  );
}

/** Pass rates: `{capability: {cases, passed}}` in the order of the suite, and the cases failed. */
export async function runSuite(judge) {
  const cases = readCases();
  const questions = cases.map(questionsOf);
  const answers = await judge(questions.flat());
  const rates = {};
  const failed = [];
  let at = 0;
  for (const [index, one] of cases.entries()) {
    const own = answers.slice(at, (at += questions[index].length));
    const rate = (rates[one.capability] ??= { cases: 0, passed: 0 });
    rate.cases += 1;
    if (passes(one, own)) rate.passed += 1;
    else failed.push({ ...one, answers: own.map(({ label, score }) => `${label} ${score}`) });
  }
  return { rates, failed };
}
