import { z } from "zod";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { Parameter } from "../schema/parameters.js";
import { resource } from "../schema/resource.js";
import type { Asset } from "../subjects/asset.js";
import { DEFAULT_PERIOD_DAYS, type Period } from "../time/period.js";
import { addDays } from "../time/utc-day.js";
import { mentionActivity } from "./mention-activity.js";
import { defineOperation, type Operation } from "./operation.js";
import { pageParameters, sourceRefused } from "./parameters.js";
import { requestScope } from "./request-scope.js";
import { inOrder } from "./shape.js";
import { LIST_LIMIT } from "./trending.js";

const MIN_QUERY_CHARS = 2;
const MAX_QUERY_CHARS = 200;

/** `GET /search`: assets by name, ticker or alias, each with its last 7 UTC days. */
export function search(namespace: NamespaceDefinition): Operation {
  const { subject } = namespace;
  const { fields, extra, queryMaxChars } = namespace.search;
  const summaryFields = [namespace.activity, "buzz_score", "trend", "sentiment_score"] as const;
  const { limit } = pageParameters(LIST_LIMIT);
  const reader = namespace.own?.activity ?? mentionActivity;
  const nullable = ["name", "type", "exchange", "sector", "country", "market_cap_rank", "market_cap_usd"];
  return defineOperation({
    name: "search",
    namespace,
    summary: `Search assets: ${namespace.title}`,
    description:
      "Exact asset first, then prefix, then name or alias; recent activity breaks ties. Always the last 7 UTC days.",
    path: `${namespace.basePath}/search`,
    access: "any_account",
    parameters: { query: queryParameter(queryMaxChars ?? MAX_QUERY_CHARS), limit },
    refused: [
      ...["from", "to", "days"].map((name) => ({ name, msg: "Search always covers the last 7 UTC days." })),
      sourceRefused,
    ],
    result: resource(["query", "count", "period_days", "results"], {
      extra: {
        results: z
          .array(
            resource(fields, {
              nullable,
              extra: {
                ...extra,
                summary: resource(summaryFields, { nullable: ["trend", "sentiment_score"] }).meta({
                  description: "Activity of the last 7 UTC days.",
                }),
              },
            }),
          )
          .meta({ description: "Best match first." }),
      },
    }),
    errors: [],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const days = DEFAULT_PERIOD_DAYS.search;
      const period: Period = { from: addDays(call.today, 1 - days), to: call.today, days };
      const run = async () => {
        const recent = await reader.ranking(scope, period, null);
        const activity = new Map(recent.map(({ key, count }) => [key, count]));
        const { assets, total } = dataset
          .directoryOf(namespace)
          .search(parameters.query, { limit: parameters.limit, activityOf: (key) => activity.get(key) ?? 0 });
        const keys = assets.map(({ key }) => key);
        const items = await reader.ofAssets(scope, { keys, period, fields: summaryFields });
        const byKey = new Map(items.map((item) => [item.key, item.values]));
        const results = assets.map((asset) =>
          inOrder(fields, {
            ...assetFields(asset),
            [subject.keyField]: asset.key,
            summary: inOrder(summaryFields, byKey.get(asset.key) ?? {}),
          }),
        );
        return { query: parameters.query, count: total, period_days: days, results };
      };
      return { window: period, run };
    },
  });
}

/** Facts of the reference graph as they are shown. */
function assetFields(asset: Asset): Record<string, unknown> {
  return {
    name: asset.name,
    type: asset.type === "etf" ? "ETF" : asset.type === "stock" ? "Stock" : null,
    exchange: asset.exchange,
    sector: asset.sector,
    country: asset.country,
    aliases: asset.aliases,
    market_cap_rank: null,
    market_cap_usd: null,
  };
}

function queryParameter(maxChars: number): Parameter<string> {
  return {
    name: "q",
    in: "query",
    required: true,
    description: `Part of a ticker, name or alias: at least ${MIN_QUERY_CHARS} characters after trimming and without \`$\`, at most ${maxChars}.`,
    schema: { type: "string", minLength: MIN_QUERY_CHARS, maxLength: maxChars },
    example: "apple",
    fallback: "",
    parse: (text) => {
      const value = text.trim().replaceAll("$", "").trim();
      if (value.length < MIN_QUERY_CHARS) {
        const msg = `String should have at least ${MIN_QUERY_CHARS} characters`;
        return { issue: { msg, type: "string_too_short", ctx: { min_length: MIN_QUERY_CHARS } } };
      }
      if (value.length > maxChars) {
        const msg = `String should have at most ${maxChars} characters`;
        return { issue: { msg, type: "string_too_long", ctx: { max_length: maxChars } } };
      }
      return { value };
    },
  };
}
