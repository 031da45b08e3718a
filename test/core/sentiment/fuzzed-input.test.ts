import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findMentions } from "../../../packages/core/src/sentiment/prepare-text.js";
import {
  buildModelInputs,
  type ModelInput,
  type PreparedText,
} from "../../../packages/core/src/sentiment/model-input.js";
import { normaliseText } from "../../../packages/core/src/sentiment/normalise-text.js";
import { prepareText } from "../../../packages/core/src/sentiment/prepare-text.js";
import { manifest, shippedTokenizer } from "./support.js";

/** What strings are made of; models/train/fuzz.py makes the same ones and writes the digests. */
interface Recipe {
  seed: number;
  strings: number;
  block: number;
  longest: number;
  names: string[];
  gaps: string[];
  words: string[];
  ranges: [number, number][];
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8"));
const recipe = read("fuzz-recipe") as Recipe;
const expected = read("fuzz-digests") as { blocks: string[]; withMentions: number; withOthers: number };
const tokenize = shippedTokenizer();
const form = manifest.input;
const firstInput = (prepared: PreparedText) => buildModelInputs(prepared, tokenize, form, 1)[0] as ModelInput;

/** mulberry32, an integer below `count` at a time. */
function generator(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % count;
  };
}

function generated(below: (count: number) => number): { raw: string; name: string; other: string } {
  const pick = <T>(from: readonly T[]): T => {
    const one = from[below(from.length)];
    if (one === undefined) throw new Error("The recipe has an empty list.");
    return one;
  };
  const name = pick(recipe.names);
  const other = pick(recipe.names);
  const long = below(100) === 0;
  const count = long ? 150 + below(150) : 1 + below(9);
  let raw = "";
  for (let part = 0; part < count; part++) {
    const kind = below(20);
    if (kind < 3) raw += name;
    else if (kind < 5) raw += other;
    else if (kind < 11) raw += pick(recipe.words);
    else {
      const [first, last] = pick(recipe.ranges);
      const characters = 1 + below(8);
      for (let at = 0; at < characters; at++) raw += String.fromCodePoint(first + below(last - first + 1));
    }
    raw += pick(recipe.gaps);
  }
  return { raw: Array.from(raw).slice(0, recipe.longest).join(""), name, other };
}

const bare = (name: string) => normaliseText(name).text.replace(/^\$(?=.)/, "");

/** The normalised text, the plain ids, the mentions, the ids with a target and another company, and the length of its segment. */
function lineOf(raw: string, name: string, other: string): string {
  if (normaliseText(raw).text === "") return "empty";
  const prepared = prepareText({ text: raw, target: { name } }, 0);
  const plain = firstInput({ text: prepared.text, name: null, mentions: [], others: [] });
  const others = findMentions(prepared.text, [bare(other)]).filter((span) =>
    prepared.mentions.every(({ start, end }) => span.end <= start || span.start >= end),
  );
  const { ids, types } = firstInput({ ...prepared, others });
  const spans = prepared.mentions.flatMap(({ start, end }) => [start, end]);
  const second = types.filter((type) => type === 1).length;
  return [prepared.text, plain.ids.join(" "), spans.join(" "), ids.join(" "), second].join("\t");
}

describe("text handling over generated strings", () => {
  it("covers at least 20,000 strings, thousands with the target and thousands with another company", () => {
    expect(expected.blocks.length * recipe.block).toBeGreaterThanOrEqual(20_000);
    expect(expected.withMentions).toBeGreaterThan(4000);
    expect(expected.withOthers).toBeGreaterThan(2000);
  });

  it(
    "equals that of training, token for token: text, plain ids, mentions, ids with a target",
    { timeout: 600_000 },
    () => {
      const below = generator(recipe.seed);
      let withMentions = 0;
      const blocks = expected.blocks.map(() => {
        const lines = Array.from({ length: recipe.block }, () => {
          const { raw, name, other } = generated(below);
          return lineOf(raw, name, other);
        });
        withMentions += lines.filter((line) => line !== "empty" && line.split("\t")[2] !== "").length;
        return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
      });
      const different = blocks.flatMap((digest, at) => (digest === expected.blocks[at] ? [] : [at]));
      expect(different).toEqual([]);
      expect(withMentions).toBe(expected.withMentions);
    },
  );
});
