const withZone = /(?:z|[+-]\d{2}:?\d{2}|\b[a-z]{2,5})\s*$/i;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;
const isoLike = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)$/;
/** Seconds until about the year 5138, milliseconds and microseconds above. */
const largestSecondsValue = 1e11;
const largestMillisecondsValue = 1e14;

/**
 * The instant that a source's time means, in ms since the epoch; null when it is none.
 *
 * Takes ISO 8601, RFC 822/2822, epoch seconds, milliseconds or microseconds (number or digits). A time without a zone is
 * UTC, never local; a bare date is its first instant.
 */
export function parseSourceTime(value: unknown): number | null {
  if (typeof value === "bigint") return fromEpoch(Number(value));
  if (typeof value === "number") return fromEpoch(value);
  if (value instanceof Date) return validOrNull(value.getTime());
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^\d{9,17}(?:\.\d+)?$/.test(text)) return fromEpoch(Number(text));
  if (isoDay.test(text)) return calendarTime(`${text}T00:00:00Z`, text);
  const local = isoLike.exec(text);
  if (local !== null) return calendarTime(`${local[1] ?? ""}T${(local[2] ?? "").replace(",", ".")}Z`, local[1] ?? "");
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  // Without a zone the platform would read local time.
  if (!withZone.test(text)) return null;
  const time = Date.parse(text);
  return day === undefined ? validOrNull(time) : realDay(day) ? validOrNull(time) : null;
}

function fromEpoch(value: number): number | null {
  if (!Number.isFinite(value) || value < 0) return null;
  if (value < largestSecondsValue) return Math.round(value * 1000);
  return value < largestMillisecondsValue ? Math.round(value) : Math.round(value / 1000);
}

function calendarTime(iso: string, day: string): number | null {
  return realDay(day) ? validOrNull(Date.parse(iso)) : null;
}

/** The platform turns 30 February into 2 March; a source that says so is wrong. */
function realDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function validOrNull(time: number): number | null {
  return Number.isNaN(time) ? null : time;
}
