import { openReader } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { fileOf, keptAside } from "../../support/file-ingest.js";
import { zstdFrame } from "../../support/zstd-frames.js";

/*
 * A file as downloaded from every source, each with something that cannot be used.
 */

const lines = (...records: readonly (object | string)[]) =>
  records.map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`).join("");
const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** Ingests the file and gives counts, stored subjects by document, and the reasons of what was kept aside. */
async function taken(namespace: string, name: string, content: string | Buffer) {
  const { run, rows } = await fileOf(namespace, name, content);
  const report = await run();
  const stored = await rows<{ document_id: string; subject: string | null }>("document_id, subject");
  const again = await run();
  expect(again.counts).toMatchObject({ new: 0, updated: 0, batches: 0 });
  return {
    counts: report.counts,
    subjects: stored.map(({ document_id, subject }) => [document_id.replace(/^\w+:/, ""), subject]),
    aside: report.rejectedFile === null ? [] : (await keptAside(report)).map(({ line, reason }) => [line, reason]),
  };
}

describe("a forum", () => {
  const post = {
    author: "someuser",
    author_fullname: "t2_9xyz",
    created_utc: 1772460300,
    edited: false,
    id: "1abcde",
    is_self: true,
    link_flair_text: "Company Discussion",
    name: "t3_1abcde",
    num_comments: 138,
    permalink: "/r/stocks/comments/1abcde/earnings/",
    retrieved_on: 1772460310,
    score: 421,
    selftext: "They report tomorrow.",
    subreddit: "stocks",
    subreddit_id: "t5_2qjfk",
    title: "$NVDA earnings thread",
    upvote_ratio: 0.94,
  };
  const comment = {
    author: "other",
    body: "Calls on $AMD",
    controversiality: 0,
    created_utc: 1772460400,
    id: "kx1y2z3",
    link_id: "t3_1abcde",
    parent_id: "t3_1abcde",
    retrieved_on: 1772460410,
    score: 17,
    subreddit: "stocks",
  };

  it("is read from the lines of its dumps, posts and comments", async () => {
    const posts = lines(post, { ...post, id: "1abcdf", created_utc: "soon" }, '{"author":"cut');
    expect(await taken("forum-stocks", "RS_2026-03.zst", zstdFrame(posts))).toMatchObject({
      counts: { read: 3, accepted: 1, rejected: 2 },
      subjects: [["t3_1abcde", "NVDA"]],
      aside: [
        [2, "invalid_time"],
        [3, "malformed_record"],
      ],
    });
    const old = { ...comment, id: "kx0", created_utc: "1772460500", score: undefined };
    const empty = { ...comment, id: "kx4", body: "" };
    const bare = { ...comment, id: "kx5", body: undefined };
    const comments = lines(comment, old, { ...comment, id: "kx9", body: "[removed]" }, empty, bare);
    expect(await taken("forum-stocks", "RC_2026-03", zstdFrame(comments))).toMatchObject({
      counts: { read: 5, accepted: 4, rejected: 1 },
      subjects: [
        ["t1_kx0", "AMD"],
        ["t1_kx1y2z3", "AMD"],
        ["t1_kx4", null],
        ["t1_kx9", null],
      ],
      aside: [[5, "missing_field"]],
    });
  });

  it("is read from a page of a listing, and from a thread with its comment tree", async () => {
    const listing = (children: readonly object[]) => ({
      kind: "Listing",
      data: { after: "t3_1abcde", before: null, dist: children.length, children },
    });
    const page = listing([
      { kind: "t3", data: post },
      { kind: "t3", data: { ...post, id: "1bad", created_utc: null } },
    ]);
    expect(await taken("forum-stocks", "new.json", pretty(page))).toMatchObject({
      counts: { read: 2, accepted: 1, rejected: 1 },
      subjects: [["t3_1abcde", "NVDA"]],
      aside: [[1, "missing_field"]],
    });
    const reply = { ...comment, id: "deep", parent_id: "t1_kx1y2z3", body: "$GME too", replies: "" };
    const more = { kind: "more", data: { children: ["x"], count: 1 } };
    const tree = { ...comment, replies: listing([{ kind: "t1", data: reply }, more]) };
    const thread = [listing([{ kind: "t3", data: post }]), listing([{ kind: "t1", data: tree }]), "cut"];
    const { counts, subjects } = await taken("forum-stocks", "thread.json", pretty(thread));
    expect(counts).toMatchObject({ read: 5, accepted: 4, rejected: 1, new: 3, passedOver: 1 });
    expect(subjects).toEqual(
      expect.arrayContaining([
        ["t3_1abcde", "NVDA"],
        ["t1_kx1y2z3", "AMD"],
        ["t1_deep", "GME"],
      ]),
    );
  });
});

describe("a microblog", () => {
  it("is read from search pages of the X API v2: one, several, and a day without hits", async () => {
    const tweet = (id: string, text: string, more: object = {}) => ({
      id,
      text,
      author_id: "2244994945",
      created_at: "2026-03-02T14:05:31.000Z",
      conversation_id: id,
      lang: "en",
      edit_history_tweet_ids: [id],
      public_metrics: { retweet_count: 3, reply_count: 1, like_count: 12 },
      ...more,
    });
    const page = (...data: readonly object[]) => ({
      data,
      includes: { users: [{ id: "2244994945", name: "Ana", username: "ana_trades" }] },
      errors: [{ title: "Not Found Error" }],
      meta: { result_count: data.length, next_token: "b26v89c19zqg" },
    });
    const bad = tweet("1765432109876543219", "$AMD", { created_at: "soon" });
    expect(
      await taken("microblog-stocks", "page.json", pretty(page(tweet("1765432109876543210", "$NVDA gains"), bad))),
    ).toMatchObject({
      counts: { read: 2, accepted: 1, rejected: 1 },
      subjects: [["1765432109876543210", "NVDA"]],
      aside: [[1, "invalid_time"]],
    });
    const pages = lines(
      page(tweet("1765432109876543210", "$NVDA gains")),
      { meta: { result_count: 0 } },
      page(tweet("1765432109876543211", "$GME falls")),
      '{"data":[{"id":"17654',
    );
    expect(await taken("microblog-stocks", "pages.jsonl", pages)).toMatchObject({
      counts: { read: 4, accepted: 3, rejected: 1, new: 2 },
      subjects: [
        ["1765432109876543210", "NVDA"],
        ["1765432109876543211", "GME"],
      ],
      aside: [[4, "malformed_record"]],
    });
  });

  it("is read from a StockTwits stream", async () => {
    const message = {
      id: 656149730,
      body: "$AAPL holding support",
      created_at: "2026-03-02T14:05:31Z",
      user: { id: 99, username: "trader1", followers: 120 },
      source: { id: 2269, title: "StockTwits Web" },
      symbols: [{ id: 686, symbol: "AAPL", title: "Apple Inc." }],
      entities: { sentiment: null },
    };
    const stream = {
      response: { status: 200 },
      symbol: { id: 686, symbol: "AAPL", title: "Apple Inc." },
      cursor: { more: true, since: 656149730, max: 656149101 },
      messages: [message, { ...message, id: 656149731, body: null }, { ...message, id: null }],
    };
    expect(await taken("microblog-stocks", "AAPL.json", pretty(stream))).toMatchObject({
      counts: { read: 3, accepted: 1, rejected: 2 },
      subjects: [["656149730", "AAPL"]],
      aside: [
        [1, "missing_field"],
        [1, "missing_field"],
      ],
    });
  });

  it("is read from Bluesky: events of the stream, and a search page", async () => {
    const record = { $type: "app.bsky.feed.post", text: "$NVDA gains", createdAt: "2026-03-02T14:05:31Z" };
    const event = (rkey: string, more: object = {}) => ({
      did: "did:plc:ana",
      time_us: 1772460331000000,
      kind: "commit",
      commit: { rev: "r", operation: "create", collection: "app.bsky.feed.post", rkey, record, cid: "b", ...more },
    });
    const events = lines(
      event("3l3qo2vuowo2b"),
      { did: "did:plc:ana", time_us: 1772460331000000, kind: "identity", identity: {} },
      event("3l3qo2vuowo2c", { record: undefined }),
    );
    expect(await taken("microblog-stocks", "jetstream.jsonl", events)).toMatchObject({
      counts: { read: 3, accepted: 2, rejected: 1, new: 1 },
      subjects: [["at://did:plc:ana/app.bsky.feed.post/3l3qo2vuowo2b", "NVDA"]],
      aside: [[3, "missing_field"]],
    });
    const view = (rkey: string, more: object = {}) => ({
      uri: `at://did:plc:ana/app.bsky.feed.post/${rkey}`,
      author: { did: "did:plc:ana", handle: "ana.bsky.social" },
      record,
      likeCount: 7,
      indexedAt: "2026-03-02T14:05:33.120Z",
      ...more,
    });
    const undated = view("y", { indexedAt: null, record: { ...record, createdAt: "soon" } });
    expect(
      await taken("microblog-stocks", "search.json", pretty({ cursor: "1", posts: [view("x"), undated] })),
    ).toMatchObject({ counts: { read: 2, accepted: 1, rejected: 1, new: 1 }, aside: [[1, "invalid_time"]] });
  });

  it("is read from the timeline of a Mastodon tag", async () => {
    const status = (id: number, more: object = {}) => ({
      id: String(id),
      uri: `https://host.example/users/ana/statuses/${id}`,
      created_at: "2026-03-02T14:05:31.000Z",
      content: "<p>$NVDA gains</p>",
      account: { acct: "ana@host.example", bot: false },
      favourites_count: 5,
      reblog: null,
      ...more,
    });
    const timeline = [status(1), status(2, { created_at: "soon" }), null];
    expect(await taken("microblog-stocks", "tag.json", pretty(timeline))).toMatchObject({
      counts: { read: 3, accepted: 1, rejected: 2, new: 1 },
      subjects: [["https://host.example/users/ana/statuses/1", "NVDA"]],
      aside: [
        [2, "invalid_time"],
        [3, "malformed_record"],
      ],
    });
  });
});

describe("a prediction market", () => {
  /** Ingests the file and reads a table of what is stored. */
  async function stored(name: string, content: string, sql: string) {
    const { run, data } = await fileOf("predmarket-stocks", name, content);
    const report = await run("2026-03-31T12:00:00Z");
    expect((await run("2026-03-31T12:00:00Z")).counts).toMatchObject({ new: 0, updated: 0, batches: 0 });
    const store = await openReader(data);
    try {
      const rows = await (await store.view()).query<Record<string, unknown>>("predmarket-stocks", { sql, params: [] });
      const aside =
        report.rejectedFile === null ? [] : (await keptAside(report)).map(({ line, reason }) => [line, reason]);
      return { counts: report.counts, rows, aside };
    } finally {
      await store.close();
    }
  }
  const marketsSql = "SELECT condition_id, subject, event_id, closed, strike FROM markets ORDER BY condition_id";
  const conditionId = "0x306d10d4a4d51b41910dbc779ca00908bd917c131541c5c42bbbc736258d2d56";
  const market = {
    id: "540816",
    question: "Will NVDA close above $180 on March 6?",
    conditionId,
    questionID: "0x01",
    slug: "nvda-above-180-on-march-6",
    outcomes: '["Yes", "No"]',
    outcomePrices: '["0.525", "0.475"]',
    clobTokenIds: '["4332", "2391"]',
    liquidity: "48447.2464",
    liquidityNum: 48447.2464,
    volume24hr: 3924.303735,
    bestBid: 0.52,
    bestAsk: 0.53,
    lastTradePrice: 0.525,
    active: true,
    closed: false,
    acceptingOrders: true,
    createdAt: "2026-02-27T10:00:00Z",
    updatedAt: "2026-03-02T14:05:00Z",
    endDate: "2026-03-06T21:00:00Z",
    groupItemTitle: "$180",
  };

  it("is read from the catalogue: markets, and events with their markets", async () => {
    const second = { ...market, id: "540817", conditionId: "0x02", question: "Will NVDA close above $190 on March 6?" };
    const done = { ...second, closed: true, closedTime: "2026-03-01 21:14:02+00", outcomePrices: '["0", "1"]' };
    const faulty = [
      { ...market, conditionId: "0x03", outcomePrices: '["1.7", "-0.7"]' },
      { ...market, conditionId: "0x04", outcomes: "Yes, No" },
      { ...market, conditionId: "0x05", question: "" },
    ];
    expect(await stored("markets.json", pretty([market, done, ...faulty]), marketsSql)).toMatchObject({
      counts: { read: 5, accepted: 2, rejected: 3 },
      rows: [
        { condition_id: "0x02", subject: "NVDA", closed: true, strike: 190 },
        { condition_id: conditionId, subject: "NVDA", closed: false, strike: 180 },
      ],
      aside: [
        [3, "invalid_field"],
        [4, "invalid_field"],
        [5, "missing_field"],
      ],
    });
    const event = {
      id: "9001",
      ticker: "nvda-march-6",
      slug: "nvda-march-6",
      title: "NVDA on March 6",
      openInterest: 3,
      markets: [market, second, faulty[0]],
    };
    expect(await stored("events.json", pretty([event]), marketsSql)).toMatchObject({
      counts: { read: 3, accepted: 2, rejected: 1 },
      rows: [{ event_id: "9001" }, { event_id: "9001" }],
      aside: [[1, "invalid_field"]],
    });
  });

  it("is read from its trades: each fill once, identical ones numbered", async () => {
    const trade = {
      proxyWallet: "0x1234567890abcdef1234567890abcdef12345678",
      side: "BUY",
      asset: "4332",
      conditionId,
      size: 50,
      price: 0.5,
      timestamp: 1772460331,
      title: market.question,
      slug: market.slug,
      eventSlug: "nvda-march-6",
      outcome: "Yes",
      outcomeIndex: 0,
      name: "somebody",
      transactionHash: "0x2222",
    };
    const answer = [
      trade,
      trade,
      { ...trade, side: "SELL", outcome: "No", outcomeIndex: 1 },
      { ...trade, size: "many" },
    ];
    const sql = "SELECT wallet, side, outcome_index, size, price, usd FROM market_trades ORDER BY side, trade_id";
    expect(await stored("trades.json", pretty(answer), sql)).toMatchObject({
      counts: { read: 4, accepted: 3, rejected: 1 },
      rows: [
        { wallet: trade.proxyWallet, side: "BUY", outcome_index: 0, size: 50, price: 0.5, usd: 25 },
        { side: "BUY" },
        { side: "SELL", outcome_index: 1 },
      ],
      aside: [[4, "invalid_field"]],
    });
  });

  it("is read from its order books, and from their list of markets", async () => {
    const book = {
      market: conditionId,
      asset_id: "4332",
      timestamp: "1772460331000",
      hash: "ab",
      // The lists are in no order that can be relied upon.
      bids: [
        { price: "0.40", size: "10" },
        { price: "0.50", size: "100" },
      ],
      asks: [
        { price: "0.60", size: "10" },
        { price: "0.54", size: "5" },
        { price: "0.51", size: "0" },
      ],
      tick_size: "0.01",
    };
    const sql = "SELECT condition_id, bid, ask FROM market_snapshots ORDER BY condition_id";
    const other = { ...book, asset_id: "2391", timestamp: "1772460332000", bids: [], asks: [] };
    expect(
      await stored("books.jsonl", lines(market, book, { ...book, bids: [{ price: "7", size: "1" }] }, other), sql),
    ).toMatchObject({
      counts: { read: 4, accepted: 3, rejected: 1 },
      rows: expect.arrayContaining([{ condition_id: conditionId, bid: 0.5, ask: 0.54 }]) as unknown,
      aside: [[3, "invalid_field"]],
    });
    const listed = {
      condition_id: conditionId,
      question: market.question,
      market_slug: market.slug,
      end_date_iso: "2026-03-06T21:00:00Z",
      active: true,
      closed: false,
      accepting_orders: true,
      tokens: [
        { token_id: "4332", outcome: "Yes", price: 0.52, winner: false },
        { token_id: "2391", outcome: "No", price: 0.48, winner: false },
      ],
      fetched_at: "2026-03-02T14:05:00Z",
    };
    const page = { limit: 2, count: 2, next_cursor: "LTE=", data: [listed, { ...listed, question: null }] };
    expect(
      await stored(
        "clob.json",
        pretty(page),
        "SELECT subject, outcomes, first_token, second_token, market_slug FROM markets",
      ),
    ).toMatchObject({
      counts: { read: 2, accepted: 1, rejected: 1 },
      rows: [
        {
          subject: "NVDA",
          outcomes: '["Yes","No"]',
          first_token: "4332",
          second_token: "2391",
          market_slug: market.slug,
        },
      ],
      aside: [[1, "missing_field"]],
    });
  });

  it("is read from Kalshi: pages of markets and trades, with the new names and with the old ones", async () => {
    const kalshi = {
      ticker: "KXNVDA-26MAR06-T180",
      event_ticker: "KXNVDA-26MAR06",
      market_type: "binary",
      title: "Nvidia (NVDA) on March 6?",
      yes_sub_title: "Above $180",
      status: "active",
      strike_type: "greater",
      floor_strike: 180,
      open_time: "2026-02-27T10:00:00Z",
      updated_time: "2026-03-02T14:05:00Z",
      close_time: "2026-03-06T21:00:00Z",
      yes_bid_dollars: "0.4200",
      yes_ask_dollars: "0.4400",
      last_price_dollars: "0.4300",
      volume_24h_fp: "850.00",
      liquidity_dollars: "1500.00",
    };
    const cents = {
      ...kalshi,
      ticker: "KXNVDA-26MAR06-T190",
      floor_strike: 190,
      yes_bid_dollars: undefined,
      yes_bid: 21,
      yes_ask_dollars: undefined,
      yes_ask: 23,
      last_price_dollars: undefined,
      last_price: 22,
      volume_24h_fp: undefined,
      volume_24h: 10,
      liquidity_dollars: undefined,
      liquidity: 150_000,
    };
    const page = {
      cursor: "",
      markets: [kalshi, cents, { ...kalshi, ticker: "KXNVDA-BAD", yes_bid_dollars: "forty" }],
    };
    const sql = `SELECT condition_id, subject, strike, polarity, bid, ask, last_price, liquidity, volume_24h
      FROM markets JOIN market_snapshots USING (condition_id) ORDER BY condition_id`;
    expect(await stored("kalshi.json", pretty(page), sql)).toMatchObject({
      counts: { read: 3, accepted: 2, rejected: 1 },
      rows: [
        { condition_id: "kalshi:KXNVDA-26MAR06-T180", subject: "NVDA", strike: 180, polarity: 1, bid: 0.42, ask: 0.44 },
        { subject: "NVDA", strike: 190, bid: 0.21, ask: 0.23, last_price: 0.22, liquidity: 1500 },
      ],
      aside: [[1, "invalid_field"]],
    });
    const trade = {
      trade_id: "a1",
      ticker: kalshi.ticker,
      count_fp: "3.00",
      yes_price_dollars: "0.4300",
      no_price_dollars: "0.5700",
      taker_outcome_side: "no",
      created_time: "2026-03-02T14:06:00Z",
    };
    const old = {
      trade_id: "a2",
      ticker: kalshi.ticker,
      count: 5,
      yes_price: 43,
      taker_side: "yes",
      created_time: trade.created_time,
    };
    const trades = {
      cursor: "x",
      trades: [trade, trade, old, { ...old, trade_id: "a3", created_time: "2037-01-01T00:00:00Z" }],
    };
    const tradesSql = "SELECT side, outcome_index, size, price, wallet FROM market_trades ORDER BY size";
    expect(await stored("kalshi-trades.json", lines(trades), tradesSql)).toMatchObject({
      counts: { read: 4, accepted: 3, rejected: 1, new: 2, merged: 1 },
      rows: [
        { side: "BUY", outcome_index: 1, size: 3, price: 0.57, wallet: null },
        { side: "BUY", outcome_index: 0, size: 5, price: 0.43, wallet: null },
      ],
      aside: [[1, "future_time"]],
    });
  });

  it("accepts an answer without markets, and says what other records lack", async () => {
    const { counts, aside } = await stored(
      "odd.jsonl",
      lines({ markets: [], cursor: "" }, { hello: "world" }),
      marketsSql,
    );
    expect(counts).toMatchObject({ read: 2, accepted: 1, rejected: 1 });
    expect(aside).toEqual([[2, "missing_field"]]);
  });
});
