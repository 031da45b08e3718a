import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { type IngestCounts, MarketDataError, recordOutcomeNames, type TextModel } from "@market-sentiment/core";
import { ingestFiles } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { failureOf } from "../../support/file-ingest.js";
import { predmarket } from "../../support/market-fixture.js";
import { ingestRecords, namespaceNamed, storedRows } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

const news = namespaceNamed("news-stocks");
const forum = namespaceNamed("forum-stocks");
const microblog = namespaceNamed("microblog-stocks");
let root: string;
let next = 0;

beforeAll(async () => {
  root = await temporaryDirectory();
});

const dataDirectory = () => join(root, `data-${(next += 1)}`);

/** The outcomes of all records, added up. */
const sumOf = (counts: IngestCounts) => recordOutcomeNames.reduce((sum, name) => sum + counts[name], 0);

const article = (more: object = {}) => ({
  source: "Reuters",
  title: "Apple gains",
  published_at: "2026-03-02T10:00:00Z",
  url: "https://news.example/apple",
  ...more,
});
const post = (id: string, more: object = {}) => ({
  id,
  subreddit: "stocks",
  author: "ana",
  title: "$GME gains",
  selftext: "",
  created_utc: 1_772_460_300,
  ...more,
});
const tweet = (id: string, more: object = {}) => ({
  id,
  text: `$NVDA gains ${id}`,
  created_at: "2026-03-02T10:00:00Z",
  author: "ana",
  ...more,
});
const event = (rkey: string, operation: string, more: object = {}) => ({
  did: "did:plc:abc",
  time_us: 1_772_460_000_000_000,
  kind: "commit",
  commit: {
    operation,
    collection: "app.bsky.feed.post",
    rkey,
    ...(operation === "delete" ? {} : { record: { text: "$NVDA gains", createdAt: "2026-03-02T14:00:00Z" } }),
    ...more,
  },
});
const market = (id: string, more: object = {}) => ({
  id,
  question: `Will Nvidia (NVDA) close above $18${id} on March 6?`,
  slug: `nvda-${id}`,
  outcomes: ["Yes", "No"],
  outcomePrices: ["0.5", "0.5"],
  endDate: "2026-03-06T21:00:00Z",
  updatedAt: "2026-03-02T14:00:00Z",
  ...more,
});

/** A model that stops the run after a number of questions. */
function stoppingModel(afterCalls: number): { readonly model: TextModel; readonly signal: AbortSignal } {
  const inner = wordModel();
  const stop = new AbortController();
  let calls = 0;
  const model: TextModel = {
    ...inner,
    judge: async (texts, options) => {
      calls += 1;
      if (calls > afterCalls) stop.abort();
      options?.signal?.throwIfAborted();
      return inner.judge(texts, options);
    },
  };
  return { model, signal: stop.signal };
}

describe("every record has exactly one outcome", () => {
  const mixed: Readonly<Record<string, readonly object[]>> = {
    "news-stocks": [
      article(),
      article({ tickers: "AAPL" }),
      article({ url: null, id: "n1" }),
      article({ url: null, id: "n1", title: "Apple falls" }),
      article({ title: "" }),
      article({ published_at: "soon" }),
      { version: "https://jsonfeed.org/version/1.1", title: "Wire", items: [{ id: "1", title: "Apple" }, 7, {}] },
      { version: "https://jsonfeed.org/version/1.1", title: "Wire", items: [] },
    ],
    "forum-stocks": [
      post("p1"),
      post("p1", { score: 12, retrieved_on: 1_772_460_400 }),
      post("p1", { retrieved_on: 1_772_460_350 }),
      post("p2", { selftext: "[removed]", title: "[removed]", author: "[deleted]" }),
      post("p3", { comments: [{ id: "c1", body: "up", replies: [{ id: "c2", body: "down" }] }, "so it is", 4] }),
      { id: "c3", link_id: "t3_p1", body: "it gains" },
      { id: "c4", link_id: "t3_nowhere", body: "it gains" },
      { id: "c4", link_id: "t3_nowhere", body: "it falls" },
      { kind: "Listing", data: { children: [{ kind: "t3", data: post("p4") }, { kind: "more", data: {} }, null] } },
      { kind: "Listing", data: { children: [] } },
      { id: "x" },
    ],
    "microblog-stocks": [
      tweet("1"),
      tweet("1", { likes: 4 }),
      tweet("2", { retweet_of: "1", retweet_of_likes: 9 }),
      tweet("3", { retweet_of: "nobody's" }),
      tweet("4", { is_retweet: true }),
      tweet("5", { author: null }),
      tweet("6", { author: "news_bot" }),
      tweet("7", { text: "" }),
      event("a", "create"),
      event("a", "delete"),
      event("b", "delete"),
      event("c", "create", { collection: "app.bsky.feed.like" }),
      { meta: { result_count: 0 } },
      { data: [{ id: "1900000000000000001", text: "$AMD", created_at: "2026-03-02T10:00:00Z" }, "cut"] },
    ],
  };
  const anyRecord: fc.Arbitrary<object> = fc.dictionary(
    fc.constantFrom("id", "title", "text", "body", "data", "posts", "items", "comments", "created_utc", "kind"),
    fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.dictionary(fc.string(), fc.string()))),
  );

  it.each(Object.keys(mixed))(
    "%s: for any records in any order and batching, also when the run is stopped",
    async (id) => {
      const known = mixed[id] ?? [];
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, anyRecord), { maxLength: 24 }),
          fc.integer({ min: 1, max: 8 }),
          fc.option(fc.integer({ min: 0, max: 3 })),
          async (records, batchDocuments, stopAfter) => {
            const data = dataDirectory();
            const { model, signal } = stoppingModel(stopAfter ?? Infinity);
            const options = { batchDocuments, textModel: model, signal };
            const { counts, outcome, rejects } = await ingestRecords(data, namespaceNamed(id), records, options);
            expect(sumOf(counts)).toBe(counts.read);
            expect(rejects).toHaveLength(counts.rejected);
            if (outcome === "completed") expect([counts.left, counts.read >= records.length]).toEqual([0, true]);
            await rm(data, { recursive: true, force: true });
          },
        ),
        { numRuns: 8 },
      );
    },
  );

  it("predmarket: markets, trades, books and prices, pages and single ones", async () => {
    const trade = { conditionId: "0x1", size: 2, price: 0.5, timestamp: 1_772_460_331, outcomeIndex: 0 };
    const known: readonly object[] = [
      market("1"),
      market("1", { updatedAt: "2026-03-02T15:00:00Z" }),
      { ...trade, title: "Will Nvidia (NVDA) close above $190 on March 6?" },
      trade,
      { asset_id: "7", market: "0x1", timestamp: "1772460331000", bids: [{ price: "0.4", size: "1" }], asks: [] },
      { markets: [market("2"), market("3", { question: null }), 5] },
      { markets: [] },
      { ticker: "NVDA", price: 180, observed_at: "2026-03-02T10:00:00Z" },
      { ticker: "NOSUCHSHARE", price: 180, observed_at: "2026-03-02T10:00:00Z" },
      { slug: "nvda-9", probability: 0.4, timestamp: "2026-03-02T10:00:00Z" },
      { note: "nothing" },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...known), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 10 }),
        async (records, batchDocuments) => {
          const data = dataDirectory();
          const file = `${data}.jsonl`;
          await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
          const options = { dataDirectory: data, namespace: predmarket(), files: [file], batchDocuments };
          const { counts } = await ingestFiles({ ...options, now: () => new Date("2026-03-02T20:00:00Z") });
          expect(sumOf(counts)).toBe(counts.read);
          expect(counts.read).toBeGreaterThanOrEqual(records.length);
        },
      ),
      { numRuns: 5 },
    );
  });

  it("names the kinds, whatever the size of the batches", async () => {
    for (const batchDocuments of [1, 3, 100]) {
      const options = { batchDocuments };
      const first = await ingestRecords(dataDirectory(), news, mixed["news-stocks"] ?? [], options);
      expect(first.counts).toMatchObject({ read: 10, new: 3, merged: 2, passedOver: 1, rejected: 4 });
      const second = await ingestRecords(dataDirectory(), forum, mixed["forum-stocks"] ?? [], options);
      expect(second.counts).toMatchObject({ read: 17, new: 8, merged: 2, passedOver: 3, rejected: 4, textless: 1 });
      const third = await ingestRecords(dataDirectory(), microblog, mixed["microblog-stocks"] ?? [], options);
      expect(third.counts).toMatchObject({
        read: 15,
        new: 5,
        merged: 1,
        reposts: 1,
        repostsOfUnknown: 2,
        deletions: 2,
      });
      expect(third.counts).toMatchObject({ passedOver: 2, rejected: 2, robots: 1, authorless: 2 });
    }
  });

  it("counts an engagement that came before its original", async () => {
    const data = dataDirectory();
    const repost = tweet("2", { retweet_of: "1", retweet_of_likes: 9 });
    const { counts } = await ingestRecords(data, microblog, [repost, tweet("3"), tweet("1")], { batchDocuments: 1 });
    expect(counts).toMatchObject({ new: 2, reposts: 1, repostsOfUnknown: 0 });
    expect(await storedRows(data, microblog.id, "document_id, likes")).toContainEqual({ document_id: "x:1", likes: 9 });
  });
});

describe("a run that is stopped", () => {
  const articles = Array.from({ length: 200 }, (_, at) =>
    article({ url: null, id: `a${at}`, title: `Apple gains ${at}` }),
  );

  it("publishes what was judged, says how much is left, and the next run reads just that", async () => {
    const data = dataDirectory();
    const { model, signal } = stoppingModel(2);
    const stopped = await ingestRecords(data, news, articles, { textModel: model, signal });
    expect(stopped.outcome).toBe("stopped");
    expect(stopped.counts.new).toBeGreaterThan(0);
    expect(stopped.counts.left).toBe(200 - stopped.counts.new);
    expect(await storedRows(data, news.id, "document_id")).toHaveLength(stopped.counts.new);
    const { outcome, counts } = await ingestRecords(data, news, articles);
    expect(outcome).toBe("completed");
    expect(counts).toMatchObject({ new: stopped.counts.left, unchanged: stopped.counts.new, left: 0 });
  });

  it("ends in the same data as one that was not, a thread and its earlier comments included", async () => {
    const comments = Array.from({ length: 150 }, (_, at) => ({
      ...post(`c${at}`, { title: undefined, selftext: undefined, body: `it gains ${at}`, link_id: "t3_p1" }),
    }));
    const all = "* EXCLUDE (revision, first_seen_utc)";
    const whole = dataDirectory();
    await ingestRecords(whole, forum, [...comments, post("p1")]);
    const expected = await storedRows(whole, forum.id, all);
    for (const calls of [0, 1, 2]) {
      const data = dataDirectory();
      await ingestRecords(data, forum, comments);
      const { model, signal } = stoppingModel(calls);
      const { counts } = await ingestRecords(data, forum, [post("p1")], { textModel: model, signal });
      expect(counts).toMatchObject({ new: 0, left: 1 });
      await ingestRecords(data, forum, [post("p1")]);
      expect(await storedRows(data, forum.id, all)).toEqual(expected);
    }
  });

  it("ends even while it waits for input", async () => {
    const stop = new AbortController();
    const data = dataDirectory();
    const run = ingestRecords(data, news, articles.slice(0, 3), { signal: stop.signal, thenWaits: () => stop.abort() });
    expect((await run).counts).toMatchObject({ read: 3, new: 0, left: 3 });
    expect((await run).outcome).toBe("stopped");
  });

  it("reports progress within a batch, and progress never goes back", async () => {
    const seen: { judged: number; bytesDone: number }[] = [];
    await ingestRecords(dataDirectory(), news, articles, {
      batchDocuments: 150,
      onProgress: ({ counts: { judged }, bytesDone }) => seen.push({ judged, bytesDone: bytesDone ?? -1 }),
    });
    expect(seen.map(({ judged }) => judged)).toEqual(expect.arrayContaining([64, 128, 150, 200]));
    for (const name of ["judged", "bytesDone"] as const) {
      const values = seen.map((progress) => progress[name]);
      expect(values).toEqual([...values].sort((a, b) => a - b));
    }
    expect(seen.at(-1)).toEqual({ judged: 200, bytesDone: 199 });
    expect(seen.some(({ judged, bytesDone }) => judged === 64 && bytesDone < 100)).toBe(true);
  });
});

describe("comments inside a post", () => {
  it("are read with their nested replies, taking the post's place and time when they have none", async () => {
    const data = dataDirectory();
    const comments = [
      {
        id: "c1",
        body: "it gains",
        author: "ben",
        score: 3,
        created_utc: 1_772_460_900,
        replies: [{ id: "c2", text: "$AMD" }],
      },
      { kind: "t1", data: { id: "c3", body: "no", replies: "" } },
    ];
    const { counts } = await ingestRecords(data, forum, [
      post("p1", { comments }),
      post("p2", { comments: JSON.stringify([{ id: "c4", comment: "a text" }]) }),
      post("p3", { comments: 12 }),
      post("p4", { id: undefined, comments: ["so it is"] }),
    ]);
    expect(counts).toMatchObject({ read: 9, new: 9, rejected: 0 });
    const columns = "document_id, subject, thread_id, parent_id, place, epoch_ms(created_utc) // 1000 AS at, upvotes";
    const rows = await storedRows<{ document_id: string; thread_id: string }>(data, forum.id, columns);
    const under = { thread_id: "reddit:t3_p1", place: "stocks", subject: "GME", at: 1_772_460_300 };
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...under, document_id: "reddit:t1_c1", parent_id: "reddit:t3_p1", at: 1_772_460_900, upvotes: 3 },
        { ...under, document_id: "reddit:t1_c2", parent_id: "reddit:t1_c1", subject: "AMD", upvotes: null },
        { ...under, document_id: "reddit:t1_c3", parent_id: "reddit:t3_p1", upvotes: null },
      ]),
    );
    expect(rows.find(({ document_id }) => document_id.includes("comment-"))?.thread_id).toMatch(/^reddit:post-/);
    const again = await ingestRecords(data, forum, [post("p1", { comments })]);
    expect(again.counts).toMatchObject({ unchanged: 4, new: 0, updated: 0 });
  });

  it("may be nested to any depth", async () => {
    let comment: object = { id: "c0", body: "deep" };
    for (let depth = 1; depth < 3_000; depth += 1) comment = { id: `c${depth}`, body: "deep", replies: [comment] };
    const { counts } = await ingestRecords(dataDirectory(), forum, [post("p1", { comments: [comment] })]);
    expect(counts).toMatchObject({ read: 3_001, new: 3_001 });
  });
});

describe("columns", () => {
  it("that no field reads are listed with their number of records, longest texts first", async () => {
    const records = [
      article({ snippet: "long text that nobody reads", provider_id: 7 }),
      article({ snippet: "", provider_id: 8, summary: "Apple", content: "also a text" }),
    ];
    expect((await ingestRecords(dataDirectory(), news, records)).unreadColumns).toEqual([
      { name: "snippet", records: 1, characters: 27 },
      { name: "content", records: 1, characters: 11 },
      { name: "provider_id", records: 2, characters: 0 },
    ]);
    const { unreadColumns } = await ingestRecords(dataDirectory(), forum, [post("p1", { comments: [], flair: "DD" })]);
    expect(unreadColumns).toEqual([{ name: "flair", records: 1, characters: 2 }]);
  });

  it("that a map names and a file does not have end the run before it reads anything", async () => {
    const data = dataDirectory();
    const files = [`${data}-a.csv`, `${data}-b.jsonl`];
    await writeFile(files[0] ?? "", "head,when,pub\nApple gains,2026-03-02,CNBC\n");
    await writeFile(files[1] ?? "", `${JSON.stringify({ headline: "Apple", when: "2026-03-02", pub: "CNBC" })}\n`);
    const run = (columnMap: Record<string, string>, some: readonly string[]) =>
      ingestFiles({
        dataDirectory: data,
        namespace: news,
        files: some,
        columnMap,
        now: () => new Date("2026-03-31T12:00:00Z"),
        textModel: wordModel(),
      });
    const map = { title: "head", published_at: "when", source: "pub" };
    const error = await failureOf(() => run(map, files));
    expect(error).toBeInstanceOf(MarketDataError);
    expect(error.code).toBe("invalid_parameters");
    expect(error.message).toContain("There is no column 'head' in");
    expect(error.message).toContain("b.jsonl. It has: headline, when, pub.");
    expect(existsSync(data)).toBe(false);
    expect((await run(map, files.slice(0, 1))).counts).toMatchObject({ read: 1, new: 1 });
    const late = Array.from({ length: 500 }, (_, at) => ({
      ...article({ id: `l${at}` }),
      ...(at === 499 && { by: "ana" }),
    }));
    await writeFile(files[1] ?? "", late.map((record) => `${JSON.stringify(record)}\n`).join(""));
    expect((await run({ author: "by" }, files.slice(1))).counts.new).toBe(500);
  });
});

describe("markets without an id", () => {
  const take = async (records: readonly object[]) => {
    const data = dataDirectory();
    const file = `${data}.jsonl`;
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const options = { dataDirectory: data, namespace: predmarket(), files: [file] };
    const run = () => ingestFiles({ ...options, now: () => new Date("2026-03-08T12:00:00Z") });
    return { first: await run(), second: await run() };
  };

  it("are identified by their slug, else by question and closing time", async () => {
    const bare = (more: object) => market("1", { id: undefined, ...more });
    const { first, second } = await take([
      bare({}),
      bare({ updatedAt: "2026-03-03T14:00:00Z" }),
      bare({ slug: undefined }),
      bare({ slug: undefined, question: "Will  nvidia (NVDA) close above $181 on march 6?" }),
      bare({ slug: undefined, endDate: "2026-03-13T21:00:00Z" }),
      { slug: "nvda-1", probability: 0.6, timestamp: "2026-03-04T14:00:00Z" },
      // Without a slug either: an export by its token, or by its question and when it was resolved.
      {
        question: "Will Nvidia beat?",
        yes_token: "77",
        created_at: "2026-03-01T10:00:00Z",
        resolved_at: "2026-03-05T10:00:00Z",
      },
      { question: "Will Apple (AAPL) beat?", created_at: "2026-03-01T10:00:00Z", resolved_at: "2026-03-05T10:00:00Z" },
      // A closed market's state holds from its closing on.
      bare({ slug: "done", closed: true, outcomePrices: ["1", "0"], updatedAt: undefined }),
    ]);
    expect(first.counts).toMatchObject({ read: 9, rejected: 0, new: 8, merged: 1 });
    expect(second.counts).toMatchObject({ read: 9, rejected: 0, new: 0, updated: 0, batches: 0 });
  });

  it("are refused with the fields that would identify them", async () => {
    const { first } = await take([
      market("1", { id: undefined, slug: undefined, endDate: undefined }),
      market("2", { updatedAt: undefined }),
      { headline: "no market" },
    ]);
    expect(first.counts).toMatchObject({ read: 3, rejected: 3 });
    expect(first.rejectCauses.map(({ message }) => message)).toEqual([
      "id is missing or empty; conditionId, slug, clobTokenIds, or question with endDate would do too",
      "fetched_at is missing or empty; fetchedAt, updatedAt, createdAt would do too",
      expect.stringMatching(/^No market, .+ A market has question; /),
    ]);
  });
});

describe("the reasons of a run", () => {
  it("leave out single records' values and keep the expected form", async () => {
    const times = ["Apr 10, 2026 10:00 PM", "12 March: noon. Wanted: none", "01-12-2026"];
    const report = await ingestRecords(
      dataDirectory(),
      news,
      times.map((published_at, index) => article({ id: String(index), published_at })),
    );
    expect(report.rejectCauses.map(({ message, records }) => [message, records])).toEqual([
      [expect.stringMatching(/^published_at is not a time\. Wanted: ISO 8601 such as .+ or epoch seconds\.$/), 3],
    ]);
  });
});

const streams = fileURLToPath(new URL("../../../../shared/datasets/", import.meta.url));
const present = existsSync(join(streams, "README.md"));
if (!present) console.warn("Skipped: the real streams are not here.");

describe.runIf(present)("of real posts without authors", () => {
  it("the summary says how many there are", async () => {
    const { counts } = await ingestFiles({
      dataDirectory: dataDirectory(),
      namespace: forum,
      files: [join(streams, "reddit-wsb-2022-01/posts.jsonl.gz")],
      now: () => new Date("2026-04-20T12:00:00Z"),
      textModel: wordModel(),
    });
    expect(counts).toMatchObject({ read: 1_892, new: 1_892, authorless: 1_892 });
    expect(sumOf(counts)).toBe(counts.read);
  });
});
