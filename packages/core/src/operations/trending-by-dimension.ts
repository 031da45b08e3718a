import { z } from "zod";
import type { Dimension, NamespaceDefinition } from "../namespaces/define.js";
import { chosenRow, resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import { readerOf } from "./namespace-reader.js";
import { defineOperation } from "./operation.js";
import { resolveWindow } from "./parameters.js";
import { type RequestScope, requestScope } from "./request-scope.js";
import { listErrors, listParameters, listValues, readFilters, refusedOf, refuseEmpty } from "./trending.js";

const plurals: Readonly<Record<Dimension, string>> = { sector: "sectors", country: "countries" };

/** How many tickers a sector or country row names. */
const topTickers = 5;

/** `GET /trending/sectors`; null where the namespace has no sectors. */
export function trendingBySector<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  return trendingByDimension(namespace, "sector");
}

/** `GET /trending/countries`; null where the namespace has no countries. */
export function trendingByCountry<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  return trendingByDimension(namespace, "country");
}

type GroupOperation<Namespace extends NamespaceDefinition, Level extends Dimension> = ReturnType<
  typeof groupOperation<Namespace, Level>
>;

function trendingByDimension<const Namespace extends NamespaceDefinition, const Level extends Dimension>(
  namespace: Namespace,
  dimension: Level,
) {
  const hasLevel = namespace.dimensions.includes(dimension);
  return (hasLevel ? groupOperation(namespace, dimension) : null) as Level extends Namespace["dimensions"][number]
    ? GroupOperation<Namespace, Level>
    : null;
}

/** Groups of assets by buzz, hottest first. */
function groupOperation<const Namespace extends NamespaceDefinition, const Level extends Dimension>(
  namespace: Namespace,
  dimension: Level,
) {
  const names: Namespace["dimensionFields"] = namespace.dimensionFields;
  const fields: readonly (Level | Namespace["dimensionFields"][number])[] = [dimension, ...names];
  const item = resource(fields);
  const reader = readerOf(namespace);
  const allFilters: Namespace["trending"]["filters"] = namespace.trending.filters;
  const filters = allFilters.filter((filter) => filter === "source") as Extract<
    Namespace["trending"]["filters"][number],
    "source"
  >[];
  return defineOperation({
    name: `trending-by-${dimension}`,
    namespace,
    summary: `Trending ${plurals[dimension]}: ${namespace.title}`,
    description: `Activity of all assets of a ${dimension} taken together, by \`buzz_score\`, hottest first.`,
    path: `${namespace.basePath}/trending/${plurals[dimension]}`,
    access: "any_account",
    caching: { maxAgeSeconds: 60, validated: true, shareable: true },
    command: { word: plurals[dimension], text: `${plurals[dimension]} by buzz` },
    parameters: listParameters(filters),
    refused: refusedOf(filters),
    result: z.array(item),
    defaultDays: DEFAULT_PERIOD_DAYS.list,
    errors: listErrors(namespace),
    prepare: async ({ parameters }, dataset, call) => {
      const listed = listValues(parameters);
      const filter = readFilters(listed, dataset);
      const scope = await requestScope(namespace, dataset, call);
      const rules = { defaultDays: DEFAULT_PERIOD_DAYS.list };
      const period = resolveWindow(listed, rules, namespace, dataset, scope.view, call);
      const run = async () => {
        const { limit, offset } = listed;
        const [items, ranking] = await Promise.all([
          reader.activity.hottest(scope, { level: dimension, period, fields: names, filter, page: { offset, limit } }),
          reader.activity.ranking(scope, period, filter.contributor),
        ]);
        refuseEmpty(namespace, items.length, offset);
        const tickers = tickersByGroup(scope, ranking, dimension);
        return items.map(({ key, values }) => {
          const members = tickers.get(key) ?? [];
          return chosenRow(item, {
            ...values,
            sector: key,
            country: key,
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
function tickersByGroup(
  scope: RequestScope,
  ranking: readonly { readonly key: string }[],
  dimension: Dimension,
): Map<string, string[]> {
  const directory = scope.dataset.directoryOf(scope.namespace);
  const groups = new Map<string, string[]>();
  for (const { key } of ranking) {
    const group = directory.lookup(key)?.[dimension];
    if (group == null) continue;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [key]);
    else members.push(key);
  }
  return groups;
}
