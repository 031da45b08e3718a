import type { RankedRead } from "../engine.js";
import { BUZZ_MEASURES, buzzOfSums, type BuzzScale } from "../metrics/buzz.js";
import type { Period } from "../time/period.js";

/** The ranking of `hottestQuery` for an engine that has the rows at hand: same sums, same formula. */
export function rankedBy(
  { days }: Period,
  scale: BuzzScale,
  assetType: string | null,
  page: { readonly offset: number; readonly limit: number },
): RankedRead {
  return {
    sums: BUZZ_MEASURES,
    numberOf: buzzOfSums(scale, days),
    name: "buzz",
    only: assetType === null ? null : { column: "asset_type", value: assetType },
    ...page,
  };
}
