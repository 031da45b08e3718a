import type { CompiledQuery, SqlValue } from "../engine.js";
import type { MentionColumn, MentionValue } from "../storage/tables.js";
import type { Period } from "../time/period.js";
import { keyIn } from "./activity-queries.js";
import type { SqlDialect } from "./sql-dialect.js";

const inWindow = "day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)";
const counted = "subject IS NOT NULL AND NOT excluded";
const mentionsIn = ({ from, to }: Period) => ({ table: "mentions", from, to }) as const;
/** In a past state, a mention that was changed or deleted since counts, but its words are not kept. */
const worded = (isPast: boolean) => (isPast ? " AND (title IS NOT NULL OR body IS NOT NULL)" : "");

/** Exact distinct counts per asset over several days, one column per wanted mention column, named after it. */
export function distinctQuery(
  keys: readonly string[],
  period: Period,
  columns: readonly MentionColumn[],
  place: string | null,
): CompiledQuery {
  const params: SqlValue[] = [...keys, period.from, period.to];
  if (place !== null) params.push(place);
  return {
    sql: `SELECT subject AS key, ${columns.map((column) => `COUNT(DISTINCT ${column}) AS ${column}_distinct`).join(", ")}
FROM mentions
WHERE ${keyIn(keys, "subject")} AND ${inWindow} AND ${counted}${place === null ? "" : " AND place = ?"}
GROUP BY subject`,
    params,
    reads: mentionsIn(period),
  };
}

/** Mentions per asset over the window, the most mentioned first. */
export function mentionCountsBySubjectQuery(period: Period, place: string | null): CompiledQuery {
  const params: SqlValue[] = [period.from, period.to];
  if (place !== null) params.push(place);
  const table = place === null ? "subject_daily" : "subject_contributor_daily";
  return {
    sql: `SELECT key, CAST(SUM(mentions) AS BIGINT) AS mentions
FROM ${table}
WHERE ${inWindow}${place === null ? "" : " AND contributor = ?"}
GROUP BY key ORDER BY mentions DESC, key`,
    params,
    reads: { table, from: period.from, to: period.to },
  };
}

/** Columns of a mention as text or number; instants as ISO 8601 with milliseconds. */
function selected(columns: readonly MentionValue[], { isoText }: SqlDialect): string {
  return [...new Set(columns)]
    .map((column) =>
      column === "created_utc" || column === "first_seen_utc"
        ? `${isoText(column)} AS ${column}`
        : column === "day"
          ? "CAST(day AS VARCHAR) AS day"
          : column === "text"
            ? "CONCAT_WS(CHR(10), title, body) AS text"
            : column,
    )
    .join(", ");
}

/** Raw rows of one asset in the window, newest first, ties by document: `limit` and `offset` page deterministically. */
export function rawMentionsQuery(
  key: string,
  period: Period,
  columns: readonly MentionValue[],
  options: {
    readonly includeInherited: boolean;
    readonly isPast: boolean;
    readonly offset: number;
    readonly limit: number;
  },
): CompiledQuery {
  return {
    sql: (dialect) => `SELECT ${selected(columns, dialect)} FROM mentions
WHERE subject = ? AND ${inWindow} AND ${counted}${options.includeInherited ? "" : " AND NOT inherited"}${worded(options.isPast)}
ORDER BY mentions.created_utc DESC, document_id
OFFSET ${options.offset} LIMIT ${options.limit}`,
    params: [key, period.from, period.to],
    reads: mentionsIn(period),
  };
}

/** Number of raw rows before paging. */
export function rawMentionCountQuery(
  key: string,
  period: Period,
  { includeInherited, isPast }: { readonly includeInherited: boolean; readonly isPast: boolean },
): CompiledQuery {
  return {
    sql: `SELECT COUNT(*) AS count FROM mentions
WHERE subject = ? AND ${inWindow} AND ${counted}${includeInherited ? "" : " AND NOT inherited"}${worded(isPast)}`,
    params: [key, period.from, period.to],
  };
}

/** Representative mentions of one asset: the most engagement first, then direct ones, then the newest. */
export function topMentionsQuery(
  key: string,
  period: Period,
  columns: readonly MentionValue[],
  { limit, isPast }: { readonly limit: number; readonly isPast: boolean },
): CompiledQuery {
  return {
    sql: (dialect) => `SELECT ${selected(columns, dialect)} FROM mentions
WHERE subject = ? AND ${inWindow} AND ${counted}${worded(isPast)}
ORDER BY engagement DESC, inherited, mentions.created_utc DESC, document_id
LIMIT ${limit}`,
    params: [key, period.from, period.to],
    reads: mentionsIn(period),
  };
}
