import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  labelOf,
  NO_POLARITY,
  OpinionsTotal,
  percentages,
  polarityParts,
  polarityScore,
  type OpinionMention,
} from "../../../packages/core/src/metrics/polarity.js";

const opinion = (score: number | null, traits: Partial<OpinionMention> = {}): OpinionMention => ({
  author: "a",
  inherited: false,
  copyRank: 0,
  score,
  ...traits,
});
const scoreOf = (mentions: readonly OpinionMention[]) => polarityScore(polarityParts(mentions));

describe("mean score", () => {
  it("is null when nothing is labelled", () => {
    expect(scoreOf([])).toBeNull();
    expect(scoreOf([opinion(null)])).toBeNull();
    expect(polarityScore(NO_POLARITY)).toBeNull();
  });

  it("gives inherited mentions and copies less weight", () => {
    expect(scoreOf([opinion(1), opinion(-1, { author: "b", inherited: true })])).toBeCloseTo(0.7 / 1.3, 12);
    expect(scoreOf([opinion(1), opinion(-1, { author: "b", copyRank: 1 })])).toBeCloseTo(0.5 / 1.5, 12);
  });

  it("ignores copies whose weight underflows", () => {
    expect(scoreOf([opinion(1, { copyRank: 5000 })])).toBeNull();
  });

  it("is not decided by one author's flood", () => {
    const flood = Array.from({ length: 1000 }, () => opinion(1));
    const others = Array.from({ length: 20 }, (_, index) => opinion(-1, { author: `other ${index}` }));
    expect(scoreOf([...flood, ...others])).toBeCloseTo((1 + Math.log(1000) - 20) / (1 + Math.log(1000) + 20), 12);
  });
});

describe("running totals", () => {
  const part = (weight: number) => ({ weight, weightedScore: weight / 2 });

  it("keep nothing of the weights that an author had before", () => {
    const total = new OpinionsTotal();
    total.add(part(1));
    for (let posts = 2; posts <= 500; posts += 1) {
      total.remove(part(posts - 1));
      total.add(part(posts));
      expect(total.total()).toEqual(part(posts));
    }
    expect(total.weights).toBe(1);
  });

  it("equal those of the parts that are left, in any order of changes", () => {
    const weight = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(weight, fc.boolean()), { maxLength: 40 }), (changes) => {
        const total = new OpinionsTotal();
        const left: number[] = [];
        for (const [of, isAdded] of changes) {
          if (isAdded) total.add(part(left[left.push(of) - 1] ?? 0));
          else if (left.includes(of)) total.remove(part(left.splice(left.indexOf(of), 1)[0] ?? 0));
          if (of === 1) total.total();
        }
        const anew = new OpinionsTotal();
        for (const of of left) anew.add(part(of));
        expect(total.total()).toEqual(anew.total());
        expect(total.weights).toBe(new Set(left).size);
      }),
    );
  });
});

const anyOpinion = fc.record<OpinionMention>({
  author: fc.option(fc.constantFrom("a", "b", "c", "d")),
  inherited: fc.boolean(),
  copyRank: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 900 })),
  score: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
});
const anyOpinions = fc.array(anyOpinion, { maxLength: 30 });

describe("properties", () => {
  it("stays within the scores that went in, and negates with them", () => {
    fc.assert(
      fc.property(anyOpinions, (mentions) => {
        const score = scoreOf(mentions);
        const scores = mentions.flatMap((mention) => (mention.score === null ? [] : [mention.score]));
        if (score === null) return;
        expect(score).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-12);
        expect(score).toBeLessThanOrEqual(Math.max(...scores) + 1e-12);
        const negated = scoreOf(mentions.map((m) => ({ ...m, score: m.score === null ? null : -m.score })));
        expect(negated).toBeCloseTo(-score, 12);
      }),
      { numRuns: 2000, seed: 6 },
    );
  });

  it("depends neither on names nor on order, to the last bit", () => {
    fc.assert(
      fc.property(anyOpinions, (mentions) => {
        const renamed = [...mentions]
          .reverse()
          .map((m) => ({ ...m, author: m.author === null ? null : `9${m.author}` }));
        expect(polarityParts(renamed)).toEqual(polarityParts(mentions));
      }),
      { numRuns: 2000, seed: 6 },
    );
  });
});

describe("percentages", () => {
  const of = (positive: number, negative: number, neutral: number) => {
    const { bullishPct, bearishPct } = percentages({ positive, neutral, negative });
    return [bullishPct, bearishPct];
  };

  it("match the shares seen on the wire", () => {
    expect(of(1440, 998, 1554)).toEqual([36, 25]);
    expect(of(512, 308, 478)).toEqual([39, 24]);
    expect(of(0, 0, 0)).toEqual([0, 0]);
    expect(of(0, 0, 9)).toEqual([0, 0]);
  });

  it("round halves up, exactly", () => {
    expect(of(1, 0, 199)).toEqual([1, 0]);
    expect(of(101, 99, 0)).toEqual([51, 50]);
    expect(of(57, 0, 143)).toEqual([29, 0]);
  });

  it("are within half a point of the share, and swap with the labels", () => {
    const n = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(n, n, n, (positive, negative, neutral) => {
        fc.pre(positive + negative + neutral > 0);
        const [bullish = -1, bearish = -1] = of(positive, negative, neutral);
        const share = (100 * positive) / (positive + negative + neutral);
        expect(Math.abs(bullish - share)).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(of(negative, positive, neutral)).toEqual([bearish, bullish]);
      }),
    );
  });
});

describe("label", () => {
  it("follows the rounded score that is shown", () => {
    expect([0.051, 0.0505, 0.05049, 0.05, 0, -0.05, -0.05049, -0.0505, -1].map(labelOf)).toEqual([
      ...["positive", "positive", "neutral", "neutral", "neutral", "neutral", "neutral", "negative", "negative"],
    ]);
  });
});
