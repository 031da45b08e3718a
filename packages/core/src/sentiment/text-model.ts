/** Which way a text points for its target (or as a whole), from an investor's point of view. */
export type SentimentLabel = "positive" | "neutral" | "negative";

/** Part of a text in UTF-16 offsets, `end` exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The point of view. `spans` are the places that linking found in the raw `text`, which are trusted; without them (or
 * when none survives normalisation) `name` and `aliases` are searched as whole words. `others` are places of other
 * companies; those that overlap the target are ignored.
 */
export interface SentimentTarget {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly spans?: readonly TextSpan[];
  readonly others?: readonly TextSpan[];
}

/** Kinds of texts that answers are scaled and decided for: news, a forum post with a title, a short message. */
export const TEXT_KINDS = ["headline", "post", "message"] as const;
/** A kind of text. */
export type TextKind = (typeof TEXT_KINDS)[number];

/**
 * One question to a model. Without a target the text is judged as a whole; without a kind, as a text that may be of any.
 */
export interface TextToJudge {
  readonly text: string;
  readonly target?: SentimentTarget;
  readonly kind?: TextKind;
}

/** One answer. */
export interface TextJudgement {
  /** The whole normalised text. Of one longer than the model takes, windows were read (see `buildModelInputs`). */
  readonly text: string;
  /** -1 (bearish) to 1 (bullish), 3 decimals. */
  readonly score: number;
  /** Neutral or the side of `score`, decided by the probabilities and the model's threshold. */
  readonly label: SentimentLabel;
  /** The value behind `score`, -1 to 1, 6 decimals. */
  readonly modelScore: number;
  /** Calibrated class probabilities, each 0 to 1, together 1. */
  readonly probabilities: { readonly negative: number; readonly neutral: number; readonly positive: number };
  /** Whether the target was in the text; null when no target was asked for. When false, the name was only given beside the text. */
  readonly targetFound: boolean | null;
}

/** What is stored of an answer. */
export type TextVerdict = Pick<TextJudgement, "score" | "label">;

/** Options of one call. */
export interface JudgeOptions {
  readonly signal?: AbortSignal;
}

/** Judges texts for an ingest: a model, or its recorded answers. */
export interface TextJudge {
  /** How many questions under way at the same time keep it busy; two calls' worth when left out. */
  readonly busyQuestions?: number;
  /** As {@link TextModel.judge}, with only the stored part of each answer. */
  judge(texts: readonly TextToJudge[], options?: JudgeOptions): Promise<readonly TextVerdict[]>;
}

/** Judges texts. Safe for concurrent calls; answers come in the order of the questions. */
export interface TextModel extends TextJudge {
  readonly engineVersion: string;
  /**
   * @throws MarketDataError `invalid_text` when a text or target name is empty after normalisation (`details.index` says
   * which; nothing is judged), `model_unavailable` when the model cannot answer. Rejects with `signal.reason` when aborted.
   */
  judge(texts: readonly TextToJudge[], options?: JudgeOptions): Promise<readonly TextJudgement[]>;
  /** Ends the model; unanswered calls reject with `model_unavailable`. Safe to call twice. */
  close(): Promise<void>;
}

/** Version of the sentiment engine that the shipped model belongs to; its manifest must say the same. */
export const ENGINE_VERSION = "5.5";

/** Version of stored verdicts: another one for each change of what the engine makes of a text. */
export const VERDICT_VERSION = `${ENGINE_VERSION}-4`;
