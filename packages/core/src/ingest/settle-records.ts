import type { Changes } from "./changes.js";
import type { PendingDocuments } from "./pending.js";
import type { RecordOutcome } from "./record-outcomes.js";
import { Remembered } from "./remembered.js";

type Settle = (outcome: RecordOutcome, records: number) => void;

/**
 * Gives every record of a text run its outcome. The first record of a document gets the document's outcome; every
 * further one counts as merged, however the run was split into batches.
 */
export class RecordSettlement {
  readonly #settle: Settle;
  readonly #seen = new Remembered();

  constructor(settle: Settle) {
    this.#settle = settle;
  }

  /**
   * Settles the records of a publication. Records of documents in `left` were not published; those in `open` are
   * settled later.
   */
  settle(
    taken: PendingDocuments,
    outcomes: Changes["outcomes"],
    left: ReadonlySet<string>,
    open: ReadonlySet<string>,
  ): void {
    for (const [id, { documents, counters, removals }] of taken.told) {
      if (open.has(id)) continue;
      if (left.has(id)) {
        this.#settle("left", documents + counters + removals);
        continue;
      }
      this.#settle("reposts", counters);
      this.#settle("deletions", removals);
      if (documents === 0) continue;
      const isFirst = this.#seen.isNew(id);
      if (isFirst) this.#settle(outcomes.get(id) ?? "unchanged", 1);
      this.#settle("merged", documents - (isFirst ? 1 : 0));
    }
  }
}
