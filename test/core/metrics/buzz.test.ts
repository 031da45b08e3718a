import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buzz, BUZZ_TERMS, BUZZ_TERMS_WITHOUT_PLACES, meanPerDay } from "../../../packages/core/src/metrics/buzz.js";
import { evidenceOf, type AttentionMention } from "../../../packages/core/src/metrics/evidence.js";
import { mentionWeight } from "../../../packages/core/src/metrics/mention-weight.js";
import { roundBuzz } from "../../../packages/core/src/metrics/rounding.js";

const reference = { evidence: 60, people: 40, places: 6 };
const post = (traits: Partial<AttentionMention> = {}): AttentionMention => ({
  author: "a",
  place: "p",
  inherited: false,
  copyRank: 0,
  engagement: 0,
  ...traits,
});
const posts = (count: number, traits: (index: number) => Partial<AttentionMention>) =>
  Array.from({ length: count }, (_, index) => post(traits(index)));
const buzzOf = (mentions: readonly AttentionMention[]) => buzz(evidenceOf(mentions), reference);
/** An ordinary post has a few upvotes. */
const ordinary = (count: number, authors: number, places: number) =>
  posts(count, (index) => ({
    author: `author ${index % authors}`,
    place: `place ${index % places}`,
    engagement: 3,
  }));

describe("texts without an author", () => {
  const unknown = (count: number, traits: Partial<AttentionMention> = {}) =>
    evidenceOf(posts(count, () => ({ author: null, ...traits })));

  it("each count as a speaker of their own, damped together", () => {
    expect(unknown(1)).toEqual(evidenceOf([post()]));
    expect(unknown(257).evidence).toBeCloseTo(257 ** 0.9, 9);
    expect(unknown(257).people).toBeCloseTo(257 ** 0.9, 9);
    expect(unknown(100, { copyRank: 3 }).people).toBeCloseTo((100 / 8) ** 0.9, 9);
  });

  it("rank an asset with more of them above one with fewer, and never below a single voice", () => {
    const few = [...posts(3, (k) => ({ author: `known ${k}` })), ...posts(254, () => ({ author: null }))];
    const many = [...posts(3, (k) => ({ author: `known ${k}` })), ...posts(922, () => ({ author: null }))];
    expect(buzzOf(many)).toBeGreaterThan(buzzOf(few) + 5);
    for (const count of [1, 2, 10, 1000])
      expect(unknown(count).evidence).toBeGreaterThanOrEqual(evidenceOf(posts(count, () => ({}))).evidence);
  });

  it("count less than the same number of known speakers", () => {
    const known = evidenceOf(posts(40, (k) => ({ author: `a${k}` })));
    expect(unknown(40).evidence).toBeLessThan(known.evidence);
    expect(unknown(40).people).toBeLessThan(known.people);
  });
});

describe("examples with m = (60, 40, 6)", () => {
  it.each<[string, AttentionMention[], number]>([
    ["no data", [], 0],
    ["one plain post", [post()], 3.7],
    ["one post with a million upvotes", [post({ engagement: 1e6 })], 4.8],
    ["40 ordinary posts by 40 authors in 5 communities", ordinary(40, 40, 5), 46.7],
    ["the same and a viral post", [...ordinary(40, 40, 5), post({ place: "place 0", engagement: 1e6 })], 47.5],
    ["500 posts by one bot", posts(500, () => ({})), 9.2],
    ["500 identical posts by 500 accounts", posts(500, (k) => ({ author: `bot ${k}`, copyRank: k })), 5.3],
    ["1,000 ordinary posts by 700 authors in 30 communities", ordinary(1000, 700, 30), 93],
  ])("%s", (_name, mentions, expected) => {
    expect(roundBuzz(buzzOf(mentions))).toBe(expected);
  });

  it("is 50 at the reference itself", () => {
    expect(buzz(reference, reference)).toBe(50);
    expect(buzz(reference, reference, BUZZ_TERMS_WITHOUT_PLACES)).toBe(50);
  });

  it("has weights that add up to 1", () => {
    for (const terms of [BUZZ_TERMS, BUZZ_TERMS_WITHOUT_PLACES])
      expect(terms.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 15);
  });
});

const anyMention = fc.record<AttentionMention>({
  author: fc.option(fc.constantFrom("a", "b", "c", "d", "e")),
  place: fc.option(fc.constantFrom("p", "q", "r")),
  inherited: fc.boolean(),
  copyRank: fc.integer({ min: 0, max: 12 }),
  engagement: fc.oneof(fc.integer({ min: -50, max: 200 }), fc.integer({ min: 0, max: 1e9 })),
});
const anyMentions = fc.array(anyMention, { maxLength: 40 });
const anyReference = fc.record({
  evidence: fc.double({ min: 8, max: 500, noNaN: true }),
  people: fc.double({ min: 6, max: 300, noNaN: true }),
  places: fc.double({ min: 2, max: 50, noNaN: true }),
});
const runs = { numRuns: 2000, seed: 7 };

describe("properties", () => {
  it("P1: is zero exactly when there are no mentions", () => {
    fc.assert(
      fc.property(anyMentions, anyReference, (mentions, m) => {
        expect(buzz(evidenceOf(mentions), m) > 0).toBe(mentions.length > 0);
      }),
      runs,
    );
  });

  it("P2: never falls when a mention is added, P4: and rises by a bounded amount whatever its engagement", () => {
    fc.assert(
      fc.property(anyMentions, anyMention, anyReference, (mentions, added, m) => {
        const before = buzz(evidenceOf(mentions), m);
        const after = buzz(evidenceOf([...mentions, added]), m);
        const bound = 100 * ((0.6 * 3) / (3 + m.evidence) + 0.25 / (1 + m.people) + 0.15 / (1 + m.places));
        expect(after).toBeGreaterThanOrEqual(before - 1e-9);
        expect(after).toBeLessThanOrEqual(before + bound + 1e-9);
      }),
      runs,
    );
  });

  it("P3: gives a day the same buzz alone and as a window of one day", () => {
    fc.assert(
      fc.property(anyMentions, anyReference, (mentions, m) => {
        const day = evidenceOf(mentions);
        expect(buzz(meanPerDay(day, 1), m)).toBe(buzz(day, m));
      }),
      runs,
    );
    expect(buzz(meanPerDay({ evidence: 120, people: 80, places: 12 }, 2), reference)).toBe(50);
  });

  it("P5: stays below 100, even for absurd measures", () => {
    const size = fc.double({ min: 0, max: 1e300, noNaN: true });
    fc.assert(
      fc.property(size, size, size, anyReference, (evidence, people, places, m) => {
        expect(buzz({ evidence, people, places }, m)).toBeLessThan(100);
      }),
      runs,
    );
    expect(buzz({ evidence: 1e300, people: 1e300, places: 1e300 }, reference)).toBe(100 - 2 ** -46);
  });

  it("P6: depends neither on names nor on order, to the last bit", () => {
    const withShuffle = anyMentions.chain((mentions) =>
      fc.tuple(fc.constant(mentions), fc.shuffledSubarray(mentions, { minLength: mentions.length })),
    );
    fc.assert(
      fc.property(withShuffle, ([mentions, shuffled]) => {
        const renamed = shuffled.map((mention) => ({
          ...mention,
          author: mention.author === null ? null : `9${mention.author}`,
          place: mention.place === null ? null : `9${mention.place}`,
        }));
        expect(evidenceOf(renamed)).toEqual(evidenceOf(mentions));
      }),
      runs,
    );
  });

  it("P7: lets one author's flood count only by its logarithm, and copies of one text almost not at all", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), (k) => {
        expect(evidenceOf(posts(k, () => ({}))).evidence).toBeCloseTo(1 + Math.log(k), 9);
        expect(evidenceOf(posts(k, (copyRank) => ({ copyRank }))).evidence).toBeLessThanOrEqual(1 + Math.log(2));
        expect(evidenceOf(posts(k, (i) => ({ copyRank: i, author: `${i}` }))).people).toBeLessThanOrEqual(2);
      }),
      { numRuns: 40, seed: 7 },
    );
  });
});

describe("mention weight", () => {
  it("is 1 for a plain post and at most 3", () => {
    const weight = (engagement: number) => mentionWeight({ inherited: false, copyRank: 0, engagement });
    expect([-7, 0, 9, 99, 9999, 1e12].map(weight)).toEqual([1, 1, 1.5, 2, 3, 3]);
    expect(mentionWeight({ inherited: true, copyRank: 2, engagement: 0 })).toBeCloseTo(0.3 / 4, 15);
  });
});
