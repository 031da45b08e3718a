/**
 * The period rules by an independent method: it counts days on a hand-written calendar (without Date), and finds the
 * window by trying every candidate and keeping the one that satisfies the rule's own sentence.
 */
export interface OracleQuery {
  readonly from?: number;
  readonly to?: number;
  readonly days?: number;
}

export type OracleAnswer = { readonly from: number; readonly to: number } | { readonly refused: string; at: string };

const isLeap = (year: number) => year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);

const lengthOf = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** `YYYY-MM-DD` of every day from 1 January of `firstYear` to 31 December of `lastYear`; the index is the day number. */
export function calendar(firstYear: number, lastYear: number): string[] {
  const days: string[] = [];
  const two = (value: number) => String(value).padStart(2, "0");
  for (let year = firstYear; year <= lastYear; year += 1)
    for (let month = 1; month <= 12; month += 1)
      for (let day = 1; day <= lengthOf(year, month); day += 1)
        days.push(`${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`);
  return days;
}

/** Days are day numbers. Every (from, to) pair up to `horizon` days long is tried against what was sent. */
export function oraclePeriod(query: OracleQuery, today: number, defaultDays: number): OracleAnswer {
  const sent = [query.from, query.to, query.days].filter((value) => value !== undefined).length;
  if (sent === 3) return { refused: "period_overdetermined", at: "days" };
  if (query.days !== undefined && query.days <= 0) return { refused: "greater_than_equal", at: "days" };
  if (query.days !== undefined && query.days >= 366) return { refused: "less_than_equal", at: "days" };
  if (query.from !== undefined && query.from - today > 0) return { refused: "date_future", at: "from" };
  if (query.to !== undefined && query.to - today > 0) return { refused: "date_future", at: "to" };

  const wantedLength = query.days ?? (query.from === undefined ? defaultDays : undefined);
  const latest = query.from === undefined ? today : today + 400;
  const earliest = query.from ?? today - 1200;
  const found: { from: number; to: number }[] = [];
  for (let to = latest; to >= earliest; to -= 1) {
    if (query.to !== undefined && to !== query.to) continue;
    if (query.to === undefined && !(query.from !== undefined && query.days !== undefined) && to !== today) continue;
    for (let from = to; from >= earliest; from -= 1) {
      if (query.from !== undefined && from !== query.from) continue;
      if (wantedLength !== undefined && countInclusive(from, to) !== wantedLength) continue;
      found.push({ from, to });
      break;
    }
  }
  const only = found[0];
  if (found.length > 1) throw new Error("The oracle's rules leave two windows.");
  if (only === undefined) return { refused: "period_inverted", at: "from" };
  return only.to > today ? { refused: "period_ends_after_today", at: "days" } : only;
}

function countInclusive(from: number, to: number): number {
  return Math.max(0, to - from + 1);
}
