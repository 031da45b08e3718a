import { setTimeout as pause } from "node:timers/promises";

/** Longest time of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits, or until the signal fires. */
export async function restUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  for (let left = ms; left > 0 && !signal.aborted; left -= LONGEST_MS)
    await pause(Math.min(left, LONGEST_MS), undefined, { signal }).catch(() => undefined);
}

/** Whether a signal has fired; a call, since the compiler takes a property that was false once for false after a pause. */
export const isAborted = (signal: AbortSignal) => signal.aborted;
