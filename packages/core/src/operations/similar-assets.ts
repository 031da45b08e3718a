import type { Dataset } from "../dataset.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { namespaces } from "../namespaces/index.js";
import type { Asset } from "../subjects/asset.js";
import { foldedKey } from "../subjects/asset-key.js";
import { isOneEdit } from "../subjects/one-edit.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import { addDays } from "../time/utc-day.js";
import { readerOf } from "./namespace-reader.js";
import type { CallContext } from "./operation.js";
import { findAsset } from "./parameters.js";
import { requestScope } from "./request-scope.js";

/** Possible meanings of an asset that a namespace does not have. */
export interface SimilarAssets {
  /** Assets of the namespace, the likeliest first. */
  readonly here: readonly Asset[];
  /** The asset that goes by exactly this spelling in another namespace, and the first such namespace; null without. */
  readonly elsewhere: { readonly namespace: NamespaceDefinition; readonly asset: Asset } | null;
}

/** Candidates for each kind of similarity. */
const CANDIDATES = 50;

/**
 * Assets that somebody may have meant with a spelling that the namespace does not know: tickers one typing error away, then what a
 * search for the text finds. Those that were talked about in the last 7 UTC days come first.
 *
 * @throws MarketDataError `engine_unavailable`.
 */
export async function similarAssets(
  spelling: string,
  namespace: NamespaceDefinition,
  dataset: Dataset,
  call: CallContext,
  limit = 3,
): Promise<SimilarAssets> {
  const scope = await requestScope(namespace, dataset, call);
  const days = DEFAULT_PERIOD_DAYS.search;
  const period = { from: addDays(call.today, 1 - days), to: call.today, days };
  const ranking = await readerOf(namespace).activity.ranking(scope, period, null);
  const activity = new Map(ranking.map(({ key, count }) => [key, count]));
  const activityOf = (key: string) => activity.get(key) ?? 0;
  const directory = dataset.directoryOf(namespace);
  const folded = foldedKey(spelling);
  const slips = directory.all().filter(({ key }) => isOneEdit(folded, foldedKey(key)));
  const found = directory.search(spelling, { limit: CANDIDATES, activityOf }).assets;
  const both = found.filter((asset) => slips.includes(asset));
  const here = [...new Set([...both, ...slips.toSorted((a, b) => activityOf(b.key) - activityOf(a.key)), ...found])]
    .filter(({ type }) => namespace.assetTypes.includes(type))
    .sort((a, b) => Number(activityOf(b.key) > 0) - Number(activityOf(a.key) > 0))
    .slice(0, limit);
  return { here, elsewhere: inAnotherNamespace(spelling, namespace, dataset) };
}

function inAnotherNamespace(
  spelling: string,
  namespace: NamespaceDefinition,
  dataset: Dataset,
): SimilarAssets["elsewhere"] {
  for (const other of namespaces) {
    const asset = other.id === namespace.id ? null : findAsset(dataset, other, spelling);
    if (asset !== null) return { namespace: other, asset };
  }
  return null;
}
