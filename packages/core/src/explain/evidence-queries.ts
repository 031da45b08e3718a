import type { CompiledQuery } from "../engine.js";
import type { UtcDay } from "../time/utc-day.js";

const counted = "subject = ? AND NOT excluded AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)";

/** Most mentions of a window that are read; of more, those with the most reactions, then the newest. */
const MENTIONS_READ = 800;
/** Characters of a body that are read. */
const BODY_CHARS = 2_000;

/** Sums of one side of the window's first day. `verified` is trusted SQL. */
export interface EvidenceTotals {
  /** In the window; else in the days before it. */
  readonly current: boolean;
  readonly mentions: number;
  readonly verified: number;
  /** Distinct speakers among the verified. */
  readonly voices: number;
  /** Verified mentions whose speaker was not recorded. */
  readonly unnamed: number;
  readonly places: number;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** All and verified mentions of the window and of the days before it, at most one row each. */
export function evidenceTotalsQuery(
  key: string,
  days: { readonly pastFrom: UtcDay; readonly from: UtcDay; readonly to: UtcDay },
  verified: string,
  voice: "author" | "place",
): CompiledQuery {
  const count = (condition: string) => `CAST(COUNT(*) FILTER (WHERE ${condition}) AS BIGINT)`;
  const labelled = (label: string) => `${count(`${verified} AND sentiment_label = '${label}'`)} AS ${label}`;
  return {
    sql: `SELECT day >= CAST(? AS DATE) AS current, COUNT(*) AS mentions, ${count(verified)} AS verified,
COUNT(DISTINCT CASE WHEN ${verified} THEN ${voice} END) AS voices, ${count(`${verified} AND ${voice} IS NULL`)} AS unnamed,
COUNT(DISTINCT CASE WHEN ${verified} THEN place END) AS places,
${["positive", "neutral", "negative"].map(labelled).join(", ")}
FROM mentions WHERE ${counted} GROUP BY 1`,
    params: [days.from, key, days.pastFrom, days.to],
  };
}

/** One verified mention as it is read. */
export interface EvidenceRow {
  readonly document_id: string;
  readonly created_utc: string;
  readonly day: UtcDay;
  readonly place: string | null;
  readonly author: string | null;
  readonly title: string | null;
  readonly body: string | null;
  readonly engagement: number;
  readonly sentiment_score: number | null;
  readonly sentiment_label: "positive" | "neutral" | "negative" | null;
  readonly mention_at: number;
}

/** Verified mentions of the window: the most reactions first, then the newest, ties by document. */
export function evidenceRowsQuery(key: string, from: UtcDay, to: UtcDay, verified: string): CompiledQuery {
  return {
    sql: ({ isoText }) => `SELECT document_id, ${isoText("created_utc")} AS created_utc, CAST(day AS VARCHAR) AS day,
place, author, title, SUBSTR(body, 1, ${BODY_CHARS}) AS body, engagement, sentiment_score, sentiment_label, mention_at
FROM mentions WHERE ${counted} AND ${verified}
ORDER BY engagement DESC, mentions.created_utc DESC, document_id LIMIT ${MENTIONS_READ}`,
    params: [key, from, to],
  };
}

/** First place at which the same documents name other assets. */
export interface OtherPlace {
  readonly document_id: string;
  readonly subject: string;
  readonly mention_at: number;
}

/** Other assets in the documents that name this one. */
export function otherPlacesQuery(key: string, from: UtcDay, to: UtcDay): CompiledQuery {
  return {
    sql: `SELECT document_id, subject, mention_at FROM mentions
WHERE subject <> ? AND mention_at IS NOT NULL AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
AND document_id IN (SELECT document_id FROM mentions WHERE ${counted})`,
    params: [key, from, to, key, from, to],
  };
}
