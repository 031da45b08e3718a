import type { RecordFault } from "./record.js";
import { parseSourceTime } from "./source-time.js";

/** A record, or a part of one, as it came. */
export type RawObject = Readonly<Record<string, unknown>>;

/** A source's clock may be this far ahead of ours. */
export const CLOCK_SKEW_MS = 60 * 60_000;
/** Longest text of a document, in UTF-16 units. */
export const TEXT_MAX_CHARS = 200_000;

/** The value as an object; null for anything else. */
export function objectOf(value: unknown): RawObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RawObject) : null;
}

/** The objects of a list; none for anything else. */
export function objectsOf(value: unknown): RawObject[] {
  return Array.isArray(value) ? (value as unknown[]).map(objectOf).filter((item) => item !== null) : [];
}

/** Text that is not empty; ids may come as numbers. Null for anything else. */
export function wordOf(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Running text with its line ends, without control characters and blank edges; null when nothing is left. */
export function proseOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  // Control characters come from broken clients and say nothing; tabs and line ends are kept.
  const text = value
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "")
    .trim();
  return text === "" ? null : text;
}

/** A counter; numbers may come as text. Null for anything else. */
export function counterOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.round(number) : null;
}

/** A time that may be one: ms since the epoch, or why it is none. */
export function createdOf(value: unknown, name: string, nowMs: number): number | RecordFault {
  if (value === undefined || value === null || value === "")
    return { fault: "missing_field", message: `${name} is missing or empty` };
  const createdMs = parseSourceTime(value);
  if (createdMs === null) return { fault: "invalid_time", message: `${name} is not a time: ${shown(value)}` };
  if (createdMs > nowMs + CLOCK_SKEW_MS) {
    return { fault: "future_time", message: `${name} is later than now: ${new Date(createdMs).toISOString()}` };
  }
  return createdMs;
}

/** The fault of a field that must be there. */
export function missing(name: string): RecordFault {
  return { fault: "missing_field", message: `${name} is missing or empty` };
}

/** A value as short text, for messages. */
export function shown(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 80);
}

/** Ticker-like words in their order, upper case, each once. */
export function hintList(values: readonly unknown[]): string[] {
  const words = values.flatMap((value) =>
    typeof value === "string" ? [value.trim().replace(/^\$/, "").toUpperCase()] : [],
  );
  return [...new Set(words.filter((word) => word !== ""))];
}
