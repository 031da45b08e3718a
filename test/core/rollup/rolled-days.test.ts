import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Asset, MarketDataError, namespaceOf, utcDay } from "@market-sentiment/core";
import {
  ingestFiles,
  openReader,
  publishRolled,
  readSnapshot,
  type RolledLine,
  rollUpDays,
  waitingParts,
} from "@market-sentiment/core/node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ActivityRow, HourlyRow } from "../../../packages/core/src/rollup/activity.js";
import { type ActivityChanges, rowsByTable } from "../../../packages/core/src/rollup/activity-changes.js";
import { DayActivity } from "../../../packages/core/src/rollup/day-activity.js";
import { isInPart, parseDayPart } from "../../../packages/core/src/rollup/day-part.js";
import { DailyStore } from "../../../packages/core/src/rollup/daily-store.js";
import { memoryTableStore } from "../../../packages/core/src/storage/memory-table-store.js";
import { derivedTables, type TableName, tables } from "../../../packages/core/src/storage/tables.js";
import { putMentions, type ToldMention } from "../../support/day-rows.js";
import { ingestInto, namespaceNamed, textNamespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { streamStocks, textStreams } from "../../support/text-streams.js";
import { wordModel } from "../../support/word-model.js";

const day = utcDay("2026-03-10");
const now = () => new Date("2026-03-31T12:00:00Z");
const assetOf = (key: string): Asset | null => streamStocks.lookup(key);
const story = "Chipmaker lifts its outlook for the year as orders jump and margins widen again";

const mention = fc.record({
  document: fc.integer({ min: 0, max: 30 }),
  keys: fc.subarray(["AAPL", "MSFT", "TSLA", "SHEL", "GONE"], { minLength: 1 }),
  author: fc.option(fc.constantFrom("ana", "ben", "cid")),
  text: fc.constantFrom(story, `${story} today`, "Regulator opens an inquiry into the lender", ""),
  hour: fc.integer({ min: 0, max: 23 }),
  score: fc.option(fc.constantFrom(-0.6, 0, 0.8)),
});

const rowsOf = (one: typeof mention extends fc.Arbitrary<infer Drawn> ? Drawn : never): ToldMention[] =>
  one.keys.map((subject) => ({
    document_id: `d${one.document}`,
    subject,
    created_utc: Date.parse(`${day}T00:00:00Z`) + one.hour * 3_600_000,
    place: "alpha",
    author: one.author,
    thread_id: `d${one.document % 4}`,
    text: one.text,
    engagement: one.document,
    inherited: one.document % 3 === 0,
    sentiment_score: one.score,
    sentiment_label: one.score === null ? null : one.score > 0 ? "positive" : one.score < 0 ? "negative" : "neutral",
  }));

const named = (row: ActivityRow) => `${row.key} ${row.contributor}`;

/** Every row of a day, by table and name, and its hours. */
function told(changes: ActivityChanges): [Map<string, ActivityRow>, readonly HourlyRow[]] {
  const { hourly } = changes;
  const rows = [...rowsByTable(changes)].flatMap(([table, all]) => all.rows.map((row) => [table, row] as const));
  return [new Map(rows.map(([table, row]) => [`${table} ${named(row)}`, row])), hourly];
}

describe.each(["news", "forum", "microblog"])("the parts of a day of %s", (name) => {
  const namespace = namespaceOf(name);
  if (namespace?.kind !== "text") throw new Error(`There is no namespace ${name}.`);

  it("hold each group once, and together exactly what the whole day gives", () =>
    fc.assert(
      fc.property(fc.array(mention, { maxLength: 30 }), fc.constantFrom(1, 2, 5), (drawn, of) => {
        const rows = [...new Map(drawn.map((one) => [one.document, one])).values()].flatMap(rowsOf);
        const whole = new DayActivity(day, namespace, assetOf);
        putMentions(whole, rows);
        const [wanted, hours] = told(whole.everything());
        const found = new Map<string, ActivityRow>();
        const foundHours: HourlyRow[] = [];
        for (let part = 0; part < of; part += 1) {
          const activity = new DayActivity(day, namespace, assetOf, (level, key) => isInPart(level, key, { part, of }));
          putMentions(activity, rows);
          const [own, ownHours] = told(activity.everything());
          for (const [row, value] of own) {
            expect(found.has(row)).toBe(false);
            found.set(row, value);
          }
          foundHours.push(...ownHours);
        }
        expect(new Map([...found].sort())).toEqual(new Map([...wanted].sort()));
        expect(foundHours).toEqual(hours);
      }),
      { numRuns: 60, seed: 19 },
    ));
});

/** All mentions and derived rows of a directory, but for when they were written. */
async function contentOf(data: string, namespace: string): Promise<Record<string, object[]>> {
  const reader = await openReader(data);
  try {
    const view = await reader.view();
    const content: Record<string, object[]> = {};
    for (const table of ["mentions", ...derivedTables] as TableName[]) {
      const order = Object.keys(tables[table]).join(", ");
      content[table] = await view.query<object>(namespace, {
        sql: `SELECT * FROM ${table} ORDER BY ${order}`,
        params: [],
      });
    }
    return content;
  } finally {
    await reader.close();
  }
}

/** Rolls up some parts into a file of a new folder, as a process of an engine would. */
async function rolledInto(folder: string, file: string, of: { data: string; name: string }, parts: readonly string[]) {
  const lines: RolledLine[] = [];
  async function* asked() {
    await Promise.resolve();
    yield* parts;
  }
  const namespace = textNamespaceNamed(of.name);
  await rollUpDays({ dataDirectory: of.data, namespace }, asked(), (line) => {
    lines.push(line);
    return Promise.resolve();
  });
  await writeFile(join(folder, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

async function fileWith(records: readonly object[]): Promise<string> {
  const file = join(await temporaryDirectory(), "records.jsonl");
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return file;
}

describe("a run", () => {
  it("that publishes at its end only does so once, however many rows there are", async () => {
    const tables = memoryTableStore();
    const store = new DailyStore(tables, { publishEveryMs: Infinity });
    const cashtags = ["AAPL", "MSFT", "TSLA"].map((ticker) => `$${ticker}`).join(" ");
    const posts = Array.from({ length: 17_000 }, (_, index) => ({
      id: `${index}`,
      text: `${cashtags} number ${index}`,
      author: `user ${index}`,
      created_at: "2026-03-30T10:00:00Z",
    }));
    await ingestInto(store, namespaceNamed("microblog-stocks"), posts, { assets: streamStocks });
    expect(tables.snapshot.version).toBe(1);
    const change = await tables.change("microblog-stocks");
    expect((await change.rows("mentions", { columns: ["subject"] })).length).toBe(51_000);
  });
});

describe("days that wait to be rolled up", () => {
  const recordsOf = (name: string) => (textStreams[name]?.() ?? []).slice(0, 150);
  const ingested = async (name: string, records: readonly object[], data: string, rollUpLater: boolean) =>
    ingestFiles({
      ...{ dataDirectory: data, namespace: textNamespaceNamed(name), files: [await fileWith(records)], now },
      ...{ textModel: wordModel(), rollUpLater },
    });

  it.each(Object.keys(textStreams))(
    "of %s, rolled up in parts by several processes, have the rows that ingest stores",
    async (name) => {
      const namespace = textNamespaceNamed(name);
      const [raw, data, folder] = [await temporaryDirectory(), await temporaryDirectory(), await temporaryDirectory()];
      await ingested(name, recordsOf(name), raw, false);
      await ingested(name, recordsOf(name), data, true);
      const wanted = await contentOf(raw, name);
      const before = await contentOf(data, name);
      expect(before.mentions).toEqual(wanted.mentions);
      expect(before.subject_daily).toEqual([]);
      const parts = await waitingParts({ dataDirectory: data, namespace }, 3);
      expect(parts.length).toBe(3 * new Set(wanted.market_daily?.map((row) => (row as { day: string }).day)).size);
      const half = Math.ceil(parts.length / 2);
      await rolledInto(folder, "part-00000", { data, name }, parts.slice(0, half));
      await rolledInto(folder, "part-00001", { data, name }, parts.slice(half));
      await writeFile(join(folder, "_SUCCESS"), "");
      const report = await publishRolled({ dataDirectory: data, namespace, rolled: folder, now });
      expect(report).toMatchObject({ days: { length: parts.length / 3 }, rolledUpHere: [] });
      expect(await contentOf(data, name)).toEqual(wanted);
      expect((await readSnapshot(data)).waiting).toBeUndefined();
      expect(await waitingParts({ dataDirectory: data, namespace }, 3)).toEqual([]);
      // A second time there is nothing left to do.
      expect(await publishRolled({ dataDirectory: data, namespace, rolled: folder, now })).toMatchObject({ days: [] });
    },
  );

  it("are rolled up by the next run of any kind, also where it adds to them", async () => {
    const name = "forum-stocks";
    const records = recordsOf(name);
    const [raw, data] = [await temporaryDirectory(), await temporaryDirectory()];
    await ingested(name, records, raw, false);
    await ingested(name, records.slice(0, 50), data, false);
    await ingested(name, records.slice(50, 100), data, true);
    await ingested(name, records.slice(100), data, false);
    expect(await contentOf(data, name)).toEqual(await contentOf(raw, name));
  });

  it("are rolled up here where a part is missing, or their mentions have changed since", async () => {
    const name = "news-stocks";
    const namespace = textNamespaceNamed(name);
    const records = recordsOf(name);
    const [raw, data, folder] = [await temporaryDirectory(), await temporaryDirectory(), await temporaryDirectory()];
    await ingested(name, records, raw, false);
    await ingested(name, records.slice(0, 149), data, true);
    const parts = await waitingParts({ dataDirectory: data, namespace }, 2);
    await rolledInto(folder, "part-00000", { data, name }, parts.slice(1));
    await ingested(name, records.slice(149), data, true);
    const { days, rolledUpHere } = await publishRolled({ dataDirectory: data, namespace, rolled: folder, now });
    expect(rolledUpHere).toContain(days[0]);
    expect(rolledUpHere.length).toBeLessThanOrEqual(days.length);
    expect(await contentOf(data, name)).toEqual(await contentOf(raw, name));
  });

  it("are refused as anything else: no day, no number of parts, no line of a rollup", async () => {
    for (const line of [
      "",
      "2026-03-01",
      "2026-03-01 4/4",
      "2026-02-30 0/1",
      "2026-03-01 0/1001",
      "0/1",
      "2026-03-01 -1/2",
    ])
      expect(parseDayPart(line), line).toBeNull();
    const [data, folder] = [await temporaryDirectory(), await temporaryDirectory()];
    await expect(rolledInto(folder, "a", { data, name: "news-stocks" }, ["tomorrow"])).rejects.toMatchObject({
      code: "invalid_parameters",
    });
    const of = { dataDirectory: data, namespace: textNamespaceNamed("news-stocks") };
    await expect(waitingParts(of, 0)).rejects.toBeInstanceOf(RangeError);
    await expect(publishRolled({ ...of, rolled: folder, now })).rejects.toBeInstanceOf(MarketDataError);
    await writeFile(join(folder, "b"), `{"annotated":"document"}\n`);
    await expect(publishRolled({ ...of, rolled: folder, now })).rejects.toMatchObject({
      code: "invalid_file",
      message: expect.stringContaining("b, line 1") as string,
    });
  });
});
