import { awaitedReactionsColumns } from "./awaited-reactions.js";
import { marketSortKeys, marketTables } from "./market-tables.js";
import { sourceSortKeys, sourceTables } from "./source-tables.js";

/**
 * The stored columns. Every namespace stores the same tables in the same form; its definition maps columns to wire
 * names.
 */

/** One row per document and asset; a document that names no known asset keeps one row with `subject` null. */
export const mentionColumns = {
  /** `origin:native id`; with `subject` the identity of a row. */
  document_id: "VARCHAR",
  subject: "VARCHAR",
  /** Creation time by the source; windows and `day` use it. */
  created_utc: "TIMESTAMP",
  /** When we first saw it; later deliveries do not change it. */
  first_seen_utc: "TIMESTAMP",
  /** When the source was in this state, where known. An older state never replaces a newer one. */
  as_of_utc: "TIMESTAMP",
  day: "DATE",
  /** Where it was said: news source id, community. */
  place: "VARCHAR",
  author: "VARCHAR",
  /** The post that the document belongs to; the document itself when it starts one. */
  thread_id: "VARCHAR",
  /** The source's own id of the post, or of the post that the comment stands under. */
  post_id: "VARCHAR",
  /** The source's own id of the comment; null for what starts a thread. */
  comment_id: "VARCHAR",
  /** Document id of the post or comment that it replies to. */
  parent_id: "VARCHAR",
  title: "VARCHAR",
  body: "VARCHAR",
  url: "VARCHAR",
  /** Upvotes, or likes and reposts; never negative here. */
  engagement: "BIGINT",
  upvotes: "BIGINT",
  likes: "BIGINT",
  retweets: "BIGINT",
  replies: "BIGINT",
  quotes: "BIGINT",
  views: "BIGINT",
  /** True when the asset comes from the thread, not from the text. */
  inherited: "BOOLEAN",
  /** Bots and the like: stored, never counted. */
  excluded: "BOOLEAN",
  sentiment_score: "DOUBLE",
  sentiment_label: "VARCHAR",
  /** Confidence of the link, 0 to 1. */
  relevance: "DOUBLE",
  /** How the asset was found, for audit: `cashtag`, `name`, `hint`, `thread`, … */
  evidence: "VARCHAR",
  /** UTF-16 offset of the first place where the text (title, line end, body) names the asset; null without one. */
  mention_at: "INTEGER",
  /** Assets that the feed itself named for the document, comma-separated, sorted. */
  hints: "VARCHAR",
  /** Hash of everything delivered; an equal one means no change. */
  content_hash: "VARCHAR",
  /** 1 for the first delivery, higher after each change. */
  revision: "INTEGER",
  /** Print by which copies of a text are found, see `metrics/text-print.ts`; null where the row is not counted. */
  text_print: "BLOB",
  /** Normalised address of the page that the document is or links to; null without one. */
  page: "VARCHAR",
} as const;

/** Name of a stored column of a mention row. */
export type MentionColumn = keyof typeof mentionColumns;

/** The sources of a mention's wire fields: a stored column, or title and body as one text. */
export type MentionValue = MentionColumn | "text";

/** Daily sums of one key (asset, sector, country or the whole market); additive unless said otherwise. */
export const activityColumns = {
  key: "VARCHAR",
  /** `''` for all; else one source, community or author. */
  contributor: "VARCHAR",
  day: "DATE",
  /** `stock`, `etf` or `token`; null above asset level. */
  asset_type: "VARCHAR",
  mentions: "BIGINT",
  inherited_mentions: "BIGINT",
  /** Distinct within the day; not additive. */
  documents: "BIGINT",
  threads: "BIGINT",
  authors: "BIGINT",
  places: "BIGINT",
  /** Distinct assets within the day; not additive. */
  subjects: "BIGINT",
  engagement: "BIGINT",
  evidence: "DOUBLE",
  people: "DOUBLE",
  sentiment_sum: "DOUBLE",
  sentiment_weight: "DOUBLE",
  positive: "BIGINT",
  neutral: "BIGINT",
  negative: "BIGINT",
  /** Buzz of the day against its references; frozen with them. */
  buzz: "DOUBLE",
} as const;

/** Name of a column of the daily activity tables. */
export type ActivityColumn = keyof typeof activityColumns;

/** Mentions of the whole namespace by hour of day; they tell which share of a day usually has passed. */
export const hourlyColumns = { day: "DATE", hour: "INTEGER", mentions: "BIGINT" } as const;

/** References that a day is measured against. They use earlier days only and do not change once `frozen`. */
export const referenceColumns = {
  day: "DATE",
  /** `subject`, `sector`, `country` or `market`. */
  scope: "VARCHAR",
  evidence: "DOUBLE",
  people: "DOUBLE",
  places: "DOUBLE",
  market_centre: "DOUBLE",
  market_scale: "DOUBLE",
  /** Offset of the day's own weekday. */
  market_offset: "DOUBLE",
  /** Days of history behind the reference. */
  history_days: "INTEGER",
  /** True while the history is short: start values are blended in, or there are few asset-days. Null in older rows. */
  provisional: "BOOLEAN",
  frozen: "BOOLEAN",
  /** Number of changes since the day was frozen: runs with late data, and recomputed references. */
  revision: "INTEGER",
  /** True when the current (or a killed) run has already changed the day, and so raised `revision` if it was frozen. */
  revised: "BOOLEAN",
  /**
   * True when the day was first seen days after it was over: it counts as loaded history and stays open until its
   * references are recomputed. Null in older rows.
   */
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
