import { z } from "zod";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { rawMentionCountQuery, rawMentionsQuery } from "../query/mention-queries.js";
import { booleanParameter } from "../schema/parameters.js";
import { resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import { mentionItem, valuesOf } from "./mention-item.js";
import { defineOperation, type Operation } from "./operation.js";
import {
  assetParameter,
  pageParameters,
  periodParameters,
  resolveWindow,
  sourceRefused,
  supportedAsset,
} from "./parameters.js";
import { requestScope } from "./request-scope.js";

const RAW_LIMIT = 50;
const SNIPPET_CHARS = 500;

/** `GET …/mentions`: the stored mentions of one asset, newest first. Professional accounts only. */
export function rawMentions(namespace: NamespaceDefinition): Operation {
  const { subject } = namespace;
  const { fields, nullable, extra, filters, retentionDays } = namespace.rawMentions;
  const columns = valuesOf(fields);
  return defineOperation({
    name: "raw-mentions",
    namespace,
    summary: `Raw mentions: ${namespace.title}`,
    description: `Stored mentions of one asset, newest first; more exist while \`offset + len(results) < count\`. Kept for ${retentionDays} days.`,
    path: `${namespace.basePath}/${namespace.assetPath}/{${subject.keyField}}/mentions`,
    access: "professional",
    parameters: {
      asset: assetParameter(namespace),
      ...periodParameters,
      ...pageParameters(RAW_LIMIT),
      ...(filters.includes("include_inherited")
        ? {
            includeInherited: booleanParameter(
              "include_inherited",
              "Also mentions that take the asset from their thread.",
            ),
          }
        : {}),
    },
    refused: [sourceRefused],
    result: resource([subject.keyField, "period_days", "count", "results"], {
      extra: {
        results: z
          .array(resource(Object.keys(fields), { nullable, extra }))
          .meta({ description: "At most `limit` rows, newest first." }),
      },
    }),
    defaultDays: DEFAULT_PERIOD_DAYS.rawMentions,
    errors: ["lookback_exceeded", "unsupported_asset"],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const rules = { defaultDays: DEFAULT_PERIOD_DAYS.rawMentions, retentionDays };
      const period = resolveWindow(parameters, rules, namespace, dataset, scope.view, call);
      const run = async () => {
        const asset = supportedAsset(dataset, namespace, parameters.asset);
        const { limit, offset } = parameters;
        const includeInherited = parameters.includeInherited ?? !filters.includes("include_inherited");
        const [[counted], rows] = await Promise.all([
          scope.query<{ count: number }>(rawMentionCountQuery(asset.key, period, includeInherited)),
          scope.query<Record<string, unknown>>(
            rawMentionsQuery(asset.key, period, columns, { includeInherited, offset, limit }),
          ),
        ]);
        return {
          [subject.keyField]: asset.key,
          period_days: period.days,
          count: counted?.count ?? 0,
          results: rows.map((row) => mentionItem(fields, row, SNIPPET_CHARS)),
        };
      };
      return { window: period, run };
    },
  });
}
