import { parseExactJson } from "../exact-json.js";
import { CLOCK_SKEW_MS, idOf, notATime, shown, TITLE_MAX_CHARS, wordOf } from "../raw-values.js";
import { RefusedValue } from "../record-fault.js";
import { parseSourceTime } from "../source-time.js";

/** A raw record of a market source. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** Largest amount or size. Sums over everything that can be stored stay far from the end of the number range. */
const LARGEST_AMOUNT = 1e15;

/** Trimmed text; null when absent, empty or something else. Numbers serve as ids. @throws RefusedValue when it is too long. */
export function textAt(record: RawRecord, name: string): string | null {
  const value = record[name];
  if (typeof value === "string" && value.length > TITLE_MAX_CHARS)
    throw new RefusedValue("invalid_field", `${name} is longer than ${TITLE_MAX_CHARS} characters`);
  return wordOf(value);
}

/** An id; null when absent or empty. @throws RefusedValue when it may stand for several ids. */
export function idAt(record: RawRecord, name: string): string | null {
  return idOf(record[name]);
}

/** Like {@link textAt}. @throws RefusedValue `missing_field`. */
export function requiredText(record: RawRecord, name: string): string {
  return required(textAt(record, name), name);
}

/** Like {@link idAt}. @throws RefusedValue `missing_field`. */
export function requiredId(record: RawRecord, name: string): string {
  return required(idAt(record, name), name);
}

function required(text: string | null, name: string): string {
  if (text === null) throw new RefusedValue("missing_field", `${name} is missing or empty`);
  return text;
}

/** A number up to 10^15, also when it is sent as text; null when absent. @throws RefusedValue `invalid_field`. */
export function numberAt(record: RawRecord, name: string): number | null {
  const value = record[name];
  if (value === undefined || value === null || value === "") return null;
  const number = typeof value === "bigint" ? Number(value) : typeof value === "string" ? Number(value.trim()) : value;
  if (typeof number === "number" && Math.abs(number) <= LARGEST_AMOUNT) return number;
  const what = typeof number === "number" && !Number.isNaN(number) ? "out of range" : "not a number";
  throw new RefusedValue("invalid_field", `${name} is ${what}: ${shown(value)}`);
}

/** The first number among the names; null when none is there. */
export function firstNumber(record: RawRecord, names: readonly string[]): number | null {
  for (const name of names) {
    const value = numberAt(record, name);
    if (value !== null) return value;
  }
  return null;
}

/** A price between 0 and 1; null when absent. @throws RefusedValue `invalid_field`. */
export function priceAt(record: RawRecord, name: string): number | null {
  return checkedPrice(numberAt(record, name), name);
}

/** @throws RefusedValue `invalid_field` outside 0 to 1; rounding errors of up to 1e-6 are clipped. */
export function checkedPrice(value: number | null, name: string): number | null {
  if (value === null) return null;
  if (value < -1e-6 || value > 1 + 1e-6) throw new RefusedValue("invalid_field", `${name} is not between 0 and 1`);
  return Math.min(1, Math.max(0, value));
}

/** An instant; null when absent. @throws RefusedValue `invalid_time`. */
function timeAt(record: RawRecord, name: string): number | null {
  const value = record[name];
  if (value === undefined || value === null || value === "") return null;
  const time = parseSourceTime(value);
  if (time === null) throw new RefusedValue("invalid_time", notATime(value, name).message);
  return time;
}

/** The first time among the names; null when none is there. */
export function firstTime(record: RawRecord, names: readonly string[]): number | null {
  for (const name of names) {
    const time = timeAt(record, name);
    if (time !== null) return time;
  }
  return null;
}

/** Like {@link firstTime} for when something was seen or done. @throws RefusedValue `missing_field`, `future_time`. */
export function pastTime(record: RawRecord, names: readonly string[], nowMs: number): number {
  const time = firstTime(record, names);
  if (time === null) throw new RefusedValue("missing_field", `${names[0] ?? "time"} is missing or empty`);
  if (time > nowMs + CLOCK_SKEW_MS) {
    throw new RefusedValue("future_time", `${names[0] ?? "time"} is later than now: ${new Date(time).toISOString()}`);
  }
  return time;
}

/** True or false, also as text or 0 and 1; null when absent. */
export function flagAt(record: RawRecord, name: string): boolean | null {
  const value = record[name];
  if (typeof value === "boolean") return value;
  if (value === "true" || value === 1) return true;
  return value === "false" || value === 0 ? false : null;
}

/** A list, also when it is sent as text that holds a JSON list; empty when absent. @throws RefusedValue `invalid_field`. */
export function listAt(record: RawRecord, name: string): readonly unknown[] {
  const value = record[name];
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value === "string") {
    try {
      const parsed = parseExactJson(value);
      if (Array.isArray(parsed)) return parsed as unknown[];
    } catch {
      // Falls through to the fault.
    }
  }
  throw new RefusedValue("invalid_field", `${name} is not a list`);
}

/** The texts of a list, in its order; the empty text for an entry that is not text. */
export function textsAt(record: RawRecord, name: string): string[] {
  return listAt(record, name).map((value) => wordOf(value) ?? "");
}

/** The ids of a list, in its order; the empty text for an entry that is not an id. @throws RefusedValue. */
export function idsAt(record: RawRecord, name: string): string[] {
  return listAt(record, name).map((value) => idOf(value) ?? "");
}

/** An object inside a record; null when it is something else. */
export function objectAt(record: RawRecord, name: string): RawRecord | null {
  const value = record[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RawRecord) : null;
}
