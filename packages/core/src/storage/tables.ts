import { awaitedReactionsColumns } from "./awaited-reactions.js";
import { marketSortKeys, marketTables } from "./market-tables.js";
import { sourceSortKeys, sourceTables } from "./source-tables.js";

/**
 * Stored columns, once. Every namespace stores the same tables in the same form; what a column is called on the wire
 * is said in its definition.
 */

/** One row per document and asset; a document that names no known asset keeps one row with `subject` null. */
export const mentionColumns = {
  /** `origin:native id`; with `subject` the identity of a row. */
  document_id: "VARCHAR",
  subject: "VARCHAR",
  /** When the source says that it was created; windows and `day` go by this. */
  created_utc: "TIMESTAMP",
  /** When we first saw it; kept over re-deliveries. */
  first_seen_utc: "TIMESTAMP",
  /** When the source was read in this state, where it says so: an older state never takes the place of a newer one. */
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
  /** Document id of what it answers. */
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
  /** The asset comes from the thread. */
  inherited: "BOOLEAN",
  /** Bots and the like: stored, never counted. */
  excluded: "BOOLEAN",
  sentiment_score: "DOUBLE",
  sentiment_label: "VARCHAR",
  /** Confidence of the link, 0 to 1. */
  relevance: "DOUBLE",
  /** How the asset was found, for audit: `cashtag`, `name`, `hint`, `thread`, … */
  evidence: "VARCHAR",
  /** Where the text (title, line end, body) names the asset first, as a UTF-16 offset; null where it does not. */
  mention_at: "INTEGER",
  /** Assets that the feed itself named for the document, comma-separated, sorted. */
  hints: "VARCHAR",
  /** Fingerprint of everything that was delivered; an equal one means that nothing changed. */
  content_hash: "VARCHAR",
  /** 1 for the first delivery, higher after each change. */
  revision: "INTEGER",
  /** What the text is compared by, see `metrics/text-print.ts`; null where the row is not counted. */
  text_print: "BLOB",
  /** The page that it is or links to, in one spelling; null without one. */
  page: "VARCHAR",
} as const;

/** Name of a stored column of a mention row. */
export type MentionColumn = keyof typeof mentionColumns;

/** What a wire field of one mention may be read from: a stored column, or title and body as one text. */
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
  /** Buzz of the day against the references of the day; frozen with it. */
  buzz: "DOUBLE",
} as const;

/** Name of a column of the daily activity tables. */
export type ActivityColumn = keyof typeof activityColumns;

/** Mentions by hour of day of the whole namespace: what the share of a day so far is read from. */
export const hourlyColumns = { day: "DATE", hour: "INTEGER", mentions: "BIGINT" } as const;

/** What a day is measured against. Uses data of earlier days only and does not change once `frozen`. */
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
  /** The history is still short: start values are blended in, or few asset-days stand behind it. Null in older rows. */
  provisional: "BOOLEAN",
  frozen: "BOOLEAN",
  /** How often a frozen day changed: by a run with late data, or because its references were taken anew. */
  revision: "INTEGER",
  /** The run that goes on, or was killed, has changed the day (and raised `revision` where it was frozen). */
  revised: "BOOLEAN",
  /** First seen days after it was over: loaded as history, and open until its references are taken anew. Null in older rows. */
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

/** Order of rows inside a file: readers of one asset skip the rest. */
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

/** Tables that are made from the others, day by day: rows of a day that goes on are written again and again. */
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
