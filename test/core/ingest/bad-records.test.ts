import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../support/file-ingest.js";

/** A good record of each namespace, and the names of its fields. */
const kinds = [
  {
    namespace: "news-stocks",
    good: { id: "a", source: "Reuters", title: "Apple gains", published_at: "2026-03-10T10:00:00Z" },
    time: "published_at",
    text: "title",
    counter: null,
  },
  {
    namespace: "forum-stocks",
    good: { id: "a", title: "$AAPL calls", subreddit: "stocks", created_utc: 1_773_136_800, score: 3 },
    time: "created_utc",
    text: "title",
    counter: "score",
  },
  {
    namespace: "forum-crypto",
    good: { id: "a", link_id: "t3_x", body: "$BTC up", subreddit: "coins", created_utc: 1_773_136_800, score: 3 },
    time: "created_utc",
    text: "body",
    counter: "score",
  },
  {
    namespace: "microblog-stocks",
    good: { id: "1", text: "$AAPL up", created_at: "2026-03-10T10:00:00Z", likes: 3 },
    time: "created_at",
    text: "text",
    counter: "likes",
  },
  {
    namespace: "predmarket-stocks",
    good: {
      id: "1",
      question: "Will Apple (AAPL) close above $200?",
      outcomes: ["Yes", "No"],
      fetched_at: "2026-03-10T10:00:00Z",
      liquidityNum: 10,
    },
    time: "fetched_at",
    text: "question",
    counter: "liquidityNum",
  },
] as const;

const nowhere = [
  "9223372036854775807",
  "9.3e18",
  "1e300",
  "-1e308",
  '"Apr 10, 2026 10:00 PM"',
  '"0001-01-01T00:00:00Z"',
];
const invisible = ["\u200b", "\u200b\u2060\ufeff", "\u0000\u0001", "\ud800", " \u00ad\n"];
const uncountable = ["1e19", "1e308", "-1e308", "9223372036854775808"];

/** Lines of bad records, each a good record with the JSON text of one value replaced. */
function badLines({ good, time, text, counter }: (typeof kinds)[number]): { line: string; reason: string }[] {
  const withValue = (name: string, json: string, reason: string) => ({
    line: JSON.stringify({ ...good, id: "b", [name]: "PUT" }).replace('"PUT"', json),
    reason,
  });
  return [
    ...nowhere.map((json) => withValue(time, json, "invalid_time")),
    ...invisible.map((said) => withValue(text, JSON.stringify(said), "missing_field")),
    ...(counter === null ? [] : uncountable.map((json) => withValue(counter, json, "invalid_field"))),
  ];
}

describe.each(kinds)("bad records of $namespace", (kind) => {
  it("are kept aside as they came, each once, and the others are stored", async () => {
    const bad = badLines(kind);
    const line = JSON.stringify(kind.good);
    const lines = [...bad.map((record) => record.line), line, line.replace('"id":"', '"id":"z')];
    const { run } = await fileOf(kind.namespace, "records.jsonl", lines.join("\n"));
    const { counts, rejectedFile } = await run();
    expect(counts).toMatchObject({ read: lines.length, accepted: 2, rejected: bad.length });
    const aside = (await readFile(rejectedFile ?? "", "utf8"))
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text) as { line: number; reason: string; raw: string });
    expect(aside.map(({ line: at, reason, raw }) => ({ at, reason, raw }))).toEqual(
      bad.map(({ line: raw, reason }, index) => ({ at: index + 1, reason, raw })),
    );
  });
});

describe("a record nested 20,000 levels deep", () => {
  const deep = `${'{"a":['.repeat(10_000)}1${"]}".repeat(10_000)}`;
  const replies = `${'{"kind":"Listing","data":{"children":[{"kind":"t1","data":{"id":"a","body":"x","created_utc":1,"replies":'.repeat(5_000)}""${"}}]}}".repeat(5_000)}`;

  it.each([
    ["is kept aside when it is no good otherwise", `{"source":"Reuters","more":${deep}}`, { accepted: 1, rejected: 1 }],
    [
      "is taken when all that is read of it is good",
      `{"source":"Reuters","title":"Apple","published_at":"2026-03-10","more":${deep}}`,
      { accepted: 2, rejected: 0 },
    ],
  ])("%s", async (_name, line, counts) => {
    const good = JSON.stringify(kinds[0].good);
    for (const content of [`${line}\n${good}\n`, `[\n${line},\n${good}\n]`]) {
      const { run } = await fileOf("news-stocks", "deep.jsonl", content);
      const report = await run();
      expect(report.counts).toMatchObject({ read: 2, ...counts });
      if (report.rejectedFile === null) continue;
      const { raw } = JSON.parse(await readFile(report.rejectedFile, "utf8")) as { raw: string };
      expect(raw).toBe(line);
    }
  });

  it("does not end a run when the nesting is a thread's replies", async () => {
    const { run } = await fileOf("forum-stocks", "deep.jsonl", `${replies}\n${JSON.stringify(kinds[1].good)}\n`);
    const { counts } = await run();
    // Each answer of the tree is a record of its own.
    expect(counts).toMatchObject({ read: 5_001, accepted: 5_001 });
  });
});

it("a record with an invalid retrieval time is kept aside", async () => {
  const post = { id: "a", title: "$AAPL", subreddit: "stocks", created_utc: 1_773_136_800 };
  const lines = ["1e300", "9223372036854775807", '"soon"', "4102444800", "null", '""'].map((value, index) =>
    JSON.stringify({ ...post, id: `p${index}`, retrieved_on: "PUT" }).replace('"PUT"', value),
  );
  const { run } = await fileOf("forum-stocks", "dump.jsonl", lines.join("\n"));
  const report = await run();
  expect(report.counts).toMatchObject({ read: 6, accepted: 2, rejected: 4 });
  expect(report.rejectedByReason).toEqual({ invalid_time: 3, future_time: 1 });
});

it("a text that begins with invisible characters is judged by what follows them", async () => {
  const record = { id: "a", source: "Reuters", title: `${"\u200b".repeat(3_000)}Apple gains`.slice(1_100) };
  const hinted = { ...record, id: "b", title: "Apple gains", summary: "", tickers: ["AAPL"] };
  const comment = { id: "c", body: `${"\u2060 ".repeat(2_000)}$AAPL up`, link_id: "t3_x", created_utc: 1_773_136_800 };
  const news = await fileOf(
    "news-stocks",
    "news.jsonl",
    [record, hinted].map((item) => JSON.stringify({ ...item, published_at: "2026-03-10" })).join("\n"),
  );
  expect((await news.run()).counts).toMatchObject({ read: 2, accepted: 2, mentions: 2 });
  const forum = await fileOf("forum-stocks", "forum.jsonl", JSON.stringify({ ...comment, subreddit: "stocks" }));
  expect((await forum.run()).counts).toMatchObject({ read: 1, accepted: 1, mentions: 1 });
});

it.each([
  ["news-stocks", { title: "Apple", source: "Reuters", published_at: "2026-03-10" }, "title", "x".repeat(2_001)],
  ["news-stocks", { title: "Apple", source: "Reuters", published_at: "2026-03-10" }, "summary", "x".repeat(200_001)],
  ["news-stocks", { title: "Apple", source: "Reuters", published_at: "2026-03-10" }, "tickers", tickers(1_001)],
  ["forum-stocks", { title: "Apple", created_utc: 1_773_136_800 }, "title", "x".repeat(2_001)],
  ["forum-stocks", { title: "Apple", created_utc: 1_773_136_800 }, "selftext", "x".repeat(200_001)],
  ["forum-stocks", { title: "Apple", created_utc: 1_773_136_800 }, "id", "x".repeat(5_000)],
  ["microblog-stocks", { id: "1", text: "Apple", created_at: "2026-03-10" }, "text", "x".repeat(200_001)],
  ["microblog-stocks", { id: "1", text: "Apple", created_at: "2026-03-10" }, "cashtags", tickers(1_001)],
  ["predmarket-stocks", { id: "1", question: "Up?", updatedAt: "2026-03-10" }, "question", "x".repeat(2_001)],
])(
  "a value longer than its kind allows is kept aside before it is parsed: %s, %o, %s",
  async (id, good, name, long) => {
    const { run } = await fileOf(
      id,
      "records.jsonl",
      `${JSON.stringify({ ...good, [name]: long })}\n${JSON.stringify(good)}`,
    );
    const report = await run();
    expect(report.counts).toMatchObject({ read: 2, accepted: 1, rejected: 1 });
    expect(report.rejectedByReason).toEqual({ invalid_field: 1 });
  },
);

function tickers(count: number): string {
  return Array.from({ length: count }, (_, at) => `T${at}`).join(",");
}
