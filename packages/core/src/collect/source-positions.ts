import type { SourceStateRow } from "../storage/source-tables.js";

/** A page was not stored, or goes on from one that was not; `cause` says why. */
export class NotStored extends Error {
  override readonly name = "NotStored";
}

/**
 * How far each source has come. A poll goes on from what was handed over to be stored; where that fails, the source is again where
 * it was, and what was read after it must not be stored either: it would leave a hole.
 */
export class SourcePositions {
  readonly #stored = new Map<string, SourceStateRow>();
  readonly #handedOver = new Map<string, SourceStateRow>();
  /** Until the source is polled again. */
  readonly #failures = new Map<string, NotStored>();

  /** What is stored at the start. */
  load(source: string, state: SourceStateRow): void {
    this.#stored.set(source, state);
    this.#handedOver.set(source, state);
  }

  /** Where the next poll goes on; null for a source that was never polled. */
  get(source: string): SourceStateRow | null {
    return this.#handedOver.get(source) ?? null;
  }

  /** All sources that were ever polled. */
  all(): [string, SourceStateRow][] {
    return [...this.#handedOver];
  }

  /**
   * Notes that a page was handed over.
   *
   * @param from What {@link get} gave when the page was asked for.
   * @throws NotStored when the source was taken back since.
   */
  advance(source: string, from: SourceStateRow | null, to: SourceStateRow): void {
    if (this.get(source) !== from) throw this.#failures.get(source) ?? new NotStored("The page before was not stored.");
    this.#handedOver.set(source, to);
  }

  /** Notes that what was handed over is stored up to here. */
  settle(source: string, state: SourceStateRow): void {
    this.#stored.set(source, state);
  }

  /** Notes that what was handed over could not be stored. True for the first time since the source was polled. */
  takeBack(source: string, failure: NotStored): boolean {
    const stored = this.#stored.get(source);
    if (stored === undefined) this.#handedOver.delete(source);
    else this.#handedOver.set(source, stored);
    const isFirst = !this.#failures.has(source);
    this.#failures.set(source, failure);
    return isFirst;
  }

  /** Why something of the source was not stored since {@link forget}; null where nothing failed. */
  failure(source: string): NotStored | null {
    return this.#failures.get(source) ?? null;
  }

  /** Forgets a failure: the source is polled again. True where there was one. */
  forget(source: string): boolean {
    return this.#failures.delete(source);
  }
}
