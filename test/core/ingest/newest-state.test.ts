import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ingestRecords, namespaceNamed, storedRows } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const forum = namespaceNamed("forum-stocks");
const microblog = namespaceNamed("microblog-stocks");
const news = namespaceNamed("news-stocks");
let root: string;
let next = 0;

beforeAll(async () => {
  root = await temporaryDirectory();
});

const dataDirectory = () => join(root, `data-${(next += 1)}`);

const post = (id: string, title: string, more: object = {}) => ({
  id,
  subreddit: "stocks",
  author: "ana",
  title,
  selftext: "",
  created_utc: 1_772_460_300,
  ...more,
});
const bodies = (data: string) => storedRows(data, forum.id, "document_id, title, body");

describe("of two deliveries of a comment without times whose post comes later", () => {
  const said = (body: string) => ({ id: "h1", link_id: "t3_p1", body });

  it.each([1, 2, 100])("the fuller one is kept, in batches of %i", async (batchDocuments) => {
    const data = dataDirectory();
    const records = [said("first words"), said("$AMD, second words"), post("p1", "$GME gains")];
    await ingestRecords(data, forum, records, { batchDocuments });
    expect(await bodies(data)).toMatchObject([
      { document_id: "reddit:t1_h1", body: "$AMD, second words" },
      { document_id: "reddit:t3_p1" },
    ]);
  });

  it("a dated one is stored at once and stays when the undated one is resolved later", async () => {
    const data = dataDirectory();
    const dated = { ...said("$AMD, second words"), subreddit: "stocks", created_utc: 1_772_460_900 };
    await ingestRecords(data, forum, [said("first words"), dated, post("p1", "$GME gains")], { batchDocuments: 1 });
    expect(await bodies(data)).toMatchObject([{ body: "$AMD, second words" }, {}]);
  });
});

describe("of several versions of a text", () => {
  const url = "https://example.com/news/a";
  const version = (title: string, published_at: string, ticker: string, summary?: string) => ({
    url,
    title,
    published_at,
    ticker,
    source: "Reuters",
    ...(summary === undefined ? {} : { summary }),
  });
  const versions = [
    version("Apple gains on sales", "2026-03-02T09:00:00Z", "AAPL", "A long summary of an earlier state of the story."),
    version("Apple gains", "2026-03-02T10:00:00Z", "NVDA"),
    version("Apple gains on strong sales", "2026-03-02T10:00:00Z", "AMD"),
    version("Apple falls on strong sales", "2026-03-02T10:00:00Z", "GME"),
  ];
  const stored = async (data: string) => {
    const columns = "subject, title, body, created_utc, sentiment_score, hints, revision";
    return storedRows<{ title: string; revision: number; hints: string }>(data, news.id, columns);
  };
  const read = (data: string, records: readonly object[], batchDocuments: number) =>
    ingestRecords(data, news, records, { batchDocuments });

  const identities = [
    ["one address", versions],
    ["one id of the source's own", versions.map((record) => ({ ...record, id: "a1" }))],
  ] as const;

  it.each(identities)(
    "of %s the latest is kept, else the fuller, else the same one in any order, with the tickers of all; reading again changes nothing",
    async (_identity, told) => {
      const orders = told.flatMap((_, index) => {
        const turned = [...told.slice(index), ...told.slice(0, index)];
        return [turned, turned.toReversed()];
      });
      const found = new Set<string>();
      for (const records of orders) {
        for (const batchDocuments of [1, 100]) {
          const data = dataDirectory();
          await read(data, records, batchDocuments);
          const rows = await stored(data);
          found.add(JSON.stringify(rows.map((row) => ({ ...row, revision: 0 }))));
          const again = await read(data, records, batchDocuments);
          expect(again.counts).toMatchObject({ new: 0, updated: 0 });
          expect(await stored(data)).toEqual(rows);
        }
      }
      expect(found.size).toBe(1);
      expect([...found][0]).toContain('"hints":"AAPL,AMD,GME,NVDA"');
      expect([...found][0]).toMatch(/"title":"Apple (gains|falls) on strong sales"/);
    },
  );

  it.each(identities)("of %s a dated correction is kept, in any order", async (_identity, told) => {
    const [longest = {}, ...others] = told;
    const corrected = { ...longest, title: "Apple", summary: "", updated_at: "2026-03-02T12:00:00Z" };
    for (const records of [
      [...told, corrected],
      [corrected, longest, ...others],
    ]) {
      const data = dataDirectory();
      for (const record of records) await read(data, [record], 1);
      expect((await stored(data)).map(({ title }) => title)).toContain("Apple");
    }
  });
});

describe("a deleted text", () => {
  const uri = "at://did:plc:abc/app.bsky.feed.post/3l3qo2vuowo2b";
  const event = (operation: string, time_us: number, record?: object) => ({
    did: "did:plc:abc",
    time_us,
    kind: "commit",
    commit: { operation, collection: "app.bsky.feed.post", rkey: "3l3qo2vuowo2b", ...(record && { record }) },
  });
  const words = { text: "$GME gains", createdAt: "2026-03-02T14:00:00Z" };
  const created = event("create", 1_772_460_000_000_000, words);
  const deleted = event("delete", 1_772_470_000_000_000);
  const found = {
    posts: [{ uri, cid: "b", author: { did: "did:plc:abc", handle: "a.b" }, record: words, likeCount: 3 }],
  };
  const blogged = (data: string) => storedRows(data, microblog.id, "subject, body");

  it("does not come back with an old file that does not say when it was read", async () => {
    const data = dataDirectory();
    await ingestRecords(data, microblog, [found, deleted]);
    expect(await blogged(data)).toEqual([{ subject: null, body: null }]);
    const { counts } = await ingestRecords(data, microblog, [found]);
    expect(counts).toMatchObject({ new: 0, updated: 0 });
    expect(await blogged(data)).toEqual([{ subject: null, body: null }]);
    const flat = dataDirectory();
    const gone = { author: "[deleted]", title: "[deleted]", selftext: "[removed]" };
    await ingestRecords(flat, forum, [post("p1", "$GME gains"), post("p1", "", gone)]);
    await ingestRecords(flat, forum, [post("p1", "$GME gains")]);
    expect(await bodies(flat)).toEqual([{ document_id: "reddit:t3_p1", title: null, body: null }]);
  });

  it.each([
    ["the deletion first", [deleted, created]],
    ["the deletion last", [created, deleted]],
    ["a search page between", [found, deleted, found]],
    ["a search page last", [deleted, created, found]],
  ])("stays away in any order and batching: %s", async (_name, records) => {
    for (const batchDocuments of [1, 100]) {
      const data = dataDirectory();
      await ingestRecords(data, microblog, records, { batchDocuments });
      expect(await blogged(data)).toEqual([{ subject: null, body: null }]);
    }
  });

  it("stays away from a comment that still waited for its post when it was deleted", async () => {
    const data = dataDirectory();
    const waiting = { id: "h1", link_id: "t3_p1", body: "$AMD gains" };
    const gone = { ...waiting, body: "[deleted]" };
    await ingestRecords(data, forum, [gone, waiting, post("p1", "$GME gains")], { batchDocuments: 1 });
    expect(await bodies(data)).toMatchObject([{ document_id: "reddit:t1_h1", body: null }, {}]);
  });

  it("comes back with a certainly newer retrieval: a moderator may approve what was removed", async () => {
    const data = dataDirectory();
    const at = (retrieved_on: number, body: string) => post("p1", "", { title: body, selftext: body, retrieved_on });
    await ingestRecords(data, forum, [at(1_772_460_400, "[removed]")]);
    await ingestRecords(data, forum, [at(1_772_460_500, "$GME gains")]);
    expect(await bodies(data)).toMatchObject([{ title: "$GME gains" }]);
    await ingestRecords(data, forum, [at(1_772_460_600, "[removed]"), at(1_772_460_450, "$GME gains")]);
    expect(await bodies(data)).toMatchObject([{ title: null }]);
  });
});
