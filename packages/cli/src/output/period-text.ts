import { daysBetween, type OperationWindow, type UtcDay } from "@market-sentiment/core";

/** A window whose days are shown. */
export type ShownWindow = Pick<OperationWindow, "from" | "to">;

/** The days of a window in words: `2026-03-01 to 2026-03-07 (7 days, UTC)`; a day that still runs is `so far`. */
export function periodText({ from, to }: ShownWindow, today: UtcDay): string {
  const soFar = to === today ? " so far" : "";
  if (from === to) return `${to}${soFar} (UTC)`;
  return `${from} to ${to}${soFar} (${daysBetween(from, to) + 1} days, UTC)`;
}
