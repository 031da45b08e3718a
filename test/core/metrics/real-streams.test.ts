import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addDays, daysFrom, type UtcDay, utcDay, weekdayOf } from "@market-sentiment/core";
import { ingestFiles, openReader } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import type { HourlyDay } from "../../../packages/core/src/metrics/day-coverage.js";
import { seriesTrend, TREND_SERIES_DAYS } from "../../../packages/core/src/metrics/series-trend.js";
import type { Trend } from "../../../packages/core/src/metrics/trend.js";
import { ASSET_DEVIATION } from "../../../packages/core/src/metrics/weekday-profile.js";
import { type TrendCalendar, trendCalendar } from "../../../packages/core/src/operations/trend-calendar.js";
import { namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

/** Real news beside the checkout. It is not ours to redistribute, so these tests are skipped without it. */
const stream = fileURLToPath(new URL("../../../../shared/datasets/news-tickers-2026/news.jsonl.gz", import.meta.url));
const present = existsSync(stream);
if (!present) console.warn("Skipped: the real streams are not here.");

interface Row {
  readonly key: string;
  readonly day: UtcDay;
  readonly mentions: number;
  readonly places: number;
}

/** Labels of every asset in a stream, optionally without some days. */
class Labels {
  readonly #byKey = new Map<string, Map<UtcDay, Row>>();
  readonly #hours: ReadonlyMap<UtcDay, readonly number[]>;
  readonly #first: UtcDay;
  readonly #missing: readonly UtcDay[];
  readonly #calendars = new Map<UtcDay, TrendCalendar>();

  constructor(rows: readonly Row[], hours: ReadonlyMap<UtcDay, readonly number[]>, missing: readonly UtcDay[]) {
    for (const row of rows.filter(({ day }) => !missing.includes(day)))
      this.#byKey.set(row.key, (this.#byKey.get(row.key) ?? new Map<UtcDay, Row>()).set(row.day, row));
    this.#hours = hours;
    this.#first = [...hours.keys()].sort()[0] ?? utcDay("2026-01-01");
    this.#missing = missing;
  }

  get keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** Mentions of the six days that a label compares. */
  sixDays(key: string, last: UtcDay): number {
    const days = this.#byKey.get(key);
    return daysFrom(addDays(last, -5), last).reduce((sum, day) => sum + (days?.get(day)?.mentions ?? 0), 0);
  }

  of(key: string, last: UtcDay): Trend | null {
    const calendar = this.#calendar(last);
    const days = this.#byKey.get(key);
    return seriesTrend({
      dayAt: (back) => {
        const row = days?.get(addDays(last, -back));
        return {
          weekday: calendar.weekdayAt(back),
          exposure: calendar.exposureAt(back),
          mentions: row?.mentions ?? 0,
          engagement: null,
          breadth: [row?.places ?? 0],
        };
      },
      priorAt: calendar.profileAt,
      deviation: ASSET_DEVIATION,
    });
  }

  #calendar(last: UtcDay): TrendCalendar {
    const known = this.#calendars.get(last);
    if (known !== undefined) return known;
    const start = addDays(last, 1 - TREND_SERIES_DAYS);
    const days = daysFrom(start > this.#first ? start : this.#first, last).map((day): HourlyDay => ({
      weekday: weekdayOf(day),
      hours: (this.#missing.includes(day) ? undefined : this.#hours.get(day)) ?? Array.from({ length: 24 }, () => 0),
    }));
    const calendar = trendCalendar(days, last, null);
    this.#calendars.set(last, calendar);
    return calendar;
  }
}

describe.runIf(present)("trends of real news", () => {
  let rows: readonly Row[] = [];
  const hours = new Map<UtcDay, number[]>();
  let days: readonly UtcDay[] = [];

  beforeAll(async () => {
    const data = join(await temporaryDirectory(), "news");
    await ingestFiles({
      dataDirectory: data,
      namespace: namespaceNamed("news-stocks"),
      files: [stream],
      now: () => new Date("2026-04-17T12:00:00Z"),
      textModel: wordModel(),
    });
    const store = await openReader(data);
    const view = await store.view();
    const sql = "SELECT key, CAST(day AS VARCHAR) AS day, mentions, places FROM subject_daily";
    rows = await view.query<Row>("news-stocks", { sql, params: [] });
    const hourly = "SELECT CAST(day AS VARCHAR) AS day, hour, mentions FROM market_hourly";
    for (const { day, hour, mentions } of await view.query<{ day: UtcDay; hour: number; mentions: number }>(
      "news-stocks",
      { sql: hourly, params: [] },
    )) {
      const ofDay = hours.get(day) ?? Array.from({ length: 24 }, () => 0);
      ofDay[hour] = mentions;
      hours.set(day, ofDay);
    }
    days = [...hours.keys()].sort();
    await store.close();
  }, 120_000);

  /** Asset-days with enough mentions for a label. */
  const labelled = (labels: Labels, on: readonly UtcDay[]) =>
    on.flatMap((day) =>
      labels.keys.flatMap((key) => (labels.sixDays(key, day) < 6 ? [] : [{ key, day, label: labels.of(key, day) }])),
    );

  it("do not follow the weekday: on no weekday do more than 21 % of assets rise, or fall", () => {
    const all = labelled(new Labels(rows, hours, []), days.slice(14));
    for (let weekday = 0; weekday < 7; weekday += 1) {
      const same = all.filter(({ day }) => weekdayOf(day) === weekday);
      expect(same.length).toBeGreaterThan(200);
      for (const wanted of ["rising", "falling"])
        expect(same.filter(({ label }) => label === wanted).length / same.length).toBeLessThan(0.21);
    }
  });

  it("have another label than the day before on at most 25 % of asset-days", () => {
    const labels = new Labels(rows, hours, []);
    const all = labelled(labels, days.slice(7));
    const changed = all.filter(({ key, day, label }) => labels.of(key, addDays(day, -1)) !== label);
    expect(changed.length / all.length).toBeLessThan(0.25);
    expect(changed.length).toBeGreaterThan(0);
  });

  it("do not rise because two days are missing", () => {
    const missing = [utcDay("2026-03-27"), utcDay("2026-03-28")];
    const after = daysFrom(utcDay("2026-03-29"), utcDay("2026-03-31"));
    const all = labelled(new Labels(rows, hours, missing), after);
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter(({ label }) => label === "rising").length / all.length).toBeLessThan(0.21);
  });
});
