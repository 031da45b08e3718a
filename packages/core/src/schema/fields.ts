import { z } from "zod";

const count = (description: string) => z.int().nonnegative().meta({ description });
const percentage = (description: string) => z.int().min(0).max(100).meta({ description });
const score = (description: string) => z.number().min(-1).max(1).meta({ description });
const usd = (description: string) => z.number().nonnegative().meta({ description });
const text = (description: string) => z.string().meta({ description });
const instant = (description: string) =>
  z.iso.datetime().meta({ description: `${description} ISO 8601, UTC, ends in \`Z\`.` });
const day = (description: string) => z.iso.date().meta({ description });

/** The schema or null. `nullable()` alone would leave the description behind on the inner schema. */
export function orNull<Schema extends z.ZodType>(schema: Schema): z.ZodNullable<Schema> {
  const meta = schema.meta();
  return meta === undefined ? schema.nullable() : schema.nullable().meta(meta);
}

const level = (description: string) =>
  orNull(
    z
      .number()
      .nonnegative()
      .meta({ description: `${description} Null where nothing is stored of the day.` }),
  );

/** One of `rising`, `falling`, `stable`: activity of 3 UTC days against the 3 before. Never a price trend. */
const trendSchema = z.enum(["rising", "falling", "stable"]);
const sentimentLabelSchema = z.enum(["positive", "neutral", "negative"]);
/** State of a market, from its flags and times. */
export const marketStatusSchema = z.enum(["tradable", "open", "resolved", "expired", "inactive"]);
/** What the question of a market asks. */
export const marketTypeSchema = z.enum(["up_down", "close_above", "hit_target", "earnings", "other"]);

/**
 * Every wire field that several resources share, once: name, type, unit, range, deprecation. A resource is an ordered pick of these
 * (see `resource`), so types, validation, OpenAPI, CLI columns and docs all derive from this table.
 */
export const fields = {
  // Who
  ticker: text("Exchange ticker in the reference graph's spelling, upper case, no `$`."),
  symbol: text("Crypto token symbol, upper case, no `$`."),
  company_name: orNull(text("Company or fund name; null when the reference graph has none.")),
  name: orNull(text("Name of the asset; null when the reference graph has none.")),
  sector: text("GICS sector; for an ETF its category."),
  country: text("Country of the issuer, English name."),
  type: z.enum(["Stock", "ETF"]).meta({ description: "Kind of asset." }),
  exchange: text("Exchange of the listing."),
  market_cap_rank: z.int().positive().meta({ description: "Rank by market capitalisation, 1 = largest." }),
  market_cap_usd: usd("Market capitalisation, USD."),

  // How much
  buzz_score: z.number().nonnegative().meta({
    description:
      "Attention. Assets, sectors, countries: 0 to below 100, 50 = as much as a top-5 % day here. Whole market: about 50 is normal for the weekday. Non-directional. 1 decimal.",
  }),
  trend: trendSchema.meta({
    description: "Activity of the 3 UTC days that end the window against the 3 before; not a price trend.",
  }),
  trend_history: z.array(z.number().nonnegative()).meta({
    description:
      "Daily buzz, oldest first; each value describes its own UTC day only. Length: the period's days, at least 7; missing days are 0.0; the last slot of a live window is the current partial day.",
  }),
  top_tickers: z.array(z.string()).max(5).meta({ description: "At most 5 tickers, the most active first." }),
  mentions: count("Attributed mentions in the period (forums: direct and inherited)."),
  source_count: count("Distinct news sources in the period; for the whole market the busiest day's count."),
  community_count: count("Distinct communities in the period; for the whole market the busiest day's count."),
  unique_posts: count("Distinct posts in the period; for the whole market the busiest day's count."),
  unique_mposts: count("Distinct microblog posts in the period; for the whole market the busiest day's count."),
  unique_articles: count("Distinct articles of the busiest day in the period."),
  unique_authors: count("Distinct authors in the period; for the whole market the busiest day's count."),
  unique_tickers: count("Distinct assets with activity."),
  unique_tokens: count("Distinct tokens with activity."),
  active_tickers: count("Assets with activity on the busiest day of the period."),
  total_upvotes: z.int().meta({ description: "Upvotes (likes) on the explicit mentions of the period." }),

  // Which way
  sentiment_score: orNull(score("Average direction, -1 bearish to +1 bullish, 3 decimals.")),
  bullish_pct: percentage(
    "Share of labelled mentions that are positive, whole percent. Prediction markets: of event-days, each event once a day.",
  ),
  bearish_pct: percentage(
    "Share of labelled mentions that are negative, whole percent. Prediction markets: of event-days, each event once a day.",
  ),
  positive_count: z
    .int()
    .nonnegative()
    .meta({ description: "Positive mentions. Prefer `bullish_pct`.", deprecated: true }),
  negative_count: z
    .int()
    .nonnegative()
    .meta({ description: "Negative mentions. Prefer `bearish_pct`.", deprecated: true }),
  neutral_count: z
    .int()
    .nonnegative()
    .meta({ description: "Neutral mentions. Prefer the percentages.", deprecated: true }),

  // Prediction market
  trade_count: count("Trades in the period."),
  market_count: count("Distinct markets whose lifetime overlaps the period."),
  current_market_count: count("Markets open now."),
  total_liquidity: usd("Liquidity of the markets of the period, USD, at most 2 decimals."),
  unique_traders: orNull(count("Distinct wallets that traded; null when the retained trades do not cover the window.")),
  condition_id: text("Condition identifier of the market."),
  event_id: text("Identifier of the event that the market belongs to."),
  market_slug: text("Slug of the market."),
  question: text("The market's question."),
  market_type: marketTypeSchema.meta({ description: "What kind of question it is." }),
  yes_price: z.number().min(0).max(1).meta({ description: "Price of the first outcome, 0 to 1." }),
  no_price: z.number().min(0).max(1).meta({ description: "Price of the second outcome, 0 to 1." }),
  reference_price: usd("Stock price kept for reading ladders of price ranges, USD."),
  liquidity: usd("Liquidity of the market, USD."),
  volume_24h: usd("Volume of 24 hours, USD."),
  buy_trades: count("Trades whose taker bought; says nothing about direction."),
  sell_trades: count("Trades whose taker sold; says nothing about direction."),
  active: z.boolean().meta({ description: "The market's latest stored active flag." }),
  market_status: marketStatusSchema.meta({ description: "State of the market now." }),
  end_date: day("Day on which the market ends."),
  fetched_at: instant("When the snapshot was taken."),

  // Envelope
  found: z.boolean().meta({
    description: "Legacy: true when the service has data for the asset in the window, false when it has none.",
    deprecated: true,
  }),
  period_days: z.int().positive().meta({ description: "Length of the resolved period in UTC days." }),
  count: count("Matching rows before `limit` and `offset`."),
  query: text("The search text, trimmed, without `$`."),
  date: day("UTC day."),

  // What stands behind a daily value
  coverage: z.number().min(0).max(1).meta({
    description:
      "Share of the day that was seen, 0 to 1, 3 decimals: of the running day, what is usually done up to the last full hour.",
  }),
  known_at: orNull(instant("From when the value was known as it is; null where that is not recorded.")),
  revision: count("How often the day changed after it was closed."),
  frozen: z.boolean().meta({ description: "Whether the day is closed, with what it is measured against." }),
  reference_evidence: level("Evidence of a top-5 % asset-day, which the day is measured against."),
  reference_people: level("Speakers of such an asset-day."),
  reference_places: level("Places of such an asset-day."),
  reference_trading: level("Trading of a top-5 % asset-day, which the day is measured against."),
  reference_traders: level("Wallets of such an asset-day."),
  reference_money: level("Money of such an asset-day."),
  reference_markets: level("Traded markets of such an asset-day."),
  reference_depth: level("Depth of such an asset-day."),

  // Mentions
  title: text("Headline."),
  text: text("Full text of the mention."),
  text_snippet: text("The part of the text around the mention."),
  url: text("Address of the article."),
  source: text("Canonical news source id."),
  community: text("Community name without prefix."),
  author: text("Author name without `@`."),
  author_username: text("Author name without `@`."),
  post_id: text("Identifier of the post."),
  comment_id: text("Identifier of the comment; null for a post."),
  mpost_id: text("Identifier of the microblog post."),
  upvotes: z.int().meta({ description: "Upvotes when last seen." }),
  likes: count("Likes when last seen."),
  retweets: count("Reposts when last seen."),
  replies: count("Replies when last seen."),
  quotes: count("Quotes when last seen."),
  views: count("Views when last seen."),
  is_inherited: z.boolean().meta({ description: "The asset comes from the thread, the text names none itself." }),
  relevance_score: z.number().min(0).max(1).meta({ description: "How sure it is that the text is about the asset." }),
  sentiment_label: sentimentLabelSchema.meta({ description: "Label that goes with `sentiment_score`." }),
  created_utc: instant("When the source says that it was created."),
  created_at: instant("When the source says that it was created."),
  published_at: instant("When the source says that it was published."),

  // Statistics and health
  total_mentions: count("Stored mentions."),
  mentions_today: count("Mentions created since 00:00 UTC."),
  unique_tickers_today: count("Assets mentioned since 00:00 UTC."),
  unique_tokens_today: count("Tokens mentioned since 00:00 UTC."),
  supported_tickers: count("Public assets of the reference graph."),
  supported_tokens: count("Public tokens of the reference graph."),
  total_trades: count("Stored trades."),
  total_markets: count("Stored markets."),
  open_markets_current: count("Markets open now."),
  open_tickers_current: count("Assets with an open market now."),
  traded_markets_today: count("Markets with a trade since 00:00 UTC."),
  traded_tickers_today: count("Assets with a trade since 00:00 UTC."),
  trades_today: count("Trades since 00:00 UTC."),
  status: z.enum(["healthy", "degraded", "unhealthy"]).meta({ description: "Whether the namespace can be relied on." }),
  service: text("Identifier of the service."),
  version: text("Release of the service interface."),
  tickers_tracked: count("Assets with at least one stored row."),
  tokens_tracked: count("Tokens with at least one stored row."),
  error: text("What is wrong; null when healthy."),

  // Explanation
  explanation: text("One or two sentences on why the asset is hot, from cited evidence."),
  cached: z.boolean().meta({ description: "Whether the answer came from the cache." }),
  generated_at: instant("When the explanation was written."),
  model: text("What wrote the explanation."),
} as const satisfies Record<string, z.ZodType>;

/** Name of a catalogue field. */
export type FieldName = keyof typeof fields;
