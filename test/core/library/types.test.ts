import type {
  CompaniesSentiment,
  ErrorCode,
  InputOf,
  MarketDataError,
  NamedOperations,
  Operation,
  Row,
  ServedNamespace,
  TextSentiment,
} from "@market-sentiment/core";
import type { FileIngestReport, Sentiment } from "@market-sentiment/core/node";
import { describe, expectTypeOf, it } from "vitest";
import { resource, rowOf } from "../../../packages/core/src/schema/resource.js";

// Nothing here runs: `npm run typecheck` is the test, and fails where a line is wrong or a `@ts-expect-error` finds no error.
declare const market: Sentiment;
const asWritten = (test: () => unknown) => expectTypeOf(test).toBeFunction();

type Trend = "rising" | "falling" | "stable";
type Label = "positive" | "neutral" | "negative";
type Rows<Call extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>;
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** What every row of texts about stocks has. */
interface StockRow {
  ticker: string;
  company_name: string | null;
  buzz_score: number;
  trend: Trend;
  trend_history: number[];
  mentions: number;
  sentiment_score: number | null;
  bullish_pct: number;
  bearish_pct: number;
}

interface Traded {
  buzz_score: number;
  trend_history: number[];
  sentiment_score: number | null;
  bullish_pct: number;
  bearish_pct: number;
  trade_count: number;
  market_count: number;
  current_market_count: number;
  total_liquidity: number;
  unique_traders: number | null;
}

interface Group {
  unique_tickers: number;
  top_tickers: string[];
}

interface ForumCounts {
  unique_posts: number;
  community_count: number;
  total_upvotes: number;
}

type Token<StockShape> = Omit<StockShape, "ticker" | "company_name"> & { symbol: string; name: string | null };
type Loose<Shape> = Omit<Shape, "trend"> & { trend: Trend | null };
type Flat<Shape> = { [Name in keyof Shape]: Shape[Name] };

describe("the rows of", () => {
  it("trending: the fields of each namespace with their types", () => {
    expectTypeOf<Rows<Sentiment["news"]["trending"]>>().toEqualTypeOf<Flat<StockRow & { source_count: number }>[]>();
    expectTypeOf<Rows<Sentiment["forum"]["trending"]>>().toEqualTypeOf<Flat<StockRow & ForumCounts>[]>();
    expectTypeOf<Rows<Sentiment["crypto"]["trending"]>>().toEqualTypeOf<Flat<Token<StockRow> & ForumCounts>[]>();
    expectTypeOf<Rows<Sentiment["microblog"]["trending"]>>().toEqualTypeOf<
      Flat<StockRow & { unique_mposts: number; total_upvotes: number }>[]
    >();
    expectTypeOf<Rows<Sentiment["predmarket"]["trending"]>>().toEqualTypeOf<
      Flat<Traded & { ticker: string; company_name: string | null; trend: Trend }>[]
    >();
  });

  it("trendingBySector and trendingByCountry: the same measures by group, where the namespace has groups", () => {
    type Measured = Omit<StockRow, "ticker" | "company_name"> & Group;
    expectTypeOf<Rows<Sentiment["news"]["trendingBySector"]>>().toEqualTypeOf<
      Flat<Measured & { sector: string; source_count: number }>[]
    >();
    expectTypeOf<Rows<Sentiment["forum"]["trendingByCountry"]>>().toEqualTypeOf<
      Flat<Measured & { country: string; community_count: number; total_upvotes: number }>[]
    >();
    expectTypeOf<Rows<Sentiment["microblog"]["trendingBySector"]>>().toEqualTypeOf<
      Flat<Measured & { sector: string; unique_authors: number; total_upvotes: number }>[]
    >();
    expectTypeOf<Rows<Sentiment["predmarket"]["trendingByCountry"]>>().toEqualTypeOf<
      Flat<Traded & Group & { country: string; trend: Trend }>[]
    >();
    expectTypeOf<Sentiment["crypto"]>().not.toHaveProperty("trendingBySector");
    expectTypeOf<Sentiment["crypto"]>().not.toHaveProperty("trendingByCountry");
  });

  it("detail: scalars, days, contributors and mentions under the names of the namespace", () => {
    type News = Rows<Sentiment["news"]["detail"]>;
    expectTypeOf<News>().toHaveProperty("top_sources");
    expectTypeOf<News["found"]>().toEqualTypeOf<boolean>();
    expectTypeOf<News["trend"]>().toEqualTypeOf<Trend | null>();
    expectTypeOf<News["source_count"]>().toEqualTypeOf<number>();
    expectTypeOf<ItemOf<News["daily_trend"]>>().toEqualTypeOf<{
      date: string;
      mentions: number;
      sentiment_score: number | null;
      buzz_score: number;
      bullish_pct: number;
      bearish_pct: number;
    }>();
    expectTypeOf<ItemOf<News["top_sources"]>>().toEqualTypeOf<{
      source: string;
      mentions: number;
      sentiment_score: number | null;
      buzz_score: number;
      count: number;
    }>();
    expectTypeOf<ItemOf<News["top_mentions"]>>().toEqualTypeOf<{
      text_snippet: string;
      sentiment_score: number | null;
      sentiment_label: Label | null;
      source: string;
      created_utc: string;
    }>();
    type Forum = Rows<Sentiment["forum"]["detail"]>;
    expectTypeOf<ItemOf<Forum["top_communities"]>["community"]>().toEqualTypeOf<string>();
    expectTypeOf<Forum["unique_posts"]>().toEqualTypeOf<number>();
    expectTypeOf<Rows<Sentiment["crypto"]["detail"]>["symbol"]>().toEqualTypeOf<string>();
    type Microblog = Rows<Sentiment["microblog"]["detail"]>;
    expectTypeOf<ItemOf<Microblog["top_mposts"]>["views"]>().toEqualTypeOf<number | null>();
    expectTypeOf<ItemOf<Microblog["top_authors"]>["author"]>().toEqualTypeOf<string>();
    type Predmarket = Rows<Sentiment["predmarket"]["detail"]>;
    expectTypeOf<ItemOf<Predmarket["daily_trend"]>["trade_count"]>().toEqualTypeOf<number>();
    expectTypeOf<ItemOf<Predmarket["top_mentions"]>["market_status"]>().toEqualTypeOf<
      "tradable" | "open" | "resolved" | "expired" | "inactive"
    >();
    expectTypeOf<NonNullable<Predmarket["pulse"]>["evidence"]["avg_spread"]>().toEqualTypeOf<number | null>();
    expectTypeOf<Predmarket>().not.toHaveProperty("mentions");
  });

  it("compare: one row an asset, under the name of the namespace", () => {
    type News = Rows<Sentiment["news"]["compare"]>;
    expectTypeOf<News>().toEqualTypeOf<{
      period_days: number;
      stocks: Flat<Loose<StockRow> & { source_count: number }>[];
    }>();
    type Crypto = Rows<Sentiment["crypto"]["compare"]>;
    expectTypeOf<ItemOf<Crypto["tokens"]>>().toEqualTypeOf<Flat<Token<Loose<StockRow>> & ForumCounts>>();
    expectTypeOf<Crypto>().not.toHaveProperty("stocks");
    type Predmarket = ItemOf<Rows<Sentiment["predmarket"]["compare"]>["stocks"]>;
    expectTypeOf<Predmarket["unique_traders"]>().toEqualTypeOf<number | null>();
    expectTypeOf<ItemOf<Rows<Sentiment["forum"]["compare"]>["stocks"]>["unique_posts"]>().toEqualTypeOf<number>();
    expectTypeOf<ItemOf<Rows<Sentiment["microblog"]["compare"]>["stocks"]>["unique_mposts"]>().toEqualTypeOf<number>();
  });

  it("search: what the reference graph knows, and a summary", () => {
    type Found = ItemOf<Rows<Sentiment["news"]["search"]>["results"]>;
    expectTypeOf<Found>().toEqualTypeOf<{
      ticker: string;
      name: string | null;
      type: "Stock" | "ETF" | null;
      exchange: string | null;
      sector: string | null;
      country: string | null;
      aliases: string[];
      summary: { mentions: number; buzz_score: number; trend: Trend | null; sentiment_score: number | null };
    }>();
    expectTypeOf<ItemOf<Rows<Sentiment["crypto"]["search"]>["results"]>["market_cap_rank"]>().toEqualTypeOf<
      number | null
    >();
    type Traded = ItemOf<Rows<Sentiment["predmarket"]["search"]>["results"]>["summary"];
    expectTypeOf<Traded["trade_count"]>().toEqualTypeOf<number>();
    expectTypeOf<Traded>().not.toHaveProperty("mentions");
    expectTypeOf<Rows<Sentiment["forum"]["search"]>["count"]>().toEqualTypeOf<number>();
    expectTypeOf<Rows<Sentiment["microblog"]["search"]>["query"]>().toEqualTypeOf<string>();
  });

  it("marketSentiment: the market as a whole, and its drivers", () => {
    type News = Rows<Sentiment["news"]["marketSentiment"]>;
    expectTypeOf<News["unique_articles"]>().toEqualTypeOf<number>();
    expectTypeOf<News["trend"]>().toEqualTypeOf<Trend | null>();
    expectTypeOf<ItemOf<News["drivers"]>>().toEqualTypeOf<{
      ticker: string;
      mentions: number;
      buzz_score: number;
      sentiment_score: number | null;
    }>();
    expectTypeOf<ItemOf<Rows<Sentiment["crypto"]["marketSentiment"]>["drivers"]>["symbol"]>().toEqualTypeOf<string>();
    expectTypeOf<Rows<Sentiment["forum"]["marketSentiment"]>["active_tickers"]>().toEqualTypeOf<number>();
    expectTypeOf<Rows<Sentiment["microblog"]["marketSentiment"]>["unique_authors"]>().toEqualTypeOf<number>();
    type Predmarket = Rows<Sentiment["predmarket"]["marketSentiment"]>;
    expectTypeOf<Omit<Predmarket, "drivers">>().toEqualTypeOf<
      Flat<
        Traded & {
          trend: Trend | null;
          positive_count: number;
          negative_count: number;
          neutral_count: number;
          active_tickers: number;
        }
      >
    >();
  });

  it("stats and health", () => {
    type Counts<Name extends string> = Record<Name, number>;
    expectTypeOf<Rows<Sentiment["news"]["stats"]>>().toEqualTypeOf<
      Counts<"total_mentions" | "unique_tickers" | "mentions_today" | "unique_tickers_today" | "supported_tickers">
    >();
    expectTypeOf<Rows<Sentiment["forum"]["stats"]>>().toEqualTypeOf<Rows<Sentiment["news"]["stats"]>>();
    expectTypeOf<Rows<Sentiment["microblog"]["stats"]>>().toEqualTypeOf<Rows<Sentiment["news"]["stats"]>>();
    expectTypeOf<Rows<Sentiment["crypto"]["stats"]>>().toEqualTypeOf<
      Counts<"total_mentions" | "unique_tokens" | "mentions_today" | "unique_tokens_today" | "supported_tokens">
    >();
    expectTypeOf<Rows<Sentiment["predmarket"]["stats"]>["open_markets_current"]>().toEqualTypeOf<number>();
    expectTypeOf<Rows<Sentiment["crypto"]["health"]>["tokens_tracked"]>().toEqualTypeOf<number>();
    expectTypeOf<Rows<Sentiment["news"]["health"]>["status"]>().toEqualTypeOf<"healthy" | "degraded" | "unhealthy">();
    expectTypeOf<Rows<Sentiment["predmarket"]["health"]>["error"]>().toEqualTypeOf<string | null>();
  });

  it("explain, where the namespace explains", () => {
    expectTypeOf<Rows<Sentiment["news"]["explain"]>>().toEqualTypeOf<{
      ticker: string;
      company_name: string | null;
      explanation: string;
      cached: boolean;
      generated_at: string;
      model: string | null;
    }>();
    expectTypeOf<Rows<Sentiment["forum"]["explain"]>>().toEqualTypeOf<Rows<Sentiment["news"]["explain"]>>();
    expectTypeOf<Rows<Sentiment["microblog"]["explain"]>>().toEqualTypeOf<Rows<Sentiment["news"]["explain"]>>();
    expectTypeOf<Sentiment["crypto"]>().not.toHaveProperty("explain");
    expectTypeOf<Sentiment["predmarket"]>().not.toHaveProperty("explain");
  });

  it("rawMentions: stored texts and readings", () => {
    type News = Rows<Sentiment["news"]["rawMentions"]>;
    expectTypeOf<News["count"]>().toEqualTypeOf<number>();
    expectTypeOf<News["ticker"]>().toEqualTypeOf<string>();
    expectTypeOf<ItemOf<News["results"]>["title"]>().toEqualTypeOf<string | null>();
    expectTypeOf<ItemOf<News["results"]>["relevance_score"]>().toEqualTypeOf<number | null>();
    expectTypeOf<ItemOf<News["results"]>["article_id"]>().toEqualTypeOf<string>();
    expectTypeOf<ItemOf<Rows<Sentiment["forum"]["rawMentions"]>["results"]>["is_inherited"]>().toEqualTypeOf<boolean>();
    expectTypeOf<ItemOf<Rows<Sentiment["crypto"]["rawMentions"]>["results"]>["symbol"]>().toEqualTypeOf<string>();
    expectTypeOf<ItemOf<Rows<Sentiment["microblog"]["rawMentions"]>["results"]>["likes"]>().toEqualTypeOf<number>();
    type Reading = ItemOf<Rows<Sentiment["predmarket"]["rawMentions"]>["results"]>;
    expectTypeOf<Reading["yes_price"]>().toEqualTypeOf<number | null>();
    expectTypeOf<Reading["strike_price"]>().toEqualTypeOf<number | null>();
    expectTypeOf<Reading["fetched_at"]>().toEqualTypeOf<string>();
  });

  it("analyze and ingest", () => {
    expectTypeOf<Rows<Sentiment["analyze"]>>().toEqualTypeOf<TextSentiment>();
    expectTypeOf<TextSentiment["targetFound"]>().toEqualTypeOf<boolean | null>();
    expectTypeOf<TextSentiment["probabilities"]>().toEqualTypeOf<{
      readonly negative: number;
      readonly neutral: number;
      readonly positive: number;
    }>();
    expectTypeOf<Rows<Sentiment["analyzeCompanies"]>>().toEqualTypeOf<CompaniesSentiment>();
    expectTypeOf<CompaniesSentiment["companies"][number]["label"]>().toEqualTypeOf<
      "positive" | "neutral" | "negative"
    >();
    expectTypeOf<Rows<Sentiment["ingest"]>>().toEqualTypeOf<FileIngestReport>();
    expectTypeOf<Parameters<Sentiment["ingest"]>[0]>().toEqualTypeOf<
      "news" | "forum" | "crypto" | "microblog" | "predmarket"
    >();
  });
});

describe("the input", () => {
  it("takes numbers, days, Dates, choices and lists by the names of the wire", () => {
    asWritten(async () => {
      await market.news.trending();
      await market.news.trending({ days: 7, limit: 5, offset: 10, type: "etf", source: "reuters" });
      await market.news.trending({ from: "2026-03-01", to: new Date() }, { signal: new AbortController().signal });
      await market.forum.detail({ ticker: "NVDA", days: 30 }, { today: "2026-03-01" });
      await market.crypto.compare({ symbols: ["BTC", "ETH"] });
      await market.news.compare({ tickers: "AAPL,MSFT" });
      await market.forum.rawMentions({ ticker: "GME", include_inherited: true });
      await market.predmarket.search({ q: "tesla", limit: 3 });
    });
  });

  it("does not compile where a name is misspelt, a value is of another kind, or something is missing", () => {
    asWritten(async () => {
      // @ts-expect-error A misspelt parameter.
      await market.news.trending({ limt: 3 });
      // @ts-expect-error A text for a number.
      await market.news.trending({ days: "7" });
      // @ts-expect-error A kind of asset that there is not.
      await market.news.trending({ type: "bond" });
      // @ts-expect-error Only news has sources.
      await market.forum.trending({ source: "reuters" });
      // @ts-expect-error Tokens have no kinds.
      await market.crypto.trending({ type: "stock" });
      // @ts-expect-error An asset is needed.
      await market.news.detail({ days: 7 });
      // @ts-expect-error An asset is needed.
      await market.news.explain();
      // @ts-expect-error Tokens have symbols.
      await market.crypto.detail({ ticker: "BTC" });
      // @ts-expect-error Assets are needed.
      await market.news.compare({});
      // @ts-expect-error Only forums have threads.
      await market.news.rawMentions({ ticker: "AAPL", include_inherited: true });
      // @ts-expect-error A search has no period.
      await market.news.search({ q: "apple", days: 7 });
      // @ts-expect-error It takes nothing.
      await market.news.stats({ days: 7 });
      // @ts-expect-error There is no such namespace.
      await market.ingest("newz", []);
    });
  });
});

describe("operations that a namespace lacks", () => {
  it("have no type", () => {
    expectTypeOf<Sentiment>().not.toHaveProperty("newz");
    expectTypeOf<ItemOf<Rows<Sentiment["news"]["trending"]>>>().not.toHaveProperty("buz_score");
  });
});

describe("the operations underneath", () => {
  it("carry the types of their input and result", () => {
    type News = Extract<ServedNamespace, { readonly shortName: "news" }>;
    type Trending = NamedOperations<News>["trending"];
    expectTypeOf<Trending>().toExtend<Operation>();
    type Input = Trending extends Operation<unknown, infer Set> ? InputOf<Set> : never;
    expectTypeOf<Input["days"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Input["from"]>().toEqualTypeOf<string | Date | undefined>();
  });

  it("do not compile when an author forgets a field", () => {
    const shape = resource(["ticker", "mentions", "trend"], { nullable: ["trend"] });
    asWritten(() => {
      rowOf(shape, { ticker: "AAPL", mentions: 1, trend: null });
      // @ts-expect-error A forgotten field.
      rowOf(shape, { ticker: "AAPL", mentions: 1 });
      // @ts-expect-error A field that may not be null.
      rowOf(shape, { ticker: "AAPL", mentions: null, trend: null });
      // @ts-expect-error A field of another type.
      rowOf(shape, { ticker: "AAPL", mentions: "1", trend: null });
      // @ts-expect-error A field that the shape does not have.
      rowOf(shape, { ticker: "AAPL", mentions: 1, trend: null, views: 3 });
    });
    expectTypeOf<Row<"ticker" | "views", "views">>().toEqualTypeOf<{ ticker: string; views: number | null }>();
  });

  it("fail with errors whose codes are a closed list", () => {
    expectTypeOf<MarketDataError["code"]>().toEqualTypeOf<ErrorCode>();
    expectTypeOf<"invalid_parameters">().toExtend<ErrorCode>();
    expectTypeOf<"anything">().not.toExtend<ErrorCode>();
  });
});
