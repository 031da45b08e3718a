/** Longest waiting time accepted from a source. */
export const LONGEST_WAIT_MS = 24 * 3_600_000;

/** Headers of an answer; names in lower case. */
type Headers = Readonly<Record<string, string>>;

/**
 * Waiting time by `Retry-After`, in milliseconds: seconds, or an HTTP date (RFC 9110, 10.2.3), which counts from the
 * source's own clock where it tells it. At most a day; null where the header is missing or neither.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = (headers["retry-after"] ?? "").trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_WAIT_MS);
  const until = dateOf(text);
  return until === null ? null : within(until - (dateOf(headers.date ?? "") ?? nowMs));
}

/**
 * When the rate limit of a host ends, in milliseconds from now, if it says so without `Retry-After`: seconds, epoch
 * seconds or a date-time. At most a day; null where it does not say.
 */
export function limitResetMs(headers: Headers, nowMs: number): number | null {
  const text = headers["x-ratelimit-reset"] ?? headers["x-rate-limit-reset"] ?? "";
  if (text === "") return null;
  const number = Number(text);
  const untilMs = Number.isNaN(number) ? Date.parse(text) : number > 1e9 ? number * 1_000 : nowMs + number * 1_000;
  return Number.isNaN(untilMs) ? null : within(untilMs - nowMs);
}

/** Whether the answer was the last one that the host's rate limit allows for now. */
export function isLimitUsedUp(headers: Headers): boolean {
  const left = headers["x-ratelimit-remaining"] ?? headers["x-rate-limit-remaining"] ?? "";
  return left !== "" && Number(left) <= 0;
}

/** An HTTP date, which begins with a weekday; null for anything else, of which `Date.parse` would make something, too. */
function dateOf(text: string): number | null {
  const time = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

const within = (waitMs: number) => Math.min(Math.max(0, waitMs), LONGEST_WAIT_MS);
