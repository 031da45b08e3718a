import { type FieldOrigin, origins } from "./field-origin.js";
import { panelOrigins } from "./panel-origins.js";

export type { FieldOrigin } from "./field-origin.js";

/**
 * The origin of every wire field, of the catalogue and of single operations. `docs/fields.md` is generated from it, and
 * a test fails if a field is missing here or its function does not exist. Counts of texts are in
 * `namespaces/measures.ts`, with the column that each adds up or counts.
 */
export const fieldOrigins: Readonly<Record<string, FieldOrigin>> = {
  ...origins("operations/shape.ts#subjectFields", {
    ticker: "key of the asset in the reference graph",
    symbol: "key of the token in the reference graph",
    company_name: "name in the reference graph, imported tables included",
    name: "name in the reference graph; for a source, its name in the configuration",
  }),
  ...origins("operations/search.ts#assetFields", {
    type: "kind of the asset in the reference graph; for a source, its kind in the configuration",
    exchange: "from the reference graph",
    market_cap_rank: "null: not known here",
    market_cap_usd: "null: not known here",
    aliases: "from the reference graph, including the tables of aliases",
  }),
  ...origins("operations/trending-by-dimension.ts#groupOperation", {
    sector: "the asset's sector in the reference graph; a row by sector covers all assets of the sector",
    country: "the asset's country in the reference graph; a row by country covers all assets of the country",
    top_tickers: "5 of the group's assets with the most mentions (trades) in the window",
  }),

  // How much
  buzz_score:
    // For the whole market it is another measure; see docs/measures.md.
    {
      formula:
        "100·(0.60·E/(E+mE) + 0.25·A/(A+mA) + 0.15·C/(C+mC)) of the mean day; for prediction markets and the whole market see measures.md",
      by: "metrics/buzz.ts#buzz",
    },
  ...origins("operations/momentum.ts#momentumOf", {
    trend: "3 days against the 3 before, thresholds of ±10 % and 1.47 standard errors; see measures.md",
    trend_history: "buzz of each day, for at least the 7 days up to the window's last",
  }),
  unique_tokens: {
    formula: "distinct assets with a mention in the window",
    by: "operations/mention-figures.ts#mentionFigures",
  },

  // Which way
  ...origins("operations/shape.ts#directionOf", {
    sentiment_score: "Σ κ·ρ^k·score / Σ κ·ρ^k, damped per speaker; prediction markets: mean of the events' votes",
    bullish_pct: "100·positive/(positive + neutral + negative), halves up; prediction markets: of event-days",
    bearish_pct: "100·negative/(positive + neutral + negative), halves up; prediction markets: of event-days",
  }),
  sentiment_label: {
    formula: "positive above +0.05, negative below −0.05, else neutral; the model's answers by its threshold",
    by: "metrics/polarity.ts#labelOf",
  },

  // Prediction markets
  ...origins("predmarket/queries.ts#tradedTotalsQuery", {
    trade_count: "trades in the window",
    total_liquidity: "liquidity of the markets of a day, mean over the days of the window",
  }),
  ...origins("predmarket/queries.ts#marketCountsQuery", {
    market_count: "distinct markets whose life overlaps the window",
    current_market_count: "of these, the markets that are open now",
  }),
  unique_traders: {
    formula: "distinct wallets; null where the kept trades do not cover the window",
    by: "predmarket/queries.ts#walletsQuery",
  },
  ...origins("predmarket/raw-snapshots.ts#marketReadings", {
    condition_id: "the source's id of the market",
    event_id: "the source's id of the event, or the event's title if there is none",
    market_slug: "from the source",
    question: "from the source",
    yes_price: "middle of bid and ask of the first outcome if they are less than 0.10 apart, else its last price",
    no_price: "last price of the second outcome, else 1 − `yes_price`",
    reference_price: "the share's price at that time, from the same records",
    reference_price_timestamp: "when that price was seen",
    strike_price: "the price that the question names",
    liquidity: "from the source",
    volume_24h: "from the source",
    fetched_at: "when the reading was taken",
  }),
  ...origins("predmarket/top-markets.ts#chooseMarkets", {
    buy_trades: "trades of the window whose taker bought",
    sell_trades: "trades of the window whose taker sold",
    active: "the source's latest flag",
    end_date: "UTC day on which the market ends",
  }),
  market_status: { formula: "from the market's flags and times, now", by: "predmarket/market-state.ts#marketStatus" },
  market_type: { formula: "from the wording of the question", by: "predmarket/question.ts#readQuestion" },
  ...origins("predmarket/pulse.ts#pulseOf", {
    pulse: "mood, confidence and their basis",
    mood: "from the weighted score, the shares of both directions and the trades",
    confidence:
      "100·`directional_coverage`·min(1, trades/20)·max(0, 1 − `avg_spread`/0.10); without a spread the last factor is 0.5",
    thin_data: "whether the evidence is too weak for a strong direction",
    why: "codes of the reasons for the mood",
    warnings: "codes of the reasons for doubt",
    directional_coverage: "open markets with a direction / open markets",
    traded_market_pct: "open markets with a trade on the latest day / open markets",
    zero_trade_market_pct: "1 − `traded_market_pct`",
    avg_spread: "Σ liquidity·(ask − bid) / Σ liquidity",
  }),
  ...origins("predmarket/wire-pulse.ts#wirePulse", {
    evidence: "the markets behind the pulse",
    snapshot_at: "time of the newest reading in the window",
  }),

  // Envelopes
  ...origins("operations/mention-detail.ts#mentionDetail", {
    found: "whether the window has a mention (prediction markets: a market)",
    daily_trend: "one row per UTC day, zeros if nothing happened",
    top_sources: "the 10 sources with the most mentions",
    top_communities: "the 10 communities with the most mentions",
    top_authors: "the 10 authors with the most mentions",
    top_mentions:
      "10 mentions, the most reactions first, then the newest; prediction markets: 10 markets, the most traded first",
    top_mposts: "10 posts, the most likes first, then the newest",
  }),
  period_days: {
    formula: "number of days from the window's first to its last, both included",
    by: "time/period.ts#resolvePeriod",
  },
  count: {
    formula: "matching rows before `limit` and `offset`; for a source or author, its mentions",
    by: "operations/raw-mentions.ts#rawMentions",
  },
  results: { formula: "a page of the matching rows", by: "operations/raw-mentions.ts#rawMentions" },
  query: { formula: "the search text, trimmed, without `$`", by: "operations/search.ts#queryParameter" },
  summary: { formula: "activity of the last 7 days; for an article, its summary", by: "operations/search.ts#search" },
  date: { formula: "UTC day of the row", by: "time/utc-day.ts#dayOf" },
  stocks: { formula: "a row for each requested asset", by: "operations/compare.ts#compare" },
  tokens: { formula: "a row for each requested token", by: "operations/compare.ts#compare" },
  drivers: {
    formula: "the 10 assets with the most buzz in the window",
    by: "operations/mention-market-sentiment.ts#mentionMarketSentiment",
  },

  ...panelOrigins,

  // Mentions
  ...origins("operations/mention-item.ts#mentionItem", {
    title: "as the source says",
    text: "title and text from the source",
    text_snippet: "the paragraph that names the asset, cut to the length of the namespace",
    url: "as the source says",
    source: "id of the publisher: by its name, else by the host of the address",
    community: "as the source says",
    author: "as the source says",
    author_username: "as the source says",
    article_id: "the source's id, else the canonical address, else source, time and title",
    post_id: "as the source says",
    comment_id: "as the source says",
    mpost_id: "as the source says",
    upvotes: "when last seen",
    likes: "when last seen",
    retweets: "when last seen",
    replies: "when last seen",
    quotes: "when last seen",
    views: "when last seen",
    created_utc: "as the source says",
    created_at: "as the source says",
    published_at: "as the source says; of a manifest: when the state of the data was published",
  }),
  is_inherited: {
    formula: "whether the asset is named only by the thread's first post",
    by: "ingest/derive-mentions.ts#withInherited",
  },
  relevance_score: {
    formula: "1 − (1 − best)·Π(1 − 0.35·score) over the further places that name the asset, at most 0.99",
    by: "linking/link.ts#confidenceOf",
  },

  // Statistics and health
  ...origins("operations/mention-figures.ts#mentionFigures", {
    total_mentions: "stored mentions up to today",
    mentions_today: "mentions created since 00:00 UTC",
    unique_tickers_today: "distinct assets mentioned since 00:00 UTC",
    unique_tokens_today: "distinct tokens mentioned since 00:00 UTC",
    supported_tickers: "assets of the reference graph that the namespace shows",
    supported_tokens: "tokens of the reference graph",
  }),
  ...origins("predmarket/figures.ts#tradedFigures", {
    total_trades: "stored trades",
    total_markets: "stored markets",
    open_markets_current: "markets open now",
    open_tickers_current: "assets with an open market now",
    traded_markets_today: "markets with a trade since 00:00 UTC",
    traded_tickers_today: "assets with a trade since 00:00 UTC",
    trades_today: "trades since 00:00 UTC",
  }),
  ...origins("operations/health.ts#health", {
    service: "id of the namespace",
    version: "release of the interface",
    tickers_tracked: "assets with a stored row",
    tokens_tracked: "tokens with a stored row",
  }),
  ...origins("collect/scheduler-health.ts#sourcesHealth", {
    status: "healthy; degraded where some sources do not answer; unhealthy where none does; of a source: its own state",
    error: "the fault, in words",
    scheduler: "all sources of the namespace together",
    running: "whether a collector's heartbeat is fresh",
    last_scrape: "newest successful poll of all sources",
    scrape_count: "polls of all sources",
    error_count: "failed polls of all sources",
    success_rate: "1 − failed polls / polls",
    note: "remarks on the state of the sources",
  }),
  ...origins("collect/source-report.ts#readSources", {
    coverage: "mean of `coverage_24h` over the sources; for a day, the share that the sources saw",
    sources: "a row for each source",
    last_poll: "end of the last poll",
    last_success: "end of the last successful poll",
    outcome: "how the last poll ended",
    reason: "why the poll failed; for a gap, its cause",
    lag_seconds: "now − the time up to which coverage is settled",
    newest_item: "creation time of the newest item seen",
    polls: "polls so far",
    errors: "failed polls so far",
    coverage_24h: "seen time / time since the source became known, last 24 hours",
    coverage_30d: "the same, last 30 days",
    coverage_by_hour: "the same for each of the last 24 hours",
    open_gaps: "missed periods; adjoining ones are joined",
    from: "start of the gap; first day of a panel",
    to: "end of the gap; last day of a panel",
    items_24h: "new items that were stored in the last 24 hours",
    items_paid_today: "items read since 00:00 UTC, for sources that charge by the item",
    daily_coverage: "`coverage` of each of the last 30 days",
  }),

  // Explanation
  ...origins("explain/create-explainer.ts#createExplainer", {
    explanation: "one or two sentences, based only on the cited evidence",
    cached: "whether the text was written for an earlier request",
    generated_at: "when the text was written",
    model: "who wrote it: the built-in writer, or the language model by name",
  }),

  // One text
  ...origins("operations/analyze.ts#responseOf", {
    components: "values behind the score",
    engine_version: "version of the sentiment engine",
    model_score: "P(positive) − P(negative) of the model",
    vader_compound: "null since engine 5.5",
    roberta_score: "null since engine 5.5",
    emoji_score: "0 since engine 5.5",
    phrase_adjustment: "0 since engine 5.5",
    phrase_matches: "empty since engine 5.5",
    phrase: "part of `phrase_matches`",
    score: "part of `phrase_matches`",
    contextual_finance_matches: "empty since engine 5.5",
  }),
  ...origins("operations/analyze-companies.ts#judgeCompanies", {
    target: "from the request",
    target_found: "whether the text names the target",
    companies: "stocks and ETFs that the text names, each with its own judgement",
    link_confidence: "1 − (1 − best)·Π(1 − 0.35·score) over the further mentions, at most 0.99",
    spans: "places where the text names the company",
    start: "part of `spans`",
    end: "part of `spans`",
    probabilities: "softmax of the model's logits over its temperature",
    negative: "part of `probabilities`",
    neutral: "part of `probabilities`",
    positive: "part of `probabilities`",
  }),
};
