// The labelled texts of test/core/linking/talk: reading them, and comparing links with their labels.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Kinds of text, with the style in which the service links them. */
export const styles = { news: "news", posts: "informal", comments: "informal", messages: "informal" };

/**
 * Every labelled text of one kind, in file order. `half` is decided by the text itself: rules may be changed after a look at
 * the faults of `developed` texts; of `held_out` ones only the figures are looked at.
 */
export function readLabelledTexts(kind) {
  const lines = readFileSync(new URL(`../test/core/linking/talk/${kind}.txt`, import.meta.url), "utf8").split("\n");
  let among = "stocks";
  const texts = [];
  for (const line of lines) {
    if (line === "" || line.startsWith("#")) continue;
    if (line === "@stocks" || line === "@tokens") among = line.slice(1);
    else texts.push({ kind, among, ...readLine(line) });
  }
  return texts;
}

function readLine(line) {
  const [, keys, day, written] = /^(\S+)(?: @(\d{4}-\d\d-\d\d))? \| (.+)$/.exec(line) ?? [];
  if (keys === undefined) throw new Error(`This is not "keys | text": ${line}`);
  const text = written.replaceAll("\\n", "\n");
  const digit = createHash("sha1").update(text).digest()[0];
  return {
    text,
    keys: keys === "-" ? [] : keys.split(","),
    day: day ?? null,
    half: digit % 2 === 0 ? "developed" : "held_out",
  };
}

/** How many links were given, how many of them are right, and how many labels there are. */
export class Tally {
  texts = 0;
  given = 0;
  right = 0;
  expected = 0;

  add({ given, right, expected }) {
    this.texts += 1;
    this.given += given;
    this.right += right;
    this.expected += expected;
  }

  get precision() {
    return this.given === 0 ? 1 : this.right / this.given;
  }

  get recall() {
    return this.expected === 0 ? 1 : this.right / this.expected;
  }

  get f1() {
    const sum = this.precision + this.recall;
    return sum === 0 ? 0 : (2 * this.precision * this.recall) / sum;
  }
}

/**
 * Compares links with labels by company: another listing of the company that a label names is right too.
 *
 * @param assets The directory of the linker that made the links.
 */
export function companiesOf(assets) {
  const byRoot = new Map();
  for (const asset of assets.all()) {
    const root = rootOf(asset.key);
    byRoot.set(root, [...(byRoot.get(root) ?? []), asset]);
  }
  const companyOf = (key) => {
    const asset = assets.lookup(key);
    return asset?.primary ?? asset?.key ?? key;
  };
  // An imported table writes "ROR" for Rotork in London and "RTOKF" for it in New York: only the name says that they are one.
  const isNamesake = (found, wanted) => {
    if (assets.lookup(wanted)?.origin === "built_in") return false;
    const name = firstWord(assets.lookup(found)?.name);
    const named = byRoot.get(rootOf(wanted)) ?? [];
    return named.some((asset) => asset.key === found || (name !== "" && firstWord(asset.name) === name));
  };
  return (found, keys) => {
    const wanted = keys.map(companyOf);
    const isRight = (key) => wanted.includes(companyOf(key)) || keys.some((label) => isNamesake(key, label));
    return { given: found.length, right: found.filter(isRight).length, expected: keys.length };
  };
}

function rootOf(key) {
  return key.replace(/\..*$/, "");
}

function firstWord(name) {
  return (
    (name ?? "")
      .toLowerCase()
      .replace(/^the /, "")
      .match(/[\p{L}\p{N}]+/u)?.[0] ?? ""
  );
}
