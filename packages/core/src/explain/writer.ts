import type { Evidence } from "./evidence.js";

/** The text that a writer made of the evidence. */
export interface WrittenText {
  /** One or two sentences. */
  readonly text: string;
  /** Name and version of the writer. */
  readonly model: string;
  /** Written by a stand-in while the wanted writer was away: kept for a short time only. */
  readonly isStandIn: boolean;
}

/** Puts evidence into words. Safe for concurrent calls. */
export interface ExplanationWriter {
  /** The configured model: texts of another model count as another writer's. */
  readonly model: string;
  /**
   * @throws MarketDataError `explanation_unavailable` when nothing can be written now; rethrows `signal.reason` when aborted.
   */
  write(
    evidence: Evidence,
    options: { readonly signal: AbortSignal; readonly words: EvidenceWords },
  ): Promise<WrittenText>;
  close(): Promise<void>;
}

/** What a namespace calls its evidence; see `ExplainRules`. */
export interface EvidenceWords {
  readonly items: readonly [one: string, many: string];
  readonly voices: readonly [one: string, many: string];
  readonly places: readonly [one: string, many: string] | null;
  readonly talk: string;
  readonly reactions: string | null;
}
