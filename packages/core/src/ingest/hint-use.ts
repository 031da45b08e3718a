/**
 * What the assets count for that a source attached to a text (its tags). `supported`: they help to decide a doubtful mention,
 * and make none by themselves. `all`: a tag that the text does not support is a mention too, without sentiment. `none`: tags
 * are passed over.
 */
export const hintUses = ["supported", "all", "none"] as const;
/** One of {@link hintUses}. */
export type HintUse = (typeof hintUses)[number];
