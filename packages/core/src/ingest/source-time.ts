/** The forms of {@link parseSourceTime}, for error messages. */
export const TIME_FORMS =
  "ISO 8601 such as 2026-04-10T22:00:00Z (UTC where it names no zone), RFC 822 such as Fri, 10 Apr 2026 22:00:00 GMT, or epoch seconds";

/** Numbers up to this are seconds (until the year 5138); larger ones are milliseconds or microseconds. */
const largestSecondsValue = 1e11;
const largestMillisecondsValue = 1e14;
const FIRST_YEAR = 1970;
/** Last instant with a year of four digits. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** Longer texts are never a time. */
const LONGEST_FORM_CHARS = 100;

const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?`;
const zone = String.raw`(?<zone>(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?|Z|GMT|UTC|UT|[ECMP][SD]T)`;
const weekday = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? +)?`;
const monthName = String.raw`(?<month>[a-z]{3,9})`;
const half = String.raw`(?: ?(?<half>[ap]m))?`;
const comment = String.raw`(?: ?\([^()]*\))?`;
/** ISO 8601 without a zone is UTC. All other forms must name their zone, because people write them in local time. */
const forms = [
  String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:(?:T| )${clock} ?${zone}?)?`,
  // RFC 822 and what browsers and old servers make of it: `Fri, 10 Apr 2026 22:00:00 GMT`, `Friday, 10-Apr-26 22:00:00 GMT`.
  String.raw`${weekday}(?<day>\d{1,2})[ -]${monthName}[ -](?<year>\d{4}|\d{2}),? ${clock}${half} ?${zone}${comment}`,
  // `Apr 10, 2026 10:00 PM EST`, `Fri Apr 10 2026 22:00:00 GMT+0000 (Coordinated Universal Time)`.
  String.raw`${weekday}${monthName}\.? (?<day>\d{1,2}),? (?<year>\d{4}),?(?: at)? ${clock}${half} ?${zone}${comment}`,
  // `Fri Apr 10 22:00:00 +0000 2026`.
  String.raw`${weekday}${monthName} (?<day>\d{1,2}) ${clock} ${zone} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`, "i"));

const monthNames = "january february march april may june july august september october november december".split(" ");
/** Hours from UTC of the zones that RFC 822 names. */
const zoneHours: Readonly<Record<string, number>> = {
  ...{ est: -5, edt: -4, cst: -6, cdt: -5 },
  ...{ mst: -7, mdt: -6, pst: -8, pdt: -7 },
};

/**
 * The instant of a source's time, in ms since the epoch; null when it is not a time, or before 1970 or after 9999.
 *
 * Reads ISO 8601, RFC 822/2822 and its relatives with a zone, and epoch seconds, milliseconds or microseconds (number
 * or digits). ISO 8601 without a zone is UTC; a bare date is its first instant. Any other form without a zone gives
 * null: local time differs from machine to machine.
 */
export function parseSourceTime(value: unknown): number | null {
  if (typeof value === "bigint") return fromEpoch(Number(value));
  if (typeof value === "number") return fromEpoch(value);
  if (value instanceof Date) return inRange(value.getTime());
  if (typeof value !== "string" || value.length > LONGEST_FORM_CHARS) return null;
  const usual = fromUsualForm(value);
  if (usual !== null) return usual;
  const text = value.trim().replaceAll(/\s+/g, " ");
  if (/^\d{9,17}(?:\.\d+)?$/.test(text)) return fromEpoch(Number(text));
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return fromParts(parts);
  }
  return null;
}

/** The instant of `2026-04-10T22:00:00Z`, with three decimals or none, where it is one; nearly all sources write it. */
function fromUsualForm(text: string): number | null {
  if (text.length !== 20 && text.length !== 24) return null;
  for (let index = 0; index < text.length; index += 1) {
    const wanted = "0000-00-00T00:00:00.000".charCodeAt(index);
    const code = text.charCodeAt(index);
    if (index === text.length - 1 ? code !== 0x5a : wanted === 0x30 ? code < 0x30 || code > 0x39 : code !== wanted)
      return null;
  }
  const number = (from: number, to: number) => Number(text.slice(from, to));
  const [year, month, day] = [number(0, 4), number(5, 7), number(8, 10)];
  const [hour, minute, second] = [number(11, 13), number(14, 16), number(17, 19)];
  // Edge cases take the general path.
  if (year < FIRST_YEAR || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null;
  if (day > (month === 2 ? 28 : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31)) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second, text.length === 24 ? number(20, 23) : 0);
}

function fromEpoch(value: number): number | null {
  if (value < largestSecondsValue) return inRange(Math.round(value * 1000));
  return inRange(Math.round(value < largestMillisecondsValue ? value : value / 1000));
}

/** The instant of a date's parts; null when there is no such day or time. */
function fromParts(parts: Readonly<Record<string, string | undefined>>): number | null {
  const year = Number(parts.year);
  const month = monthOf(parts.month ?? "");
  const day = Number(parts.day);
  const hour = hourOf(Number(parts.hour ?? 0), parts.half?.toLowerCase());
  const minute = Number(parts.minute ?? 0);
  const second = Number(parts.second ?? 0);
  const offset = offsetMinutes(parts.zone?.toLowerCase());
  if (hour === null || offset === null || minute > 59 || second > 60) return null;
  // A day may end with 24:00, and a minute with a leap second.
  if (hour > 24 || (hour === 24 && minute + second > 0)) return null;
  // Two-digit years come from RFC 822: 00 to 49 mean 2000 to 2049.
  const fullYear = parts.year?.length === 2 ? year + (year < 50 ? 2000 : 1900) : year;
  if (fullYear < FIRST_YEAR) return null;
  const midnight = new Date(Date.UTC(fullYear, month, day));
  if (midnight.getUTCMonth() !== month || midnight.getUTCDate() !== day) return null;
  const milliseconds = Math.floor(Number(`0.${parts.fraction ?? 0}`) * 1000);
  return inRange(midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds);
}

/** 0 to 11 for a month's number or name, which may be shortened; -1 for anything else. */
function monthOf(text: string): number {
  const name = text.toLowerCase();
  return /^\d+$/.test(name) ? Number(name) - 1 : monthNames.findIndex((month) => month.startsWith(name));
}

/** Hour of day from a 12-hour or 24-hour clock; null when it does not fit a 12-hour clock. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}

/** Minutes that a zone is ahead of UTC; null for an impossible zone. */
function offsetMinutes(name: string | undefined): number | null {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})?$/.exec(name ?? "") ?? [];
  if (sign === undefined) return (zoneHours[name ?? ""] ?? 0) * 60;
  const ahead = Number(hours) * 60 + Number(minutes ?? 0);
  if (Number(minutes ?? 0) > 59 || ahead > 18 * 60) return null;
  return sign === "-" ? -ahead : ahead;
}

function inRange(time: number): number | null {
  return time >= 0 && time <= LAST_MS ? time : null;
}
