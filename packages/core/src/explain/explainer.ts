import type { DataView } from "../engine.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { Asset } from "../subjects/asset.js";
import type { Period } from "../time/period.js";
import type { Evidence } from "./evidence.js";

/** What is to be explained: one asset in one namespace over one period, on one state of the data. */
export interface ExplainQuestion {
  readonly namespace: TextNamespace;
  readonly asset: Asset;
  readonly period: Period;
  /** Where evidence is read. Other namespaces' data may be read to cross-check that the evidence is about the asset. */
  readonly view: DataView;
  /** The instant of the request: an answer is kept, and named as generated, by it. */
  readonly now: Date;
  /** The view shows a past state: use no cached text, and cache nothing. */
  readonly isPast?: boolean;
}

/** Why an asset is talked about, in words that the evidence supports. */
export interface Explanation {
  /** One or two sentences. */
  readonly text: string;
  /** Whether the text was kept from an earlier request. */
  readonly cached: boolean;
  readonly generatedAt: Date;
  /** Name of what wrote the text; null when it has none. */
  readonly model: string | null;
  /** What the text rests on; left out by explainers that do not show it. */
  readonly evidence?: Evidence;
}

/** Writes explanations. Safe for concurrent calls. */
export interface Explainer {
  /**
   * @throws MarketDataError `insufficient_data` when the evidence supports no explanation, `explanation_unavailable`
   * when none can be written now; rethrows `signal.reason` when aborted.
   */
  explain(question: ExplainQuestion, options?: { readonly signal?: AbortSignal | undefined }): Promise<Explanation>;
  close(): Promise<void>;
}
