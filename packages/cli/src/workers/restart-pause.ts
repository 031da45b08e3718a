/** The first pause before a worker that ended is started again, in milliseconds. */
export const FIRST_PAUSE_MS = 200;
/** The longest one. */
export const LONGEST_PAUSE_MS = 30_000;
/** A worker that answered for so long ended for a reason of its own, in milliseconds. */
export const STEADY_MS = 30_000;

/**
 * How long to wait before a worker is started again, in milliseconds: twice as long each time it ended soon, so that one that
 * cannot start does not keep the machine busy.
 *
 * @param lastMs The pause before its last start; null before the first.
 * @param answeredMs For how long it answered; 0 when it never did.
 */
export function restartPauseMs(lastMs: number | null, answeredMs: number): number {
  if (lastMs === null || answeredMs >= STEADY_MS) return FIRST_PAUSE_MS;
  return Math.min(LONGEST_PAUSE_MS, lastMs * 2);
}
