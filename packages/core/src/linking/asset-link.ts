/** Why a text counts as being about an asset: the kind of evidence and its words. */
export interface LinkEvidence {
  /**
   * `hint`: the caller's hint was decisive. All others describe the span; `product`, `subsidiary` and `person` stand for
   * their company without being its name, and make links of a lower confidence.
   */
  readonly kind:
    "cashtag" | "ticker" | "exchange_ticker" | "name" | "alias" | "product" | "subsidiary" | "person" | "hint";
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
  /** Key of the listing that the text names, or of the company's main listing. */
  readonly key: string;
  /** Where it is named, in text order, without overlaps; at least one. */
  readonly spans: readonly LinkSpan[];
  /** One entry per span, in the same order, and the hint if it was needed. */
  readonly evidence: readonly LinkEvidence[];
  /** 0 to 1, three decimals; also served as `relevance_score`. */
  readonly confidence: number;
}
