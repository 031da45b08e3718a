import type { CoverageInterval } from "../collect/coverage.js";
import type { SourcePollRow, SourceStateRow } from "./source-tables.js";

/** Progress of a live source. Published together with the rows that it covers, or not at all. */
export interface SourceProgress {
  readonly state: SourceStateRow;
  /** Null for a source that is switched off and was not polled. */
  readonly poll: SourcePollRow | null;
  readonly coverage: readonly CoverageInterval[];
}
