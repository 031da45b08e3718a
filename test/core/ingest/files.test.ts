import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { MarketDataError } from "@market-sentiment/core";
import { ingestFiles, openReader } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { news } from "../../support/news-dataset.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

let root: string;
let next = 0;

beforeAll(async () => {
  root = await temporaryDirectory();
});

const line = (id: number, more: object = {}) =>
  JSON.stringify({
    id: `a-${id}`,
    source: "Reuters",
    title: `Apple gains, item ${id}`,
    published_at: "2026-03-02T10:00:00Z",
    ...more,
  });

/** Writes the content to a file and ingests it into a new data directory. */
async function ingestContent(
  name: string,
  content: string | Buffer,
  options: { columnMap?: Record<string, string>; data?: string } = {},
) {
  next += 1;
  const file = join(root, `${next}-${name}`);
  await writeFile(file, content);
  const data = options.data ?? join(root, `data-${next}`);
  const run = () =>
    ingestFiles({
      dataDirectory: data,
      namespace: news(),
      files: [file],
      now: () => new Date("2026-03-31T12:00:00Z"),
      textModel: wordModel(),
      columnMap: options.columnMap ?? {},
    });
  return { file, data, run };
}

async function storedDocuments(data: string): Promise<string[]> {
  const store = await openReader(data);
  const rows = await (
    await store.view()
  ).query<{ document_id: string }>("news-stocks", {
    sql: "SELECT DISTINCT document_id FROM mentions ORDER BY document_id",
    params: [],
  });
  await store.close();
  return rows.map(({ document_id }) => document_id);
}

async function rejects(run: () => Promise<unknown>): Promise<MarketDataError> {
  const error: unknown = await run().then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(MarketDataError);
  return error as MarketDataError;
}

describe("reading files", () => {
  const csv = `id,source,title,published_at\na-1,Reuters,"Apple gains, again",2026-03-02T10:00:00Z\na-2,CNBC,Microsoft falls,2026-03-02 11:00:00\n`;

  it.each([
    ["JSON lines", "news.jsonl", `${line(1)}\n\n${line(2)}\r\n`],
    ["JSON lines behind a byte order mark", "news.jsonl", `\uFEFF${line(1)}\n${line(2)}`],
    ["gzipped JSON lines", "news.jsonl.gz", gzipSync(`${line(1)}\n${line(2)}\n`)],
    ["CSV", "news.csv", csv],
    ["gzipped CSV under a wrong name", "news.txt", gzipSync(csv)],
    ["tab-separated text", "news.tsv", csv.replace(`"Apple gains, again"`, "Apple gains").replaceAll(",", "\t")],
  ])("takes %s by its content, whatever its name", async (_form, name, content) => {
    const { run, data } = await ingestContent(name, content);
    expect((await run()).counts).toMatchObject({ read: 2, accepted: 2, rejected: 0, new: 2 });
    expect(await storedDocuments(data)).toHaveLength(2);
  });

  it("takes Parquet", async () => {
    const file = join(root, "news.parquet");
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT 'p-' || i AS id, 'Reuters' AS source, 'Apple gains ' || i AS title, TIMESTAMP '2026-03-02 10:00:00' AS published_at FROM range(3) r(i)) TO '${file}' (FORMAT parquet)`,
    );
    instance.closeSync();
    const { run } = await ingestContent("other.parquet", await readFile(file));
    expect((await run()).counts).toMatchObject({ read: 3, accepted: 3, new: 3 });
  });

  it("accepts the common other names of news fields", async () => {
    const record = {
      headline: "Apple gains",
      publisher: "CNBC",
      link: "https://cnbc.example/1",
      ticker: "AAPL",
      date: "2026-03-02",
    };
    const { run } = await ingestContent("named.jsonl", `${JSON.stringify(record)}\n`);
    const report = await run();
    expect(report.counts).toMatchObject({ read: 1, new: 1, mentions: 1 });
    expect(report.unreadColumns).toEqual([]);
  });

  it.each([
    ["title", { title: undefined }, 1],
    ["time", { published_at: undefined }, 1],
    ["source and url", { source: undefined }, 1],
    ["source, but with a url", { source: undefined, url: "https://cnbc.example/1" }, 0],
  ])("keeps news without %s aside when that field is needed", async (_, without, rejected) => {
    const { run } = await ingestContent("without.jsonl", `${line(1, without)}\n${line(2)}\n`);
    expect((await run()).counts).toMatchObject({ read: 2, rejected, new: 2 - rejected });
  });

  it("takes files with other column names through a map, and names the fields when the map is wrong", async () => {
    const content = `${JSON.stringify({ headline_text: "Apple gains", when: "2026-03-02", pub: "CNBC" })}\n`;
    const columnMap = { title: "headline_text", published_at: "when", source: "pub" };
    expect((await (await ingestContent("a.jsonl", content, { columnMap })).run()).counts.new).toBe(1);
    const error = await rejects((await ingestContent("b.jsonl", content, { columnMap: { headline: "x" } })).run);
    expect(error.code).toBe("invalid_parameters");
    expect(error.message).toContain("title, published_at, source");
  });
});

describe("bad input", () => {
  it("keeps every bad record aside with its reason and stores all others", async () => {
    const long = line(8, { summary: "x".repeat(5 * 1024 * 1024) });
    const content = [
      line(1),
      "{ not json",
      "[1, 2]",
      JSON.stringify({ id: "x", source: "Reuters", published_at: "2026-03-02" }),
      line(5, { published_at: "yesterday" }),
      line(6, { published_at: "2026-02-30" }),
      line(7, { published_at: "2031-01-01" }),
      long,
      line(9, { title: { en: "Apple" } }),
      line(10),
    ].join("\n");
    const { run, data } = await ingestContent("mixed.jsonl", content);
    const report = await run();
    expect(report.counts).toMatchObject({ read: 10, accepted: 2, rejected: 8, new: 2 });
    expect(report.rejectedByReason).toEqual({
      malformed_record: 2,
      missing_field: 1,
      invalid_time: 2,
      future_time: 1,
      record_too_long: 1,
      invalid_field: 1,
    });
    expect(await storedDocuments(data)).toEqual(["reuters:a-1", "reuters:a-10"]);
    const kept = (await readFile(report.rejectedFile ?? "", "utf8"))
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(kept.map(({ line: at, reason }) => [at, reason])).toEqual([
      [2, "malformed_record"],
      [3, "malformed_record"],
      [4, "missing_field"],
      [5, "invalid_time"],
      [6, "invalid_time"],
      [7, "future_time"],
      [8, "record_too_long"],
      [9, "invalid_field"],
    ]);
    expect(kept.find(({ line: at }) => at === 8)?.raw).toBe(long);
  });

  it("keeps a 10 MB line aside whole and reads on", async () => {
    const giant = `{"title":"${"y".repeat(10 * 1024 * 1024)}"}`;
    const { run } = await ingestContent("giant.jsonl", `${line(1)}\n${giant}\n${line(2)}\n`);
    const report = await run();
    expect(report.counts).toMatchObject({ read: 3, new: 2, rejected: 1 });
    const [kept] = (await readFile(report.rejectedFile ?? "", "utf8")).split("\n");
    expect((JSON.parse(kept ?? "{}") as { raw: string }).raw).toBe(giant);
  });

  it("loses only the broken record of a CSV: a quote that never closes, a field too many", async () => {
    const rows = [
      "id,source,title,published_at",
      "a-1,Reuters,Apple gains,2026-03-02",
      'a-2,Reuters,"Apple falls,2026-03-02',
      "a-3,Reuters,Apple gains,2026-03-02,extra",
      'a-4,Reuters,"Apple\ngains",2026-03-02',
      'a-5,Reuters,Apple 5" screens gain,2026-03-02',
    ];
    const { run, data } = await ingestContent("broken.csv", rows.join("\n"));
    const report = await run();
    expect(report.rejectedByReason).toEqual({ malformed_record: 2 });
    expect(await storedDocuments(data)).toEqual(["reuters:a-1", "reuters:a-4", "reuters:a-5"]);
  });

  it("also keeps a binary line aside after a quote that never closes", async () => {
    const header = "id,source,title,published_at\n";
    const good = (id: string) => `${id},Reuters,Apple gains ${id},2026-03-02\n`;
    const content = Buffer.concat([
      Buffer.from(`${header}${good("a-1")}a-2,Reuters,"never closed,2026-03-02\n${good("a-3")}a-4,Reuters,`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`,2026-03-02\n${good("a-5")}`),
    ]);
    const { run, data } = await ingestContent("open.csv", content);
    const report = await run();
    expect(report.counts).toMatchObject({ read: 5, new: 3, rejected: 2 });
    expect(report.rejectedByReason).toEqual({ malformed_record: 1, invalid_encoding: 1 });
    expect(await storedDocuments(data)).toEqual(["reuters:a-1", "reuters:a-3", "reuters:a-5"]);
  });

  it("stores what can be read of a truncated gzip file and says that it is truncated", async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => line(index, { title: `Apple gains ${index * 7919}` }));
    const { run, file, data } = await ingestContent("cut.jsonl.gz", gzipSync(lines.join("\n")));
    await truncate(file, 20_000);
    const error = await rejects(run);
    expect(error.code).toBe("damaged_file");
    expect(error.message).toContain("truncated gzip");
    const stored = (await storedDocuments(data)).length;
    expect(stored).toBeGreaterThan(100);
    expect(stored).toBeLessThan(3_000);
  });

  it.each([
    ["an empty file", "empty.jsonl", "", "is empty"],
    ["an empty archive", "empty.jsonl.gz", gzipSync(""), "has no content"],
    ["a binary file", "image.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), "binary file"],
    ["prose", "notes.txt", "hello world\nthis is no table\n", "neither JSON lines nor CSV"],
    ["a broken Parquet file", "x.parquet", Buffer.from("PAR1nonsensePAR1"), "not a readable Parquet file"],
  ])("says what is wrong with %s", async (_what, name, content, message) => {
    const error = await rejects((await ingestContent(name, content)).run);
    expect(error.code).toBe("invalid_file");
    expect(error.message).toContain(message);
  });

  it("names a missing file, and reads nothing when one of several is missing", async () => {
    const { file, data } = await ingestContent("there.jsonl", `${line(1)}\n`);
    const options = { dataDirectory: data, namespace: news(), now: () => new Date(), textModel: wordModel() };
    const error = await rejects(() => ingestFiles({ ...options, files: [file, join(root, "missing.jsonl")] }));
    expect(error.message).toContain("missing.jsonl does not exist");
    expect(await storedDocuments(data)).toEqual([]);
  });
});
