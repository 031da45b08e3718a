import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { FillNumbers } from "../../../packages/core/src/ingest/fill-numbers.js";
import { ingestRecords, namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

describe("fills without an id", () => {
  /** Time and identity of fills: equal ones are of one instant, as in every feed. */
  const fills = fc.array(fc.record({ second: fc.nat(20), what: fc.nat(3) }), { maxLength: 80 });
  const named = ({ second, what }: { second: number; what: number }) => [`${second} ${what}`, second] as const;

  it("get the same number as with unlimited memory, or are not stored", () => {
    fc.assert(
      fc.property(fills, fc.integer({ min: 1, max: 10 }), (all, most) => {
        const [bounded, unbounded] = [new FillNumbers(most), new FillNumbers(1_000)];
        for (const fill of all) {
          const right = unbounded.next(...named(fill));
          const number = bounded.next(...named(fill));
          // After a fill without a number, equal ones that follow have none either.
          if (number !== null) expect(number).toBe(right);
        }
      }),
    );
  });

  it("are all told apart in files sorted by time, either way round, even with the smallest memory", () => {
    fc.assert(
      fc.property(fills, fc.boolean(), (all, isBackwards) => {
        const ordered = [...all].sort((a, b) => a.second - b.second || a.what - b.what);
        if (isBackwards) ordered.reverse();
        // The most fills of one instant are four different ones.
        const [bounded, unbounded] = [new FillNumbers(4), new FillNumbers(1_000)];
        for (const fill of ordered) expect(bounded.next(...named(fill))).toBe(unbounded.next(...named(fill)));
      }),
    );
  });
});

describe("documents that wait for their thread", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await temporaryDirectory();
  });

  it("are kept aside, counted and with a reason, beyond the limit; the latest ones still find their thread", async () => {
    const comments = Array.from({ length: 12 }, (_, index) => ({
      id: `c${index}`,
      link_id: "t3_p1",
      body: "it gains",
    }));
    const post = {
      id: "p1",
      created_utc: 1_772_460_300,
      subreddit: "stocks",
      title: "$GME gains",
      selftext: "",
      author: "ann",
    };
    const { counts, rejects } = await ingestRecords(directory, namespaceNamed("forum-stocks"), [...comments, post], {
      batchDocuments: 3,
      waitingDocuments: 5,
    });
    expect(rejects.length).toBeGreaterThan(0);
    expect(new Set(rejects.map(({ reason }) => reason))).toEqual(new Set(["unknown_thread"]));
    expect(rejects.map(({ position }) => position.line)).toEqual(rejects.map((_, index) => index + 1));
    expect(counts).toMatchObject({ read: 13, rejected: rejects.length, new: 13 - rejects.length });
    expect(counts.new).toBeGreaterThanOrEqual(6);
  });
});
