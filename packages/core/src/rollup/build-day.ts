import { rememberedFingerprints } from "../metrics/near-duplicates.js";
import type { Dimension, NamespaceDefinition } from "../namespaces/define.js";
import type { Asset, AssetType } from "../subjects/asset.js";
import type { UtcDay } from "../time/utc-day.js";
import type { ActivityRow, DayMention } from "./activity.js";
import { summarise } from "./summarise.js";

/** Rows of one day for every derived table, apart from `buzz` and references. */
export interface DayRollup {
  readonly subject_daily: ActivityRow[];
  readonly subject_contributor_daily: ActivityRow[];
  readonly sector_daily: ActivityRow[];
  readonly sector_contributor_daily: ActivityRow[];
  readonly country_daily: ActivityRow[];
  readonly country_contributor_daily: ActivityRow[];
  readonly market_daily: ActivityRow[];
  readonly market_hourly: { readonly day: UtcDay; readonly hour: number; readonly mentions: number }[];
}

/**
 * Everything that is derived from the counted mentions of one day. Pure: a function of the mentions alone, whatever
 * their order. Mentions of assets that the reference graph no longer knows count for the asset and the market, in no
 * sector or country.
 *
 * @param assetOf The reference graph: asset by key.
 */
export function buildDay(
  day: UtcDay,
  mentions: readonly DayMention[],
  namespace: NamespaceDefinition,
  assetOf: (key: string) => Asset | null,
): DayRollup {
  const fingerprints = rememberedFingerprints();
  const row = (of: Omit<Parameters<typeof summarise>[0], "day">, group: readonly DayMention[]) =>
    summarise({ ...of, day }, group, namespace.voice, fingerprints);
  const contributorOf = (mention: DayMention) => mention[namespace.detail.contributors.column];
  const level = (keyOf: (mention: DayMention) => string | null, assetTypeOf: (key: string) => AssetType | null) => {
    const all: ActivityRow[] = [];
    const byContributor: ActivityRow[] = [];
    for (const [key, group] of groupBy(mentions, keyOf)) {
      const assetType = assetTypeOf(key);
      all.push(row({ key, contributor: "", assetType }, group));
      for (const [contributor, part] of groupBy(group, contributorOf)) {
        byContributor.push(row({ key, contributor, assetType }, part));
      }
    }
    return { all, byContributor };
  };
  const byDimension = (dimension: Dimension) =>
    namespace.dimensions.includes(dimension)
      ? level((mention) => assetOf(mention.subject)?.[dimension] ?? null, noType)
      : { all: [], byContributor: [] };
  const subjects = level(
    ({ subject }) => subject,
    (key) => assetOf(key)?.type ?? null,
  );
  const sectors = byDimension("sector");
  const countries = byDimension("country");
  return {
    subject_daily: subjects.all,
    subject_contributor_daily: subjects.byContributor,
    sector_daily: sectors.all,
    sector_contributor_daily: sectors.byContributor,
    country_daily: countries.all,
    country_contributor_daily: countries.byContributor,
    market_daily: mentions.length === 0 ? [] : [row({ key: "market", contributor: "", assetType: null }, mentions)],
    market_hourly: hourly(day, mentions),
  };
}

/** A sector, a country and the market are of no type of asset. */
const noType = () => null;

function hourly(day: UtcDay, mentions: readonly DayMention[]): DayRollup["market_hourly"] {
  const counts = new Map<number, number>();
  for (const { created_utc } of mentions) {
    const hour = new Date(created_utc).getUTCHours();
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([hour, count]) => ({ day, hour, mentions: count }));
}

/** Groups in the order of their keys; members without a key are left out. */
function groupBy(
  mentions: readonly DayMention[],
  keyOf: (mention: DayMention) => string | null,
): [string, DayMention[]][] {
  const groups = new Map<string, DayMention[]>();
  for (const mention of mentions) {
    const key = keyOf(mention);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [mention]);
    else group.push(mention);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
