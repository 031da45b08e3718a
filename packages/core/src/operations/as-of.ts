import type { DataView } from "../engine.js";
import { invalidParameters } from "../errors.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { Parameter } from "../schema/parameters.js";
import { addDays, dayOf, parseUtcDay, startOfDayMs } from "../time/utc-day.js";
import type { CallContext } from "./call-context.js";

/** The requested state of knowledge: up to this instant. A day means its end. */
export interface AsOf {
  /** First and last instant of the text, ms since the epoch; equal for an instant. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly text: string;
}

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/;

/** `as_of`: a day (`2026-03-01`, its end) or an instant (`2026-03-01T12:00:00Z`). */
export const asOfParameter: Parameter<AsOf | undefined, "as_of"> = {
  name: "as_of",
  in: "query",
  description:
    "Answer from what was known then, as it was answered then: a UTC day (its end) or an instant such as `2026-03-01T12:00:00Z`. Later texts, corrections and deletions change nothing. Values of today and yesterday are kept as they were at the end of each hour.",
  schema: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z)?$" },
  fallback: undefined,
  isInstant: true,
  parse: (text) => {
    const day = parseUtcDay(text);
    if (day !== null) return { value: { fromMs: startOfDayMs(day), toMs: startOfDayMs(addDays(day, 1)) - 1, text } };
    const ms = form.test(text) && parseUtcDay(text.slice(0, 10)) !== null ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(ms)) return { value: { fromMs: ms, toMs: ms, text } };
    const msg = "Input should be a UTC day (YYYY-MM-DD) or an instant (YYYY-MM-DDTHH:MM:SSZ)";
    return { issue: { msg, type: "datetime_parsing" } };
  },
};

/**
 * The call as it would have been made then.
 *
 * @throws MarketDataError `invalid_parameters` for a time that is still to come.
 */
export function calledThen(call: CallContext, asOf: AsOf | undefined): CallContext {
  if (asOf === undefined) return call;
  const nowMs = call.now.getTime();
  if (asOf.fromMs > nowMs) throw refused(asOf.text, "as_of must not be later than now", "date_future");
  const now = new Date(Math.min(asOf.toMs, nowMs));
  return { ...call, now, today: dayOf(now), asOf: { at: now, text: asOf.text, askedOn: call.today } };
}

/**
 * Checks that the values of a namespace were recorded at the requested instant.
 *
 * @throws MarketDataError `invalid_parameters` naming the first instant that can be asked for.
 */
export function refuseUnrecorded({ id, title }: NamespaceDefinition, { snapshot }: DataView, call: CallContext): void {
  if (call.asOf === undefined) return;
  const since = snapshot.history?.[id]?.since;
  if (since === undefined)
    throw refused(call.asOf.text, `No value of ${title} has been recorded yet`, "before_history");
  if (call.asOf.at.getTime() >= Date.parse(since)) return;
  throw refused(call.asOf.text, `The values of ${title} are recorded since ${since}`, "before_history", { since });
}

function refused(input: string, msg: string, type: string, ctx?: Readonly<Record<string, string>>) {
  return invalidParameters([{ loc: ["query", "as_of"], msg, type, input, ...(ctx === undefined ? {} : { ctx }) }]);
}
