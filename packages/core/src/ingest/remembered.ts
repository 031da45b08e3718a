/** Entries that are remembered; enough for the things that records of one run tell of more than once. */
const MAX_ENTRIES = 500_000;

/**
 * What a run has met before, within bounded memory: of more entries the oldest are forgotten, and count as never met when they
 * come again so much later.
 */
export class Remembered {
  readonly #entries = new Set<string>();

  /** Remembers the entry. @returns Whether it was met for the first time. */
  isNew(entry: string): boolean {
    const known = this.#entries.delete(entry);
    this.#entries.add(entry);
    if (this.#entries.size > MAX_ENTRIES) {
      const [oldest] = this.#entries;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return !known;
  }
}
