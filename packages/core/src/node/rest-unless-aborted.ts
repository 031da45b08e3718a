import { setTimeout as pause } from "node:timers/promises";

/** Waits, or until the signal fires. */
export async function restUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  // Timers have a longest time, so the wait may need several.
  if (ms > 0) await pause(Math.min(ms, 2 ** 31 - 1), undefined, { signal }).catch(() => undefined);
}
