import type { RejectReason } from "../record.js";
import { parseSourceTime } from "../source-time.js";

/** A raw record of a market source. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** What is wrong with a record; connectors of markets throw it among themselves and never let it out. */
export class RecordFault extends Error {
  readonly reason: RejectReason;

  constructor(reason: RejectReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A source's clock may be this far ahead of ours. */
const CLOCK_SKEW_MS = 60 * 60_000;

/** Trimmed text; null when absent, empty or something else. Numbers serve as ids. */
export function textAt(record: RawRecord, name: string): string | null {
  const value = record[name];
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  return text === "" ? null : text;
}

/** Like {@link textAt}. @throws RecordFault `missing_field`. */
export function requiredText(record: RawRecord, name: string): string {
  const text = textAt(record, name);
  if (text === null) throw new RecordFault("missing_field", `${name} is missing or empty`);
  return text;
}

/** A finite number, also when it is sent as text; null when absent. @throws RecordFault `invalid_field`. */
export function numberAt(record: RawRecord, name: string): number | null {
  const value = record[name];
  if (value === undefined || value === null || value === "") return null;
  const number = typeof value === "bigint" ? Number(value) : typeof value === "string" ? Number(value.trim()) : value;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw new RecordFault("invalid_field", `${name} is not a number`);
}

/** The first number among the names; null when none is there. */
export function firstNumber(record: RawRecord, names: readonly string[]): number | null {
  for (const name of names) {
    const value = numberAt(record, name);
    if (value !== null) return value;
  }
  return null;
}

/** A price between 0 and 1; null when absent. @throws RecordFault `invalid_field`. */
export function priceAt(record: RawRecord, name: string): number | null {
  return checkedPrice(numberAt(record, name), name);
}

/** @throws RecordFault `invalid_field` when it is outside 0 to 1; a hair's breadth is cut off. */
export function checkedPrice(value: number | null, name: string): number | null {
  if (value === null) return null;
  if (value < -1e-6 || value > 1 + 1e-6) throw new RecordFault("invalid_field", `${name} is not between 0 and 1`);
  return Math.min(1, Math.max(0, value));
}

/** An instant; null when absent. @throws RecordFault `invalid_time`. */
export function timeAt(record: RawRecord, name: string): number | null {
  const value = record[name];
  if (value === undefined || value === null || value === "") return null;
  const time = parseSourceTime(
    typeof value === "string" ? value.replace(/(:\d{2}(?:\.\d+)?[+-]\d{2})$/, "$1:00") : value,
  );
  if (time === null)
    throw new RecordFault("invalid_time", `${name} is not a time: ${JSON.stringify(value).slice(0, 80)}`);
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

/** Like {@link firstTime} for when something was seen or done. @throws RecordFault `missing_field`, `future_time`. */
export function pastTime(record: RawRecord, names: readonly string[], nowMs: number): number {
  const time = firstTime(record, names);
  if (time === null) throw new RecordFault("missing_field", `${names[0] ?? "time"} is missing or empty`);
  if (time > nowMs + CLOCK_SKEW_MS) {
    throw new RecordFault("future_time", `${names[0] ?? "time"} is later than now: ${new Date(time).toISOString()}`);
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

/** A list, also when it is sent as text that holds a JSON list; empty when absent. @throws RecordFault `invalid_field`. */
export function listAt(record: RawRecord, name: string): readonly unknown[] {
  const value = record[name];
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value === "string") {
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed)) return parsed as unknown[];
    } catch {
      // Falls through to the fault.
    }
  }
  throw new RecordFault("invalid_field", `${name} is not a list`);
}

/** The texts of a list. */
export function textsAt(record: RawRecord, name: string): string[] {
  return listAt(record, name).map(String);
}

/** An object inside a record; null when it is something else. */
export function objectAt(record: RawRecord, name: string): RawRecord | null {
  const value = record[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RawRecord) : null;
}
