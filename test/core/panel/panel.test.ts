import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import {
  type Dataset,
  dayOf,
  daysFrom,
  invoke,
  MarketDataError,
  type NamespaceDefinition,
  NewsSourceDirectory,
  openDataset,
  operationsOf,
  type Panel,
  type RowFormat,
  rowFormats,
  utcDay,
} from "@market-sentiment/core";
import { openReader } from "@market-sentiment/core/node";
import { DuckDBInstance } from "@duckdb/node-api";
import type * as Arrow from "apache-arrow";
import { describe, expect, it } from "vitest";
import { ingestRecords, namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { STREAM_FIRST, streamStocks, streamTokens, textStreams } from "../../support/text-streams.js";
import { TRADING_FIRST, tradingStream } from "../../support/trading-stream.js";

const arrow = createRequire(import.meta.url)("apache-arrow") as typeof Arrow;

/** A text stream of some weeks, delivered day by day, and a stream of trades. */
const streams = [
  ["news-stocks", textStreams["news-stocks"]?.() ?? [], STREAM_FIRST],
  ["forum-stocks", textStreams["forum-stocks"]?.() ?? [], STREAM_FIRST],
  ["forum-crypto", textStreams["forum-crypto"]?.() ?? [], STREAM_FIRST],
  ["microblog-stocks", textStreams["microblog-stocks"]?.() ?? [], STREAM_FIRST],
  ["predmarket-stocks", tradingStream().records, TRADING_FIRST],
] as const;

const directoryOf = (namespace: NamespaceDefinition) =>
  namespace.assetTypes.includes("token") ? streamTokens : streamStocks;

const dayMs = 86_400_000;
const timeOf = (record: object) => {
  const { data } = record as { readonly data?: readonly [object] };
  const { created_utc, published_at, created_at, timestamp, updatedAt } = { ...record, ...data?.[0] } as Record<
    string,
    string | number
  >;
  const seconds = created_utc ?? timestamp;
  return typeof seconds === "number" ? seconds * 1000 : Date.parse(String(published_at ?? created_at ?? updatedAt));
};

interface Stored {
  readonly namespace: NamespaceDefinition;
  readonly dataset: Dataset;
  readonly data: string;
  readonly temporary: string;
  readonly now: Date;
}

/** The first days of a stream but every fifth record, each of them known at its end, and the last one half over. */
async function stored(id: string, all: readonly object[], first: string, days = 7): Promise<Stored> {
  const records = all.filter((_, index) => index % 5 !== 0);
  const namespace = namespaceNamed(id);
  const root = await temporaryDirectory();
  const [data, temporary] = [join(root, "data"), join(root)];
  const start = Date.parse(first);
  let now = new Date(start);
  for (let day = 0; day < days; day += 1) {
    const [fromMs, toMs] = [start + day * dayMs, start + (day + (day === days - 1 ? 0.5 : 1)) * dayMs];
    // The fourth day has no record at all.
    const due = day === 3 ? [] : records.filter((record) => timeOf(record) >= fromMs && timeOf(record) < toMs);
    now = new Date(toMs - 60_000);
    await ingestRecords(data, namespace, due, { now: now.toISOString(), assets: directoryOf(namespace) });
  }
  return { namespace, dataset: await datasetOf(data, temporary), data, temporary, now };
}

async function datasetOf(data: string, temporaryDirectory: string): Promise<Dataset> {
  return openDataset({
    store: await openReader(data, { temporaryDirectory }),
    stocks: streamStocks,
    tokens: streamTokens,
    sources: new NewsSourceDirectory([]),
    textModel: null,
  });
}

type Values = Readonly<Record<string, string | number | boolean | null>>;

async function ask<Result>(
  { namespace, dataset, now }: Pick<Stored, "namespace" | "dataset" | "now">,
  name: string,
  parameters: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Result> {
  const operation = operationsOf(namespace).find((one) => one.name === name);
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  const call = { today: dayOf(now), now, signal, lookbackDays: null, accountType: null, earlyStart: "clamp" as const };
  return (await invoke(operation, { parameters }, dataset, call)) as Result;
}

async function rowsOf(panel: Panel): Promise<Values[]> {
  const rows: Values[] = [];
  for await (const row of panel.objects()) rows.push(row);
  return rows;
}

async function bytesOf(panel: Panel): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of panel.bytes()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each(streams)("a panel of %s", (id, records, first) => {
  let opened: Promise<Stored> | null = null;
  /** The data is loaded once; the last test adds to it. */
  const open = () => (opened ??= stored(id, records, first));

  it("has a row for every day and asset, in order, with the values of each asset's own series", async () => {
    const market = await open();
    const { namespace, dataset, now } = market;
    const { keyField } = namespace.subject;
    const from = dataset.availableSince(namespace, await dataset.view()) ?? utcDay(first);
    const to = dayOf(now);
    const rows = await rowsOf(await ask<Panel>(market, "panel", { from, to, all: "true" }));
    const keys = directoryOf(namespace)
      .all()
      .filter(({ type }) => namespace.assetTypes.includes(type))
      .map(({ key }) => key)
      .sort();
    expect(rows.map((row) => `${String(row.date)} ${String(row[keyField])}`)).toEqual(
      daysFrom(from, to).flatMap((day) => keys.map((key) => `${day} ${key}`)),
    );
    let spoken = 0;
    for (const key of keys) {
      interface Detail {
        readonly daily_trend: readonly Values[];
      }
      const { daily_trend: series } = await ask<Detail>(market, "detail", { [keyField]: key, from, to });
      for (const day of series) {
        const row = rows.find((one) => one.date === day.date && one[keyField] === key);
        if (row?.coverage === 0) {
          expect(row[namespace.activity]).toBeNull();
          expect(row.buzz_score).toBeNull();
          continue;
        }
        expect(row).toMatchObject(day);
        if (Number(day[namespace.activity]) > 0) spoken += 1;
        if (keys.indexOf(key) > 1) continue;
        // The row equals what a request for that day alone shows.
        const alone = await ask<Values>(market, "detail", {
          [keyField]: key,
          from: String(day.date),
          to: String(day.date),
        });
        for (const name of Object.keys(row ?? {}))
          if (name in alone && name !== keyField)
            expect([key, day.date, name, row?.[name]]).toEqual([key, day.date, name, alone[name]]);
      }
    }
    expect(spoken).toBeGreaterThan(8);
  });

  it("says for every day whether it is final: closed days are frozen, the running one is not", async () => {
    const market = await open();
    const [from, to] = [utcDay(first), dayOf(market.now)];
    const rows = await rowsOf(await ask<Panel>(market, "panel", { from, to, all: "true" }));
    const told = rows.filter((row) => Number(row[market.namespace.activity]) > 0);
    expect(told.length).toBeGreaterThan(5);
    for (const row of told) {
      expect(row.revision).toBe(0);
      expect(row.frozen).toBe(String(row.date) < to);
      // Known when its day was delivered, an hour or less later.
      const knownMs = Date.parse(String(row.known_at));
      const endMs = Math.min(Date.parse(String(row.date)) + dayMs, market.now.getTime());
      expect(Math.abs(knownMs - endMs)).toBeLessThan(dayMs);
      expect(row.coverage).toBeGreaterThan(0);
    }
  });

  it("holds the same rows in every format", async () => {
    const market = await open();
    const [from, to] = [utcDay(first), dayOf(market.now)];
    const engine = await (await DuckDBInstance.create(":memory:")).connect();
    await engine.run("SET TimeZone = 'UTC'");
    const read: Record<string, unknown> = {};
    for (const format of rowFormats) {
      const panel = await ask<Panel>(market, "panel", { from, to, all: "true", format });
      const bytes = await bytesOf(panel);
      const file = join(market.temporary, `read.${format}`);
      await writeFile(file, bytes);
      const manifest = await panel.manifest();
      expect(manifest).toMatchObject({
        format,
        rows: panel.rows,
        bytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        fields: panel.fields,
      });
      read[format] = format === "arrow" ? arrowRows(bytes) : await fileRows(engine, format, file, panel.fields);
      expect(read[format]).toHaveLength(panel.rows);
    }
    expect(read.ndjson).toEqual(read.csv);
    expect(read.parquet).toEqual(read.csv);
    expect(read.arrow).toEqual(read.csv);
    // The folders of the pieces are gone.
    expect((await readdir(market.temporary)).filter((name) => name.includes("export"))).toEqual([]);
    engine.closeSync();
  });

  it("with as_of is what it was then, row by row, whatever came later", async () => {
    const market = await open();
    const { namespace, data, temporary, now, dataset } = market;
    const [from, to] = [utcDay(first), dayOf(now)];
    const then = await rowsOf(await ask<Panel>(market, "panel", { from, to, all: "true" }));
    await dataset.close();
    const late = records.filter(
      (record) => timeOf(record) >= Date.parse(first) && timeOf(record) < Date.parse(first) + 12 * dayMs,
    );
    const later = new Date(now.getTime() + 5 * dayMs);
    await ingestRecords(data, namespace, late, { now: later.toISOString(), assets: directoryOf(namespace) });
    const after = { namespace, now: later, dataset: await datasetOf(data, temporary) };
    const asOf = { from, to, all: "true", as_of: now.toISOString() };
    expect(await rowsOf(await ask<Panel>(after, "panel", asOf))).toEqual(then);
    const today = await rowsOf(await ask<Panel>(after, "panel", { from, to, all: "true" }));
    expect(today).not.toEqual(then);
    const revised = today.filter((row) => Number(row.revision) > 0);
    expect(revised.length).toBeGreaterThan(0);
    for (const row of today) {
      const before = then.find(
        (one) => one.date === row.date && one[namespace.subject.keyField] === row[namespace.subject.keyField],
      );
      // A changed value is known since the run that changed it; an unchanged one keeps its time.
      const isMoved = before?.[namespace.activity] !== row[namespace.activity];
      if (isMoved && Number(row[namespace.activity]) > 0) expect(row.known_at).toBe(later.toISOString());
    }
    await after.dataset.close();
  });
});

/** Days as `YYYY-MM-DD`, instants as ISO text, numbers as numbers. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString();
  return value;
}

async function fileRows(
  engine: Awaited<ReturnType<DuckDBInstance["connect"]>>,
  format: RowFormat,
  file: string,
  fields: readonly string[],
): Promise<unknown[]> {
  const reading = { csv: "read_csv", ndjson: "read_json", parquet: "read_parquet", arrow: "" }[format];
  const shown = fields.map((name) =>
    name === "date"
      ? "CAST(date AS VARCHAR) AS date"
      : name === "known_at"
        ? "CAST(known_at AS TIMESTAMP) AS known_at"
        : name,
  );
  const reader = await engine.runAndReadAll(`SELECT ${shown.join(", ")} FROM ${reading}('${file}')`);
  const rows = reader.getRowObjectsJS();
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}

function arrowRows(bytes: Buffer): unknown[] {
  const table = arrow.tableFromIPC(bytes);
  return table.toArray().map((row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (name === "date") return [name, new Date(Number(value)).toISOString().slice(0, 10)];
        if (name === "known_at") return [name, value === null ? null : new Date(Number(value)).toISOString()];
        return [name, plain(value)];
      }),
    ),
  );
}

describe("the parameters of a panel", () => {
  const news = () => stored("news-stocks", textStreams["news-stocks"]?.() ?? [], STREAM_FIRST, 6);

  it("is refused when unclear or unknown: no assets, both a list and all, unknown assets, fields, formats, days", async () => {
    const market = await news();
    const issuesOf = (parameters: Readonly<Record<string, string>>) =>
      ask<Panel>(market, "panel", parameters).then(
        () => [],
        (cause: unknown) => {
          if (!(cause instanceof MarketDataError)) throw cause as Error;
          const { issues = [] } = cause.details as { issues?: { loc: string[]; type: string }[] };
          return issues.map(({ loc, type }) => `${loc.join(".")} ${type}`);
        },
      );
    expect(await issuesOf({})).toEqual(["query.assets missing"]);
    expect(await issuesOf({ assets: " , " })).toEqual(["query.assets missing"]);
    expect(await issuesOf({ assets: "AAPL", all: "true" })).toEqual(["query.assets assets_and_all"]);
    expect(await issuesOf({ assets: "AAPL,NOPE,???" })).toEqual([
      "query.assets unsupported_ticker",
      "query.assets string_pattern_mismatch",
    ]);
    expect(await issuesOf({ all: "yes" })).toEqual(["query.all bool_parsing"]);
    expect(await issuesOf({ all: "true", fields: "buzz_score,price" })).toEqual(["query.fields unknown_field"]);
    expect(await issuesOf({ all: "true", format: "xlsx" })).toEqual(["query.format enum"]);
    expect(await issuesOf({ all: "true", days: "7" })).toEqual(["query.days extra_forbidden"]);
    expect(await issuesOf({ all: "true", from: "2026-01-09", to: "2026-01-08" })).toEqual([
      "query.from period_inverted",
    ]);
    expect(await issuesOf({ all: "true", from: "2030-01-01" })).toEqual(["query.from date_future"]);
    expect(await issuesOf({ all: "true", as_of: "2020-01-01" })).toEqual(["query.as_of before_history"]);
    await market.dataset.close();
  });

  it("chooses the fields, in wire order, and the assets, in order and once", async () => {
    const market = await news();
    const panel = await ask<Panel>(market, "panel", {
      from: STREAM_FIRST,
      to: STREAM_FIRST,
      assets: "msft,$AAPL,MSFT",
      fields: "coverage,buzz_score",
    });
    expect(panel.fields).toEqual(["date", "ticker", "buzz_score", "coverage"]);
    const text = (await bytesOf(panel)).toString();
    expect(text.split("\n")[0]).toBe("date,ticker,buzz_score,coverage");
    expect(
      text
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",")[1]),
    ).toEqual(["AAPL", "MSFT"]);
    await market.dataset.close();
  });

  it("gives a month the same bytes in every window, so that a download can continue at a month", async () => {
    const market = await stored("news-stocks", textStreams["news-stocks"]?.() ?? [], "2026-01-28", 8);
    const linesOf = async (from: string, to: string) =>
      (await bytesOf(await ask<Panel>(market, "panel", { from, to, all: "true" })))
        .toString()
        .trim()
        .split("\n")
        .slice(1);
    const whole = await linesOf("2026-01-28", "2026-02-04");
    expect([...(await linesOf("2026-01-28", "2026-01-31")), ...(await linesOf("2026-02-01", "2026-02-04"))]).toEqual(
      whole,
    );
    await market.dataset.close();
  });

  it("keeps its tag and bytes until something is published, then has new ones", async () => {
    const market = await news();
    const input = { from: STREAM_FIRST, to: "2026-01-08", all: "true", format: "parquet" };
    const [one, two] = [await ask<Panel>(market, "panel", input), await ask<Panel>(market, "panel", input)];
    expect(one.tag).toBe(two.tag);
    expect((await bytesOf(one)).equals(await bytesOf(two))).toBe(true);
    expect((await ask<Panel>(market, "panel", { ...input, format: "csv" })).tag).not.toBe(one.tag);
    const more = [{ id: "z", source: "Reuters", title: "$AAPL gains", published_at: `${STREAM_FIRST}T10:00:00Z` }];
    const now = new Date(market.now.getTime() + 3_600_000);
    await ingestRecords(market.data, market.namespace, more, { now: now.toISOString(), assets: streamStocks });
    expect((await ask<Panel>({ ...market, now }, "panel", input)).tag).not.toBe(one.tag);
    await market.dataset.close();
  });

  it("stops when its reader leaves or its signal fires, and leaves nothing behind", async () => {
    const market = await news();
    const input = { from: STREAM_FIRST, all: "true" };
    const exportFolders = async () => (await readdir(market.temporary)).filter((name) => name.includes("export"));
    for (const format of rowFormats) {
      const pieces = (await ask<Panel>(market, "panel", { ...input, format })).bytes();
      await pieces.next();
      expect(await exportFolders()).toHaveLength(1);
      await pieces.return(undefined);
      expect(await exportFolders()).toEqual([]);
    }
    const stop = new AbortController();
    const panel = await ask<Panel>(market, "panel", input, stop.signal);
    const pieces = panel.bytes();
    await pieces.next();
    stop.abort(new Error("Enough."));
    await expect(
      (async () => {
        while ((await pieces.next()).done !== true);
      })(),
    ).rejects.toThrow("Enough.");
    expect(await exportFolders()).toEqual([]);
    await market.dataset.close();
  });
});
