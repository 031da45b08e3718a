/** Why a text is considered to be about an asset: what was found, and the words that show it. */
export interface LinkEvidence {
  /** `hint` says that the caller's hint tipped the balance; the others say what the span is. */
  readonly kind: "cashtag" | "ticker" | "exchange_ticker" | "name" | "alias" | "hint";
  /** As written in the text; for a hint, the hint. */
  readonly text: string;
}

/** A place in the text, as UTF-16 offsets; `end` is exclusive. */
export interface LinkSpan {
  readonly start: number;
  readonly end: number;
}

/** One asset that a text is about. */
export interface AssetLink {
  /** Key of the listing that the text names, else of the company's main listing. */
  readonly key: string;
  /** Where it is named, in text order, without overlaps; at least one. */
  readonly spans: readonly LinkSpan[];
  /** One entry a span, in the same order, and the hint when it was needed. */
  readonly evidence: readonly LinkEvidence[];
  /** 0 to 1, three decimals; also served as `relevance_score`. */
  readonly confidence: number;
}
