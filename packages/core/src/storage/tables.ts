import { awaitedReactionsColumns } from "./awaited-reactions.js";
import { marketSortKeys, marketTables } from "./market-tables.js";
import { sourceSortKeys, sourceTables } from "./source-tables.js";

/**
 * The stored columns. Every namespace stores the same tables in the same form; its definition maps columns to wire
 * names. `table-descriptions.ts` says what each column holds.
 */

/** One row per document and asset; a document that names no known asset keeps one row with `subject` null. */
const mentionColumns = {
  document_id: "VARCHAR",
  subject: "VARCHAR",
  created_utc: "TIMESTAMP",
  first_seen_utc: "TIMESTAMP",
  as_of_utc: "TIMESTAMP",
  day: "DATE",
  place: "VARCHAR",
  author: "VARCHAR",
  thread_id: "VARCHAR",
  post_id: "VARCHAR",
  comment_id: "VARCHAR",
  parent_id: "VARCHAR",
  title: "VARCHAR",
  body: "VARCHAR",
  url: "VARCHAR",
  engagement: "BIGINT",
  upvotes: "BIGINT",
  likes: "BIGINT",
  retweets: "BIGINT",
  replies: "BIGINT",
  quotes: "BIGINT",
  views: "BIGINT",
  inherited: "BOOLEAN",
  excluded: "BOOLEAN",
  sentiment_score: "DOUBLE",
  sentiment_label: "VARCHAR",
  relevance: "DOUBLE",
  evidence: "VARCHAR",
  mention_at: "INTEGER",
  hints: "VARCHAR",
  content_hash: "VARCHAR",
  revision: "INTEGER",
  text_print: "BLOB",
  page: "VARCHAR",
} as const;

/** Name of a stored column of a mention row. */
export type MentionColumn = keyof typeof mentionColumns;

/** The sources of a mention's wire fields: a stored column, or title and body as one text. */
export type MentionValue = MentionColumn | "text";

/** Daily sums of one key (asset, sector, country or the whole market); additive unless said otherwise. */
const activityColumns = {
  key: "VARCHAR",
  contributor: "VARCHAR",
  day: "DATE",
  asset_type: "VARCHAR",
  mentions: "BIGINT",
  inherited_mentions: "BIGINT",
  documents: "BIGINT",
  threads: "BIGINT",
  authors: "BIGINT",
  places: "BIGINT",
  subjects: "BIGINT",
  engagement: "BIGINT",
  evidence: "DOUBLE",
  people: "DOUBLE",
  sentiment_sum: "DOUBLE",
  sentiment_weight: "DOUBLE",
  positive: "BIGINT",
  neutral: "BIGINT",
  negative: "BIGINT",
  buzz: "DOUBLE",
} as const;

/** Name of a column of the daily activity tables. */
export type ActivityColumn = keyof typeof activityColumns;

/** Mentions of the whole namespace by hour of day; they tell which share of a day usually has passed. */
const hourlyColumns = { day: "DATE", hour: "INTEGER", mentions: "BIGINT" } as const;

/** References that a day is measured against. They use earlier days only and do not change once `frozen`. */
const referenceColumns = {
  day: "DATE",
  scope: "VARCHAR",
  evidence: "DOUBLE",
  people: "DOUBLE",
  places: "DOUBLE",
  market_centre: "DOUBLE",
  market_scale: "DOUBLE",
  market_offset: "DOUBLE",
  history_days: "INTEGER",
  provisional: "BOOLEAN",
  frozen: "BOOLEAN",
  revision: "INTEGER",
  revised: "BOOLEAN",
  history: "BOOLEAN",
} as const;

/** All tables of a namespace and their columns with portable types. */
export const tables = {
  mentions: mentionColumns,
  awaited_reactions: awaitedReactionsColumns,
  subject_daily: activityColumns,
  subject_contributor_daily: activityColumns,
  sector_daily: activityColumns,
  sector_contributor_daily: activityColumns,
  country_daily: activityColumns,
  country_contributor_daily: activityColumns,
  market_daily: activityColumns,
  market_hourly: hourlyColumns,
  day_reference: referenceColumns,
  ...marketTables,
  ...sourceTables,
} as const;

/** Name of a stored table. */
export type TableName = keyof typeof tables;

/** Order of rows inside a file, so that readers of one asset can skip the rest. */
export const sortKeys: Readonly<Record<TableName, string>> = {
  mentions: "subject, created_utc, document_id",
  awaited_reactions: "document_id",
  subject_daily: "key, day",
  subject_contributor_daily: "key, contributor, day",
  sector_daily: "key, day",
  sector_contributor_daily: "key, contributor, day",
  country_daily: "key, day",
  country_contributor_daily: "key, contributor, day",
  market_daily: "key, day",
  market_hourly: "day, hour",
  day_reference: "scope, day",
  ...marketSortKeys,
  ...sourceSortKeys,
};

/**
 * Tables whose rows change in place and are recorded as they are, with the columns that answers are made from. Others are left out:
 * a cursor moves with every poll.
 */
export const recordedStates = {
  markets: null,
  source_state: ["source", "since", "enabled", "covered_to"],
  source_coverage: null,
} as const satisfies Partial<Record<TableName, readonly string[] | null>>;

/** Name of a table that is recorded as it is. */
export type RecordedState = keyof typeof recordedStates;

/** Tables derived from the others, day by day. The rows of a running day are rewritten with every publication. */
export const derivedTables: ReadonlySet<TableName> = new Set<TableName>([
  "subject_daily",
  "subject_contributor_daily",
  "sector_daily",
  "sector_contributor_daily",
  "country_daily",
  "country_contributor_daily",
  "market_daily",
  "market_hourly",
  "day_reference",
  "market_days",
  "traded_daily",
  "traded_reference",
]);
