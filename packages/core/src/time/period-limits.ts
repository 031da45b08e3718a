import { periodIssue, startParameter, type PeriodIssue, type PeriodParameters } from "./period-issue.js";
import type { Period } from "./period.js";
import { addDays, daysBetween, type UtcDay } from "./utc-day.js";

/** How far back a refused period reaches, and how far back the account may look, in days, today included. */
export interface LookbackExcess {
  readonly requestedDays: number;
  readonly maxDays: number;
}

/**
 * 422 `before_available_since` when the window starts before the data set's first day; checked before the lookback.
 *
 * A start counts as asked for when the caller sent anything that fixes it: `from`, `days`, or `to` (with the route's
 * length). Such a window is refused whole, never shortened: a shorter answer would carry a wrong `period_days`. A window
 * that comes from the route's default alone is never refused, so the plain routes work from a data set's first day on;
 * its days before that are empty. The issue stands at the parameter that fixed the start.
 *
 * @param availableSince First day with data; null when unknown or when there is no data: nothing is refused.
 */
export function checkAvailability(
  period: Period,
  parameters: PeriodParameters,
  availableSince: UtcDay | null,
): PeriodIssue | null {
  const isDefault = parameters.from === undefined && parameters.to === undefined && parameters.days === undefined;
  if (availableSince === null || period.from >= availableSince || isDefault) return null;
  const name = startParameter(parameters);
  const msg = `The period must not start before ${availableSince}, the first day with data`;
  const ctx = { available_since: availableSince, period_from: period.from, period_to: period.to };
  return periodIssue("before_available_since", name, msg, parameters[name], ctx);
}

/**
 * The facts of a 403 when the window reaches further back than the account may look, else null. Counts calendar days
 * from the earliest requested day through today, both included: 30 days allow a start at today − 29.
 *
 * @param maxDays The account's depth in days; null has no limit.
 */
export function checkLookback(
  period: Period,
  { today, maxDays }: { readonly today: UtcDay; readonly maxDays: number | null },
): LookbackExcess | null {
  const requestedDays = daysBetween(period.from, today) + 1;
  return maxDays === null || requestedDays <= maxDays ? null : { requestedDays, maxDays };
}

/**
 * 422 `outside_retention` when raw rows of the window's first day are no longer all kept, else null. Counts like the
 * lookback: with 90 days the first kept day is today − 89.
 *
 * @param parameters What was sent, to point `loc` at the parameter that fixed the start; `from` when left out.
 */
export function checkRetention(
  period: Period,
  { today, retentionDays }: { readonly today: UtcDay; readonly retentionDays: number },
  parameters: PeriodParameters = {},
): PeriodIssue | null {
  const requestedDays = daysBetween(period.from, today) + 1;
  if (requestedDays <= retentionDays) return null;
  const name = startParameter(parameters);
  const firstKept = addDays(today, 1 - retentionDays);
  const msg = `Raw mentions are kept for ${retentionDays} days: the period must not start before ${firstKept}`;
  const ctx = {
    retention_days: retentionDays,
    retained_since: firstKept,
    period_from: period.from,
    period_to: period.to,
  };
  return periodIssue("outside_retention", name, msg, parameters[name], ctx);
}
