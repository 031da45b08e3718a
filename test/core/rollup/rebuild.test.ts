import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openReader, openTables } from "@market-sentiment/core/node";
import { AssetDirectory, rebuild } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { shownAssets } from "../../../packages/core/src/subjects/shown-assets.js";
import { marketFixture, ingestMarketRecords } from "../../support/market-fixture.js";
import { ingestRecords, namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { streamStocks, textStreams } from "../../support/text-streams.js";

const fixture = fileURLToPath(new URL("../../fixtures/store-0.1.0", import.meta.url));
const textIds = ["forum-stocks", "microblog-stocks"];

/** A copy of a small data directory that release 0.1.0 wrote. */
async function oldStore(): Promise<string> {
  const data = join(await temporaryDirectory(), "data");
  await cp(join(fixture, "data"), data, { recursive: true });
  return data;
}

async function read(data: string, namespace: string, sql: string): Promise<Record<string, unknown>[]> {
  const store = await openReader(data);
  const rows = await (await store.view()).query<Record<string, unknown>>(namespace, { sql, params: [] });
  await store.close();
  return rows;
}

async function rebuilt(data: string, id: string, more: { check?: boolean } = {}) {
  const tables = await openTables(data);
  const namespace = namespaceNamed(id);
  const now = () => new Date("2026-03-06T20:00:00Z");
  const report = await rebuild(tables, { namespace, directory: streamStocks, now, check: false, ...more });
  await tables.close();
  return report;
}

/** Derived rows as release 0.1.0 had them. */
async function expected(): Promise<Record<string, Record<string, Record<string, unknown>[]>>> {
  return JSON.parse(await readFile(join(fixture, "derived.json"), "utf8")) as never;
}

async function derived(data: string, namespace: string, tables: readonly string[]) {
  const found: Record<string, unknown> = {};
  for (const table of tables) {
    const rows = await read(data, namespace, `SELECT * FROM ${table} ORDER BY ALL`);
    found[table] = rows.map((row) => without(row, ["revised", "provisional", "history"]));
  }
  return found;
}

const without = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** Measures whose formula has changed since: each text without an author is now a separate speaker. */
const measures = ["evidence", "people", "sentiment_sum", "sentiment_weight", "buzz"];

/** Rows without the columns that release 0.1.0 computed differently; references only of the days that it closed. */
function withoutMeasures(of: Record<string, unknown>, closedBefore: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(of).map(([table, rows]) => {
      const all = rows as Record<string, unknown>[];
      if (table === "day_reference") return [table, all.filter((row) => String(row.day) < closedBefore)];
      return [table, all.map((row) => without(row, measures))];
    }),
  );
}

const withoutMentions = (of: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(of).filter(([table]) => table !== "mentions"));
const tablesOf = (of: Record<string, unknown>) => Object.keys(of).filter((table) => table !== "mentions");

describe("a data directory of release 0.1.0", () => {
  it("answers as it did before anything is written to it", async () => {
    const data = await oldStore();
    for (const [namespace, truth] of Object.entries(await expected())) {
      expect(await derived(data, namespace, tablesOf(truth))).toEqual(withoutMentions(truth));
    }
  });

  it("keeps its counts and closed references of texts after a rebuild, with every new column; a second rebuild changes nothing", async () => {
    const data = await oldStore();
    const truth = await expected();
    for (const id of textIds) {
      const first = await rebuilt(data, id);
      expect(first.completed).toBeGreaterThan(0);
      const [counts] = await read(
        data,
        id,
        "SELECT COUNT(*) AS rows, COUNT(*) FILTER (WHERE text_print IS NULL AND subject IS NOT NULL AND NOT excluded) AS lacking FROM mentions",
      );
      expect(counts).toEqual({ rows: truth[id]?.mentions?.[0]?.rows, lacking: 0 });
      const tables = withoutMentions(truth[id] ?? {});
      const held = withoutMeasures(await derived(data, id, tablesOf(tables)), "2026-01-07");
      expect(held).toEqual(withoutMeasures(tables, "2026-01-07"));
      expect(Object.values(held).every((rows) => (rows as object[]).length > 0)).toBe(true);
      expect(await rebuilt(data, id)).toMatchObject({ differing: {}, completed: 0 });
    }
  });

  it("continues after a rebuild as if this release had written it: later data gives the counts of one run over everything", async () => {
    const [old, fresh] = [await oldStore(), join(await temporaryDirectory(), "data")];
    for (const id of textIds) {
      const namespace = namespaceNamed(id);
      const at = (record: { created_utc?: number; data?: { created_at: string }[] }) =>
        record.created_utc === undefined ? Date.parse(record.data?.[0]?.created_at ?? "") : record.created_utc * 1000;
      const records = (textStreams[id] as () => object[])().filter((record) => at(record) < Date.parse("2026-01-10"));
      const options = { assets: streamStocks, now: "2026-01-09T22:00:00Z" };
      const early = records.filter((record) => at(record) < Date.parse("2026-01-08"));
      await ingestRecords(fresh, namespace, early, { ...options, now: "2026-01-07T22:00:00Z" });
      await rebuilt(old, id);
      for (const data of [old, fresh]) await ingestRecords(data, namespace, records, options);
      const tables = tablesOf((await expected())[id] ?? {});
      const [continued, whole] = [await derived(old, id, tables), await derived(fresh, id, tables)];
      // Days that release 0.1.0 closed keep their references.
      const unclosed = (of: Record<string, unknown>) => ({ ...withoutMeasures(of, ""), day_reference: [] });
      expect(unclosed(continued)).toEqual(unclosed(whole));
      const evidenceOf = (of: Record<string, unknown>) =>
        (of.subject_daily as Record<string, unknown>[]).map(({ key, day, evidence, people }) => [
          key,
          day,
          evidence,
          people,
        ]);
      expect(evidenceOf(continued)).toEqual(evidenceOf(whole));
    }
  });
});

describe("a rebuild", () => {
  it("with --check says how many derived rows differ, by table, and writes nothing", async () => {
    const data = join(await temporaryDirectory(), "data");
    const namespace = namespaceNamed("microblog-stocks");
    const records = (textStreams["microblog-stocks"] as () => object[])().slice(0, 120);
    await ingestRecords(data, namespace, records, { assets: streamStocks, now: "2026-01-12T12:00:00Z" });
    expect(await rebuilt(data, "microblog-stocks", { check: true })).toMatchObject({ differing: {} });
    const before = await derived(data, "microblog-stocks", ["subject_daily", "market_daily"]);
    const tables = await openTables(data);
    const change = await tables.change("microblog-stocks");
    const [row] = await change.rows("subject_daily");
    if (row === undefined) throw new Error("There is no row.");
    await change.put("subject_daily", [{ ...row, mentions: row.mentions + 7 }], [row]);
    await change.put("market_daily", [], await change.rows("market_daily", { days: { from: row.day, to: row.day } }));
    await change.publish({ at: new Date("2026-03-06T20:00:00Z"), firstDay: row.day });
    await tables.close();
    const version = (await derived(data, "microblog-stocks", ["subject_daily"])) as object;
    expect((await rebuilt(data, "microblog-stocks", { check: true })).differing).toEqual({
      subject_daily: 1,
      market_daily: 1,
    });
    expect(await derived(data, "microblog-stocks", ["subject_daily"])).toEqual(version);
    expect((await rebuilt(data, "microblog-stocks")).differing).toEqual({ subject_daily: 1, market_daily: 1 });
    expect(await derived(data, "microblog-stocks", ["subject_daily", "market_daily"])).toEqual(before);
  });

  it("moves rows to the key that the namespace shows, or drops them when it shows none", async () => {
    const namespace = namespaceNamed("forum-stocks");
    const stock = (key: string, name: string, primary: string | null = null) =>
      ({
        key,
        name,
        primary,
        type: "stock",
        exchange: null,
        sector: "Energy",
        country: null,
        aliases: [],
        origin: "built_in",
      }) as const;
    const graph = new AssetDirectory([
      stock("BHP", "BHP Group", "BHP.AX"),
      stock("BHP.AX", "BHP Group"),
      stock("BAYN.DE", "Bayer"),
      stock("XOM", "Exxon Mobil"),
    ]);
    const post = (id: string, title: string) => ({
      id,
      subreddit: "alpha",
      author: id,
      title,
      selftext: "",
      created_utc: Date.parse("2026-01-10T10:00:00Z") / 1000,
    });
    const records = [
      post("p1", "$BAYN.DE gains"),
      post("p2", "BHP (BHP.AX) gains"),
      post("p3", "$XOM gains, Bayer (BAYN.DE) falls"),
    ];
    const data = join(await temporaryDirectory(), "data");
    // As before: every listing of the graph under its own key.
    await ingestRecords(data, namespace, records, { assets: graph, now: "2026-01-12T12:00:00Z" });
    const subjects = () => read(data, namespace.id, "SELECT document_id, subject FROM mentions ORDER BY ALL");
    const keys = () => read(data, namespace.id, "SELECT key FROM subject_daily ORDER BY key");
    expect(await keys()).toEqual([{ key: "BAYN.DE" }, { key: "BHP.AX" }, { key: "XOM" }]);
    const tables = await openTables(data);
    const directory = shownAssets(graph, namespace.subject);
    const options = { namespace, directory, now: () => new Date("2026-03-06T20:00:00Z"), check: false };
    await rebuild(tables, options);
    const again = await rebuild(tables, options);
    await tables.close();
    expect(again).toMatchObject({ differing: {}, completed: 0 });
    expect(await keys()).toEqual([{ key: "BHP" }, { key: "XOM" }]);
    expect(await subjects()).toEqual([
      { document_id: "reddit:t3_p1", subject: null },
      { document_id: "reddit:t3_p2", subject: "BHP" },
      { document_id: "reddit:t3_p3", subject: "XOM" },
    ]);
  });

  it("finds no difference in what was ingested from a prediction market", async () => {
    const data = join(await temporaryDirectory(), "data");
    await ingestMarketRecords(data, marketFixture());
    const tables = await openTables(data);
    const namespace = namespaceNamed("predmarket-stocks");
    const { readReferenceGraph } = await import("@market-sentiment/core/node");
    const { stocks } = await readReferenceGraph(data, fileURLToPath(new URL("../../../data", import.meta.url)));
    const now = () => new Date("2026-03-06T20:00:00Z");
    const report = await rebuild(tables, { namespace, directory: stocks, now, check: true });
    await tables.close();
    expect(report.rows).toBeGreaterThan(20);
    expect(report.differing).toEqual({});
  });

  it("moves markets and share prices of another listing to the key that is shown", async () => {
    const data = join(await temporaryDirectory(), "data");
    await ingestMarketRecords(data, marketFixture());
    const namespace = namespaceNamed("predmarket-stocks");
    const { readReferenceGraph } = await import("@market-sentiment/core/node");
    const { stocks } = await readReferenceGraph(data, fileURLToPath(new URL("../../../data", import.meta.url)));
    const now = () => new Date("2026-03-06T20:00:00Z");
    const subjects = () =>
      read(
        data,
        namespace.id,
        "SELECT 'market' AS of, subject FROM markets UNION SELECT 'price', subject FROM asset_prices UNION SELECT 'day', key FROM traded_daily WHERE scope = 'subject' ORDER BY ALL",
      );
    const before = await subjects();
    expect(before.filter(({ subject }) => subject === "NVDA").map(({ of }) => of)).toEqual(["day", "market", "price"]);
    // The namespace now shows Nvidia under another listing, but still recognises this one.
    const assets = stocks.all().map((asset) => (asset.key === "NVDA" ? { ...asset, key: "NVDX" } : asset));
    const directory = new AssetDirectory(assets, new Map([["NVDA", "NVDX"]]));
    const tables = await openTables(data);
    const options = { namespace, directory, now, check: false };
    expect((await rebuild(tables, options)).completed).toBeGreaterThan(1);
    expect(await rebuild(tables, options)).toMatchObject({ completed: 0, differing: {} });
    await tables.close();
    const after = await subjects();
    expect(after.filter(({ subject }) => subject === "NVDA")).toEqual([]);
    const shown = before.map(({ of, subject }) => ({ of, subject: subject === "NVDA" ? "NVDX" : subject }));
    const text = (row: object) => JSON.stringify(row);
    expect(after.map(text).sort()).toEqual(shown.map(text).sort());
  });
});
