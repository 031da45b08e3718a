const DAY_MS = 86_400_000;

/** UTC day of an instant, `YYYY-MM-DD`. */
export function dayOf(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

/** The day `days` later, or earlier for negative numbers. */
export function addDays(day: string, days: number): string {
  return dayOf(startOf(day) + days * DAY_MS);
}

/** First instant of the day, in milliseconds. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Whether the text is an existing day. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instantMs = startOf(text);
  return !Number.isNaN(instantMs) && dayOf(instantMs) === text;
}

/** The last days of a window that ends with `to`, oldest first. */
export function daysUpTo(to: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addDays(to, at - count + 1));
}

/** Such as "5 Mar", or "5 Mar 2026" with the year. */
export function dayText(day: string, withYear = false): string {
  const form: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", timeZone: "UTC" };
  return new Intl.DateTimeFormat("en-GB", withYear ? { ...form, year: "numeric" } : form).format(startOf(day));
}

/** Such as "5 Mar, 14:20 UTC". */
export function instantText(instant: string): string {
  const form: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", timeZone: "UTC" };
  const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", timeZone: "UTC" };
  return `${new Intl.DateTimeFormat("en-GB", { ...form, ...time }).format(Date.parse(instant))} UTC`;
}
