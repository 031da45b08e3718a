/** One month of an account: from `start` up to, not including, `end`. */
export interface BillingPeriod {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The account's month that contains an instant. Months begin on the anchor's day of the month, at the anchor's time of
 * day, in UTC. A month without such a day begins on its last day: after 31 January come 28 (or 29) February and 31
 * March. Depends only on its arguments, so the same instant always falls in the same month, even after the clock was
 * set back. Works for instants before the anchor too.
 */
export function billingPeriodAt(anchor: Date, at: Date): BillingPeriod {
  const between = monthNumber(at) - monthNumber(anchor);
  const months = anniversary(anchor, between) > at ? between - 1 : between;
  return { start: anniversary(anchor, months), end: anniversary(anchor, months + 1) };
}

/**
 * The anchor plus a number of months. Always counted from the anchor, so that a short month does not shift the later
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
