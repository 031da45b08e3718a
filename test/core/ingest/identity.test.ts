import { join } from "node:path";
import { invoke, type Operation, operationsOf } from "@market-sentiment/core";
import { openLocalDataset, openReader, rebuildDerived } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { callOn, ingestNews, news } from "../../support/news-dataset.js";
import { newsRecords } from "../../support/news-records.js";
import { storedRows } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

let root: string;

beforeAll(async () => {
  root = await temporaryDirectory();
});

/** Every answer that the namespace gives about the data, as one text. */
async function answers(dataDirectory: string, today: string, days = "30"): Promise<string> {
  const dataset = await openLocalDataset({ dataDirectory, textModel: "none" });
  const inputs: Readonly<Record<string, Record<string, string>>> = {
    trending: { days, limit: "100" },
    detail: { ticker: "AAPL", days },
    compare: { tickers: "AAPL,MSFT,NVDA" },
    search: { q: "micro" },
    "market-sentiment": { days },
    "raw-mentions": { ticker: "AAPL", days, limit: "100" },
  };
  const results: unknown[] = [];
  // A panel says when each value was published, which differs.
  const compared = operationsOf(news()).filter(({ name }) => name !== "explain" && !name.startsWith("panel"));
  for (const operation of compared) {
    const parameters = inputs[operation.name] ?? (operation.name.startsWith("trending") ? { days } : {});
    results.push(await invoke(operation, { parameters }, dataset, callOn(today)));
  }
  await dataset.close();
  return JSON.stringify(results);
}

interface StoredRow {
  readonly document_id: string;
  readonly subject: string | null;
  readonly title: string;
  readonly revision: number;
  readonly first_seen: number;
}

async function rows(dataDirectory: string): Promise<StoredRow[]> {
  const store = await openReader(dataDirectory);
  const view = await store.view();
  const found = await view.query<StoredRow>("news-stocks", {
    sql: "SELECT document_id, subject, title, revision, epoch_ms(first_seen_utc) AS first_seen FROM mentions ORDER BY document_id, subject",
    params: [],
  });
  await store.close();
  return found;
}

const record = (id: string, more: object = {}) => ({
  id,
  source: "Reuters",
  title: "Apple gains on strong sales",
  published_at: "2026-03-10T10:00:00Z",
  ...more,
});

describe("identity of documents", () => {
  it("changes no answer when the same input is ingested twice", async () => {
    const data = join(root, "twice");
    const records = newsRecords(600, "2026-03-01", 30);
    const first = await ingestNews(data, records);
    const before = await answers(data, "2026-03-30");
    const second = await ingestNews(data, records, { now: "2026-04-02T09:00:00Z" });
    expect(first.counts).toMatchObject({ new: 600, unchanged: 0 });
    expect(second.counts).toMatchObject({ new: 0, updated: 0, unchanged: 600, batches: 0 });
    expect(await answers(data, "2026-03-30")).toBe(before);
  });

  it("gives the same answers whatever the size of the batches", async () => {
    const records = newsRecords(400, "2026-03-01", 20);
    const texts: string[] = [];
    for (const batchDocuments of [7, 100, 1_000]) {
      const data = join(root, `batch-${batchDocuments}`);
      await ingestNews(data, records, { batchDocuments });
      texts.push(await answers(data, "2026-03-20", "20"));
    }
    expect(new Set(texts).size).toBe(1);
  });

  it("treats a second delivery as an update that keeps the time it was first seen", async () => {
    const data = join(root, "update");
    await ingestNews(data, [record("u-1"), record("u-2")], { now: "2026-03-11T00:00:00Z" });
    const report = await ingestNews(data, [record("u-1", { title: "Apple falls after correction" })], {
      now: "2026-03-12T00:00:00Z",
    });
    expect(report.counts).toMatchObject({ new: 0, updated: 1 });
    expect(await rows(data)).toEqual([
      {
        document_id: "reuters:u-1",
        subject: "AAPL",
        title: "Apple falls after correction",
        revision: 2,
        first_seen: Date.parse("2026-03-11"),
      },
      {
        document_id: "reuters:u-2",
        subject: "AAPL",
        title: "Apple gains on strong sales",
        revision: 1,
        first_seen: Date.parse("2026-03-11"),
      },
    ]);
  });

  it("moves an article whose date was corrected, leaving nothing on the old day", async () => {
    const data = join(root, "moved");
    await ingestNews(data, [record("m-1"), record("m-2", { published_at: "2026-02-10T10:00:00Z" })]);
    await ingestNews(data, [
      record("m-1", { published_at: "2026-02-11T10:00:00Z", updated_at: "2026-03-11T10:00:00Z" }),
    ]);
    const dataset = await openLocalDataset({ dataDirectory: data, textModel: "none" });
    const [, , , detail] = operationsOf(news());
    const march = await invoke(
      detail as Operation,
      { parameters: { ticker: "AAPL", from: "2026-03-10", to: "2026-03-10" } },
      dataset,
      callOn("2026-03-12"),
    );
    const february = await invoke(
      detail as Operation,
      { parameters: { ticker: "AAPL", from: "2026-02-10", to: "2026-02-11" } },
      dataset,
      callOn("2026-03-12"),
    );
    await dataset.close();
    expect(march).toMatchObject({ found: false, mentions: 0 });
    expect(february).toMatchObject({ found: true, mentions: 2 });
  });

  it("joins the tickers under which a feed lists one article, also over several files", async () => {
    const data = join(root, "hints");
    const story = {
      source: "Reuters",
      title: "Markets wrap: a quiet day",
      published_at: "2026-03-10T10:00:00Z",
      url: "https://www.reuters.com/a/b?utm_source=x",
    };
    const all = { hints: "all" } as const;
    await ingestNews(
      data,
      [
        { ...story, ticker: "AAPL" },
        { ...story, ticker: "MSFT" },
      ],
      all,
    );
    await ingestNews(data, [{ ...story, ticker: "NVDA" }], all);
    expect((await rows(data)).map(({ subject }) => subject)).toEqual(["AAPL", "MSFT", "NVDA"]);
    const again = await ingestNews(data, [{ ...story, ticker: "AAPL" }], all);
    expect(again.counts).toMatchObject({ unchanged: 1, updated: 0 });
  });

  it("uses a ticker that a feed attached to confirm a doubtful name, never as a mention by itself", async () => {
    const data = join(root, "supported");
    await ingestNews(data, [
      record("s-1", { title: "Apple gains as rivals stumble", tickers: ["MSFT", "AAPL"] }),
      record("s-2", { title: "A quiet day", tickers: ["MSFT"] }),
    ]);
    expect((await rows(data)).map(({ subject }) => subject)).toEqual(["AAPL", null]);
  });

  it("gives an asset that only the feed named no sentiment with --hints all", async () => {
    const data = join(root, "all-hints");
    const titled = record("a-1", { title: "Apple gains", tickers: ["MSFT"] });
    const { counts } = await ingestNews(data, [titled], { hints: "all" });
    expect(counts).toMatchObject({ mentions: 2, judged: 1 });
    const judged = await storedRows<{ subject: string; score: number | null }>(
      data,
      "news-stocks",
      "subject, sentiment_score AS score",
    );
    expect(judged.map(({ subject, score }) => [subject, score === null])).toEqual([
      ["AAPL", false],
      ["MSFT", true],
    ]);
  });

  it("links by the text alone when hints are switched off", async () => {
    const data = join(root, "no-hints");
    const title = "Apple gains on strong sales";
    await ingestNews(
      data,
      [record("h-1", { title, tickers: ["MSFT"] }), record("h-2", { title: "A quiet day", tickers: ["MSFT"] })],
      { hints: "none" },
    );
    expect((await rows(data)).map(({ subject }) => subject)).toEqual(["AAPL", null]);
  });
});

describe("frozen days", () => {
  it("change only where late data belongs, and their revision goes up", async () => {
    const data = join(root, "late");
    const now = () => new Date("2026-03-20T00:00:00Z");
    await ingestNews(data, newsRecords(900, "2026-02-01", 45), { now: "2026-03-20T00:00:00Z" });
    await rebuildDerived({ dataDirectory: data, namespaces: [news()], now, check: false, references: true });
    const read = async () => {
      const store = await openReader(data);
      const view = await store.view();
      const days = await view.query<{ day: string; total: number }>("news-stocks", {
        sql: "SELECT CAST(day AS VARCHAR) AS day, SUM(buzz) AS total FROM subject_daily GROUP BY day ORDER BY day",
        params: [],
      });
      const market = await view.query<{ day: string; buzz: number }>("news-stocks", {
        sql: "SELECT CAST(day AS VARCHAR) AS day, buzz FROM market_daily ORDER BY day",
        params: [],
      });
      const references = await view.query<{ day: string; frozen: boolean; revision: number; evidence: number }>(
        "news-stocks",
        {
          sql: "SELECT CAST(day AS VARCHAR) AS day, frozen, revision, evidence FROM day_reference WHERE scope = 'subject' ORDER BY day",
          params: [],
        },
      );
      await store.close();
      return { days, market, references };
    };
    const before = await read();
    expect(before.references.every(({ frozen, revision }) => frozen && revision === 0)).toBe(true);
    const late = Array.from({ length: 30 }, (_, index) =>
      record(`late-${index}`, {
        source: "CNBC",
        title: `Apple gains for reason ${index} of many`,
        published_at: "2026-02-20T10:00:00Z",
      }),
    );
    await ingestNews(data, late, { now: "2026-03-21T00:00:00Z" });
    const after = await read();
    const changed = (key: "days" | "market") =>
      after[key]
        .filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[key][index]))
        .map(({ day }) => day);
    expect(changed("days")).toEqual(["2026-02-20"]);
    expect(changed("market")).toEqual(["2026-02-20"]);
    expect(after.references.filter(({ revision }) => revision > 0)).toEqual([
      { ...before.references.find(({ day }) => day === "2026-02-20"), revision: 1 },
    ]);
  });
});
