declare const utcDayBrand: unique symbol;

/** A UTC calendar day as `YYYY-MM-DD`, years 0001 to 9999. Compares and sorts as a string. */
export type UtcDay = string & { readonly [utcDayBrand]: true };

const dayMs = 86_400_000;
const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The day that `text` spells, or null when it is not a real calendar day in exactly the form `YYYY-MM-DD`. */
export function parseUtcDay(text: string): UtcDay | null {
  if (!shape.test(text) || text.startsWith("0000")) return null;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  if (Number.isNaN(time)) return null;
  return new Date(time).toISOString().slice(0, 10) === text ? (text as UtcDay) : null;
}

/** Like {@link parseUtcDay} for constants and stored values. @throws RangeError when it is not a day. */
export function utcDay(text: string): UtcDay {
  const day = parseUtcDay(text);
  if (day === null) throw new RangeError(`Not a UTC day: ${text}`);
  return day;
}

/** The UTC day on which the instant falls. */
export function dayOf(instant: Date): UtcDay {
  return dayOfMs(instant.getTime());
}

// The last answer: a stream asks for the same day several times a document.
let lastNumber = Number.NaN;
let lastDay = "" as UtcDay;

/** Hour of the UTC day of milliseconds since the epoch, 0 to 23. */
export function hourOfMs(ms: number): number {
  return new Date(ms).getUTCHours();
}

/** The UTC day of milliseconds since the epoch. @throws RangeError when they are no instant. */
export function dayOfMs(ms: number): UtcDay {
  const number = Math.floor(ms / dayMs);
  if (number !== lastNumber) {
    lastDay = new Date(ms).toISOString().slice(0, 10) as UtcDay;
    lastNumber = number;
  }
  return lastDay;
}

/** Milliseconds since the epoch at 00:00:00.000 UTC of the day. */
export function startOfDayMs(day: UtcDay): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** The day `count` days later; earlier when negative. */
export function addDays(day: UtcDay, count: number): UtcDay {
  return new Date(startOfDayMs(day) + count * dayMs).toISOString().slice(0, 10) as UtcDay;
}

/** Whole days from `from` to `to`: 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: UtcDay, to: UtcDay): number {
  return Math.round((startOfDayMs(to) - startOfDayMs(from)) / dayMs);
}

/** Every day from `from` to `to`, both included, oldest first; empty when `to` is earlier. */
export function daysFrom(from: UtcDay, to: UtcDay): UtcDay[] {
  const first = startOfDayMs(from);
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, offset) =>
    dayOf(new Date(first + offset * dayMs)),
  );
}

/** Day of the week in UTC, 0 = Monday … 6 = Sunday. */
export function weekdayOf(day: UtcDay): number {
  return (new Date(startOfDayMs(day)).getUTCDay() + 6) % 7;
}

/** Every month with a day from `from` to `to`, as `YYYY-MM`, oldest first; empty when `to` is earlier. */
export function monthsFrom(from: UtcDay, to: UtcDay): string[] {
  const [first, last] = [monthNumber(from), monthNumber(to)];
  return Array.from({ length: from > to ? 0 : last - first + 1 }, (_, at) => {
    const [year, month] = [Math.floor((first + at) / 12), ((first + at) % 12) + 1];
    return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
  });
}

/** First day of a month that is given as `YYYY-MM`. */
export function firstDayOf(month: string): UtcDay {
  return `${month}-01` as UtcDay;
}

/** Last day of a month that is given as `YYYY-MM`. */
export function lastDayOf(month: string): UtcDay {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}` as UtcDay;
}

/** Months since the year 0. */
function monthNumber(day: UtcDay): number {
  return 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1;
}
