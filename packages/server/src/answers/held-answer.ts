/** How long answers to requests without a key are kept, in milliseconds. */
const PUBLIC_ANSWER_MS = 1_000;

/**
 * Computes one value for all callers. Callers during the computation wait for it; callers within `lifetimeMs` after it
 * get the same value. A failure goes to the waiting callers and is not kept.
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
