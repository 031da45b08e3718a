import { WHOLE_SHARE } from "../metrics/day-coverage.js";
import { addDays, daysFrom } from "../time/utc-day.js";
import type { Period } from "../time/period.js";
import type { PartlySeenDay } from "../query/unseen-part.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { ActivityScope, WindowScale } from "../query/activity-queries.js";
import { readReference } from "../query/reference-query.js";
import type { RequestScope } from "./request-scope.js";
import { readTrendCalendar, type TrendCalendar } from "./trend-calendar.js";

/** Days before a day that say what is usual. */
const USUAL_DAYS = 14;
/** With fewer of them that were seen, nothing is usual yet. */
const LEAST_USUAL_DAYS = 3;

/**
 * Days of a period of which live sources are known to have missed a part, the oldest first. Of the running day, only what has passed
 * counts. Empty where no source says anything.
 */
export function partlySeenDays(calendar: TrendCalendar, { from, to }: Pick<Period, "from" | "to">): PartlySeenDay[] {
  const isWhole = (back: number) => (calendar.knownAt(back) ?? 1) >= 1;
  return daysFrom(from, to).flatMap((day): PartlySeenDay[] => {
    const back = calendar.backOf(day);
    if (isWhole(back)) return [];
    const done = back === 0 ? calendar.share.done : 1;
    const usualDays = daysFrom(addDays(day, -USUAL_DAYS), addDays(day, -1)).filter((past) => {
      const backPast = calendar.backOf(past);
      return isWhole(backPast) && calendar.exposureAt(backPast) >= WHOLE_SHARE;
    });
    const missing = Math.max(0, done - calendar.exposureAt(back));
    return usualDays.length < LEAST_USUAL_DAYS || missing === 0 ? [] : [{ day, missing, usualDays }];
  });
}

/** What a window is measured against, and which of its days were partly seen. */
export async function readWindowScale(
  scope: RequestScope<TextNamespace>,
  level: ActivityScope,
  period: Period,
): Promise<WindowScale> {
  const { view, namespace, call } = scope;
  const [scale, calendar] = await Promise.all([
    readReference(view, namespace, level, period.to, { signal: call.signal }),
    readTrendCalendar(scope, period.to),
  ]);
  return { ...scale, partlySeen: partlySeenDays(calendar, period) };
}
