import { dayOf, invoke, namespaces, operationsOf } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { newSourceState } from "../../../packages/core/src/collect/poll-source.js";
import { marketBaseline, marketLevel } from "../../../packages/core/src/metrics/market-buzz.js";
import { withIngestSession } from "../../../packages/core/src/node/ingest-session.js";
import { collected, type Collected } from "../../support/collected.js";
import { body, recordedSource } from "../../support/recorded-source.js";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const start = Date.parse("2026-03-02T00:00:00Z");
const DAYS = 16;
/** On this day only the last quarter was seen. */
const OUTAGE = 12;

const item = (atMs: number) =>
  `<item><title>Apple Inc gains, edition ${atMs / hourMs}</title><link>https://wire.example/${atMs}</link><pubDate>${new Date(atMs).toUTCString()}</pubDate></item>`;
const page = (times: readonly number[]) =>
  body(
    `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link>${times.map(item).join("")}</channel></rss>`,
  );

/**
 * A feed with an item every hour, polled at the end of each day. If `told` is false, items of the gap are missing from
 * the page.
 */
async function polled(): Promise<Collected> {
  const source = await recordedSource();
  const store = await collected({ type: "feed", namespace: "news", url: source.url });
  store.at(new Date(start).toISOString());
  source.script(page([start - hourMs]));
  await store.poll();
  for (let day = 0; day < DAYS; day += 1) {
    const midnight = start + day * dayMs;
    store.at(new Date(midnight + dayMs - 1_000).toISOString());
    const first = day === OUTAGE ? 18 : -1;
    source.script(page(Array.from({ length: 24 - first }, (_, hour) => midnight + (first + hour) * hourMs)));
    expect((await store.poll()).outcome).toBe("new");
  }
  return store;
}

const market = (store: Collected, day: number, days: number) =>
  asked(store, "market-sentiment", day, days) as Promise<{ readonly buzz_score: number; readonly trend: string }>;

/** The answer of an operation for some days that end with a day of the test, right after its end. */
async function asked(
  store: Collected,
  name: string,
  day: number,
  days: number,
  more: Record<string, string> = {},
  namespace = namespaces[0],
) {
  const dataset = await openLocalDataset({ dataDirectory: store.data, textModel: "none", explainer: "none" });
  try {
    const now = new Date(start + day * dayMs + dayMs + 60_000);
    const operation = (namespace === undefined ? [] : operationsOf(namespace)).find((one) => one.name === name);
    if (operation === undefined) throw new Error("There is no such operation.");
    const to = dayOf(new Date(start + day * dayMs));
    const from = dayOf(new Date(start + (day + 1 - days) * dayMs));
    const call = { today: dayOf(now), now, lookbackDays: null, accountType: null };
    return await invoke(operation, { parameters: { from, to, ...more } }, dataset, call);
  } finally {
    await dataset.close();
  }
}

/** The observed hours of all days. */
const heard = (days = DAYS, outage = OUTAGE) =>
  Array.from({ length: days * 24 }, (_, hour) => hour).filter(
    (hour) => Math.floor(hour / 24) !== outage || hour % 24 >= 18,
  );

/** A different text for each hour, each from a different publisher of the day. */
const texts = (hours: readonly number[]) => {
  const word = (number: number) => ((number * 2_654_435_761) % 2 ** 32).toString(36);
  return hours.map((hour) => ({
    id: `n${hour}`,
    title: `Apple Inc ${word(hour + 1)} ${word(hour + 1_000)} ${word(hour + 2_000)} ${word(hour + 3_000)}`,
    source: `Wire ${hour % 24}`,
    published_at: new Date(start + hour * hourMs).toISOString(),
  }));
};

/** One trade an hour, each by a different wallet. */
const tradesAt = (hours: readonly number[]) =>
  hours.map((hour) => ({
    proxyWallet: `0x${hour}`,
    side: "BUY",
    asset: "1",
    conditionId: "0x1",
    size: 5,
    price: 0.5,
    timestamp: start / 1_000 + hour * 3_600,
    title: "Will AAPL close above $200?",
    outcomeIndex: 0,
    transactionHash: `0x${hour}`,
  }));

/** Stores records as if from a source that missed three quarters of a day. */
async function ingested(
  { options }: Collected,
  records: readonly Readonly<Record<string, unknown>>[],
  [days, outageDay] = [DAYS, OUTAGE],
) {
  const [source] = (await options.readConfig()).sources;
  if (source === undefined) throw new Error("There is no source.");
  const end = start + days * dayMs;
  const outage = [start + outageDay * dayMs, start + outageDay * dayMs + 18 * hourMs] as const;
  const observed = (fromMs: number, toMs: number) => ({ fromMs, toMs, state: "observed", reason: null }) as const;
  const coverage = [
    observed(start, outage[0]),
    { fromMs: outage[0], toMs: outage[1], state: "gap", reason: "no_overlap" } as const,
    observed(outage[1], end),
  ];
  const state = { ...newSourceState(source, start), covered_to: end, due_at: end + dayMs };
  await withIngestSession(options, (run) =>
    run({
      namespace: source.namespace,
      // eslint-disable-next-line @typescript-eslint/require-await
      records: (async function* () {
        for (const [index, record] of records.entries())
          yield { position: { file: "heard", line: index + 1 }, bytesRead: null, record };
      })(),
      source: "live sources",
      sources: [{ state, poll: null, coverage }],
      now: () => new Date(end),
      hintUse: "supported",
      reject: (rejected) => Promise.reject(new Error(rejected.message)),
    }),
  );
}

describe("a day of which the sources saw a quarter", () => {
  it("is not treated as quiet: missing hours do not count as silence, on that day or later", async () => {
    const store = await polled();
    // A quarter of the mentions arrived, which is normal for a quarter of the day.
    const [counts] = await store.rows<{ mentions: number }>(
      `SELECT CAST(mentions AS INTEGER) AS mentions FROM market_daily WHERE day = DATE '2026-03-14'`,
    );
    expect(counts?.mentions).toBe(6);
    const { buzz_score: usual } = await market(store, OUTAGE - 1, 1);
    const outage = await market(store, OUTAGE, 1);
    expect(Math.abs(outage.buzz_score - usual)).toBeLessThan(5);
    expect(outage.trend).toBe("stable");
    const after = await market(store, OUTAGE + 2, 3);
    expect(after.trend).toBe("stable");
    // References of later days leave the day out.
    const [reference] = await store.rows<{ centre: number; days: number }>(
      `SELECT market_centre AS centre, CAST(history_days AS INTEGER) AS days FROM day_reference WHERE scope = 'market' AND day = DATE '2026-03-17'`,
    );
    const level = marketLevel({ mentions: 24, people: 1, engagement: 0 });
    const whole = marketBaseline(Array.from({ length: 14 }, (_, index) => ({ index, weekday: index % 7, x: level })));
    // One mention of the evening before the first day stands for a day of its own.
    expect(reference).toEqual({ centre: expect.closeTo(whole.centre, 9) as number, days: 15 });
    const [subject] = await store.rows<{ days: number }>(
      `SELECT CAST(history_days AS INTEGER) AS days FROM day_reference WHERE scope = 'subject' AND day = DATE '2026-03-17'`,
    );
    expect(subject?.days).toBe(15);
  });

  it("fills the missed hours with each asset's usual activity, in lists, in its detail and day by day", async () => {
    const store = await collected({ type: "feed", namespace: "news", url: "http://127.0.0.1:9/" });
    await ingested(store, texts(heard()));
    interface Row {
      readonly buzz_score: number;
      readonly mentions: number;
      readonly trend_history: number[];
    }
    const listed = async (day: number) => ((await asked(store, "trending", day, 1)) as Row[])[0];
    const detail = async (day: number, days: number) =>
      (await asked(store, "detail", day, days, { ticker: "AAPL" })) as Row & {
        readonly daily_trend: readonly { readonly date: string; readonly buzz_score: number }[];
      };
    const [usual, outage] = [await listed(OUTAGE - 1), await listed(OUTAGE)];
    expect([usual?.mentions, outage?.mentions]).toEqual([24, 6]);
    const near = (score: number | undefined, other = usual?.buzz_score ?? 0) => {
      expect((score ?? 0) / other).toBeGreaterThan(0.95);
      expect((score ?? 0) / other).toBeLessThan(1.05);
    };
    near(outage?.buzz_score);
    near(outage?.trend_history.at(-1));
    expect((await detail(OUTAGE, 1)).buzz_score).toBe(outage?.buzz_score);
    const week = await detail(OUTAGE + 2, 7);
    near(week.buzz_score, (await detail(OUTAGE - 1, 7)).buzz_score);
    const [before, on, after] = week.daily_trend.slice(3).map(({ buzz_score }) => buzz_score);
    expect(week.daily_trend[4]?.date).toBe("2026-03-14");
    near(on, ((before ?? 0) + (after ?? 0)) / 2);
    // The stored day holds only what was seen: a third or less.
    const [raw] = await store.rows<{ share: number }>(
      `SELECT MIN(buzz) FILTER (day = DATE '2026-03-14') / MIN(buzz) FILTER (day = DATE '2026-03-13') AS share FROM subject_daily`,
    );
    expect(raw?.share).toBeLessThan(0.5);
  });

  it("does the same for assets of prediction markets: in lists, in their detail and day by day", async () => {
    const store = await collected({ type: "polymarket", namespace: "predmarket", objects: "trades" });
    await ingested(store, [{ trades: tradesAt(heard()) }]);
    const markets = namespaces.find(({ kind }) => kind === "market");
    interface Row {
      readonly buzz_score: number;
      readonly trade_count: number;
      readonly trend_history: number[];
    }
    const listed = async (day: number, days: number) =>
      ((await asked(store, "trending", day, days, {}, markets)) as Row[])[0];
    const [usual, outage] = [await listed(OUTAGE - 1, 1), await listed(OUTAGE, 1)];
    expect([usual?.trade_count, outage?.trade_count]).toEqual([24, 6]);
    const near = (score: number | undefined, other = usual?.buzz_score ?? 0) => {
      expect((score ?? 0) / other).toBeGreaterThan(0.95);
      expect((score ?? 0) / other).toBeLessThan(1.05);
    };
    near(outage?.buzz_score);
    near(outage?.trend_history.at(-1));
    const detail = (await asked(store, "detail", OUTAGE, 3, { ticker: "AAPL" }, markets)) as Row & {
      readonly daily_trend: readonly { readonly date: string; readonly buzz_score: number }[];
    };
    near(detail.daily_trend.at(-1)?.buzz_score);
    near(detail.buzz_score, (await listed(OUTAGE - 1, 3))?.buzz_score);
    // The stored day holds only what was seen.
    const [raw] = await store.rows<{ share: number }>(
      `SELECT MIN(buzz) FILTER (day = DATE '2026-03-14') / MIN(buzz) FILTER (day = DATE '2026-03-13') AS share
        FROM traded_daily WHERE scope = 'subject'`,
    );
    expect(raw?.share).toBeLessThan(0.8);
  });

  it.each([
    ["in the week that is explained", 28, 150, 150],
    ["in the weeks before it", 10, 168, 168],
  ])("is not called a quiet time in explanations: %s", async (_where, outageDay, items, usualItems) => {
    const store = await collected({ type: "feed", namespace: "news", url: "http://127.0.0.1:9/" });
    const days = 32;
    await ingested(store, texts(heard(days, outageDay)), [days, outageDay]);
    const dataset = await openLocalDataset({ dataDirectory: store.data, textModel: "none" });
    try {
      const [namespace] = namespaces;
      const now = new Date(start + days * dayMs - 1_000);
      const period = { from: dayOf(new Date(start + (days - 7) * dayMs)), to: dayOf(now), days: 7 };
      const asset = namespace === undefined ? null : dataset.directoryOf(namespace).lookup("AAPL");
      if (namespace?.kind !== "text" || asset == null) throw new Error("There is no such asset.");
      const view = await dataset.view();
      const told = await dataset.explainer?.explain({ namespace, asset, period, view, now });
      const { attention } = told?.evidence ?? {};
      expect(attention).toMatchObject({ items, timesUsual: 1 });
      // Hours count by their usual activity, of which the outage covers a part.
      expect(Math.abs((attention?.usualItems ?? 0) - usualItems)).toBeLessThan(1);
      expect((attention?.buzz ?? 0) / (attention?.usualBuzz ?? 1)).toBeGreaterThan(0.97);
      expect((attention?.buzz ?? 0) / (attention?.usualBuzz ?? 1)).toBeLessThan(1.03);
    } finally {
      await dataset.close();
    }
  });

  it("is left out of the normal level of prediction markets, in which a fully seen day without trades counts", async () => {
    const store = await collected({ type: "polymarket", namespace: "predmarket", objects: "trades" });
    const SILENT = 8;
    const trades = tradesAt(heard().filter((hour) => Math.floor(hour / 24) !== SILENT));
    await ingested(store, [{ trades }]);
    const rows = await store.rows<{ scope: string; days: number }>(
      `SELECT scope, CAST(history_days AS INTEGER) AS days FROM traded_reference
        WHERE scope IN ('market', 'subject') AND day = DATE '2026-03-17' ORDER BY scope`,
    );
    // Of the fifteen days before it, one was missed and one had no trade, which says nothing about an asset.
    expect(rows).toEqual([
      { scope: "market", days: 14 },
      { scope: "subject", days: 13 },
    ]);
  });
});
