/** Weight of a mention that names the asset itself. */
const DIRECT_WEIGHT = 1;
/** Weight of a mention inherited from its thread: it adds breadth, but a long thread must not outweigh plain posts. */
const INHERITED_WEIGHT = 0.3;
/** ρ: what each further near-duplicate keeps of the one before it, so that all copies together stay below one more post. */
const COPY_DECAY = 0.5;
/** Largest bonus for engagement, in posts: however viral, one mention weighs at most 1 + this. */
const MAX_ENGAGEMENT_BONUS = 2;
/** Decades of engagement that are worth one post: 99 upvotes double a mention, 9,999 triple it. */
const DECADES_PER_BONUS_POST = 2;

/** What the weight of one mention depends on. */
export interface MentionTraits {
  /** True when the mention comes from thread context instead of its own text. */
  readonly inherited: boolean;
  /** Earlier near-duplicates the same day, from `copyRanks`; an integer from 0. */
  readonly copyRank: number;
}

/** `ρ^k`: 1 for an original, halved by every earlier copy. 0 < weight ≤ 1, and 0 once it underflows (k > 1074). */
export function copyWeight(copyRank: number): number {
  return COPY_DECAY ** copyRank;
}

/** `κ·ρ^k`: the weight of a mention's opinion. Engagement is left out, so that one viral post cannot set the sign. */
export function opinionWeight({ inherited, copyRank }: MentionTraits): number {
  return (inherited ? INHERITED_WEIGHT : DIRECT_WEIGHT) * copyWeight(copyRank);
}

/**
 * `w = κ·ρ^k·(1 + min(2, log10(1 + engagement)/2))`: the weight of a mention's attention, from 0 to 3 posts.
 *
 * @param mention `engagement` counts upvotes or likes (news: 0); below 0 counts as 0, as a downvoted post was still seen.
 */
export function mentionWeight(mention: MentionTraits & { readonly engagement: number }): number {
  const decades = Math.log10(1 + Math.max(0, mention.engagement));
  return opinionWeight(mention) * (1 + Math.min(MAX_ENGAGEMENT_BONUS, decades / DECADES_PER_BONUS_POST));
}
