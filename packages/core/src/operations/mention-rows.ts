import { z } from "zod";
import type { TextNamespace } from "../namespaces/define.js";
import { rawMentionCountQuery, rawMentionsQuery } from "../query/mention-queries.js";
import { resource } from "../schema/resource.js";
import { mentionItem, namesOf, valuesOf } from "./mention-item.js";
import type { RowsPart } from "./namespace-part.js";

const SNIPPET_CHARS = 500;

/** What a row of a stored mention shows. */
function mentionSchema<const Namespace extends TextNamespace>(namespace: Namespace) {
  type Rows = Namespace["rawMentions"];
  const extra: Rows["extra"] = namespace.rawMentions.extra;
  const nullable: Rows["nullable"] = namespace.rawMentions.nullable;
  return resource(namesOf<Rows["fields"]>(namespace.rawMentions.fields), { nullable, extra });
}

/** The stored mentions of one asset, newest first. */
export function mentionRows<const Namespace extends TextNamespace>(
  namespace: Namespace,
): RowsPart<"text", z.output<ReturnType<typeof mentionSchema<Namespace>>>[]> {
  const { fields, filters, retentionDays } = namespace.rawMentions;
  const columns = valuesOf(fields);
  const item = mentionSchema(namespace);
  return {
    description: `Stored mentions of one asset, newest first; more exist while \`offset + len(results) < count\`. Kept for ${retentionDays} days.`,
    result: z.array(item),
    filters,
    read: async (scope, { key }, period, { offset, limit, includeInherited }) => {
      const isPast = scope.call.asOf !== undefined;
      const [[counted], rows] = await Promise.all([
        scope.query<{ count: number }>(rawMentionCountQuery(key, period, { includeInherited, isPast })),
        scope.query<Record<string, unknown>>(
          rawMentionsQuery(key, period, columns, { includeInherited, isPast, offset, limit }),
        ),
      ]);
      return {
        count: counted?.count ?? 0,
        results: rows.map((row) => mentionItem(item, fields, row, SNIPPET_CHARS)),
      };
    },
  };
}
