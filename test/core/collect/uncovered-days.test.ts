import { dayOf, invoke, namespaces, operationsOf } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { marketBaseline, marketLevel } from "../../../packages/core/src/metrics/market-buzz.js";
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

async function market(store: Collected, day: number, days: number) {
  const dataset = await openLocalDataset({ dataDirectory: store.data, textModel: "none", explainer: "none" });
  try {
    const [news] = namespaces;
    const now = new Date(start + day * dayMs + dayMs + 60_000);
    const operation = (news === undefined ? [] : operationsOf(news)).find(({ name }) => name === "market-sentiment");
    if (operation === undefined) throw new Error("There is no such operation.");
    const to = dayOf(new Date(start + day * dayMs));
    const from = dayOf(new Date(start + (day + 1 - days) * dayMs));
    const call = { today: dayOf(now), now, lookbackDays: null, accountType: null };
    return (await invoke(operation, { parameters: { from, to } }, dataset, call)) as {
      readonly buzz_score: number;
      readonly trend: string;
    };
  } finally {
    await dataset.close();
  }
}

describe("a day of which the sources saw a quarter", () => {
  it("is no quiet day: neither it nor the days after it are measured as if nobody had spoken", async () => {
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
});
