import type { MarketNamespace } from "../namespaces/define.js";
import type { MarketStat } from "../namespaces/stat-fields.js";
import type { NamespaceFigures } from "../operations/namespace-part.js";
import { supportedAssets } from "../operations/parameters.js";
import type { RequestScope } from "../operations/request-scope.js";
import { tradedFiguresQuery } from "./queries.js";

type StoredFigures = Readonly<Record<Exclude<MarketStat, "supported_tickers"> | "mentions" | "subjects", number>>;

/** Figures of stored markets and trades; rows of days after the request's own (a replay) do not count. */
export async function tradedFigures(scope: RequestScope<MarketNamespace>): Promise<NamespaceFigures<MarketStat>> {
  const { now, today } = scope.call;
  const [stored] = await scope.query<StoredFigures>(tradedFiguresQuery(today, now));
  if (stored === undefined) throw new RangeError("A query without groups has one row.");
  const { mentions, subjects, ...stats } = stored;
  return {
    mentions,
    subjects,
    stats: { ...stats, supported_tickers: supportedAssets(scope.dataset, scope.namespace).length },
  };
}
