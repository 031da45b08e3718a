import type { SourceStateRow } from "../storage/source-tables.js";

/** Thrown when a page was not stored, or builds on one that was not; `cause` says why. */
export class NotStored extends Error {
  override readonly name = "NotStored";
}

/**
 * Position of each source. A poll continues from the last page handed over for storing. If storing fails, the source
 * returns to its stored position, and pages read after the failed one must not be stored: they would leave a gap.
 */
export class SourcePositions {
  readonly #stored = new Map<string, SourceStateRow>();
  readonly #handedOver = new Map<string, SourceStateRow>();
  /** Failures until the source is polled again. */
  readonly #failures = new Map<string, NotStored>();

  /** Sets the stored state at the start. */
  load(source: string, state: SourceStateRow): void {
    this.#stored.set(source, state);
    this.#handedOver.set(source, state);
  }

  /** Where the next poll continues; null for a source that was never polled. */
  get(source: string): SourceStateRow | null {
    return this.#handedOver.get(source) ?? null;
  }

  /** All sources that were ever polled. */
  all(): [string, SourceStateRow][] {
    return [...this.#handedOver];
  }

  /**
   * Records that a page was handed over.
   *
   * @param from The result of {@link get} when the page was requested.
   * @throws NotStored when the source was reset since.
   */
  advance(source: string, from: SourceStateRow | null, to: SourceStateRow): void {
    if (this.get(source) !== from) throw this.#failures.get(source) ?? new NotStored("The page before was not stored.");
    this.#handedOver.set(source, to);
  }

  /** Records that everything up to here is stored. */
  settle(source: string, state: SourceStateRow): void {
    this.#stored.set(source, state);
  }

  /** Records that pages could not be stored. Returns true the first time since the source was polled. */
  takeBack(source: string, failure: NotStored): boolean {
    const stored = this.#stored.get(source);
    if (stored === undefined) this.#handedOver.delete(source);
    else this.#handedOver.set(source, stored);
    const isFirst = !this.#failures.has(source);
    this.#failures.set(source, failure);
    return isFirst;
  }

  /** The failure since the last {@link forget}; null without one. */
  failure(source: string): NotStored | null {
    return this.#failures.get(source) ?? null;
  }

  /** Clears a failure, because the source is polled again. Returns true if there was one. */
  forget(source: string): boolean {
    return this.#failures.delete(source);
  }
}
