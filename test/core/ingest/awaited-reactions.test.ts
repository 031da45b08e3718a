import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { ingestRecords, namespaceNamed, storedRows } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const microblog = namespaceNamed("microblog-stocks");
let root: string;
let next = 0;

beforeAll(async () => {
  root = await temporaryDirectory();
});

const dataDirectory = () => join(root, `data-${(next += 1)}`);
const created_at = "2026-03-02T14:00:00Z";
const original = { id: "1", created_at, text: "$GME gains", author: "ana", likes: 2 };
const other = { id: "2", created_at, text: "$AMD falls", author: "ben" };
const repost = (likes: number, of = "1") => ({
  id: `r${likes}-${of}`,
  created_at,
  retweet_of: of,
  retweet_of_likes: likes,
  retweet_of_retweets: likes * 2,
});

const engagement = (data: string) =>
  storedRows<{ document_id: string; likes: number | null; retweets: number | null; engagement: number }>(
    data,
    microblog.id,
    "document_id, likes, retweets, engagement",
  );

describe("a repost counts for its original", () => {
  const inOneRun = [original, repost(7), repost(5), other];

  it("whichever is read first, in the same run or another, and reading again changes nothing", async () => {
    const whole = dataDirectory();
    await ingestRecords(whole, microblog, inOneRun);
    const wanted = await engagement(whole);
    expect(wanted).toMatchObject([{ document_id: "x:1", likes: 7, retweets: 14, engagement: 21 }, { likes: null }]);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(inOneRun, { minLength: inOneRun.length }),
        fc.integer({ min: 1, max: 4 }),
        async (records, cut) => {
          const data = dataDirectory();
          await ingestRecords(data, microblog, records.slice(0, cut));
          await ingestRecords(data, microblog, records.slice(cut));
          expect(await engagement(data)).toEqual(wanted);
          const again = await ingestRecords(data, microblog, records);
          expect(again.counts).toMatchObject({ new: 0, updated: 0, batches: 0 });
          expect(await engagement(data)).toEqual(wanted);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("also when several runs of reposts precede it, and never for another post", async () => {
    const data = dataDirectory();
    for (const record of [repost(3), repost(9), repost(4, "2"), repost(6)])
      await ingestRecords(data, microblog, [record]);
    expect(await engagement(data)).toEqual([]);
    await ingestRecords(data, microblog, [original]);
    expect(await engagement(data)).toMatchObject([{ document_id: "x:1", likes: 9, retweets: 18 }]);
    await ingestRecords(data, microblog, [other]);
    expect(await engagement(data)).toMatchObject([{ likes: 9 }, { document_id: "x:2", likes: 4, retweets: 8 }]);
  });

  it("is told apart in the summary from one whose original was read", async () => {
    const data = dataDirectory();
    expect((await ingestRecords(data, microblog, [repost(3)])).counts).toMatchObject({
      reposts: 0,
      repostsOfUnknown: 1,
    });
    expect((await ingestRecords(data, microblog, [repost(3), original])).counts).toMatchObject({ reposts: 1, new: 1 });
  });

  it("is not kept for longer than three months", async () => {
    const data = dataDirectory();
    await ingestRecords(data, microblog, [repost(3)], { now: "2026-03-03T00:00:00Z" });
    await ingestRecords(data, microblog, [other], { now: "2026-07-03T00:00:00Z" });
    await ingestRecords(data, microblog, [original], { now: "2026-07-04T00:00:00Z" });
    expect(await engagement(data)).toMatchObject([{ document_id: "x:1", likes: 2, retweets: null }, {}]);
  });
});
