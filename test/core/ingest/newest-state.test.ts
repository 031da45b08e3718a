import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ingestRecords, namespaceNamed, storedRows } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const forum = namespaceNamed("forum-stocks");
const microblog = namespaceNamed("microblog-stocks");
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

describe("of two deliveries of a comment whose post comes later", () => {
  const said = (body: string) => ({ id: "h1", link_id: "t3_p1", body });

  it.each([1, 2, 100])("the later one counts, in batches of %i", async (batchDocuments) => {
    const data = dataDirectory();
    const records = [said("first words"), said("$AMD, second words"), post("p1", "$GME gains")];
    await ingestRecords(data, forum, records, { batchDocuments });
    expect(await bodies(data)).toMatchObject([
      { document_id: "reddit:t1_h1", body: "$AMD, second words" },
      { document_id: "reddit:t3_p1" },
    ]);
  });

  it("a dated one is stored at once and stays when the undated one is looked at again", async () => {
    const data = dataDirectory();
    const dated = { ...said("$AMD, second words"), subreddit: "stocks", created_utc: 1_772_460_900 };
    await ingestRecords(data, forum, [said("first words"), dated, post("p1", "$GME gains")], { batchDocuments: 1 });
    expect(await bodies(data)).toMatchObject([{ body: "$AMD, second words" }, {}]);
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

  it("comes back with a reading that is certainly newer: a moderator may approve what was removed", async () => {
    const data = dataDirectory();
    const at = (retrieved_on: number, body: string) => post("p1", "", { title: body, selftext: body, retrieved_on });
    await ingestRecords(data, forum, [at(1_772_460_400, "[removed]")]);
    await ingestRecords(data, forum, [at(1_772_460_500, "$GME gains")]);
    expect(await bodies(data)).toMatchObject([{ title: "$GME gains" }]);
    await ingestRecords(data, forum, [at(1_772_460_600, "[removed]"), at(1_772_460_450, "$GME gains")]);
    expect(await bodies(data)).toMatchObject([{ title: null }]);
  });
});
