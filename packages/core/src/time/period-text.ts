import { periodIssue, type PeriodIssue } from "./period-issue.js";
import { parseUtcDay, type UtcDay } from "./utc-day.js";

/** Shortest and longest window that `days` may ask for. */
const MIN_DAYS = 1;
const MAX_DAYS = 365;

/** A parameter's value, or what is wrong with its text. */
export type ParsedParameter<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly issue: PeriodIssue };

const plainInteger = /^(?:0|[1-9][0-9]*)$/;

/**
 * Reads the text of `days`: plain ASCII decimal digits, 1 to 365.
 *
 * Signs, spaces, fractions, exponents, other scripts' digits, the empty text and leading zeros (`007`) are `int_parsing`:
 * one number has one spelling. `0` is `greater_than_equal` (`ctx.ge` 1), 366 and more `less_than_equal` (`ctx.le` 365).
 */
export function parseDays(text: string): ParsedParameter<number> {
  if (!plainInteger.test(text)) {
    const msg = "Input should be a valid integer, written in plain decimal digits";
    return { ok: false, issue: periodIssue("int_parsing", "days", msg, text, {}) };
  }
  const value = Number(text);
  const issue = daysRangeIssue(value, text);
  return issue === null ? { ok: true, value } : { ok: false, issue };
}

/**
 * What is wrong with a number of days (`int_parsing` when it is not an integer, else as {@link parseDays}); null when it
 * is an integer from 1 to 365. `input` is what was sent, when that was text.
 */
export function daysRangeIssue(value: number, input: string | number = value): PeriodIssue | null {
  if (value < MIN_DAYS) {
    const msg = `Input should be greater than or equal to ${MIN_DAYS}`;
    return periodIssue("greater_than_equal", "days", msg, input, { ge: MIN_DAYS });
  }
  if (value > MAX_DAYS) {
    const msg = `Input should be less than or equal to ${MAX_DAYS}`;
    return periodIssue("less_than_equal", "days", msg, input, { le: MAX_DAYS });
  }
  return Number.isInteger(value)
    ? null
    : periodIssue("int_parsing", "days", "Input should be a valid integer", input, {});
}

/**
 * Reads the text of `from` or `to`: a real calendar day in exactly the form `YYYY-MM-DD`, years 0001 to 9999; anything
 * else, a date with a time included, is `date_from_datetime_parsing`.
 */
export function parseDay(text: string, name: "from" | "to"): ParsedParameter<UtcDay> {
  const value = parseUtcDay(text);
  if (value !== null) return { ok: true, value };
  const msg = "Input should be a valid date in the form YYYY-MM-DD";
  return { ok: false, issue: periodIssue("date_from_datetime_parsing", name, msg, text, { format: "YYYY-MM-DD" }) };
}
