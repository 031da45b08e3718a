import { withoutBlankStart } from "../sentiment/normalise-text.js";
import type { RecordFault } from "./record.js";
import { eachOrFault, RefusedValue } from "./record-fault.js";
import { rawText } from "./raw-text.js";
import { parseSourceTime, TIME_FORMS } from "./source-time.js";

/** A raw record, or a part of one. */
export type RawObject = Readonly<Record<string, unknown>>;

/** A source's clock may be this far ahead of ours. */
export const CLOCK_SKEW_MS = 60 * 60_000;
/** Longest text of a document, in UTF-16 units. */
export const TEXT_MAX_CHARS = 200_000;
/** Longest title or question, in UTF-16 units. */
export const TITLE_MAX_CHARS = 2_000;
/** Most tickers of a record; a record with more is about everything. */
const MOST_HINTS = 1_000;
/** Longest text with its markup, in UTF-16 units. */
export const HTML_MAX_CHARS = 4 * TEXT_MAX_CHARS;

/** The value as an object; null for anything else. */
export function objectOf(value: unknown): RawObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RawObject) : null;
}

/** The objects of a list; none for anything else. */
export function objectsOf(value: unknown): RawObject[] {
  return Array.isArray(value) ? (value as unknown[]).map(objectOf).filter((item) => item !== null) : [];
}

/** The objects of a page's list, and a fault for each entry that is not an object. */
export function entriesOf(value: unknown): { readonly objects: RawObject[]; readonly faults: RecordFault[] } {
  const entries: unknown[] = Array.isArray(value) ? value : [];
  const objects = objectsOf(entries);
  return { objects, faults: Array.from({ length: entries.length - objects.length }, () => notAnObject) };
}

/**
 * Result of `read` for each entry of a page's list, with a fault for each entry that is not an object or cannot be
 * used.
 */
export function eachEntry<Value extends object>(
  value: unknown,
  read: (entry: RawObject) => Value | RecordFault,
): { readonly good: Value[]; readonly faults: RecordFault[] } {
  return eachOrFault(Array.isArray(value) ? (value as unknown[]) : [], (entry) => {
    const object = objectOf(entry);
    return object === null ? notAnObject : read(object);
  });
}

const notAnObject: RecordFault = { fault: "malformed_record", message: "An entry of the page is not an object." };

/** Longest id, in UTF-16 units; addresses serve as ids too. */
const ID_MAX_CHARS = 4_096;
/** A 64-bit id after a spreadsheet or data frame: `1.9E+18`. Ids of letters and digits never contain a sign. */
const roundedNumber = /^-?\d+(?:\.\d+)?e\+\d+$/i;

/**
 * Trimmed, non-empty text; numbers serve as ids. Null for anything else.
 *
 * @throws RefusedValue for a number that has lost digits: two ids would become one.
 */
export function wordOf(value: unknown): string | null {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isNaN(value) ? null : exactText(value);
  if (typeof value !== "string") return null;
  const text = isPlain(value) ? value.trim() : withoutBlankStart(value).toWellFormed().trim();
  return text === "" ? null : text;
}

/**
 * An id. Like {@link wordOf}, but refuses text that may stand for several ids or is too long.
 *
 * @throws RefusedValue.
 */
export function idOf(value: unknown): string | null {
  const id = wordOf(value);
  if (id === null) return null;
  if (id.length > ID_MAX_CHARS)
    throw new RefusedValue("invalid_field", `An id is longer than ${ID_MAX_CHARS} characters`);
  if (id.includes("+") && roundedNumber.test(id)) throw lostDigits(id);
  if (typeof value === "string" && !isPlain(value) && !value.isWellFormed())
    throw new RefusedValue("invalid_encoding", `An id contains half a character: ${shown(id)}`);
  return id;
}

function exactText(value: number): string {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw lostDigits(String(value));
  return String(value);
}

function lostDigits(value: string): RefusedValue {
  return new RefusedValue(
    "invalid_field",
    `${shown(value)} is a number that has lost digits. Ids must be text or whole numbers with all their digits.`,
  );
}

/**
 * Running text with its line ends, but without control characters and blank edges; null when there is nothing to read.
 * Invisible characters at the start are dropped too, so that every prefix of the text can be read.
 *
 * @throws RefusedValue when it is longer than a text may be.
 */
export function proseOf(value: unknown, maxChars = TEXT_MAX_CHARS): string | null {
  if (typeof value !== "string") return null;
  if (value.length > maxChars)
    throw new RefusedValue("invalid_field", `The text is longer than ${maxChars} characters`);
  // Control characters come from broken clients and say nothing; tabs and line ends are kept.
  const readable = isPlain(value)
    ? value
    : withoutBlankStart(value.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\t\n]/gu, "")).toWellFormed();
  const text = readable.trim();
  return text === "" ? null : text;
}

/** Whether a text is printable ASCII, of which only blank edges are ever dropped. Most posts are. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/**
 * A counter; may come as text. Null for anything else.
 *
 * @throws RefusedValue for a number that cannot be a count.
 */
export function counterOf(value: unknown): number | null {
  const number =
    typeof value === "bigint" || (typeof value === "string" && value.trim() !== "") ? Number(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) return null;
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER)
    throw new RefusedValue("invalid_field", `A counter is out of range: ${shown(value)}`);
  return Math.round(number);
}

/** The fault of a value that is not a time. */
export function notATime(value: unknown, name: string): RecordFault {
  return { fault: "invalid_time", message: `${name} is not a time: ${shown(value)}. Wanted: ${TIME_FORMS}.` };
}

/** A value that should be a time: ms since the epoch, or what is wrong with it. */
export function createdOf(value: unknown, name: string, nowMs: number): number | RecordFault {
  if (value === undefined || value === null || value === "")
    return { fault: "missing_field", message: `${name} is missing or empty` };
  const createdMs = parseSourceTime(value);
  if (createdMs === null) return notATime(value, name);
  if (createdMs > nowMs + CLOCK_SKEW_MS) {
    return { fault: "future_time", message: `${name} is later than now: ${new Date(createdMs).toISOString()}` };
  }
  return createdMs;
}

/**
 * An optional time: ms since the epoch, or null.
 *
 * @throws RefusedValue when it is present but not a time, or later than now.
 */
export function timeOrNull(value: unknown, name: string, nowMs: number): number | null {
  if (value === undefined || value === null || value === "" || Number.isNaN(value)) return null;
  const time = createdOf(value, name, nowMs);
  if (typeof time === "number") return time;
  throw new RefusedValue(time.fault, time.message);
}

/** The fault of a missing required field. */
export function missing(name: string): RecordFault {
  return { fault: "missing_field", message: `${name} is missing or empty` };
}

/** A value as short text, for messages. */
export function shown(value: unknown): string {
  return (typeof value === "string" ? value : rawText(value)).slice(0, 80);
}

/** Ticker-like words in their order, upper case, each once. */
export function hintList(values: readonly unknown[]): string[] {
  const words = values.flatMap((value) =>
    typeof value === "string" ? [value.trim().replace(/^\$/, "").toUpperCase()] : [],
  );
  const hints = [...new Set(words.filter((word) => word !== ""))];
  if (hints.length > MOST_HINTS)
    throw new RefusedValue("invalid_field", `The record names more than ${MOST_HINTS} tickers`);
  return hints;
}
