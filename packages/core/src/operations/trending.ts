import { z } from "zod";
import { MarketDataError } from "../errors.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import { mentionActivity } from "./mention-activity.js";
import { defineOperation, type Operation } from "./operation.js";
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
import { inOrder } from "./shape.js";

/** Default page of list routes. */
export const LIST_LIMIT = 20;

/** Parameters of a trending list, with the filters that the namespace's definition gives it. */
export function listParameters(filters: readonly ("type" | "source")[]) {
  return {
    ...periodParameters,
    ...pageParameters(LIST_LIMIT),
    ...(filters.includes("type") ? { type: typeParameter } : {}),
    ...(filters.includes("source") ? { source: sourceParameter } : {}),
  };
}

/** What an empty first page is: the specification has some namespaces answer 404 and others an empty list. */
export function refuseEmpty(namespace: NamespaceDefinition, rows: number, offset: number): void {
  if (rows > 0 || offset > 0 || namespace.trending.whenEmpty === "empty_list") return;
  throw new MarketDataError("empty_result", `No activity was found in ${namespace.title} for this request.`);
}

/** `GET /trending`: assets by buzz, hottest first. */
export function trending(namespace: NamespaceDefinition): Operation {
  const { fields, filters } = namespace.trending;
  const names = namespace.subject;
  const reader = namespace.own?.activity ?? mentionActivity;
  return defineOperation({
    name: "trending",
    namespace,
    summary: `Trending assets: ${namespace.title}`,
    description: "Assets with activity in the period by `buzz_score`, hottest first; ties by ticker.",
    path: `${namespace.basePath}/trending`,
    access: "any_account",
    parameters: listParameters(filters),
    refused: filters.includes("source") ? [] : [sourceRefused],
    result: z.array(resource(fields, { nullable: [names.nameField, "sentiment_score", "unique_traders"] })),
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
      const assetType = parameters.type === undefined || parameters.type === "all" ? null : parameters.type;
      const run = async () => {
        const filter = { contributor: source, assetType };
        const items = await reader.hottest(scope, {
          level: "subject",
          period,
          fields,
          filter,
          page: { offset, limit },
        });
        refuseEmpty(namespace, items.length, offset);
        const directory = dataset.directoryOf(namespace);
        return items.map(({ key, values }) =>
          inOrder(fields, {
            ...values,
            [names.keyField]: key,
            [names.nameField]: directory.lookup(key)?.name ?? null,
            trend: values.trend ?? "stable",
          }),
        );
      };
      return { window: period, run };
    },
  });
}
