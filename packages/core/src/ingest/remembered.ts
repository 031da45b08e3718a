/** Most remembered entries. Records about the same thing are rarely further apart than this. */
const MAX_ENTRIES = 500_000;

/**
 * Remembers what a run has seen, within bounded memory. The oldest entries are forgotten and count as new when they
 * return.
 */
export class Remembered {
  readonly #entries = new Set<string>();

  /** Remembers the entry. @returns Whether it is new. */
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
