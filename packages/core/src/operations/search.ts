import { z } from "zod";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { Parameter } from "../schema/parameters.js";
import { chosenRow, resource } from "../schema/resource.js";
import type { Asset } from "../subjects/asset.js";
import { DEFAULT_PERIOD_DAYS, type Period } from "../time/period.js";
import { addDays } from "../time/utc-day.js";
import { readerOf } from "./namespace-reader.js";
import { defineOperation } from "./operation.js";
import { pageParameters, sourceRefused } from "./parameters.js";
import { requestScope } from "./request-scope.js";
import { isIdle, subjectFields } from "./shape.js";
import { LIST_LIMIT } from "./trending.js";

const MIN_QUERY_CHARS = 2;
const MAX_QUERY_CHARS = 200;

/** `GET /search`: assets by name, ticker or alias, each with its last 7 UTC days. */
export function search<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  const fields: Namespace["search"]["fields"] = namespace.search.fields;
  const activityField: Namespace["activity"] = namespace.activity;
  const { extra, queryMaxChars } = namespace.search;
  const { limit } = pageParameters(LIST_LIMIT);
  const summary = resource([activityField, "buzz_score", "trend", "sentiment_score"], { nullable: ["trend"] });
  const item = resource(fields, {
    nullable: ["type", "exchange", "sector", "country", "market_cap_rank", "market_cap_usd"],
    extra: { ...extra, summary: summary.meta({ description: "Activity of the last 7 UTC days." }) },
  });
  const result = resource(["query", "count", "period_days", "results"], {
    extra: { results: z.array(item).meta({ description: "Best match first." }) },
  });
  const { activity } = readerOf(namespace);
  return defineOperation({
    name: "search",
    namespace,
    summary: `Search assets: ${namespace.title}`,
    description:
      "Exact asset first, then prefix, then name or alias; recent activity breaks ties. Always the last 7 UTC days.",
    path: `${namespace.basePath}/search`,
    access: "any_account",
    caching: { maxAgeSeconds: 15, shareable: true },
    command: {
      word: "search",
      text: "find assets by ticker, name or alias, each with its last 7 days",
      findsAssets: true,
    },
    example: { count: 1 },
    isEmpty: ({ results }) => results.every((row) => isIdle((row as { readonly summary: object }).summary, namespace)),
    parameters: { query: queryParameter(queryMaxChars ?? MAX_QUERY_CHARS), limit },
    refused: [
      ...["from", "to", "days"].map((name) => ({ name, msg: "Search always covers the last 7 UTC days." })),
      sourceRefused,
    ],
    result,
    errors: [],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const days = DEFAULT_PERIOD_DAYS.search;
      const period: Period = { from: addDays(call.today, 1 - days), to: call.today, days };
      const run = async () => {
        const recent = await activity.ranking(scope, period, null);
        const counts = new Map(recent.map(({ key, count }) => [key, count]));
        const { assets, total } = dataset
          .directoryOf(namespace)
          .search(parameters.query, { limit: parameters.limit, activityOf: (key) => counts.get(key) ?? 0 });
        const keys = assets.map(({ key }) => key);
        const items = await activity.ofAssets(scope, { keys, period, fields: Object.keys(summary.shape) });
        const results = items.flatMap(({ values }, index) => {
          const asset = assets[index];
          if (asset === undefined) return [];
          return [chosenRow(item, { ...assetFields(asset), summary: chosenRow(summary, values) })];
        });
        return chosenRow(result, { query: parameters.query, count: total, period_days: days, results });
      };
      return { window: period, run };
    },
  });
}

/** Facts of the reference graph as they are shown. */
function assetFields(asset: Asset) {
  return {
    ...subjectFields(asset),
    type: asset.type === "etf" ? "ETF" : asset.type === "stock" ? "Stock" : null,
    exchange: asset.exchange,
    sector: asset.sector,
    country: asset.country,
    aliases: asset.aliases,
    market_cap_rank: null,
    market_cap_usd: null,
  };
}

function queryParameter(maxChars: number): Parameter<string, "q"> & { readonly required: true } {
  return {
    name: "q",
    in: "query",
    operand: "text",
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
