/** How long what anybody may ask without a key is held, in milliseconds. */
export const PUBLIC_ANSWER_MS = 1_000;

/**
 * Makes one value for all who ask: those who ask while it is made wait for it, those who ask within `lifetimeMs` after
 * that are given it again. So however many ask, it is made once in that time. A failure is told to those who wait for
 * it, and not held.
 */
export function heldAnswer<Context extends unknown[], Value>(
  make: (...context: Context) => Promise<Value>,
  lifetimeMs = PUBLIC_ANSWER_MS,
): (...context: Context) => Promise<Value> {
  let held: Promise<Value> | null = null;
  let madeAtMs: number | null = null;
  return (...context) => {
    const isOver = madeAtMs !== null && performance.now() - madeAtMs >= lifetimeMs;
    if (held !== null && !isOver) return held;
    madeAtMs = null;
    const making = make(...context).then(
      (value) => {
        madeAtMs = performance.now();
        return value;
      },
      (error: unknown) => {
        held = null;
        throw error;
      },
    );
    held = making;
    return making;
  };
}
