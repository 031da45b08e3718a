import { createHash } from "node:crypto";
import { type NamespaceDefinition, rebuild, utcDay } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { DailyStore } from "../../../packages/core/src/rollup/daily-store.js";
import { memoryTableStore } from "../../../packages/core/src/storage/memory-table-store.js";
import type { TableStore } from "../../../packages/core/src/storage/table-store.js";
import { derivedTables } from "../../../packages/core/src/storage/tables.js";
import { marketFixture } from "../../support/market-fixture.js";
import { ingestInto, namespaceNamed } from "../../support/memory-ingest.js";
import { streamStocks, textStreams } from "../../support/text-streams.js";
import { tradingStream } from "../../support/trading-stream.js";

type Row = Readonly<Record<string, unknown>>;

/** A hash of every derived row by table, without columns about its history. */
async function figures(tables: TableStore, { id }: NamespaceDefinition): Promise<Record<string, string>> {
  const change = await tables.change(id);
  const found: Record<string, string> = {};
  for (const table of derivedTables) {
    const rows: readonly Row[] = await change.rows(table as "market_daily");
    const told = rows.map((row) =>
      Object.entries(row).filter(([name]) => name !== "revision" && name !== "history" && name !== "revised"),
    );
    if (rows.length === 0) continue;
    const text = told
      .map((row) => JSON.stringify(row.sort()))
      .sort()
      .join("\n");
    found[table] = `${rows.length} rows ${createHash("sha256").update(text).digest("hex")}`;
  }
  return found;
}

async function references(tables: TableStore, { id, kind }: NamespaceDefinition): Promise<Row[]> {
  const change = await tables.change(id);
  return change.rows(kind === "text" ? "day_reference" : "traded_reference");
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

interface Kind {
  readonly namespace: NamespaceDefinition;
  readonly records: readonly object[];
  /** Soon after the records, because readings are dropped after 90 days. */
  readonly later: string;
}

const muchLater = "2026-08-20T12:00:00Z";
const textTimes = { later: muchLater };
const kinds: Readonly<Record<string, () => Kind>> = {
  forum: () => ({ namespace: namespaceNamed("forum-stocks"), records: textsOf("forum-stocks"), ...textTimes }),
  microblog: () => ({
    namespace: namespaceNamed("microblog-stocks"),
    records: textsOf("microblog-stocks"),
    ...textTimes,
  }),
  "prediction market": () => ({
    namespace: namespaceNamed("predmarket-stocks"),
    records: tradingStream().records,
    later: "2026-03-12T12:00:00Z",
  }),
};

function textsOf(id: string): readonly object[] {
  const made = textStreams[id];
  if (made === undefined) throw new Error(`There is no stream ${id}.`);
  return made().slice(0, 500);
}

function run(tables: TableStore, { namespace }: Kind, records: readonly object[], now: string, history?: boolean) {
  return ingestInto(new DailyStore(tables), namespace, records, {
    now,
    assets: streamStocks,
    ...(history === undefined ? {} : { history }),
  });
}

function complete(tables: TableStore, { namespace }: Kind, now: string, more: object = {}) {
  return rebuild(tables, {
    namespace,
    directory: streamStocks,
    now: () => new Date(now),
    check: false,
    references: true,
    ...more,
  });
}

describe.each(Object.keys(kinds))("history of the %s that is filled in", (name) => {
  const kind = (kinds[name] as () => Kind)();
  const { namespace, records } = kind;
  const parts = (seed: number) => {
    const all = shuffled(records, seed);
    const size = Math.ceil(all.length / 4);
    return [0, 1, 2, 3].map((index) => all.slice(index * size, (index + 1) * size));
  };
  const whole = (async () => {
    const tables = memoryTableStore();
    await run(tables, kind, records, muchLater);
    const open = await figures(tables, namespace);
    await complete(tables, kind, muchLater);
    return { open, closed: await figures(tables, namespace) };
  })();

  it.each([3, 7, 11])(
    "gives the same figures after any order of runs, before it is said to be complete and after (%i)",
    async (seed) => {
      const tables = memoryTableStore();
      for (const part of parts(seed)) await run(tables, kind, part, muchLater);
      expect(await figures(tables, namespace)).toEqual((await whole).open);
      await complete(tables, kind, muchLater);
      expect(await figures(tables, namespace)).toEqual((await whole).closed);
    },
  );

  it("closes none of its days before it is said to be complete, and all of them then", async () => {
    const tables = memoryTableStore();
    await run(tables, kind, records, muchLater);
    const open = await references(tables, namespace);
    expect(open.length).toBeGreaterThan(100);
    expect(
      open.every(({ frozen, history, revised }) => frozen === false && history === true && revised === false),
    ).toBe(true);
    await complete(tables, kind, muchLater);
    const closed = await references(tables, namespace);
    expect(closed.every(({ frozen, revision }) => frozen === true && revision === 0)).toBe(true);
  });

  it("gives the same figures when days were closed on partial history, as a recorded revision of those days", async () => {
    const tables = memoryTableStore();
    const { later } = kind;
    const [first = [], ...rest] = parts(5);
    await run(tables, kind, first, later);
    await complete(tables, kind, later);
    for (const part of rest) await run(tables, kind, part, later);
    expect(await figures(tables, namespace)).not.toEqual((await whole).open);
    const before = new Map(
      (await references(tables, namespace)).map((row) => [`${String(row.scope)} ${String(row.day)}`, row]),
    );
    const report = await complete(tables, kind, later);
    expect(await figures(tables, namespace)).toEqual((await whole).closed);
    const table = namespace.kind === "text" ? "day_reference" : "traded_reference";
    expect(report.differing[table]).toBeGreaterThan(0);
    let revised = 0;
    for (const row of await references(tables, namespace)) {
      const old = before.get(`${String(row.scope)} ${String(row.day)}`);
      const numbers = (of: Row | undefined) =>
        JSON.stringify({ ...of, revision: 0, frozen: 0, history: 0, revised: 0 });
      const isRevised = old?.frozen === true && numbers(old) !== numbers(row);
      expect(row.revision).toBe(Number(old?.revision ?? 0) + Number(isRevised));
      revised += Number(isRevised);
    }
    expect(revised).toBeGreaterThan(10);
    expect((await complete(tables, kind, later)).differing).toEqual({});
  });

  it("can be compared with --check, which changes nothing", async () => {
    const tables = memoryTableStore();
    await run(tables, kind, records, muchLater);
    const before = await references(tables, namespace);
    const report = await complete(tables, kind, muchLater, { check: true });
    expect(Object.values(report.differing).reduce((sum, count) => sum + count, 0)).toBe(before.length);
    expect(await references(tables, namespace)).toEqual(before);
  });

  it("is recomputed in the requested days alone", async () => {
    const tables = memoryTableStore();
    await run(tables, kind, records, muchLater);
    const [from, to] = [utcDay("2026-02-01"), utcDay("2026-02-07")];
    await complete(tables, kind, muchLater, { from, to });
    for (const { day, frozen } of await references(tables, namespace))
      expect(frozen).toBe(String(day) >= from && String(day) <= to);
  });
});

describe("a day", () => {
  const forum = (kinds.forum as () => Kind)();
  const post = (id: string, at: string) => ({
    id,
    subreddit: "alpha",
    author: `a${id}`,
    title: "Apple gains",
    selftext: "",
    created_utc: Date.parse(at) / 1000,
  });
  const stateOf = async (tables: TableStore, day: string) => {
    const found = (await references(tables, forum.namespace)).find((row) => row.day === day && row.scope === "subject");
    return [found?.frozen, found?.history];
  };

  it("that was collected live is closed by the next run, and stays closed when older history is filled in", async () => {
    const tables = memoryTableStore();
    await run(tables, forum, [post("p1", "2026-03-10T12:00:00Z")], "2026-03-10T13:00:00Z");
    expect(await stateOf(tables, "2026-03-10")).toEqual([false, false]);
    await run(tables, forum, [post("p2", "2026-03-11T12:00:00Z")], "2026-03-11T13:00:00Z");
    expect(await stateOf(tables, "2026-03-10")).toEqual([true, false]);
    await run(tables, forum, [post("p3", "2026-03-01T12:00:00Z")], "2026-03-11T14:00:00Z");
    expect(await stateOf(tables, "2026-03-01")).toEqual([false, true]);
    expect(await stateOf(tables, "2026-03-10")).toEqual([true, false]);
  });

  it("of yesterday stays open with --history, and is closed otherwise", async () => {
    for (const history of [true, false]) {
      const tables = memoryTableStore();
      await run(tables, forum, [post("p1", "2026-03-10T12:00:00Z")], "2026-03-11T13:00:00Z", history);
      expect(await stateOf(tables, "2026-03-10")).toEqual([!history, history]);
    }
  });

  it.each([
    ["2026-03-12", false],
    ["2026-03-13", true],
  ])("counts as history when first seen more than two days late: on %s", async (seen, history) => {
    const tables = memoryTableStore();
    await run(tables, forum, [post("p1", "2026-03-10T12:00:00Z")], `${seen}T13:00:00Z`);
    expect(await stateOf(tables, "2026-03-10")).toEqual([!history, history]);
  });

  it("that is still running stays open while all before it is closed", async () => {
    const tables = memoryTableStore();
    const days = ["2026-03-09", "2026-03-10", "2026-03-11"];
    await run(
      tables,
      forum,
      days.map((day) => post(day, `${day}T09:00:00Z`)),
      "2026-03-11T13:00:00Z",
    );
    await complete(tables, forum, "2026-03-11T13:00:00Z");
    expect(await Promise.all(days.map((day) => stateOf(tables, day)))).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ]);
  });
});

describe("readings of a prediction market that are older than 90 days", () => {
  const namespace = namespaceNamed("predmarket-stocks");
  const kind = { namespace, records: marketFixture(), later: muchLater };
  const readings = async (tables: TableStore) =>
    (await (await tables.change(namespace.id)).rows("market_snapshots")).length;

  it("stay while their days are open, and are dropped once their history is complete", async () => {
    const tables = memoryTableStore();
    await run(tables, kind, kind.records, muchLater);
    const held = await readings(tables);
    expect(held).toBeGreaterThan(0);
    await complete(tables, kind, muchLater);
    await run(tables, kind, [], muchLater);
    expect(await readings(tables)).toBe(0);
    // Their direction does not change: a rebuild reports how many days it cannot recompute, and touches none.
    const before = await figures(tables, namespace);
    expect(await complete(tables, kind, muchLater)).toMatchObject({ settledDays: 5, differing: {} });
    expect(await figures(tables, namespace)).toEqual(before);
  });
});
