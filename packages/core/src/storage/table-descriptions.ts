import { frozenReference, marketTableDescriptions } from "./market-table-descriptions.js";
import { sourceTableDescriptions } from "./source-table-descriptions.js";
import type { TableDescription } from "./table-description.js";
import type { TableName, tables } from "./tables.js";

const reactions = {
  upvotes: "Upvotes; null where the source has none.",
  likes: "Likes; null where the source has none.",
  retweets: "Reposts; null where the source has none.",
  replies: "Replies; null where the source does not count them.",
  quotes: "Quotes; null where the source has none.",
  views: "Views; null where the source does not count them.",
};

const activity = {
  key: "What is counted: a ticker, a sector, a country, or `market` for the whole namespace.",
  contributor: "Empty for all contributors together; else one source, community or author.",
  day: "UTC day of creation.",
  asset_type: "`stock`, `etf` or `token`; null above the level of one asset.",
  mentions: "Mentions; additive.",
  inherited_mentions: "Those whose asset comes from the thread, not from the text.",
  documents: "Distinct documents of the day; not additive.",
  threads: "Distinct threads of the day; not additive.",
  authors: "Distinct authors of the day; not additive.",
  places: "Distinct sources or communities of the day; not additive.",
  subjects: "Distinct assets of the day; not additive.",
  engagement: "Sum of the reactions of all mentions.",
  evidence: "Mentions weighed by relevance, with copies of a text counted once: what buzz is made of.",
  people: "Authors weighed so that a few loud ones count less.",
  sentiment_sum: "Weighted sum of the sentiment scores; divide by `sentiment_weight` for the mean.",
  sentiment_weight: "Sum of the weights behind `sentiment_sum`.",
  positive: "Mentions with a positive direction.",
  neutral: "Mentions with a neutral direction.",
  negative: "Mentions with a negative direction.",
  buzz: "Buzz of the day against its references, 0 to 100; frozen with them. Null until it is known.",
};

const daily = (row: string): TableDescription<keyof typeof activity> => ({ row, columns: activity });

/** What each stored table and column holds. Open tables carry these words as comments, and docs/tables.md is made of them. */
export const tableDescriptions: {
  readonly [Table in TableName]: TableDescription<keyof (typeof tables)[Table] & string>;
} = {
  mentions: {
    row: "A document and an asset that it names; a document that names no known asset has one row without asset.",
    columns: {
      document_id: "`origin:native id`; with `subject` the identity of a row.",
      subject: "Ticker or symbol of the asset; null where none is known.",
      created_utc: "Time of creation by the source; windows and `day` use it.",
      first_seen_utc: "When it was first read; later deliveries do not change it.",
      as_of_utc: "When the source was in this state, where known. An older state never replaces a newer one.",
      day: "UTC day of `created_utc`.",
      place: "Where it was said: news source, community.",
      author: "Name of the author; null where unknown.",
      thread_id: "The post that the document belongs to; the document itself when it starts one.",
      post_id: "The source's own id of the post, or of the post that the comment stands under.",
      comment_id: "The source's own id of the comment; null for what starts a thread.",
      parent_id: "Document id of the post or comment that it replies to.",
      title: "Title; null without one.",
      body: "Text below the title; null without one.",
      url: "Address of the document; null without one.",
      engagement: "Upvotes, or likes and reposts; never negative here.",
      ...reactions,
      inherited: "True when the asset comes from the thread, not from the text.",
      excluded: "Bots and the like: stored, never counted.",
      sentiment_score: "From the asset's point of view, -1 to 1; null where it was not judged.",
      sentiment_label: "`positive`, `neutral` or `negative`; null where it was not judged.",
      relevance: "Confidence of the link, 0 to 1.",
      evidence:
        "How the asset was found, for audit, such as `cashtag`, `name`, `product`, `person`, `hint` or `thread`.",
      mention_at:
        "UTF-16 offset of the first place where the text (title, line end, body) names the asset; null without one.",
      hints: "Assets that the feed itself named for the document, comma-separated, sorted.",
      content_hash: "Hash of everything delivered; an equal one means no change.",
      revision: "1 for the first delivery, higher after each change.",
      text_print: "Print by which copies of a text are found; null where the row is not counted.",
      page: "Normalised address of the page that the document is or links to; null without one.",
    },
  },
  awaited_reactions: {
    row: "A document that was not read yet, with the reactions that reposts of it reported.",
    columns: { document_id: "The awaited document.", day: "When a repost was first read.", ...reactions },
  },
  subject_daily: daily("An asset and a day."),
  subject_contributor_daily: daily("An asset, a contributor and a day."),
  sector_daily: daily("A sector and a day."),
  sector_contributor_daily: daily("A sector, a contributor and a day."),
  country_daily: daily("A country and a day."),
  country_contributor_daily: daily("A country, a contributor and a day."),
  market_daily: daily("A day of the whole namespace."),
  market_hourly: {
    row: "An hour of a day of the whole namespace: which share of a day has usually passed.",
    columns: { day: "UTC day.", hour: "Hour of the day, 0 to 23.", mentions: "Mentions created in that hour." },
  },
  day_reference: {
    row: "The levels that a day is measured against; made from earlier days only.",
    columns: {
      day: "UTC day.",
      scope: "`subject`, `sector`, `country` or `market`.",
      evidence: "Usual evidence of an active key.",
      people: "Usual number of people of an active key.",
      places: "Usual number of places of an active key.",
      ...frozenReference,
    },
  },
  ...marketTableDescriptions,
  ...sourceTableDescriptions,
};
