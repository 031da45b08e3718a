import { z } from "zod";
import type { Dimension, NamespaceDefinition } from "../namespaces/define.js";
import { resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import type { ActivityReader } from "./activity-reader.js";
import { mentionActivity } from "./mention-activity.js";
import { defineOperation, type Operation } from "./operation.js";
import { resolveSource, resolveWindow, sourceRefused } from "./parameters.js";
import { type RequestScope, requestScope } from "./request-scope.js";
import { inOrder } from "./shape.js";
import { listParameters, refuseEmpty } from "./trending.js";
import type { Period } from "../time/period.js";

const plurals: Readonly<Record<Dimension, string>> = { sector: "sectors", country: "countries" };

/** How many tickers a sector or country row names. */
const topTickers = 5;

/** `GET /trending/sectors` and `/trending/countries`: groups of assets by buzz, hottest first. */
export function trendingByDimension(namespace: NamespaceDefinition, dimension: Dimension): Operation {
  const names = namespace.dimensionFields;
  const reader = namespace.own?.activity ?? mentionActivity;
  const fields = [dimension, ...names];
  const filters = namespace.trending.filters.filter((filter) => filter === "source");
  return defineOperation({
    name: `trending-by-${dimension}`,
    namespace,
    summary: `Trending ${plurals[dimension]}: ${namespace.title}`,
    description: `Activity of all assets of a ${dimension} taken together, by \`buzz_score\`, hottest first.`,
    path: `${namespace.basePath}/trending/${plurals[dimension]}`,
    access: "any_account",
    parameters: listParameters(filters),
    refused: filters.includes("source") ? [] : [sourceRefused],
    result: z.array(resource(fields, { nullable: ["sentiment_score", "unique_traders"] })),
    defaultDays: DEFAULT_PERIOD_DAYS.list,
    errors:
      namespace.trending.whenEmpty === "not_found" ? ["lookback_exceeded", "empty_result"] : ["lookback_exceeded"],
    prepare: async ({ parameters }, dataset, call) => {
      const source = resolveSource(dataset.sources, parameters.source ?? null);
      const scope = await requestScope(namespace, dataset, call);
      const period = resolveWindow(
        parameters,
        { defaultDays: DEFAULT_PERIOD_DAYS.list },
        namespace,
        dataset,
        scope.view,
        call,
      );
      const { limit, offset } = parameters;
      const run = async () => {
        const filter = { contributor: source, assetType: null };
        const [items, tickers] = await Promise.all([
          reader.hottest(scope, { level: dimension, period, fields: names, filter, page: { offset, limit } }),
          tickersByGroup(scope, reader, dimension, period, source),
        ]);
        refuseEmpty(namespace, items.length, offset);
        return items.map(({ key, values }) => {
          const members = tickers.get(key) ?? [];
          return inOrder(fields, {
            ...values,
            [dimension]: key,
            unique_tickers: members.length,
            top_tickers: members.slice(0, topTickers),
            trend: values.trend ?? "stable",
          });
        });
      };
      return { window: period, run };
    },
  });
}

/** Active assets of each sector or country in the window, the most active first. */
async function tickersByGroup(
  scope: RequestScope,
  reader: ActivityReader,
  dimension: Dimension,
  period: Period,
  source: string | null,
): Promise<Map<string, string[]>> {
  const rows = await reader.ranking(scope, period, source);
  const directory = scope.dataset.directoryOf(scope.namespace);
  const groups = new Map<string, string[]>();
  for (const { key } of rows) {
    const group = directory.lookup(key)?.[dimension];
    if (group == null) continue;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [key]);
    else members.push(key);
  }
  return groups;
}
