import { type Asset, namespaceOf, utcDay } from "@market-sentiment/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ActivityRow } from "../../../packages/core/src/rollup/activity.js";
import { rowsByTable } from "../../../packages/core/src/rollup/activity-changes.js";
import { DayActivity } from "../../../packages/core/src/rollup/day-activity.js";
import { putMentions, rowsOfDay, type ToldMention } from "../../support/day-rows.js";
import { streamStocks } from "../../support/text-streams.js";

const day = utcDay("2026-03-10");
const start = Date.parse(`${day}T00:00:00Z`);
const assetOf = (key: string): Asset | null => streamStocks.lookup(key);
const story = "Chipmaker lifts its outlook for the year as orders jump and margins widen again";
/** Equal, similar, slightly similar, and different texts: all possible relations of two texts. */
const texts = [
  story,
  story.toUpperCase(),
  `${story} today`,
  story.replace("jump", "leap"),
  story.replace("lifts its outlook", "cuts its forecast"),
  "Regulator opens a formal inquiry into the lender",
  "",
];

interface Drawn {
  readonly document: number;
  /** The document that starts its thread: itself, another one, or one that is not there. */
  readonly thread: number;
  readonly keys: readonly string[];
  readonly author: string | null;
  readonly place: string;
  readonly text: string;
  readonly page: string | null;
  readonly second: number;
  readonly engagement: number;
  readonly inherited: boolean;
  readonly score: number | null;
}
const drawn = fc.record<Drawn>({
  document: fc.integer({ min: 0, max: 40 }),
  thread: fc.integer({ min: 0, max: 9 }),
  keys: fc.subarray(["AAPL", "MSFT", "TSLA", "SHEL", "GONE"]),
  author: fc.option(fc.constantFrom("ana", "ben", "cid")),
  place: fc.constantFrom("alpha", "beta"),
  text: fc.constantFrom(...texts),
  page: fc.option(fc.constantFrom("https://a.example/1", "https://a.example/2")),
  second: fc.integer({ min: 0, max: 40 }),
  engagement: fc.integer({ min: 0, max: 300 }),
  inherited: fc.boolean(),
  score: fc.option(fc.constantFrom(-0.6, 0, 0.8)),
});

const rowsOf = (one: Drawn): ToldMention[] =>
  one.keys.map((subject) => ({
    document_id: `d${one.document}`,
    subject,
    created_utc: start + one.second * 2_000_000,
    place: one.place,
    author: one.author,
    // Every other document starts its thread.
    thread_id: `d${one.second % 2 === 0 ? one.document : one.thread}`,
    text: one.text,
    page: one.page,
    engagement: one.engagement,
    inherited: one.inherited,
    sentiment_score: one.score,
    sentiment_label: one.score === null ? null : one.score > 0 ? "positive" : one.score < 0 ? "negative" : "neutral",
  }));

type Tables = Map<string, Map<string, ActivityRow>>;

/** Applies the changes to the earlier rows. */
function lay(tables: Tables, activity: DayActivity): void {
  for (const [table, { rows, gone }] of rowsByTable(activity.changes())) {
    const stored = tables.get(table) ?? new Map<string, ActivityRow>();
    tables.set(table, stored);
    for (const row of gone) stored.delete(`${row.key} ${row.contributor}`);
    for (const row of rows) stored.set(`${row.key} ${row.contributor}`, row);
  }
}

const inOrder = (rows: Iterable<ActivityRow>) =>
  [...rows].sort((a, b) => (`${a.key} ${a.contributor}` < `${b.key} ${b.contributor}` ? -1 : 1));

describe.each(["news", "forum", "microblog"])("the activity of a day of %s", (name) => {
  const namespace = namespaceOf(name);
  if (namespace?.kind !== "text") throw new Error(`There is no namespace ${name}.`);

  it("depends only on its present mentions, to the last bit, in any order and batching of additions, changes and removals", () =>
    fc.assert(
      fc.property(fc.array(fc.array(drawn, { maxLength: 12 }), { maxLength: 8 }), (batches) => {
        const activity = new DayActivity(day, namespace, assetOf);
        const last = new Map<number, Drawn>();
        const tables: Tables = new Map();
        for (const batch of batches) {
          for (const one of batch) {
            last.set(one.document, one);
            if (one.keys.length === 0) activity.put(`d${one.document}`, []);
            else putMentions(activity, rowsOf(one));
          }
          for (const id of activity.wantedTexts()) activity.tell(id, last.get(Number(id.slice(1)))?.text ?? "");
          lay(tables, activity);
        }
        const truth = rowsOfDay(day, [...last.values()].flatMap(rowsOf), namespace, assetOf);
        for (const table of new Set([...tables.keys(), ...truth.keys()]))
          expect(inOrder(tables.get(table)?.values() ?? []), table).toEqual(inOrder(truth.get(table) ?? []));
        const mentions = [...last.values()].flatMap(rowsOf);
        for (const { key, threads } of tables.get("subject_daily")?.values() ?? [])
          expect(threads).toBe(
            new Set(mentions.filter(({ subject }) => subject === key).map(({ thread_id }) => thread_id)).size,
          );
      }),
      { numRuns: 60, seed: 16 },
    ));
});

describe("a day that is still running", () => {
  const microblog = namespaceOf("microblog");
  if (microblog?.kind !== "text") throw new Error("There is no microblog namespace.");
  const said = (index: number, key: string): ToldMention =>
    rowsOf({
      document: index,
      thread: index,
      keys: [key],
      author: `author ${index}`,
      place: "alpha",
      text: `number ${index * 7919} of many different things said of it`,
      page: null,
      second: index / 1000,
      engagement: 0,
      inherited: false,
      score: null,
    })[0] as ToldMention;

  it("rewrites only the rows that a new mention affects: asset, sector, country, author and market", () => {
    const activity = new DayActivity(day, microblog, assetOf);
    putMentions(
      activity,
      Array.from({ length: 300 }, (_, index) => said(index, index % 2 === 0 ? "AAPL" : "JPM")),
    );
    activity.changes();
    putMentions(activity, [said(300, "AAPL")]);
    const changed = [...rowsByTable(activity.changes())].map(([table, { rows }]) => [
      table,
      rows.map(({ key }) => key),
    ]);
    expect(Object.fromEntries(changed)).toEqual({
      subject_daily: ["AAPL"],
      subject_contributor_daily: ["AAPL"],
      sector_daily: ["Information Technology"],
      sector_contributor_daily: ["Information Technology"],
      country_daily: ["United States"],
      country_contributor_daily: ["United States"],
      market_daily: ["market"],
    });
  });
});
