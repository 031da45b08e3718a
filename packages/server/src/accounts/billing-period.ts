/** One month of an account: from `start` up to, not including, `end`. */
export interface BillingPeriod {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The account's month that holds an instant. Months begin on the day and at the time of day of `anchor`, in UTC; where a
 * month has no such day, on its last one: after 31 January come 28 (or 29) February and 31 March. Depends on nothing
 * but its arguments, so a clock that steps back finds the same months again; an instant before the anchor has one too.
 */
export function billingPeriodAt(anchor: Date, at: Date): BillingPeriod {
  const between = monthNumber(at) - monthNumber(anchor);
  const months = anniversary(anchor, between) > at ? between - 1 : between;
  return { start: anniversary(anchor, months), end: anniversary(anchor, months + 1) };
}

/**
 * The anchor plus so many months, always counted from the anchor itself, so that a short month does not shorten later
 * ones.
 */
function anniversary(anchor: Date, months: number): Date {
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(anchor.getUTCDate(), lastDay);
  return new Date(Date.UTC(year, month, day) + (anchor.getTime() - startOfDay(anchor)));
}

function startOfDay(date: Date): number {
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

function monthNumber(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
