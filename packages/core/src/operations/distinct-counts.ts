import type { TextNamespace } from "../namespaces/define.js";
import { measuresOf, type TextMeasure } from "../namespaces/measures.js";
import { type ActivityScope, distinctContributorsQuery } from "../query/activity-queries.js";
import { distinctQuery } from "../query/mention-queries.js";
import type { MentionColumn } from "../storage/tables.js";
import type { Period } from "../time/period.js";
import type { RequestScope } from "./request-scope.js";

/** Exact distinct count of a field for a key; undefined where the daily row's own count serves (one day). */
export type DistinctCounts = (key: string, name: TextMeasure) => number | undefined;

/**
 * Exact distinct counts over a period of several days. Contributors are counted on the daily contributor rows, anything
 * else on the mentions themselves; above asset level only contributors are counted here.
 *
 * @param contributorsOf Counts the contributors of the keys, where another query has done so already.
 */
export async function readDistinctCounts(
  scope: RequestScope<TextNamespace>,
  level: ActivityScope,
  names: readonly string[],
  keys: readonly string[],
  period: Period,
  contributor: string | null,
  contributorsOf = () => readContributorCounts(scope, level, keys, period, contributor),
): Promise<DistinctCounts> {
  if (period.days === 1 || keys.length === 0) return () => undefined;
  const byContributor = scope.namespace.detail.contributors.column;
  const columns = new Map<TextMeasure, MentionColumn>();
  for (const { name, measure } of measuresOf(names)) {
    if (measure.fold === "distinct" && measure.of !== "subject") columns.set(name, measure.of);
  }
  const wanted = [...new Set(columns.values())];
  const fromMentions = wanted.filter((column) => column !== byContributor);
  const counts = new Map<string, number>();
  const readContributors = async () => {
    if (!wanted.includes(byContributor)) return;
    for (const [key, count] of await contributorsOf()) counts.set(`${key} ${byContributor}`, count);
  };
  const readMentions = async () => {
    if (fromMentions.length === 0 || level !== "subject") return;
    const query = distinctQuery(keys, period, fromMentions, contributor);
    for (const row of await scope.query<Record<string, string | number>>(query)) {
      for (const column of fromMentions) counts.set(`${String(row.key)} ${column}`, Number(row[`${column}_distinct`]));
    }
  };
  await Promise.all([readContributors(), readMentions()]);
  return (key, name) => {
    const column = columns.get(name);
    return column === undefined ? undefined : (counts.get(`${key} ${column}`) ?? 0);
  };
}

async function readContributorCounts(
  scope: RequestScope<TextNamespace>,
  level: ActivityScope,
  keys: readonly string[],
  period: Period,
  contributor: string | null,
): Promise<Map<string, number>> {
  const query = distinctContributorsQuery(level, keys, period, contributor);
  const rows = await scope.query<{ key: string; distinct_count: number }>(query);
  return new Map(rows.map(({ key, distinct_count }) => [key, distinct_count]));
}
