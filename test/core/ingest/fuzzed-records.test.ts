import { join } from "node:path";
import fc from "fast-check";
import { recordOutcomeNames } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { ingestRecords, namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const time = "2026-03-10T10:00:00Z";
const seconds = 1_773_136_800;
const user = { username: "ana", id: "7" };
const post = { id: "a", title: "$AAPL calls", selftext: "to the moon", subreddit: "stocks", author: "ana", score: 3 };
const comment = { id: "c", body: "$GME up", subreddit: "stocks", link_id: "t3_a", parent_id: "t3_a", score: 1 };
const listed = (kind: string, data: object) => ({ kind, data: { ...data, created_utc: seconds } });
const market = { id: "1", question: "Will Apple (AAPL) close above $200?", outcomes: ["Yes", "No"], slug: "apple" };

type Path = readonly string[];

/**
 * A good record of every form that a connector reads, with all the fields that it uses, and the path of its identity.
 */
const forms: readonly (readonly [namespace: string, form: string, id: Path, record: Record<string, unknown>])[] = [
  [
    "news-stocks",
    "flat articles",
    ["id"],
    {
      ...{ id: "a", source: "Reuters", title: "Apple gains", summary: "Nvidia too", url: "https://n.example/a" },
      ...{ published_at: time, author: "ana", tickers: ["AAPL"] },
    },
  ],
  [
    "news-stocks",
    "items of an RSS feed",
    ["item", "guid", "value"],
    {
      ...{ feed_format: "rss", feed_title: "Reuters", feed_link: "https://n.example" },
      item: {
        ...{ title: "Apple gains", description: "<p>Nvidia</p>", link: "/a", pubDate: "Tue, 10 Mar 2026 10:00:00 GMT" },
        ...{ guid: { value: "g", isPermaLink: false }, dc: { creators: ["ana"], dates: [time] } },
        source: { title: "Reuters" },
      },
    },
  ],
  [
    "news-stocks",
    "entries of an Atom feed",
    ["item", "id"],
    {
      ...{ feed_format: "atom", feed_title: "Reuters", feed_link: "https://n.example" },
      item: {
        ...{
          id: "tag:a",
          title: { value: "Apple gains" },
          summary: { value: "Nvidia" },
          published: time,
          updated: time,
        },
        ...{ links: [{ href: "https://n.example/a", rel: "alternate" }], authors: [{ name: "ana" }] },
        source: { title: { value: "Reuters" } },
      },
    },
  ],
  [
    "news-stocks",
    "JSON feeds",
    ["items", "0", "id"],
    {
      ...{ version: "https://jsonfeed.org/version/1.1", title: "Reuters", home_page_url: "https://n.example" },
      items: [
        {
          ...{ id: "1", url: "https://n.example/1", title: "Apple gains", content_html: "<p>Nvidia</p>" },
          ...{ date_published: time, date_modified: time, authors: [{ name: "ana" }] },
        },
        { id: "2", title: "Nvidia falls", date_published: time, summary: "so" },
      ],
    },
  ],
  ["forum-stocks", "posts", ["id"], { ...post, created_utc: seconds, permalink: "/r/a", retrieved_on: seconds }],
  ["forum-stocks", "comments", ["id"], { ...comment, created_utc: seconds, _meta: { retrieved_2nd_on: seconds } }],
  ["forum-crypto", "comments without a time", ["id"], { ...comment, body: "$BTC up" }],
  [
    "forum-stocks",
    "listings",
    ["data", "children", "0", "data", "id"],
    {
      kind: "Listing",
      data: {
        children: [
          listed("t3", post),
          listed("t1", { ...comment, replies: { kind: "Listing", data: { children: [listed("t1", comment)] } } }),
        ],
      },
    },
  ],
  [
    "microblog-stocks",
    "flat posts",
    ["id"],
    {
      ...{
        id: "1",
        text: "$AAPL up",
        created_at: time,
        author: "ana",
        platform: "x",
        likes: 1,
        retweets: 2,
        replies: 3,
      },
      ...{ quotes: 4, views: 5, cashtags: ["AAPL"], reply_to: "9" },
    },
  ],
  [
    "microblog-stocks",
    "reposts",
    ["id"],
    { id: "2", text: "RT", created_at: time, retweet_of: "1", retweet_of_likes: 5 },
  ],
  [
    "microblog-stocks",
    "pages of the X API",
    ["data", "0", "edit_history_tweet_ids", "0"],
    {
      data: [
        {
          ...{
            id: "1900000000000000001",
            text: "$AAPL up",
            created_at: time,
            author_id: "7",
            note_tweet: { text: "$GME" },
          },
          public_metrics: { like_count: 1, retweet_count: 2, reply_count: 3, quote_count: 4, impression_count: 5 },
          ...{ entities: { cashtags: [{ tag: "AAPL" }] }, edit_history_tweet_ids: ["1900000000000000001"] },
        },
        { id: "3", text: "RT", created_at: time, referenced_tweets: [{ type: "retweeted", id: "4" }] },
      ],
      includes: { users: [user], tweets: [{ id: "4", text: "old", public_metrics: { like_count: 9 } }] },
      meta: { result_count: 2 },
    },
  ],
  [
    "microblog-stocks",
    "pages of StockTwits",
    ["messages", "0", "id"],
    {
      messages: [
        {
          ...{ id: 5, body: "$AAPL up", created_at: time, user, symbols: [{ symbol: "AAPL" }], likes: { total: 2 } },
          ...{ reshares: { reshared_count: 1 }, conversation: { replies: 1, in_reply_to_message_id: 4 } },
        },
      ],
    },
  ],
  [
    "microblog-stocks",
    "Mastodon statuses",
    ["statuses", "0", "uri"],
    {
      statuses: [
        {
          ...{ uri: "https://m.example/1", id: "1", content: "<p>$AAPL up</p>", spoiler_text: "so", created_at: time },
          ...{ edited_at: time, account: { acct: "ana", bot: false }, favourites_count: 1, reblogs_count: 2 },
        },
      ],
    },
  ],
  [
    "microblog-stocks",
    "Bluesky events",
    ["commit", "rkey"],
    {
      ...{ did: "did:plc:a", time_us: seconds * 1e6, kind: "commit" },
      commit: {
        ...{ operation: "create", collection: "app.bsky.feed.post", rkey: "3k" },
        record: { text: "$AAPL up", createdAt: time, reply: { parent: { uri: "at://x/y/z" } } },
      },
    },
  ],
  [
    "microblog-stocks",
    "Bluesky search pages",
    ["posts", "0", "uri"],
    {
      posts: [
        {
          ...{ uri: "at://did:plc:a/app.bsky.feed.post/3k", author: { did: "did:plc:a", handle: "ana" }, likeCount: 1 },
          ...{ record: { text: "$AAPL up", createdAt: time }, indexedAt: time, repostCount: 2, replyCount: 1 },
        },
      ],
    },
  ],
  [
    "predmarket-stocks",
    "markets of the catalogue",
    ["conditionId"],
    {
      ...{
        ...market,
        conditionId: "0x1",
        fetched_at: time,
        endDate: time,
        closedTime: time,
        outcomePrices: ["0.4", "0.6"],
      },
      ...{
        clobTokenIds: ["71", "72"],
        bestBid: 0.3,
        bestAsk: 0.5,
        lastTradePrice: 0.4,
        liquidityNum: 10,
        volume24hr: 5,
      },
      ...{ events: [{ id: "e", slug: "e", title: "Apple" }], groupItemTitle: "$200", active: true, closed: false },
    },
  ],
  [
    "predmarket-stocks",
    "trades",
    ["transactionHash"],
    {
      ...{
        conditionId: "0x1",
        size: 5,
        price: 0.4,
        timestamp: seconds,
        proxyWallet: "0xa",
        side: "BUY",
        outcome: "Yes",
      },
      ...{ outcomeIndex: 0, asset: "71", transactionHash: "0xb", title: "Will Apple rise?", eventSlug: "e" },
    },
  ],
  [
    "predmarket-stocks",
    "order books",
    ["market"],
    {
      ...{ asset_id: "71", market: "0x1", timestamp: seconds * 1000 },
      ...{ bids: [{ price: "0.3", size: "5" }], asks: [{ price: "0.5", size: "5" }] },
    },
  ],
  [
    "predmarket-stocks",
    "price histories",
    ["market_id"],
    { market_id: "9", prices_yes: { "1h": 0.4 }, prices_no: { "1h": 0.6 }, snapshot_source_ts_yes: { "1h": seconds } },
  ],
  ["predmarket-stocks", "hourly prices", ["market_id"], { market_id: "9", probability: 0.4, timestamp: time }],
  [
    "predmarket-stocks",
    "markets of a flat export",
    ["market_id"],
    { ...market, market_id: "9", created_at: time, resolved_at: time, yes_token: "71", ticker: "AAPL" },
  ],
  [
    "predmarket-stocks",
    "markets of the exchange",
    ["ticker"],
    {
      ...{
        ticker: "K1",
        event_ticker: "K",
        title: "Will Apple close?",
        updated_time: time,
        open_time: time,
        status: "open",
      },
      ...{ close_time: time, yes_bid: 30, yes_ask_dollars: "0.5", last_price: 40, volume_24h: 5, liquidity: 10 },
      ...{ strike_type: "greater", floor_strike: 200, cap_strike: 210, yes_sub_title: "so" },
    },
  ],
  [
    "predmarket-stocks",
    "trades of the exchange",
    ["trade_id"],
    { trade_id: "t", ticker: "K1", count: 5, yes_price: 40, no_price: 60, taker_side: "yes", created_time: time },
  ],
  ["predmarket-stocks", "share prices", ["price"], { ticker: "AAPL", price: 200, observed_at: time }],
];

/** Values that have ended runs, and their relatives. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...["", " ", "\u200b", "\u200b\u2060\ufeff ", "\u0000", "a\u0000b", "\ud800", "x\udfff", "\u3164", "🚀"],
    ...[1e19, -1e19, 1e300, 1e308, -1e308, 5e-324, -0, 0.5, -1, Number.NaN, Infinity, -Infinity, 2 ** 53, 2 ** 63],
    ...[9_223_372_036_854_775_807n, -1n, 2n ** 100n, "9223372036854775807", "18446744073709551616", "1e400", "0x10"],
    ...["1.9E+18", "1900000000000000001", "1900000000000000002", "NaN", "Infinity", "null", "[deleted]", "[removed]"],
    ...["Apr 10, 2026 10:00 PM", "01-12-2026", "12 March", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "24:00"],
    ...["2026-02-30", "+275760-09-13T00:00:00Z", "2026-03-10", seconds, String(seconds), seconds * 1e9, 4_102_444_800],
    ...[null, undefined, true, false, [], {}, [null], [[]], [1n], { value: "\u200b" }, new Date(Number.NaN)],
    ...[
      "$AAPL",
      "https://",
      "http://[",
      "//",
      "at://",
      "/../",
      "r/",
      "t3_",
      "t1_\u200b",
      "__proto__",
      "<p>",
      "&#0;",
      "<a",
    ],
    "x".repeat(5_000),
    "$AAPL ".repeat(40_000),
    "\u200b".repeat(3_000) + "Apple",
    Array.from({ length: 1_200 }, (_, at) => `T${at}`),
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.double(),
  fc.bigInt(),
  fc.anything({ withBigInt: true, withDate: true, maxDepth: 2, maxKeys: 3 }),
);

/** Paths of all fields of a record, nested ones included. */
function pathsOf(value: unknown): Path[] {
  if (typeof value !== "object" || value === null) return [[]];
  const inside = Object.entries(value).flatMap(([name, item]) => pathsOf(item).map((path) => [name, ...path]));
  return [[], ...inside];
}

/** The value with one part replaced. */
function replaced(value: unknown, [name, ...rest]: Path, part: unknown): unknown {
  if (name === undefined) return part;
  if (Array.isArray(value))
    return (value as unknown[]).map((item, at) => (String(at) === name ? replaced(item, rest, part) : item));
  // An earlier replacement may have removed this path.
  if (typeof value !== "object" || value === null) return value;
  return { ...value, [name]: replaced((value as Record<string, unknown>)[name], rest, part) };
}

/** The record with a number appended to its identity. */
function numbered(good: Record<string, unknown>, id: Path, number: number): unknown {
  const old = id.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], good);
  return replaced(good, id, `${String(old)}${number}`);
}

/** Records of a form with distinct identities and up to three replaced values. */
function recordsOf(good: Record<string, unknown>, id: Path): fc.Arbitrary<object[]> {
  const paths = pathsOf(good).filter((path) => path.length > 0);
  const changes = fc.array(fc.tuple(fc.constantFrom(...paths), hostile), { maxLength: 3 });
  return fc
    .array(changes, { minLength: PER_RUN, maxLength: PER_RUN, size: "max" })
    .map((all) =>
      all.map(
        (some, number) =>
          some.reduce<unknown>(
            (value, [path, part]) => replaced(value, path, part),
            numbered(good, id, number),
          ) as object,
      ),
    );
}

const RUNS = 2;
const PER_RUN = 450;

describe(`${forms.length * RUNS * PER_RUN} records with values that nobody expects`, () => {
  it("are more than 20,000", () => {
    expect(forms.length * RUNS * PER_RUN).toBeGreaterThanOrEqual(20_000);
  });

  it.each(forms)("of %s, %s: never end a run, and each is counted once", async (id, form, identity, good) => {
    const root = await temporaryDirectory();
    let run = 0;
    const namespace = namespaceNamed(id);
    await fc.assert(
      fc.asyncProperty(recordsOf(good, identity), async (records) => {
        const data = join(root, String((run += 1)));
        const thread = form === "comments without a time" ? [{ ...post, created_utc: seconds }] : [];
        const input = [...records, good, ...thread];
        const { counts, rejects } = await ingestRecords(data, namespace, input);
        expect(recordOutcomeNames.reduce((sum, name) => sum + counts[name], 0)).toBe(counts.read);
        expect(counts.read).toBeGreaterThanOrEqual(input.length);
        expect(rejects).toHaveLength(counts.rejected);
        expect(counts.accepted).toBeGreaterThan(PER_RUN / 10);
        for (const { message, raw } of rejects) expect(message.length).toBeLessThan(500 + raw.length);
        // Accepted records are stored as read: a second reading recognises them.
        const again = await ingestRecords(data, namespace, input);
        expect(again.counts).toMatchObject({ new: 0, rejected: counts.rejected, read: counts.read });
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
