import { join } from "node:path";
import {
  addDays,
  type Dataset,
  invoke,
  NewsSourceDirectory,
  openDataset,
  type Operation,
  type OperationName,
  operationsOf,
  utcDay,
} from "@market-sentiment/core";
import { openReader } from "@market-sentiment/core/node";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingestRecords, storedRows, textNamespaceNamed } from "../../support/memory-ingest.js";
import {
  MentionOracle,
  type Level,
  type OracleRow,
  type OracleRules,
  type RawMention,
} from "../../support/mention-oracle.js";
import { callOn } from "../../support/news-dataset.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { STREAM_FIRST, STREAM_LAST, streamStocks, streamTokens, textStreams } from "../../support/text-streams.js";

const withPlaces = { evidence: 0.6, people: 0.25, places: 0.15 };
const forum = {
  voice: "author",
  contributor: "place",
  breadth: "place",
  weights: withPlaces,
  hasEngagement: true,
} as const;
const rulesOf: Readonly<Record<string, OracleRules>> = {
  "news-stocks": { ...forum, voice: "place", hasEngagement: false },
  "forum-stocks": forum,
  "forum-crypto": forum,
  "microblog-stocks": {
    voice: "author",
    contributor: "author",
    breadth: "author",
    weights: { evidence: 0.6, people: 0.4, places: 0 },
    hasEngagement: true,
  },
};

type Body = Readonly<Record<string, unknown>>;
const number = (body: Body, name: string) => body[name] as number;
const near = (value: number, truth: number, step: number) =>
  expect(Math.abs(value - truth)).toBeLessThanOrEqual(step / 2 + 1e-7);

/** The oracle's value of every count on the wire. */
const counts: Readonly<Record<string, (row: OracleRow) => number>> = {
  mentions: (row) => row.mentions,
  source_count: (row) => row.placeCount,
  community_count: (row) => row.placeCount,
  unique_posts: (row) => row.threads,
  unique_mposts: (row) => row.documents,
  unique_authors: (row) => row.voiceCount,
  total_upvotes: (row) => row.engagement,
  positive_count: (row) => row.positive,
  neutral_count: (row) => row.neutral,
  negative_count: (row) => row.negative,
  bullish_pct: (row) => row.bullish,
  bearish_pct: (row) => row.bearish,
};

function expectMeasures(body: Body, truth: OracleRow): void {
  for (const [name, of] of Object.entries(counts))
    if (name in body) expect([name, body[name]]).toEqual([name, of(truth)]);
  near(number(body, "buzz_score"), truth.buzz, 0.1);
  expectSentiment(body, truth);
}

function expectSentiment(body: Body, truth: { readonly sentiment: number | null }): void {
  if (truth.sentiment === null) expect(body.sentiment_score).toBeNull();
  else near(number(body, "sentiment_score"), truth.sentiment, 0.001);
}

const days = (to: string, from: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
const windows = fc
  .record({ start: fc.integer({ min: 0, max: 83 }), length: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 45 })) })
  .map(({ start, length }) => {
    const from = addDays(STREAM_FIRST, start);
    const to = addDays(from, length - 1);
    return { from, to: to > STREAM_LAST ? utcDay(STREAM_LAST) : to };
  });

describe.each(Object.keys(textStreams))("%s, recomputed from its raw rows by an independent oracle", (id) => {
  const namespace = textNamespaceNamed(id);
  const { keyField } = namespace.subject;
  const rules = rulesOf[id] as OracleRules;
  const assets = namespace.assetTypes.includes("token") ? streamTokens : streamStocks;
  const keys = assets.all().map(({ key }) => key);
  let dataset: Dataset;
  let oracle: MentionOracle;

  const ask = <Result>(
    name: OperationName,
    parameters: Record<string, string>,
    today = "2026-04-20",
  ): Promise<Result> => {
    const operation = operationsOf(namespace).find((known) => known.name === name) as Operation<Result>;
    return invoke(operation, { parameters }, dataset, callOn(today));
  };

  beforeAll(async () => {
    const directory = join(await temporaryDirectory(), id);
    const now = "2026-04-15T12:00:00Z";
    await ingestRecords(directory, namespace, textStreams[id]?.() ?? [], { now, assets });
    dataset = openDataset({
      store: await openReader(directory),
      stocks: streamStocks,
      tokens: streamTokens,
      sources: new NewsSourceDirectory(
        ["reuters", "cnbc"].map((source) => ({ id: source, name: source, aliases: [], hosts: [] })),
      ),
      textModel: null,
    });
    const rows = await storedRows<Omit<RawMention, "subject"> & { excluded: boolean; subject: string | null }>(
      directory,
      id,
      `document_id AS document, subject, CAST(day AS VARCHAR) AS day, epoch_ms(created_utc) AS ms, place, author,
       thread_id AS thread, CONCAT_WS(CHR(10), title, body) AS text, engagement, inherited, excluded,
       sentiment_score AS score, sentiment_label AS label`,
    );
    const counted = rows.flatMap(({ subject, excluded, ...row }) =>
      subject === null || excluded ? [] : [{ ...row, subject }],
    );
    expect(counted.length).toBeGreaterThan(500);
    if (namespace.inheritsFromThread) {
      expect(counted.some(({ inherited }) => inherited)).toBe(true);
      expect(rows.some(({ excluded }) => excluded)).toBe(true);
    }
    oracle = new MentionOracle(counted, rules, (level: Level, subject) =>
      level === "subject" ? subject : level === "market" ? "market" : (assets.lookup(subject)?.[level] ?? null),
    );
  });

  afterAll(() => dataset.close());

  const expectHistory = (body: Body, level: Level, key: string, from: string, to: string, source: string | null) => {
    const truth = oracle.history(level, key, to, Math.max(7, days(to, from)), source);
    const shown = body.trend_history as number[];
    expect(shown).toHaveLength(truth.length);
    shown.forEach((value, index) => near(value, truth[index] ?? Number.NaN, 0.1));
  };

  const sources = namespace.trending.filters.includes("source") ? [null, "reuters", "cnbc"] : [null];
  const lists = async (name: OperationName, parameters: Record<string, string>, empty: boolean) => {
    if (empty && namespace.trending.whenEmpty === "not_found") {
      await expect(ask(name, parameters)).rejects.toMatchObject({ code: "empty_result" });
      return null;
    }
    return ask<Body[]>(name, parameters);
  };

  it("trending: assets, order, activity, sentiment and history", () =>
    fc.assert(
      fc.asyncProperty(windows, fc.constantFrom(...sources), async ({ from, to }, source) => {
        const truth = oracle.ranking("subject", from, to, source);
        const parameters = { from, to, limit: "100", ...(source === null ? {} : { source }) };
        const rows = await lists("trending", parameters, truth.length === 0);
        if (rows === null) return;
        expect(rows.map((row) => row[keyField])).toEqual(truth.map(({ key }) => key));
        rows.forEach((row, index) => {
          const expected = truth[index] as OracleRow;
          expectMeasures(row, expected);
          expectHistory(row, "subject", expected.key, from, to, source);
          expect(row.trend).toBe(oracle.trend("subject", expected.key, to, source) ?? "stable");
        });
      }),
      { numRuns: 120, seed: 21 },
    ));

  // Tokens have neither sector nor country.
  if (namespace.dimensions.length > 0)
    it("sectors and countries: the union of their assets' mentions", () =>
      fc.assert(
        fc.asyncProperty(windows, fc.constantFrom(...namespace.dimensions), async ({ from, to }, level) => {
          const truth = oracle.ranking(level, from, to);
          const rows = await lists(`trending-by-${level}`, { from, to, limit: "100" }, truth.length === 0);
          if (rows === null) return;
          expect(rows.map((row) => row[level])).toEqual(truth.map(({ key }) => key));
          rows.forEach((row, index) => {
            const expected = truth[index] as OracleRow;
            const members = oracle.members(level, expected.key, from, to);
            expectMeasures(row, expected);
            expectHistory(row, level, expected.key, from, to, null);
            expect([row.unique_tickers, row.top_tickers]).toEqual([
              members.length,
              members.slice(0, (row.top_tickers as string[]).length),
            ]);
            expect(row.trend).toBe(oracle.trend(level, expected.key, to) ?? "stable");
          });
        }),
        { numRuns: 120, seed: 22 },
      ));

  it("comparisons, including assets without a mention", () =>
    fc.assert(
      fc.asyncProperty(windows, fc.subarray(keys, { minLength: 1 }), async ({ from, to }, wanted) => {
        const parameters = { from, to, [namespace.compare.parameter]: wanted.join(",") };
        const body = await ask<Record<string, Body[]>>("compare", parameters);
        const rows = body[namespace.compare.listKey] ?? [];
        expect(rows.map((row) => row[keyField]).sort()).toEqual([...wanted].sort());
        for (const row of rows) {
          const key = String(row[keyField]);
          expectMeasures(row, oracle.row("subject", key, from, to));
          expect(row.trend).toBe(oracle.trend("subject", key, to));
        }
      }),
      { numRuns: 90, seed: 23 },
    ));

  it("one asset: totals, days, contributors and raw rows", () =>
    fc.assert(
      fc.asyncProperty(windows, fc.constantFrom(...keys), async ({ from, to }, key) => {
        const body = await ask<Body>("detail", { from, to, [keyField]: key });
        const truth = oracle.row("subject", key, from, to);
        expect([body.found, body.mentions]).toEqual([truth.mentions > 0, truth.mentions]);
        expectMeasures(body, truth);
        for (const item of body.daily_trend as Body[]) {
          const date = String(item.date);
          expectMeasures(item, oracle.row("subject", key, date, date));
        }
        const carriers = oracle.contributors(key, from, to);
        const shown = body[namespace.detail.contributors.listKey] as Body[];
        expect(shown).toHaveLength(Math.min(10, carriers.length));
        shown.forEach((row, index) => {
          const carrier = carriers.find(
            (known) => known.key === row[namespace.detail.contributors.nameKey],
          ) as OracleRow;
          expect([row.mentions, row.count]).toEqual([carrier.mentions, carrier.mentions]);
          near(number(row, "buzz_score"), carrier.buzz, 0.1);
          expectSentiment(row, carrier);
          expect(number(row, "mentions")).toBeLessThanOrEqual(Number(shown[index - 1]?.mentions ?? Infinity));
        });
        const withInherited = namespace.rawMentions.filters.includes("include_inherited");
        const raw = await ask<{ count: number; results: Body[] }>("raw-mentions", {
          from,
          to,
          limit: "40",
          [keyField]: key,
          ...(withInherited ? { include_inherited: "true" } : {}),
        });
        const stored = oracle.raw(key, from, to, withInherited);
        expect(raw.count).toBe(stored.length);
        expect(raw.results.map(({ created_utc }) => Date.parse(String(created_utc)))).toEqual(
          stored.slice(0, 40).map(({ ms }) => ms),
        );
      }),
      { numRuns: 60, seed: 24 },
    ));

  it("the whole market: level against its past, totals, busiest day and drivers", () =>
    fc.assert(
      fc.asyncProperty(windows, async ({ from, to }) => {
        const body = await ask<Body>("market-sentiment", { from, to });
        const inside = oracle.days.filter((day) => day >= from && day <= to);
        const daily = inside.map((day) => oracle.row("market", "market", day, day));
        const peak = (of: (row: OracleRow) => number) => daily.reduce((top, row) => Math.max(top, of(row)), 0);
        const buzz = inside.map((day) => oracle.marketBuzz(day));
        near(number(body, "buzz_score"), buzz.length === 0 ? 0 : buzz.reduce((a, b) => a + b, 0) / buzz.length, 0.1);
        const sums = oracle.row("market", "market", from, to);
        expectSentiment(body, sums);
        for (const name of [
          "mentions",
          "total_upvotes",
          "positive_count",
          "neutral_count",
          "negative_count",
          "bullish_pct",
          "bearish_pct",
        ]) {
          if (name in body) expect([name, body[name]]).toEqual([name, counts[name]?.(sums)]);
        }
        const busiest: Record<string, (row: OracleRow) => number> = {
          ...counts,
          unique_articles: (row) => row.documents,
        };
        for (const name of [
          "source_count",
          "community_count",
          "unique_posts",
          "unique_mposts",
          "unique_authors",
          "unique_articles",
        ]) {
          if (name in body)
            expect([name, body[name]]).toEqual([name, peak(busiest[name] as (row: OracleRow) => number)]);
        }
        const active = (day: string) => oracle.ranking("subject", day, day).length;
        expect(body.active_tickers).toBe(inside.reduce((top, day) => Math.max(top, active(day)), 0));
        expect(body.trend).toBe(oracle.trend("market", "market", to));
        const drivers = oracle.ranking("subject", from, to).slice(0, 10);
        expect((body.drivers as Body[]).map((row) => row[keyField])).toEqual(drivers.map(({ key }) => key));
      }),
      { numRuns: 60, seed: 25 },
    ));

  it("search summaries and statistics", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...keys), windows, async (key, { to }) => {
        const body = await ask<{ results: Body[] }>("search", { q: key }, to);
        const found = body.results.find((row) => row[keyField] === key);
        expectMeasures(found?.summary as Body, oracle.row("subject", key, addDays(to, -6), to));
      }),
      { numRuns: 60, seed: 26 },
    );
    const stats = await ask<Body>("stats", {});
    const all = oracle.row("market", "market", STREAM_FIRST, STREAM_LAST);
    expect(stats.total_mentions).toBe(all.mentions);
  });
});
