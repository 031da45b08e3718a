/** Most remembered identities; each takes about 200 bytes. */
const MOST_IDENTITIES = 500_000;

/**
 * Numbers equal fills of a delivery, from 0 in order of arrival, within bounded memory: the oldest fills are forgotten.
 * Equal fills have the same time, so a fill is doubtful only when its time lies among those of forgotten ones. That
 * never happens in files sorted by time, in either direction.
 */
export class FillNumbers {
  readonly #known = new Map<string, { fills: number; readonly tradedMs: number }>();
  readonly #most: number;
  #firstForgottenMs = Infinity;
  #lastForgottenMs = -Infinity;

  constructor(most = MOST_IDENTITIES) {
    this.#most = most;
  }

  /** Number of a fill among equal ones; null where an equal one may have been forgotten. */
  next(identity: string, tradedMs: number): number | null {
    const known = this.#known.get(identity);
    if (known !== undefined) {
      known.fills += 1;
      return known.fills - 1;
    }
    if (tradedMs >= this.#firstForgottenMs && tradedMs <= this.#lastForgottenMs) return null;
    this.#known.set(identity, { fills: 1, tradedMs });
    if (this.#known.size > this.#most) this.#forgetFirst();
    return 0;
  }

  #forgetFirst(): void {
    const [first] = this.#known;
    if (first === undefined) return;
    const [identity, { tradedMs }] = first;
    this.#known.delete(identity);
    this.#firstForgottenMs = Math.min(this.#firstForgottenMs, tradedMs);
    this.#lastForgottenMs = Math.max(this.#lastForgottenMs, tradedMs);
  }
}
