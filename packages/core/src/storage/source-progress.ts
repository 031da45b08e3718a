import type { CoverageInterval } from "../collect/coverage.js";
import type { SourcePollRow, SourceStateRow } from "./source-tables.js";

/** How far a live source has come: published with the rows that it covers, or not at all. */
export interface SourceProgress {
  readonly state: SourceStateRow;
  /** Null where nothing was asked: a source that is switched off. */
  readonly poll: SourcePollRow | null;
  readonly coverage: readonly CoverageInterval[];
}
