import { describe, expect, it } from "vitest";
import { StoryRanks } from "../../../packages/core/src/metrics/story-ranks.js";
import { TextPool } from "../../../packages/core/src/metrics/text-pool.js";
import { textPrint } from "../../../packages/core/src/metrics/text-print.js";

/** Any sequence works as long as it is the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Texts that share many bands: some alike enough to be copies, most of them not quite. */
function world(count: number, seed: number) {
  const random = numbers(seed);
  const texts = new TextPool();
  const items = Array.from({ length: count }, (_, item) => {
    const words = `shares of the company are talked about by everybody today, number ${random(10 * count)} of ${random(7)}`;
    return { timeMs: random(count * 2), text: texts.add(textPrint(words), words), item };
  });
  const of = (item: number) => items[item] ?? expect.fail();
  const compare = (a: number, b: number) => of(a).timeMs - of(b).timeMs || a - b;
  const ranks = () => new StoryRanks({ texts, textOf: (item) => of(item).text, pageOf: () => -1, compare });
  return { random, ranks };
}

describe("ranks of a group that grows and shrinks", () => {
  it.each([20, 255, 257, 900])(
    "depend only on the remaining items, whatever was added and removed: %i items with few copies",
    (count) => {
      const { random, ranks } = world(count, count);
      const grown = ranks();
      const present = new Set<number>();
      const told = new Map<number, number>();
      const waiting = Array.from({ length: count }, (_, item) => item);
      for (let step = 0; waiting.length > 0 || step < 60; step += 1) {
        const added = waiting.splice(0, 1 + random(40)).filter(() => random(10) > 0);
        // In the end most are removed: few items are searched one by one, many by key, and both must agree.
        const share = waiting.length > 0 ? 30 : 7;
        const removed = [...present].filter(() => random(share) === 0);
        grown.change(added, removed, (item, rank) => told.set(item, rank));
        for (const item of removed) present.delete(item);
        for (const item of added) present.add(item);
        if (step % 3 !== 0) continue;
        const fresh = new Map<number, number>();
        ranks().change([...present], [], (item, rank) => fresh.set(item, rank));
        expect([...present].map((item) => [item, told.get(item)])).toEqual(
          [...present].map((item) => [item, fresh.get(item)]),
        );
      }
    },
  );
});
