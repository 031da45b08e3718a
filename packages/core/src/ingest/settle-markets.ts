import type { MarketCommit } from "../storage/market-store.js";
import type { RecordOutcome } from "./record-outcomes.js";
import { Remembered } from "./remembered.js";

/** Gives every record of a market run its outcome, from the rows that it is about. */
export class MarketSettlement {
  readonly #settle: (outcome: RecordOutcome) => void;
  readonly #told = new Remembered();

  constructor(settle: (outcome: RecordOutcome) => void) {
    this.#settle = settle;
  }

  /** Settles the records of a publication, given as the row names of each. */
  settle(records: readonly (readonly string[])[], commit: Pick<MarketCommit, "added" | "changed" | "closed">): void {
    for (const names of records) {
      const first = names.filter((name) => this.#told.isNew(name));
      this.#settle(names.length === 0 ? "unknownAssets" : outcomeOf(first, commit));
    }
  }
}

/** Outcome of the rows that no earlier record was about. */
function outcomeOf(
  first: readonly string[],
  { added, changed, closed }: Pick<MarketCommit, "added" | "changed" | "closed">,
): RecordOutcome {
  if (first.length === 0) return "merged";
  if (first.some((name) => added.has(name))) return "new";
  if (first.some((name) => changed.has(name))) return "updated";
  return first.some((name) => closed.has(name)) ? "closedDays" : "unchanged";
}
