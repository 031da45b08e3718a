import { rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { type TextModel } from "@market-sentiment/core";
import { beforeAll, describe, expect, it } from "vitest";
import { ingestRecords, namespaceNamed, storedRows } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

const forum = namespaceNamed("forum-stocks");
let root: string;
let next = 0;

beforeAll(async () => {
  root = await temporaryDirectory();
});

const dataDirectory = () => join(root, `data-${(next += 1)}`);

const post = (id: string, title: string, more: object = {}) => ({
  id,
  subreddit: "stocks",
  author: `poster_${id}`,
  title,
  selftext: "",
  created_utc: 1_772_460_300,
  score: 40,
  num_comments: 3,
  retrieved_on: 1_772_460_310,
  ...more,
});
const comment = (id: string, link: string, body: string, more: object = {}) => ({
  id,
  subreddit: "stocks",
  author: `reader_${id}`,
  body,
  link_id: `t3_${link}`,
  parent_id: `t3_${link}`,
  created_utc: 1_772_460_400,
  score: 5,
  retrieved_on: 1_772_460_410,
  ...more,
});

interface Row {
  readonly document_id: string;
  readonly subject: string | null;
  readonly inherited: boolean;
}

const columns = "document_id, subject, inherited";
const short = (rows: readonly Row[]) =>
  rows.map(
    ({ document_id, subject, inherited }) =>
      `${document_id.slice(7)} ${String(subject)}${inherited ? " inherited" : ""}`,
  );

/** Counts what the model is asked. */
function countingModel(): TextModel & { readonly asked: string[] } {
  const inner = wordModel();
  const asked: string[] = [];
  return {
    ...inner,
    asked,
    judge: (texts, options) => {
      asked.push(...texts.map(({ text }) => text));
      return inner.judge(texts, options);
    },
  };
}

describe("assets from the thread", () => {
  const thread = [
    post("p1", "$GME gains again"),
    comment("c1", "p1", "to the moon, it gains"),
    comment("c2", "p1", "I prefer $AMD"),
    comment("c3", "p1", "[removed]", { author: "[deleted]" }),
  ];

  it("apply to a comment that names none itself, with the evidence `thread` and a verdict on the comment's own words", async () => {
    const data = dataDirectory();
    await ingestRecords(data, forum, thread);
    const rows = await storedRows<object>(
      data,
      forum.id,
      "document_id, subject, inherited, evidence, relevance, sentiment_label, mention_at",
    );
    expect(rows).toMatchObject([
      {
        document_id: "reddit:t1_c1",
        subject: "GME",
        inherited: true,
        evidence: "thread",
        relevance: 0.3,
        sentiment_label: "positive",
        mention_at: null,
      },
      { document_id: "reddit:t1_c2", subject: "AMD", inherited: false },
      { document_id: "reddit:t1_c3", subject: null, inherited: false },
      { document_id: "reddit:t3_p1", subject: "GME", inherited: false, mention_at: 0 },
    ]);
  });

  it("reach comments that came before their post, also in an earlier run", async () => {
    const data = dataDirectory();
    await ingestRecords(data, forum, thread.slice(1));
    expect(short(await storedRows<Row>(data, forum.id, columns))).toEqual(["t1_c1 null", "t1_c2 AMD", "t1_c3 null"]);
    const report = await ingestRecords(data, forum, thread.slice(0, 1));
    expect(report.counts).toMatchObject({ new: 1, updated: 0 });
    expect(short(await storedRows<Row>(data, forum.id, columns))).toEqual([
      "t1_c1 GME inherited",
      "t1_c2 AMD",
      "t1_c3 null",
      "t3_p1 GME",
    ]);
  });

  it("are those that the post is about, not the whole list in it, also when the comment comes in a later run", async () => {
    const list = "watching $AAPL $NVDA $AMD $SPY too";
    const posts = [post("p1", "$GME gains again", { selftext: list }), post("p2", "My picks", { selftext: list })];
    const comments = [comment("c1", "p1", "it gains"), comment("c2", "p2", "nice list")];
    const [together, apart] = [dataDirectory(), dataDirectory()];
    await ingestRecords(together, forum, [...posts, ...comments]);
    await ingestRecords(apart, forum, posts);
    await ingestRecords(apart, forum, comments);
    for (const data of [together, apart]) {
      const rows = short(await storedRows<Row>(data, forum.id, columns));
      expect(rows.filter((row) => row.startsWith("t1_"))).toEqual(["t1_c1 GME inherited", "t1_c2 null"]);
    }
  });

  it("follow the post when an edit makes it about something else", async () => {
    const data = dataDirectory();
    await ingestRecords(data, forum, thread);
    await ingestRecords(data, forum, [post("p1", "$NVDA and $AMD gain", { retrieved_on: 1_772_470_000 })]);
    expect(short(await storedRows<Row>(data, forum.id, columns))).toEqual([
      "t1_c1 AMD inherited",
      "t1_c1 NVDA inherited",
      "t1_c2 AMD",
      "t1_c3 null",
      "t3_p1 AMD",
      "t3_p1 NVDA",
    ]);
    await ingestRecords(data, forum, [post("p1", "[deleted]", { author: "[deleted]", retrieved_on: 1_772_480_000 })]);
    expect(short(await storedRows<Row>(data, forum.id, columns))).toEqual([
      "t1_c1 null",
      "t1_c2 AMD",
      "t1_c3 null",
      "t3_p1 null",
    ]);
  });

  it("are not judged again when only a score changed or nothing did", async () => {
    const data = dataDirectory();
    await ingestRecords(data, forum, thread);
    const model = countingModel();
    const again = await ingestRecords(data, forum, thread, { textModel: model });
    expect(again.counts).toMatchObject({ unchanged: 4, updated: 0, batches: 0 });
    const later = thread.map((record) => ({ ...record, score: 900, retrieved_on: 1_772_590_000 }));
    expect((await ingestRecords(data, forum, later, { textModel: model })).counts).toMatchObject({
      updated: 4,
      mentions: 3,
    });
    expect(model.asked).toEqual([]);
    const rows = await storedRows<{ upvotes: number }>(data, forum.id, "upvotes");
    expect(rows.map(({ upvotes }) => upvotes)).toEqual([900, 900, 900, 900]);
  });

  it("follow the newest state when an older retrieval arrives later", async () => {
    const data = dataDirectory();
    await ingestRecords(data, forum, [post("p1", "$NVDA gains", { retrieved_on: 1_772_470_000 })]);
    const report = await ingestRecords(data, forum, [post("p1", "$GME gains")]);
    expect(report.counts).toMatchObject({ outdated: 1, updated: 0 });
    expect(short(await storedRows<Row>(data, forum.id, columns))).toEqual(["t3_p1 NVDA"]);
  });

  it("give the same rows in any order of arrival and any batching", async () => {
    const records = [
      post("p1", "$GME gains again"),
      post("p1", "$NVDA gains, not the other", { retrieved_on: 1_772_470_000 }),
      post("p2", "a quiet day"),
      comment("c1", "p1", "it gains"),
      comment("c2", "p1", "I prefer $AMD"),
      comment("c3", "p2", "nothing here"),
      comment("c4", "p1", "gone soon", { retrieved_on: 1_772_460_500 }),
      comment("c4", "p1", "[removed]", { retrieved_on: 1_772_470_500 }),
      comment("c5", "p9", "under a post that never comes"),
      comment("c6", "p2", "rare $SPY", { score: 1 }),
      comment("c6", "p2", "rare $SPY", { score: 77, retrieved_on: 1_772_480_500 }),
    ];
    const all = "* EXCLUDE (revision)";
    const rowsOf = async (order: readonly object[], batchDocuments: number, runs: number) => {
      const data = dataDirectory();
      const size = Math.ceil(order.length / runs);
      for (let from = 0; from < order.length; from += size) {
        await ingestRecords(data, forum, order.slice(from, from + size), { batchDocuments });
      }
      const rows = JSON.stringify(await storedRows(data, forum.id, all));
      await rm(data, { recursive: true, force: true });
      return rows;
    };
    const expected = await rowsOf(records, 100, 1);
    expect(expected).toContain('"inherited":true');
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(records, { minLength: records.length }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (order, batchDocuments, runs) => {
          expect(await rowsOf(order, batchDocuments, runs)).toBe(expected);
        },
      ),
      { numRuns: 6 },
    );
  });
});

describe("comments without their own time", () => {
  const bare = { id: "h1", link_id: "t3_p1", body: "it gains" };

  it("take their post's time and community, whichever comes first", async () => {
    const expected = [
      { document_id: "reddit:t1_h1", subject: "GME", created: 1_772_460_300_000, place: "stocks" },
      { document_id: "reddit:t3_p1", subject: "GME", created: 1_772_460_300_000, place: "stocks" },
    ];
    for (const order of [
      [bare, post("p1", "$GME gains")],
      [post("p1", "$GME gains"), bare],
    ]) {
      const data = dataDirectory();
      await ingestRecords(data, forum, order, { batchDocuments: 1 });
      expect(await storedRows(data, forum.id, "document_id, subject, epoch_ms(created_utc) AS created, place")).toEqual(
        expected,
      );
    }
  });

  it("change nothing when they are read again", async () => {
    const data = dataDirectory();
    const twelve = Array.from({ length: 12 }, (_, at) => ({ ...bare, id: `h${at}`, body: `it gains ${at}` }));
    const records = [post("p1", "$GME gains"), ...twelve];
    await ingestRecords(data, forum, records);
    const { counts } = await ingestRecords(data, forum, records);
    expect(counts).toMatchObject({ unchanged: 13, outdated: 0, updated: 0 });
  });

  it("end with the same one of two versions in any order and batching", async () => {
    for (const [one, other] of [
      ["it gains", "it falls"],
      ["a $TSLA note", "$AMC and GME"],
    ]) {
      const versions = [
        { ...bare, body: one },
        { ...bare, body: other },
      ];
      const ends = new Set<string>();
      for (const order of [versions, [...versions].reverse()]) {
        for (const batchDocuments of [1, 100]) {
          const data = dataDirectory();
          await ingestRecords(data, forum, [post("p1", "$GME gains"), ...order], { batchDocuments });
          ends.add(JSON.stringify(await storedRows(data, forum.id, "document_id, subject, body, place")));
        }
      }
      expect(ends.size).toBe(1);
    }
  });

  it("are kept aside with the reason when their post never comes", async () => {
    const { counts, rejects } = await ingestRecords(dataDirectory(), forum, [bare]);
    expect(counts).toMatchObject({ accepted: 0, rejected: 1, new: 0 });
    expect(rejects).toMatchObject([{ reason: "unknown_thread", position: { line: 1 } }]);
  });
});
