import { afterAll, describe, expect, it } from "vitest";
import { type DataStore, utcDay } from "@market-sentiment/core";
import { openReader } from "@market-sentiment/core/node";
import { BUZZ_TERMS } from "../../../packages/core/src/metrics/buzz.js";
import {
  type ActivityTotals,
  type MeasuredDay,
  seriesQuery,
  totalsQuery,
} from "../../../packages/core/src/query/activity-queries.js";
import { windowTotals } from "../../../packages/core/src/operations/window-totals.js";
import { crypto, smallStore } from "../../support/small-store.js";

const opened: DataStore[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
});

const everything = { contributor: null, assetType: null };
const scale = { reference: { evidence: 3.1, people: 2.3, places: 1.7 }, terms: BUZZ_TERMS };

describe("sums of a window", () => {
  it("are, from daily rows, those of a query, for every asset and window", async () => {
    const store = await openReader(await smallStore());
    opened.push(store);
    const view = await store.view();
    const days = ["2026-02-28", "2026-03-01", "2026-03-02"].map(utcDay);
    const keys = (
      await view.query<{ key: string }>(crypto.id, { sql: "SELECT DISTINCT key FROM subject_daily", params: [] })
    ).map(({ key }) => key);
    const rows = await view.query<MeasuredDay>(
      crypto.id,
      seriesQuery("subject", keys, utcDay("2026-02-28"), utcDay("2026-03-02"), everything),
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const [at, from] of days.entries()) {
      for (const to of days.slice(at)) {
        const period = { from, to, days: days.indexOf(to) - at + 1 };
        const query = totalsQuery("subject", keys, period, { ...scale, partlySeen: [] });
        for (const asked of await view.query<ActivityTotals>(crypto.id, query)) {
          const own = rows.filter(({ key }) => key === asked.key);
          expect(windowTotals(asked.key, own, period, scale)).toEqual(asked);
        }
      }
    }
  });

  it("count rows of the asked type alone", () => {
    const row = {
      key: "X",
      buzz: 1,
      mentions: 2,
      inherited_mentions: 0,
      engagement: 3,
      documents: 4,
      threads: 4,
      authors: 4,
      places: 4,
      subjects: 1,
      sentiment_sum: 1,
      sentiment_weight: 2,
      positive: 1,
      neutral: 0,
      negative: 0,
      evidence: 1,
      people: 1,
    };
    const rows: MeasuredDay[] = [
      { ...row, day: utcDay("2026-03-01"), asset_type: "stock" },
      { ...row, day: utcDay("2026-03-02"), asset_type: "etf", documents: 9 },
      { ...row, day: utcDay("2026-03-03"), asset_type: "stock", mentions: 5 },
    ];
    const period = { from: utcDay("2026-03-01"), to: utcDay("2026-03-02"), days: 2 };
    expect(windowTotals("X", rows, period, scale, "etf")).toMatchObject({ mentions: 2, documents: 9 });
    expect(windowTotals("X", rows, period, scale)).toMatchObject({ mentions: 4, documents: 9, engagement: 6 });
    expect(windowTotals("X", [], period, scale)).toMatchObject({ key: "X", buzz: 0, mentions: 0 });
  });
});
