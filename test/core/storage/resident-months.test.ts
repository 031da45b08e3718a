import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { utcDay } from "@market-sentiment/core";
import type { Snapshot, StoredFile } from "../../../packages/core/src/storage/snapshot.js";
import { emptySnapshot } from "../../../packages/core/src/storage/snapshot.js";
import { HotFiles, type HotView } from "../../../packages/core/src/adapters/duckdb/hot-files.js";
import { openInstance, readRows } from "../../../packages/core/src/adapters/duckdb/instance.js";
import { mergedByKey } from "../../../packages/core/src/adapters/duckdb/narrow-reads.js";
import type { KeyedRow } from "../../../packages/core/src/adapters/duckdb/resident-keys.js";
import { copyMonths, isIn, textInOrder } from "../../../packages/core/src/adapters/duckdb/resident-months.js";

const months = ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"];
let root: string;
let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "market-sentiment-resident-"));
  await mkdir(join(root, "files"));
  instance = await openInstance([root], 1);
  connection = await instance.connect();
});
afterAll(async () => {
  connection.closeSync();
  instance.closeSync();
  await rm(root, { recursive: true });
});

/** A file of one month, as `version` tells it. */
async function fileOf(month: string, version: number): Promise<StoredFile> {
  const path = `files/${month}-${version}.parquet`;
  await connection.run(
    `COPY (SELECT 'subject' AS scope, 'K' || i AS key, CAST(d AS DATE) AS day, CAST(i * ${version} AS INTEGER) AS mentions
FROM range(0, 40) AS a(i), range(DATE '${month}-01', DATE '${month}-01' + INTERVAL 1 MONTH, INTERVAL 1 DAY) AS r(d)
ORDER BY key, day) TO '${join(root, path)}' (FORMAT parquet)`,
  );
  return { namespace: "news", table: "subject_daily", month, path, rows: 1_200 };
}

const absolute = (files: readonly StoredFile[]) => files.map((file) => ({ ...file, path: join(root, file.path) }));
const snapshotOf = (files: readonly StoredFile[]): Snapshot => ({ ...emptySnapshot, files });
const rowsOf = (source: string) =>
  readRows(connection, `SELECT key, CAST(day AS VARCHAR) AS day, mentions FROM ${source} ORDER BY ALL`);
const columns = "key, day, mentions";
const whole = { from: utcDay("2026-01-01"), to: utcDay("2026-12-31") };
const keys = Array.from({ length: 40 }, (_, at) => `K${at}`).sort();

/** Follows the files until the copies are made. */
async function follow(hot: HotFiles, files: readonly StoredFile[]): Promise<void> {
  const readHot = vi.fn(() => Promise.resolve());
  const view: HotView = { snapshot: snapshotOf(files), readHot };
  hot.join(view);
  hot.follow(view);
  await vi.waitFor(() => expect(hot.scan(absolute(files), columns)).not.toContain("read_parquet"), { timeout: 20_000 });
  hot.forget(view);
}

const filesSource = (files: readonly { readonly path: string }[]) =>
  `read_parquet([${files.map(({ path }) => `'${path}'`).join(", ")}])`;

/** That copies in the order of days and by key give the rows of the files, of all days and of some. @returns What is read. */
async function agree(hot: HotFiles, files: readonly StoredFile[]): Promise<string> {
  const expected = await rowsOf(filesSource(absolute(files)));
  expect(await rowsOf(hot.scan(absolute(files), columns))).toEqual(expected);
  for (const window of [
    whole,
    { from: utcDay("2026-02-10"), to: utcDay("2026-03-20") },
    { from: utcDay("2026-03-01"), to: utcDay("2026-03-01") },
  ]) {
    const near = absolute(files).filter(({ month }) => isIn(month, window));
    const where = ` WHERE day BETWEEN '${window.from}' AND '${window.to}'`;
    const inWindow = await rowsOf(`${filesSource(absolute(files))}${where}`);
    if (near.length === 0) continue;
    expect(await rowsOf(`${hot.scan(near, columns, null, window)}${where}`)).toEqual(inWindow);
    const kept = hot.outside.rowsOf(near, { keys, ...window, columns: ["mentions"] });
    if (kept === null) continue;
    const rest = kept.rest.length === 0 ? [] : await rowsOf(`${filesSource(kept.rest)}${where}`);
    expect(mergedByKey(kept.rows, rest as KeyedRow[])).toEqual(inWindow);
  }
  return hot.scan(absolute(files), columns);
}
/** Whether a read of all days of these files needs no statement. */
const isWhollyKept = (hot: HotFiles, files: readonly StoredFile[]) =>
  hot.outside.rowsOf(absolute(files), { keys, ...whole, columns: ["mentions"] })?.rest.length === 0;
const tablesIn = (source: string) => new Set(source.match(/hot\.f\d+/g)).size;

describe("whole months in memory", () => {
  it("give exactly the rows of a view's files, whichever months changed, are missing or new", async () => {
    const faults: string[] = [];
    const hot = new HotFiles(root, instance, 1e9, (error) => faults.push(error.message));
    const files = await Promise.all(months.map((month) => fileOf(month, 1)));
    await follow(hot, files);
    // The newest month, and one table for all the others.
    expect(tablesIn(await agree(hot, files))).toBe(2);
    await vi.waitFor(() => expect(isWhollyKept(hot, files)).toBe(true), { timeout: 20_000 });

    // A view of other files never gets rows of these: a changed month comes from its file, a dropped one not at all.
    const changed = await fileOf("2026-02", 2);
    const mixed = files.map((file) => (file.month === changed.month ? changed : file));
    expect(await agree(hot, mixed)).toContain("2026-02-2.parquet");
    await agree(hot, files.slice(1));
    await agree(hot, [...files, await fileOf("2026-03", 3)]);
    await agree(hot, [changed]);

    // One changed month gets a table of its own; the older view goes on with its rows.
    await follow(hot, mixed);
    expect(tablesIn(await agree(hot, mixed))).toBe(3);
    await agree(hot, files);

    // Too many of them become one table again.
    const other = await Promise.all(months.map((month) => fileOf(month, 4)));
    const many = files.map((file, at) => (at === 0 || at === 2 || at === 3 ? (other[at] ?? file) : file));
    await follow(hot, many);
    expect(tablesIn(await agree(hot, many))).toBe(2);
    await agree(hot, mixed);
    expect(faults).toEqual([]);
    await hot.close();
  });

  it("are in the order of days and in that of keys, however few rows are sorted at once", async () => {
    const files = [await fileOf("2026-02", 6), await fileOf("2026-03", 6)];
    const wanted = {
      group: "g",
      table: "traded_daily" as const,
      months: new Map(files.map((file) => [file.month, absolute([file])])),
    };
    for (const [at, sortedRows] of [100, 1_000_000].entries()) {
      const { table, byKey } = await copyMonths(connection, `sorted_${at}`, wanted, sortedRows);
      const select = (name: string, order = "") =>
        readRows(connection, `SELECT CAST(day AS VARCHAR) AS day, key, mentions FROM ${name}${order}`);
      const sources = `read_parquet([${absolute(files)
        .map(({ path }) => `'${path}'`)
        .join(", ")}])`;
      expect(await select(table)).toEqual(await select(sources, " ORDER BY day, key"));
      expect(await select(byKey ?? "")).toEqual(await select(sources, " ORDER BY key, day"));
    }
  });

  it("keep to the budget: the newest months are copied, the others read from their files", async () => {
    const engine = await openInstance([root], 1);
    const hot = new HotFiles(root, engine, 1_500_000, () => undefined);
    const files = await Promise.all(months.map((month) => fileOf(month, 5)));
    const view: HotView = { snapshot: snapshotOf(files), readHot: () => Promise.resolve() };
    hot.follow(view);
    await vi.waitFor(() => expect(hot.scan(absolute(files), columns)).toContain("hot.f"), { timeout: 20_000 });
    const source = hot.scan(absolute(files), columns);
    expect(source).toContain("2026-01-5.parquet");
    expect(source).not.toContain("2026-05-5.parquet");
    await hot.close();
    engine.closeSync();
  });
});

describe("the text of a query in the order of keys", () => {
  it("names the views in that order, and nothing else", () => {
    const sql = "SELECT traded_daily FROM traded_daily JOIN x FROM traded_daily_x WHERE a FROM subject_daily";
    expect(textInOrder(sql, undefined)).toBe(sql);
    expect(textInOrder(sql, "key")).toBe(
      "SELECT traded_daily FROM traded_daily_by_key JOIN x FROM traded_daily_x WHERE a FROM subject_daily",
    );
  });
});
