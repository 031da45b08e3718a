import { join } from "node:path";
import { addDays, type NamespaceDefinition, rebuild } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { openTables } from "../../../packages/core/src/adapters/duckdb/writer.js";
import { DailyStore } from "../../../packages/core/src/rollup/daily-store.js";
import { memoryTableStore } from "../../../packages/core/src/storage/memory-table-store.js";
import type { TableStore } from "../../../packages/core/src/storage/table-store.js";
import { derivedTables, type TableName } from "../../../packages/core/src/storage/tables.js";
import { marketFixture } from "../../support/market-fixture.js";
import { ingestInto, namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { STREAM_FIRST, streamStocks, textStreams } from "../../support/text-streams.js";

const stores: Readonly<Record<string, () => Promise<TableStore>>> = {
  "Parquet files": async () => openTables(join(await temporaryDirectory(), "data")),
  memory: () => Promise.resolve(memoryTableStore()),
};

/** When a text record was created, in ms; 0 for the records of markets. */
function timeOf(record: object): number {
  const { created_utc, published_at, data } = record as {
    created_utc?: number;
    published_at?: string;
    data?: { created_at: string }[];
  };
  if (created_utc !== undefined) return created_utc * 1000;
  return Date.parse(published_at ?? data?.[0]?.created_at ?? "1970-01-01");
}

interface Kind {
  readonly namespace: NamespaceDefinition;
  readonly records: readonly object[];
  /** The last day of the records, in the middle of it. */
  readonly now: string;
  /** A record of the day that is still running. */
  readonly isOfToday: (record: object) => boolean;
}

const lastDay = addDays(STREAM_FIRST, 20);
const texts = (id: string): Kind => ({
  namespace: namespaceNamed(id),
  records: (textStreams[id] as () => object[])().filter(
    (record) => timeOf(record) < Date.parse(`${lastDay}T23:59:59Z`),
  ),
  now: `${lastDay}T23:59:59Z`,
  isOfToday: (record) => timeOf(record) >= Date.parse(`${lastDay}T00:00:00Z`),
});
const kinds: Readonly<Record<string, () => Kind>> = {
  forum: () => texts("forum-stocks"),
  microblog: () => texts("microblog-stocks"),
  "prediction market": () => ({
    namespace: namespaceNamed("predmarket-stocks"),
    records: marketFixture(),
    now: "2026-03-06T20:00:00Z",
    isOfToday: (record) => JSON.stringify(record).includes("2026-03-06T1"),
  }),
};

/** Every derived row of the namespace, by table. */
async function derived(tables: TableStore, { namespace }: Kind): Promise<Record<string, unknown[]>> {
  const change = await tables.change(namespace.id);
  const found: Record<string, unknown[]> = {};
  for (const table of derivedTables) {
    const rows = await change.rows(table as "market_daily");
    const texts = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
    if (rows.length > 0) found[table] = texts.sort();
  }
  return found;
}

const all = Object.keys(stores).flatMap((store) => Object.keys(kinds).map((kind) => [kind, store] as const));

describe.each(all)("days of the %s in %s", (kindName, storeName) => {
  const kind = (kinds[kindName] as () => Kind)();
  const open = stores[storeName] as () => Promise<TableStore>;
  const { namespace, records, now } = kind;
  const run = (tables: TableStore, part: readonly object[], more: object = {}, publishEveryMs?: number) =>
    ingestInto(new DailyStore(tables, publishEveryMs === undefined ? {} : { publishEveryMs }), namespace, part, {
      now,
      assets: streamStocks,
      ...more,
    });
  const whole = (async () => {
    const tables = await open();
    await run(tables, records);
    const found = await derived(tables, kind);
    await tables.close();
    return found;
  })();

  it("are the same in any batching and with any number of publications", async () => {
    const truth = await whole;
    expect(Object.values(truth).flat().length).toBeGreaterThan(40);
    const tables = await open();
    await run(tables, records, { batchDocuments: 60 }, 0);
    expect(await derived(tables, kind)).toEqual(truth);
    await tables.close();
  });

  it("are the same when the running day comes first, and when all days come in reverse", async () => {
    const truth = await whole;
    for (const order of [
      [records.filter(kind.isOfToday), records.filter((record) => !kind.isOfToday(record))],
      [[...records].reverse()],
    ]) {
      const tables = await open();
      for (const part of order) await run(tables, part, { batchDocuments: 150 }, 0);
      expect(await derived(tables, kind)).toEqual(truth);
      await tables.close();
    }
  });

  it("do not change when another process reads everything again", async () => {
    const truth = await whole;
    const tables = await open();
    await run(tables, records);
    const again = await run(tables, records, { batchDocuments: 97 }, 0);
    expect(again.counts).toMatchObject({ new: 0, updated: 0 });
    expect(await derived(tables, kind)).toEqual(truth);
    await tables.close();
  });

  it("that are closed keep their references, and count one revision for each run that brings late data", async () => {
    const tables = await open();
    const later = new Date(Date.parse(now) + 2 * 86_400_000).toISOString();
    const isLate = (record: object) => records.indexOf(record) % 11 === 3;
    await run(
      tables,
      records.filter((record) => !isLate(record)),
      { now: later },
    );
    const whenLater = () => new Date(later);
    await rebuild(tables, { namespace, directory: streamStocks, now: whenLater, check: false, references: true });
    const before = await derived(tables, kind);
    await run(tables, records.filter(isLate), { now: later, batchDocuments: 5 }, 0);
    const after = await derived(tables, kind);
    const table: TableName = namespace.kind === "text" ? "day_reference" : "traded_reference";
    const without = (rows: readonly unknown[] = []) =>
      rows.map((row) => String(row).replace(/\["revision",\d+\]/, "")).sort();
    expect(without(after[table])).toEqual(without(before[table]));
    const revisions = (after[table] ?? []).map((row) => Number(/"revision",(\d+)/.exec(String(row))?.[1]));
    expect(Math.max(...revisions)).toBe(1);
    await tables.close();
  });
});

describe("a day in memory", () => {
  it("gives the same rows as Parquet files, in every derived table", async () => {
    for (const make of Object.values(kinds)) {
      const kind = make();
      const found = [];
      for (const open of Object.values(stores)) {
        const tables = await open();
        await ingestInto(new DailyStore(tables), kind.namespace, kind.records, { now: kind.now, assets: streamStocks });
        found.push(await derived(tables, kind));
        await tables.close();
      }
      expect(found[0]).toEqual(found[1]);
    }
  });
});
