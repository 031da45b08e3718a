// The messages of test/behaviour/talk.jsonl: forum and crypto talk with the label that a careful reader gives.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { LABELS } from "./measures.mjs";

/**
 * `{capability, text, target, label, half}` in file order. The text itself decides its half: rules may be changed after a look
 * at answers about `developed` messages; of `held_out` ones only the figures are looked at.
 */
export function readTalk() {
  const path = new URL("../test/behaviour/talk.jsonl", import.meta.url);
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .map((row) => ({ ...row, half: halfOf(row.text) }));
}

function halfOf(text) {
  return createHash("sha1").update(text).digest()[0] % 2 === 0 ? "developed" : "held_out";
}

/**
 * How often the label is right, how often it has the opposite sign (of all messages), and F1 by label, over the rows that
 * `among` takes.
 */
function ratesOf(rows, answers, among) {
  const own = [...rows.keys()].filter((at) => among(rows[at]));
  const share = (of) => (own.length === 0 ? 0 : own.filter(of).length / own.length);
  const opposite = { positive: "negative", negative: "positive" };
  return {
    messages: own.length,
    accuracy: share((at) => answers[at].label === rows[at].label),
    inverted: share((at) => answers[at].label === opposite[rows[at].label]),
    f1: Object.fromEntries(
      LABELS.map((label) => {
        const actual = own.filter((at) => rows[at].label === label).length;
        const given = own.filter((at) => answers[at].label === label).length;
        const both = own.filter((at) => rows[at].label === label && answers[at].label === label).length;
        return [label, actual + given === 0 ? 0 : (2 * both) / (actual + given)];
      }),
    ),
  };
}

/** `{name: rates}`: every capability, both halves, all. */
export function talkRates(rows, answers) {
  const capabilities = [...new Set(rows.map(({ capability }) => capability))];
  return {
    ...Object.fromEntries(
      capabilities.map((name) => [name, ratesOf(rows, answers, ({ capability }) => capability === name)]),
    ),
    "developed half": ratesOf(rows, answers, ({ half }) => half === "developed"),
    "held-out half": ratesOf(rows, answers, ({ half }) => half === "held_out"),
    all: ratesOf(rows, answers, () => true),
  };
}
