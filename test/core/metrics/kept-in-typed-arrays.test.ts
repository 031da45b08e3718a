import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AscendingNumbers } from "../../../packages/core/src/metrics/ascending-numbers.js";
import { growingDoubles, growingInts } from "../../../packages/core/src/metrics/growing-array.js";
import { HashIndex } from "../../../packages/core/src/metrics/hash-index.js";
import { IntMap } from "../../../packages/core/src/metrics/int-map.js";
import { KeptTexts } from "../../../packages/core/src/metrics/kept-texts.js";
import { NEAR_DUPLICATE_SIMILARITY, TextPool } from "../../../packages/core/src/metrics/text-pool.js";
import { TextSketches } from "../../../packages/core/src/metrics/text-sketches.js";
import { jaccard, normalisedText, shinglesOf } from "../../../packages/core/src/metrics/shingles.js";
import { textPrint } from "../../../packages/core/src/metrics/text-print.js";
import { postMaker } from "../../../bench/ingest-posts.mjs";

describe("a sum taken from the smallest number to the largest", () => {
  it("depends only on the numbers it holds, to the last bit, whatever was added and removed before", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.record({ value: fc.double({ noNaN: true, min: -9, max: 9 }), leaves: fc.boolean() }), {
            maxLength: 60,
          }),
          { maxLength: 8 },
        ),
        (rounds) => {
          const numbers = new AscendingNumbers();
          let there: number[] = [];
          for (const round of rounds) {
            for (const { value, leaves } of round) {
              // A coarse value comes often, a fine one once.
              const number = leaves ? value : Math.round(value);
              numbers.add(number);
              there.push(number);
              if (!leaves || there.length < 2) continue;
              const [gone = 0] = there.splice(Math.floor(there.length / 2), 1);
              numbers.remove(gone);
            }
            there = [...Float64Array.from(there).sort()];
            expect(numbers.sum()).toBe(there.reduce((sum, value) => sum + value, 0));
            expect(numbers.sum(0.1)).toBe(there.reduce((sum, value) => sum + value, 0.1));
            expect(numbers.size()).toBe(there.length);
          }
        },
      ),
      { numRuns: 200, seed: 16 },
    ));
});

describe("kept texts", () => {
  it("are returned unchanged, whatever their characters, across many blocks", () => {
    const texts = fc.sample(fc.oneof(fc.string(), fc.string({ unit: "binary" })), { numRuns: 300, seed: 16 });
    const all = [
      "",
      "\u{1F680}".slice(0, 1),
      "ÿ",
      "Ā",
      "x".repeat(253),
      "x".repeat(254),
      "x".repeat(255),
      "Ā".repeat(120),
      "x".repeat(300_000),
      "Ā".repeat(300_000),
      "y".repeat(1_500_000),
      ...texts,
    ];
    const kept = new KeptTexts();
    const numbers = [...all, ...all, ...all].map((text) => kept.push(text));
    expect(numbers.map((number) => kept.at(number))).toEqual([...all, ...all, ...all]);
    const later = kept.push(null);
    expect([kept.isKnown(later), kept.at(later)]).toEqual([false, ""]);
    kept.set(later, "told");
    expect([kept.isKnown(later), kept.at(later)]).toEqual([true, "told"]);
  });
});

describe("a growing array", () => {
  it("keeps its values at any length, and values cut off do not return", () => {
    const [numbers, truth] = [growingDoubles(), [] as number[]];
    for (let index = 0; index < 40_000; index += 1) {
      expect(numbers.push(index / 3)).toBe(truth.push(index / 3) - 1);
      if (index % 1_000 === 999) {
        numbers.length = truth.length = truth.length - 50;
        numbers.set(truth.length - 7, -index);
        truth[truth.length - 7] = -index;
      }
    }
    expect(Array.from({ length: numbers.length }, (_, index) => numbers.at(index))).toEqual(truth);
    expect(numbers.at(-1)).toBe(0);
  });

  it("is 0 where nothing was stored", () => {
    const numbers = growingInts();
    numbers.put(20_000, 7);
    numbers.put(3, 5);
    expect([numbers.length, numbers.at(3), numbers.at(4), numbers.at(19_999), numbers.at(20_000)]).toEqual([
      20_001, 5, 0, 0, 7,
    ]);
    expect([numbers.at(20_001), numbers.at(90_000)]).toEqual([0, 0]);
  });
});

describe("a map of whole numbers", () => {
  it("holds what a JavaScript Map holds, whatever was set and deleted", () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ key: fc.nat({ max: 400 }), value: fc.nat(), isGone: fc.boolean() }), { maxLength: 900 }),
        (steps) => {
          const [map, truth] = [new IntMap(), new Map<number, number>()];
          for (const { key, value, isGone } of steps) {
            if (isGone) map.delete(key);
            else map.set(key, value);
            if (isGone) truth.delete(key);
            else truth.set(key, value);
          }
          expect(map.size).toBe(truth.size);
          for (let key = 0; key <= 400; key += 1) expect(map.get(key)).toBe(truth.get(key) ?? -1);
        },
      ),
      { numRuns: 200, seed: 16 },
    ));
});

describe("an index by hash", () => {
  it("finds every item that was added and no other, with hashes that collide too", () => {
    const hashOf = (item: number) => (item * 7) % 1000;
    const index = new HashIndex(hashOf);
    for (let item = 0; item < 5000; item += 2) index.add(hashOf(item), item);
    for (let item = 0; item < 5000; item += 1)
      expect(index.find(hashOf(item), (other) => other === item)).toBe(item % 2 === 0 ? item : -1);
  });

  it("finds them when it has grown so large that it was split", () => {
    const hashOf = (item: number) => (item >> 1) * 2_654_435_761;
    const index = new HashIndex(hashOf);
    const wrong: number[] = [];
    for (let item = 0; item < 90_000; item += 3) index.add(hashOf(item), item);
    for (let item = 0; item < 90_000; item += 1)
      if (index.find(hashOf(item), (other) => other === item) !== (item % 3 === 0 ? item : -1)) wrong.push(item);
    expect(wrong).toEqual([]);
  });

  it("finds items of any number, even one with more bits than it first has room for", () => {
    const hashOf = (item: number) => item % 5;
    const index = new HashIndex(hashOf);
    const items = [0, 1, 2 ** 27 - 2, 2 ** 27 - 1, 2 ** 27, 2 ** 30 + 1, 2 ** 31 - 2];
    for (const item of items) index.add(hashOf(item), item);
    for (const item of items) {
      expect(index.find(hashOf(item), (other) => other === item)).toBe(item);
      expect(index.find(hashOf(item), (other) => other === item + 5)).toBe(-1);
    }
  });
});

describe("sketches of texts", () => {
  const words = fc.constantFrom(..."chip bank orders jump loss again the for year bond moon call µ 漲".split(" "));
  const text = fc.array(words, { minLength: 1, maxLength: 500 }).map((list) => normalisedText(list.join(" ")));

  it("never treat near-duplicates as different, at any length", () => {
    let alike = 0;
    fc.assert(
      fc.property(text, fc.nat(), fc.nat({ max: 12 }), (one, at, cut) => {
        const place = at % one.length;
        const other = normalisedText(one.slice(0, place) + one.slice(place + cut));
        if (jaccard(shinglesOf(one), shinglesOf(other)) < NEAR_DUPLICATE_SIMILARITY) return;
        alike += 1;
        const sketches = new TextSketches();
        const [a, b] = [sketches.add(one), sketches.add(other)];
        expect(sketches.mayBeAlike(NEAR_DUPLICATE_SIMILARITY, a, b)).toBe(true);
        expect(sketches.mayBeAlike(NEAR_DUPLICATE_SIMILARITY, b, a)).toBe(true);
      }),
      { numRuns: 2000, seed: 16 },
    );
    expect(alike).toBeGreaterThan(500);
  });

  it("recognise nearly all other pairs as different", () => {
    const make = postMaker(16);
    const posts = Array.from({ length: 300 }, () => normalisedText(make().text));
    const sketches = new TextSketches();
    const made = posts.map((post) => sketches.add(post));
    let [strangers, told] = [0, 0];
    for (const [a, one] of posts.entries())
      for (const [b, other] of posts.slice(0, a).entries()) {
        if (jaccard(shinglesOf(one), shinglesOf(other)) >= 0.6) continue;
        strangers += 1;
        if (!sketches.mayBeAlike(NEAR_DUPLICATE_SIMILARITY, made[a] ?? 0, made[b] ?? 0)) told += 1;
      }
    expect(strangers).toBeGreaterThan(40_000);
    expect(told / strangers).toBeGreaterThan(0.999);
  });
});

describe("the texts of a day", () => {
  it("get one number each, however often they come, and are requested when they were not supplied", () => {
    const make = postMaker(17);
    const posts = Array.from({ length: 3_000 }, () => make().text);
    const pool = new TextPool();
    const numbers = new Map(posts.map((post) => [normalisedText(post), pool.add(textPrint(post), post)]));
    expect(new Set(numbers.values()).size).toBe(numbers.size);
    for (const post of posts) expect(pool.add(textPrint(post.toUpperCase()))).toBe(numbers.get(normalisedText(post)));
    expect(pool.wanted()).toEqual([]);

    const blind = new TextPool();
    const [first, second] = [
      "one story that is told by everybody today",
      "one story that is told by everybody today too",
    ];
    const [a, b] = [blind.add(textPrint(first)), blind.add(textPrint(second))];
    expect(blind.wanted()).toEqual([a, b]);
    expect(() => blind.similarity(a, b)).toThrow(RangeError);
    blind.tell(a, first);
    expect(blind.add(textPrint(second), second)).toBe(b);
    expect(blind.wanted()).toEqual([]);
    expect(blind.similarity(a, b)).toBe(jaccard(shinglesOf(normalisedText(first)), shinglesOf(normalisedText(second))));
  });
});
