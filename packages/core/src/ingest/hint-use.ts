/**
 * How the tickers that a source attached to a text (its tags) are used. `supported`: they confirm a doubtful
 * mention, but never make one by themselves. `all`: a tag without support in the text is a mention, too, without
 * sentiment. `none`: tags are ignored.
 */
export const hintUses = ["supported", "all", "none"] as const;
/** One of {@link hintUses}. */
export type HintUse = (typeof hintUses)[number];
