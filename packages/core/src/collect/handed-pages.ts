/** Most pages of a source with records that wait for their publication: one is published while the next is read. */
const MOST_WAITING = 2;

interface Handed {
  /** When the last page is settled; those before it are by then. */
  readonly settled: Promise<void>;
  /** The same for the last ones with records, the oldest first. */
  readonly withRecords: readonly Promise<void>[];
}

/** The pages of each source that were handed over for publication. */
export class HandedPages {
  readonly #sources = new Map<string, Handed>();

  /** Resolves when the source may hand over another page. */
  async room(source: string): Promise<void> {
    const { withRecords = [] } = this.#sources.get(source) ?? {};
    if (withRecords.length >= MOST_WAITING) await withRecords[0];
  }

  /** @param settled Resolves when the page is published, and when it could not be. */
  add(source: string, hasRecords: boolean, settled: Promise<void>): void {
    const { withRecords = [] } = this.#sources.get(source) ?? {};
    const waiting = hasRecords ? [...withRecords, settled].slice(-MOST_WAITING) : withRecords;
    this.#sources.set(source, { settled, withRecords: waiting });
  }

  /** Resolves when all are settled. */
  async allSettled(): Promise<void> {
    await Promise.all([...this.#sources.values()].map(({ settled }) => settled));
  }
}
