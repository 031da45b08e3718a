import type { InputIssue } from "../errors.js";
import type { UtcDay } from "./utc-day.js";

/**
 * Every way in which a period can be refused with 422.
 *
 * Shape: `date_from_datetime_parsing`, `int_parsing`, `greater_than_equal`, `less_than_equal`.
 * Combination: `period_overdetermined` (`from`, `to` and `days` together), `date_future`, `period_inverted`,
 * `period_ends_after_today` (`from` with `days`), `period_before_calendar` (would start before 0001-01-01).
 * Data: `before_available_since`, `outside_retention` (raw mentions only).
 */
export type PeriodIssueCode =
  | "date_from_datetime_parsing"
  | "int_parsing"
  | "greater_than_equal"
  | "less_than_equal"
  | "period_overdetermined"
  | "date_future"
  | "period_inverted"
  | "period_ends_after_today"
  | "period_before_calendar"
  | "before_available_since"
  | "outside_retention";

/** The query parameters that make a period. */
export type PeriodParameterName = "from" | "to" | "days";

/** Period parameters after the shape check: days are real calendar days, `days` is an integer from 1 to 365. */
export interface PeriodParameters {
  readonly from?: UtcDay;
  readonly to?: UtcDay;
  readonly days?: number;
}

/** An {@link InputIssue} about a period: `loc` is `["query", name]`, `type` is closed. */
export interface PeriodIssue extends InputIssue {
  readonly loc: readonly ["query", PeriodParameterName];
  readonly type: PeriodIssueCode;
}

const longestEcho = 64;

/**
 * Builds the issue. `input` is echoed only when it is at most 64 characters long; `ctx` is left out when empty.
 */
export function periodIssue(
  type: PeriodIssueCode,
  name: PeriodParameterName,
  msg: string,
  input: string | number | undefined,
  ctx: Readonly<Record<string, string | number>>,
): PeriodIssue {
  const echo = input !== undefined && String(input).length <= longestEcho;
  return {
    loc: ["query", name],
    msg,
    type,
    ...(echo ? { input } : {}),
    ...(Object.keys(ctx).length > 0 ? { ctx } : {}),
  };
}

/** The parameter that set the window's start: `from`, else `days`, else `to`; `from` when none was sent. */
export function startParameter(parameters: PeriodParameters): PeriodParameterName {
  if (parameters.from !== undefined) return "from";
  if (parameters.days !== undefined) return "days";
  return parameters.to === undefined ? "from" : "to";
}
