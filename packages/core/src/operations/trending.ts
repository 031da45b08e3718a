import { z } from "zod";
import type { Dataset } from "../dataset.js";
import { type ErrorCode, MarketDataError } from "../errors.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { ActivityFilter } from "../query/activity-queries.js";
import type { ParameterValues, RefusedParameter } from "../schema/parameters.js";
import { chosenRow, resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import { readerOf } from "./namespace-reader.js";
import { defineOperation } from "./operation.js";
import {
  pageParameters,
  periodParameters,
  resolveSource,
  resolveWindow,
  sourceParameter,
  sourceRefused,
  typeParameter,
} from "./parameters.js";
import { requestScope } from "./request-scope.js";
import { subjectFields } from "./shape.js";

/** Default page of list routes. */
export const LIST_LIMIT = 20;

/** Parameters of a trending list, with the filters that the namespace's definition gives it. */
export function listParameters<const Filter extends ListFilter>(filters: readonly Filter[]): ListParameters<Filter> {
  const parameters = {
    ...periodParameters,
    ...pageParameters(LIST_LIMIT),
    ...Object.fromEntries(filters.map((name) => [name, filterParameters[name]])),
  };
  // The filters in the type are exactly those that were put in.
  return parameters as ListParameters<Filter>;
}

/** A way in which a list can be narrowed. */
type ListFilter = "type" | "source";

const filterParameters = { type: typeParameter, source: sourceParameter };

type ListParameters<Filter extends ListFilter> = typeof periodParameters &
  ReturnType<typeof pageParameters> & { readonly [Name in Filter]: (typeof filterParameters)[Name] };

/** What an empty first page is: the specification has some namespaces answer 404 and others an empty list. */
export function refuseEmpty(namespace: NamespaceDefinition, rows: number, offset: number): void {
  if (rows > 0 || offset > 0 || namespace.trending.whenEmpty === "empty_list") return;
  throw new MarketDataError("empty_result", `No activity was found in ${namespace.title} for this request.`);
}

type ListValues = ParameterValues<typeof periodParameters & ReturnType<typeof pageParameters>> &
  Partial<ParameterValues<typeof filterParameters>>;

/** Filters of a list. */
export function listValues(values: object): ListValues {
  return values as ListValues;
}

/** Value of a filter; null without one. */
export function readFilters({ type = "all", source = null }: ListValues, dataset: Dataset): ActivityFilter {
  return { contributor: resolveSource(dataset.sources, source), assetType: type === "all" ? null : type };
}

/** What a list refuses by name. */
export function refusedOf(filters: readonly ListFilter[]): RefusedParameter[] {
  return filters.includes("source") ? [] : [sourceRefused];
}

/** The errors of a list. */
export function listErrors({ trending: { whenEmpty } }: NamespaceDefinition): ErrorCode[] {
  return whenEmpty === "not_found" ? ["lookback_exceeded", "empty_result"] : ["lookback_exceeded"];
}

/** `GET /trending`: assets by buzz, hottest first. */
export function trending<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  const fields: Namespace["trending"]["fields"] = namespace.trending.fields;
  const filters: Namespace["trending"]["filters"] = namespace.trending.filters;
  const item = resource(fields);
  const { activity } = readerOf(namespace);
  return defineOperation({
    name: "trending",
    namespace,
    summary: `Trending assets: ${namespace.title}`,
    description: "Assets with activity in the period by `buzz_score`, hottest first; ties by ticker.",
    path: `${namespace.basePath}/trending`,
    access: "any_account",
    caching: { maxAgeSeconds: 60, validated: true, shareable: true },
    command: { word: "trending", text: "what is hot, hottest first" },
    parameters: listParameters<Namespace["trending"]["filters"][number]>(filters),
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
        const page = { offset, limit };
        const items = await activity.hottest(scope, { level: "subject", period, fields, filter, page });
        refuseEmpty(namespace, items.length, offset);
        const directory = dataset.directoryOf(namespace);
        return items.map(({ key, values }) => {
          const asset = subjectFields({ key, name: directory.lookup(key)?.name ?? null });
          return chosenRow(item, { ...values, ...asset, trend: values.trend ?? "stable" });
        });
      };
      return { window: period, run };
    },
  });
}
