import type { Dimension } from "../namespaces/define.js";
import type { Asset } from "../subjects/asset.js";
import type { Level } from "./activity-changes.js";

/** Which groups of a day are wanted. */
export type IsWanted = (level: Level, key: string) => boolean;

/** All of them are. */
export const everyGroup: IsWanted = () => true;

/**
 * The groups that mentions of an asset belong to: its own, those above it, and the market.
 *
 * @param asset Null for one that has left the reference graph: then there is nothing above it.
 */
export function groupsAround(key: string, asset: Asset | null, dimensions: readonly Dimension[]): [Level, string][] {
  const above = dimensions.flatMap((level): [Level, string][] => {
    const of = asset?.[level] ?? null;
    return of === null ? [] : [[level, of]];
  });
  return [["subject", key], ...above, ["market", "market"]];
}
