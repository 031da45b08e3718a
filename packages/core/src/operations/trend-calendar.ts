import { dayCoverages, type HourlyDay, knownShares } from "../metrics/day-coverage.js";
import { dayProfile, elapsedShare, PROFILE_WINDOW_DAYS, shareDone } from "../metrics/day-profile.js";
import { TREND_SERIES_DAYS } from "../metrics/series-trend.js";
import { TREND_WINDOW_DAYS, type TrendDay } from "../metrics/trend.js";
import {
  EVEN_WEEK,
  NAMESPACE_DEVIATION,
  WEEKDAY_WINDOW_DAYS,
  type WeekdayProfile,
  weekdayProfile,
} from "../metrics/weekday-profile.js";
import { type SeenSource, seenByHour } from "../collect/seen-hours.js";
import { hourlyQuery } from "../query/market-queries.js";
import type { Snapshot } from "../storage/snapshot.js";
import { addDays, daysBetween, daysFrom, startOfDayMs, type UtcDay, weekdayOf } from "../time/utc-day.js";
import { readSeenSources } from "../collect/read-seen-sources.js";
import type { RequestScope } from "./request-scope.js";

/** What the days of a namespace are read with. */
export type CalendarScope = Pick<RequestScope, "namespace" | "view" | "query"> & {
  readonly call: Pick<RequestScope["call"], "today" | "now">;
};

/** Usual share of a day's activity up to now: exact, and with a lower bound for use as a divisor or an exposure. */
export interface DayShare {
  /** 0 to 1. */
  readonly done: number;
  /** 0.05 to 1. */
  readonly elapsed: number;
}

/** What a trend compares of one day. */
export type TrendActivity = Pick<TrendDay, "mentions" | "engagement" | "breadth">;

/** Facts of a namespace's days for trends in it; days are counted back from the last one, which is 0. */
export interface TrendCalendar {
  readonly lastDay: UtcDay;
  /** Share of the last day that has passed, by the usual course of a day here; 1 for a closed day. */
  readonly share: DayShare;
  /** How many days before the last one a day is. */
  readonly backOf: (day: UtcDay) => number;
  /** The day that many days before the last one. */
  readonly dayAt: (back: number) => UtcDay;
  /** 0 = Monday … 6 = Sunday. */
  readonly weekdayAt: (back: number) => number;
  /** How much of the day was seen, 0 to 1: 0 before the first data and in an outage. */
  readonly exposureAt: (back: number) => number;
  /** The share of the day, of the running one so far, that live sources are known to have seen; null where they do not say. */
  readonly knownAt: (back: number) => number | null;
  /** The namespace's own week, from the days before the current window of the day. */
  readonly profileAt: (back: number) => WeekdayProfile;
  /** A day as a trend sees it. */
  readonly trendDayAt: (back: number, activity: TrendActivity) => TrendDay;
  /** The same for a silent day, made once for all series that give the same object. */
  readonly silentDayAt: (back: number, silence: TrendActivity) => TrendDay;
}

/**
 * First day of the series that trends of windows ending on the day look at. One query of hourly counts answers for every
 * row of a list.
 */
export function trendStart(lastDay: UtcDay): UtcDay {
  return addDays(lastDay, 1 - TREND_SERIES_DAYS);
}

/** Reads the namespace's days up to the last one of a window. */
export async function readTrendCalendar(scope: CalendarScope, lastDay: UtcDay): Promise<TrendCalendar> {
  const days = await readHourlyDays(scope, lastDay);
  const sinceMidnightMs = lastDay < scope.call.today ? null : scope.call.now.getTime() - startOfDayMs(lastDay);
  return trendCalendar(days, lastDay, sinceMidnightMs);
}

/**
 * The calendar of some days of a namespace.
 *
 * @param days From the first day with data to the last one, oldest first.
 * @param sinceMidnightMs Of the last day when it still runs, else null.
 */
export function trendCalendar(
  days: readonly HourlyDay[],
  lastDay: UtcDay,
  sinceMidnightMs: number | null,
): TrendCalendar {
  const coverages = dayCoverages(days, sinceMidnightMs);
  const known = knownShares(days, sinceMidnightMs);
  const lastWeekday = weekdayOf(lastDay);
  const weekdayAt = (back: number) => (((lastWeekday - back) % 7) + 7) % 7;
  const exposureAt = (back: number) => coverages[coverages.length - 1 - back] ?? 0;
  const knownAt = (back: number) => known[known.length - 1 - back] ?? null;
  const profiles = new Map<number, WeekdayProfile>();
  const profileAt = (back: number) => {
    const known = profiles.get(back);
    if (known !== undefined) return known;
    const end = days.length - back - TREND_WINDOW_DAYS;
    const first = Math.max(0, end - WEEKDAY_WINDOW_DAYS);
    const history = days.slice(first, Math.max(0, end)).map(({ weekday, hours }, index) => ({
      weekday,
      exposure: coverages[first + index] ?? 0,
      mentions: hours.reduce((sum, count) => sum + count, 0),
    }));
    const profile = weekdayProfile(history, EVEN_WEEK, NAMESPACE_DEVIATION);
    profiles.set(back, profile);
    return profile;
  };
  const backOf = (day: UtcDay) => daysBetween(day, lastDay);
  // A list asks for the same days for each of its rows, and to spell one costs more than to look it up.
  const spelt: UtcDay[] = [];
  const dayAt = (back: number) => (spelt[back] ??= addDays(lastDay, -back));
  const trendDayAt = (back: number, { mentions, engagement, breadth }: TrendActivity): TrendDay => {
    const [weekday, exposure] = [weekdayAt(back), exposureAt(back)];
    return { weekday, exposure, mentions, engagement, breadth };
  };
  const silentDays = new Map<TrendActivity, TrendDay[]>();
  const silentDayAt = (back: number, silence: TrendActivity) => {
    let known = silentDays.get(silence);
    if (known === undefined) silentDays.set(silence, (known = []));
    return (known[back] ??= trendDayAt(back, silence));
  };
  const share = shareOf(days, sinceMidnightMs);
  const facts = { lastDay, share, backOf, dayAt, weekdayAt, exposureAt, knownAt, profileAt };
  return { ...facts, trendDayAt, silentDayAt };
}

function shareOf(days: readonly HourlyDay[], sinceMidnightMs: number | null): DayShare {
  if (sinceMidnightMs === null) return { done: 1, elapsed: 1 };
  const closed = days.slice(0, -1).slice(-PROFILE_WINDOW_DAYS);
  const profile = dayProfile(closed.map(({ hours }) => hours));
  return { done: shareDone(profile, sinceMidnightMs), elapsed: elapsedShare(profile, sinceMidnightMs) };
}

/** Counts and polls do not change within a snapshot, and all requests that end on the same day need the same ones. */
const daysBySnapshot = new WeakMap<Snapshot, Map<string, StoredHours>>();

/** What is stored of some days of a namespace. */
interface StoredHours {
  readonly days: readonly HourlyDay[];
  readonly sources: readonly SeenSource[];
}

async function readHourlyDays(scope: CalendarScope, lastDay: UtcDay): Promise<readonly HourlyDay[]> {
  const { snapshot } = scope.view;
  const remembered = daysBySnapshot.get(snapshot) ?? new Map<string, StoredHours>();
  daysBySnapshot.set(snapshot, remembered);
  const key = `${scope.namespace.id} ${lastDay}`;
  const stored = remembered.get(key) ?? (await queryStoredHours(scope, trendStart(lastDay), lastDay));
  remembered.set(key, stored);
  return withSeen(stored, lastDay, scope.call.now);
}

/**
 * How much of each day of a window was seen, 0 to 1, as a trend that ended on that day would have counted it: a day has the
 * same share in every window. 0 before the first day with data. The running day counts up to `now`.
 */
export async function readDayCoverages(
  scope: CalendarScope,
  { from, to }: { readonly from: UtcDay; readonly to: UtcDay },
  now: Date,
): Promise<Map<UtcDay, number>> {
  const days = withSeen(await queryStoredHours(scope, trendStart(from), to), to, now);
  const first = addDays(to, 1 - days.length);
  const coverages = new Map<UtcDay, number>();
  for (const day of daysFrom(from < first ? first : from, to)) {
    const at = daysBetween(first, day);
    const window = days.slice(Math.max(0, at + 1 - TREND_SERIES_DAYS), at + 1);
    const sinceMidnightMs = day < scope.call.today ? null : now.getTime() - startOfDayMs(day);
    coverages.set(day, dayCoverages(window, sinceMidnightMs).at(-1) ?? 0);
  }
  return coverages;
}

/** The days with what live sources saw of them, as of the instant. */
function withSeen({ days, sources }: StoredHours, lastDay: UtcDay, now: Date): readonly HourlyDay[] {
  if (sources.length === 0 || days.length === 0) return days;
  const fromMs = startOfDayMs(addDays(lastDay, 1 - days.length));
  const seen = seenByHour(sources, { fromMs, hours: 24 * days.length }, now.getTime());
  return days.map((day, index) => ({ ...day, seen: seen.slice(24 * index, 24 * (index + 1)) }));
}

async function queryStoredHours(scope: CalendarScope, start: UtcDay, lastDay: UtcDay): Promise<StoredHours> {
  const firstData = scope.view.snapshot.firstDays[scope.namespace.id];
  if (firstData === undefined || firstData > lastDay) return { days: [], sources: [] };
  const first = firstData > start ? firstData : start;
  const [rows, sources] = await Promise.all([
    scope.query<{ day: UtcDay; hour: number; mentions: number }>(hourlyQuery(first, lastDay)),
    readSeenSources(scope, first, lastDay),
  ]);
  const days = new Map(
    daysFrom(first, lastDay).map((day) => [day, { weekday: weekdayOf(day), hours: new Array<number>(24).fill(0) }]),
  );
  for (const { day, hour, mentions } of rows) {
    const hours = days.get(day)?.hours;
    if (hours !== undefined) hours[hour] = mentions;
  }
  return { days: [...days.values()], sources };
}
