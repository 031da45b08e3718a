import type { CompiledQuery } from "../engine.js";
import type { UtcDay } from "../time/utc-day.js";

/** Daily rows of the whole namespace with each day's references, by day. */
export function marketSeriesQuery(from: UtcDay, to: UtcDay): CompiledQuery {
  return {
    sql: `SELECT CAST(m.day AS VARCHAR) AS day, m.mentions, m.documents, m.threads, m.authors, m.places, m.subjects,
  m.engagement, m.sentiment_sum, m.sentiment_weight, m.positive, m.neutral, m.negative, m.buzz,
  r.market_centre, r.market_scale, r.market_offset, r.history_days
FROM market_daily AS m LEFT JOIN day_reference AS r ON r.day = m.day AND r.scope = 'market'
WHERE m.day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
ORDER BY m.day`,
    params: [from, to],
    reads: { table: "market_daily", from, to },
  };
}

/** First and last day with activity. */
export interface SpanRow {
  readonly first_day: UtcDay | null;
  readonly last_day: UtcDay | null;
}

/** First and last day with mentions, as one row; both null where there are none. */
export function marketSpanQuery(): CompiledQuery {
  return {
    sql: `SELECT CAST(MIN(day) AS VARCHAR) AS first_day, CAST(MAX(day) AS VARCHAR) AS last_day
FROM market_daily WHERE mentions > 0`,
    params: [],
  };
}

/** Mentions by day and hour, from which the usual share of a day by each hour is computed. */
export function hourlyQuery(from: UtcDay, to: UtcDay): CompiledQuery {
  return {
    sql: `SELECT CAST(day AS VARCHAR) AS day, hour, mentions FROM market_hourly
WHERE day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE) ORDER BY day, hour`,
    params: [from, to],
    reads: { table: "market_hourly", from, to },
  };
}

/** Stored rows up to and including `today`, and those of today: the figures behind stats and health. */
export function figuresQuery(today: UtcDay): CompiledQuery {
  return {
    sql: `SELECT COALESCE(SUM(mentions), 0) AS mentions, COUNT(DISTINCT key) AS subjects,
  COALESCE(SUM(CASE WHEN day = CAST(? AS DATE) THEN mentions ELSE 0 END), 0) AS mentions_today,
  COUNT(DISTINCT CASE WHEN day = CAST(? AS DATE) THEN key END) AS subjects_today
FROM subject_daily WHERE day <= CAST(? AS DATE)`,
    params: [today, today, today],
  };
}
