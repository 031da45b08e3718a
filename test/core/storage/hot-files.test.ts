import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { DataStore, DataView, Operation, Snapshot } from "@market-sentiment/core";
import { NewsSourceDirectory, openDataset, operationsOf } from "@market-sentiment/core";
import { openReader, type ReaderOptions } from "@market-sentiment/core/node";
import { HotFiles, type HotView } from "../../../packages/core/src/adapters/duckdb/hot-files.js";
import { openInstance, readRows } from "../../../packages/core/src/adapters/duckdb/instance.js";
import { fewStocks, fewTokens } from "../../support/memory-ingest.js";
import { answerOf } from "../../support/panel-rows.js";
import { crypto, ingestPosts, smallStore } from "../../support/small-store.js";

const ample = 1_000_000_000;
const opened: DataStore[] = [];
const open = async (data: string, options: ReaderOptions) => {
  const store = await openReader(data, options);
  opened.push(store);
  return store;
};
afterAll(async () => {
  for (const store of opened) await store.close();
});

const rowsOf = <Row>(view: DataView, sql: string) => view.query<Row>(crypto.id, { sql, params: [] });
const copiesIn = async (view: DataView) => {
  const sql = "SELECT CAST(COUNT(*) AS INTEGER) AS copies FROM duckdb_tables() WHERE schema_name = 'hot'";
  return (await rowsOf<{ copies: number }>(view, sql))[0]?.copies ?? 0;
};
/** Whether the table of the view reads copies alone. */
const readsCopies = async (view: DataView, table: string) => {
  const plan = await rowsOf<{ explain_value: string }>(view, `EXPLAIN SELECT * FROM ${table}`);
  const text = plan.map(({ explain_value }) => explain_value).join("\n");
  return text.includes("hot.f") && !/read_parquet/i.test(text);
};
const onceCopied = async (store: DataStore) => {
  await vi.waitFor(
    async () => {
      const view = await store.view();
      expect(await readsCopies(view, "subject_daily")).toBe(true);
      expect(await readsCopies(view, "day_reference")).toBe(true);
    },
    { timeout: 20_000, interval: 50 },
  );
};
const daily = "SELECT * REPLACE (CAST(day AS VARCHAR) AS day) FROM subject_daily ORDER BY ALL";

/** Every operation of the namespace that answers with an object, as the bytes of its answer. */
async function answers(store: DataStore): Promise<string[]> {
  const dataset = openDataset({
    store,
    stocks: fewStocks,
    tokens: fewTokens,
    sources: new NewsSourceDirectory([]),
    textModel: null,
  });
  const call = {
    today: "2026-03-02" as const,
    now: new Date("2026-03-02T23:00:00Z"),
    lookbackDays: null,
    accountType: null,
  };
  const ask = async (name: string, parameters: Record<string, string>) => {
    const operation = operationsOf(crypto).find((found) => found.name === name) as Operation;
    return JSON.stringify(
      await answerOf(operation, await (await operation.prepare({ parameters }, dataset, call as never)).run()),
    );
  };
  return Promise.all([
    ask("trending", {}),
    ask("trending", { days: "2" }),
    ask("detail", { symbol: "BTC", days: "2" }),
    ask("compare", { symbols: "BTC,ETH" }),
    ask("market-sentiment", { days: "2" }),
    ask("stats", {}),
  ]);
}

describe("copies of files in memory", () => {
  it("do not change an answer by a byte, with no, little and ample memory", async () => {
    const data = await smallStore();
    const [without, little, much] = await Promise.all([
      open(data, {}),
      open(data, { hotBytes: 800_000 }),
      open(data, { hotBytes: ample }),
    ]);
    const expected = await answers(without);
    expect(await answers(little)).toEqual(expected);
    expect(await answers(much)).toEqual(expected);
    await onceCopied(much);
    await vi.waitFor(async () => expect(await copiesIn(await little.view())).toBeGreaterThan(0), { timeout: 10_000 });
    expect(await copiesIn(await little.view())).toBeLessThan(await copiesIn(await much.view()));
    expect(await copiesIn(await without.view())).toBe(0);
    expect(await answers(little)).toEqual(expected);
    expect(await answers(much)).toEqual(expected);
    expect(expected.join("")).toContain("BTC");
  });

  it("are those of the newest snapshot, while an older view goes on with its own rows", async () => {
    const data = await smallStore();
    const store = await open(data, { hotBytes: ample });
    const before = await store.view();
    const old = await rowsOf(before, daily);
    await onceCopied(store);
    await answers(store);
    await ingestPosts(data, 30, 60);
    // Rows by key of the months that did not change, the others from their files.
    expect(await answers(store)).toEqual(await answers(await open(data, {})));
    // The new snapshot, before anything of it is copied, beside the old one.
    const after = await store.view();
    const fresh = await open(data, {});
    const expected = await rowsOf(await fresh.view(), daily);
    expect(await rowsOf(after, daily)).toEqual(expected);
    expect(expected).not.toEqual(old);
    await onceCopied(store);
    expect(await answers(store)).toEqual(await answers(fresh));
    expect(await rowsOf(await store.view(), daily)).toEqual(expected);
    expect(await rowsOf(before, daily)).toEqual(old);
    // Nothing is left of what only the older snapshot had.
    const anew = await open(data, { hotBytes: ample });
    await anew.view().then((view) => rowsOf(view, "SELECT 1"));
    await onceCopied(anew);
    expect(await copiesIn(await store.view())).toBe(await copiesIn(await anew.view()));
  });

  it("agree with the mentions, copied or not, in every view while snapshots come and go", async () => {
    const data = await smallStore();
    const store = await open(data, { hotBytes: ample });
    let writing = true;
    const seen = new Set<number>();
    const ask = async () => {
      while (writing) {
        const view = await store.view();
        const sql = `SELECT (SELECT COUNT(*) FROM mentions) AS mentions, (SELECT SUM(mentions) FROM subject_daily) AS daily,
          (SELECT SUM(mentions) FROM market_daily) AS market`;
        const [row] = await rowsOf<{ mentions: number; daily: number; market: number }>(view, sql);
        expect([row?.daily, row?.market]).toEqual([row?.mentions, row?.mentions]);
        seen.add(view.snapshot.version);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const asking = [ask(), ask()];
    for (let first = 30; first < 110; first += 20) {
      await ingestPosts(data, first, 20);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    writing = false;
    await Promise.all(asking);
    expect(seen.size).toBeGreaterThan(2);
  });

  it("stop with the reader, without a fault, also while they are made", async () => {
    const data = await smallStore();
    for (const waitMs of [0, 260, 300]) {
      const onHotFault = vi.fn();
      const store = await openReader(data, { hotBytes: ample, onHotFault });
      await rowsOf(await store.view(), "SELECT 1");
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      await store.close();
      expect(onHotFault).not.toHaveBeenCalled();
    }
  });

  it("leave a file that cannot be copied to its own reading, and report it", async () => {
    const data = await smallStore();
    const version = (await readFile(join(data, "CURRENT"), "utf8")).trim().padStart(12, "0");
    const snapshot = JSON.parse(await readFile(join(data, "snapshots", `${version}.json`), "utf8")) as Snapshot;
    const good = snapshot.files.find(({ table, history }) => table === "subject_daily" && history !== true);
    if (good === undefined) throw new Error("There is no daily table.");
    const lost = { ...good, path: `${good.path}.lost`, month: "2025-01" };
    const instance = await openInstance([data], 1);
    const faults: string[] = [];
    const hot = new HotFiles(data, instance, ample, (error) => faults.push(error.message));
    const readHot = vi.fn(() => Promise.resolve());
    const view: HotView = { snapshot: { ...snapshot, files: [lost, good] }, readHot };
    hot.follow(view);
    await vi.waitFor(() => expect(readHot).toHaveBeenCalled(), { timeout: 10_000 });
    await vi.waitFor(() => expect(faults.join()).toContain(".lost"), { timeout: 10_000 });
    const [path, lostPath] = [join(data, good.path), join(data, lost.path)];
    const [{ month }, both] = [
      good,
      [
        { path: lostPath, month: lost.month },
        { path, month: good.month },
      ],
    ];
    expect(hot.scan(both, "key")).toMatch(
      /^\(SELECT key FROM hot\.f\d+ UNION ALL SELECT key FROM read_parquet\(\[.*lost'\]\)\)$/,
    );
    const connection = await instance.connect();
    expect(await readRows(connection, `SELECT * FROM ${hot.scan([{ path, month }], "key")}`)).toEqual(
      await readRows(connection, `SELECT key FROM read_parquet('${path}')`),
    );
    connection.closeSync();
    await hot.close();
    instance.closeSync();
  });
});
