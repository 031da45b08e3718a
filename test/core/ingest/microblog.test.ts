import { connectorFor, NewsSourceDirectory, type RecordContent } from "@market-sentiment/core";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ingestRecords, textNamespaceNamed, storedRows } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const microblog = textNamespaceNamed("microblog-stocks");
const context = { sources: new NewsSourceDirectory([]), nowMs: Date.parse("2026-03-31T12:00:00Z"), columnMap: {} };
const content = (record: Record<string, unknown>) =>
  connectorFor(microblog.connectors, record)?.normalize(record, context) as RecordContent;

const xPost = (id: string, text: string, more: object = {}) => ({
  id,
  text,
  author_id: "2244994945",
  created_at: "2026-03-02T14:05:31.000Z",
  conversation_id: id,
  lang: "en",
  edit_history_tweet_ids: [id],
  public_metrics: { retweet_count: 3, reply_count: 1, like_count: 12, quote_count: 0, impression_count: 1043 },
  ...more,
});
const xPage = (data: readonly object[], tweets: readonly object[] = []) => ({
  data,
  includes: { users: [{ id: "2244994945", name: "Ana", username: "ana_trades", verified: false }], tweets },
  meta: { result_count: data.length, newest_id: "1", oldest_id: "1" },
});

describe("X search pages", () => {
  it("give each post with its author's name, cashtags and counters", () => {
    const cashtags = [{ start: 0, end: 5, tag: "NVDA" }];
    const page = xPage([xPost("1765432109876543210", "$NVDA &gt; $AMD &amp; all", { entities: { cashtags } })]);
    expect(content(page).documents).toMatchObject([
      {
        origin: "x",
        nativeId: "1765432109876543210",
        author: "ana_trades",
        place: null,
        body: "$NVDA > $AMD & all",
        postId: "1765432109876543210",
        hints: ["NVDA"],
        url: "https://x.com/ana_trades/status/1765432109876543210",
        reactions: { likes: 12, retweets: 3, replies: 1, quotes: 0, views: 1043, upvotes: null },
      },
    ]);
  });

  it("count a repost as engagement with its original", () => {
    const original = xPost("1765432109876543210", "$NVDA gains", {
      public_metrics: { retweet_count: 9, like_count: 50 },
    });
    const repost = xPost("1765432109876543999", "RT @ana: $NVDA gains", {
      referenced_tweets: [{ type: "retweeted", id: original.id }],
    });
    const found = content(xPage([repost], [original]));
    expect(found.documents).toEqual([]);
    expect(found.counters).toMatchObject([
      { documentId: "x:1765432109876543210", reactions: { likes: 50, retweets: 9 } },
    ]);
  });

  it("keep an edited post under its original id", () => {
    const first = "1765432109876543210";
    const [document] = content(
      xPage([xPost("1765435000000000000", "$AMD", { edit_history_tweet_ids: [first, "1765435000000000000"] })]),
    ).documents;
    expect(document).toMatchObject({
      nativeId: first,
      body: "$AMD",
      createdMs: Number((BigInt(first) >> 22n) + 1_288_834_974_657n),
    });
  });

  it("give nothing for a day without hits", () => {
    expect(content({ meta: { result_count: 0 } })).toMatchObject({ documents: [], faults: [] });
  });

  it("raise the counters of a stored original, in any order, and never lower them", async () => {
    const root = await temporaryDirectory();
    const original = xPost("1765432109876543210", "$NVDA gains");
    const repost = xPost("1765432109876543999", "RT", { referenced_tweets: [{ type: "retweeted", id: original.id }] });
    const seen = { ...original, public_metrics: { retweet_count: 40, like_count: 500 } };
    const pages = [xPage([original]), xPage([repost], [seen])];
    for (const [name, order] of [
      ["a", pages],
      ["b", [...pages].reverse()],
    ] as const) {
      const data = join(root, name);
      await ingestRecords(data, microblog, order);
      expect(await storedRows(data, microblog.id, "subject, likes, retweets, engagement")).toEqual([
        { subject: "NVDA", likes: 500, retweets: 40, engagement: 540 },
      ]);
      expect((await ingestRecords(data, microblog, order)).counts).toMatchObject({ unchanged: 1, updated: 0 });
    }
  });
});

describe("StockTwits streams", () => {
  const message = {
    id: 656149730,
    body: "$AAPL holding &quot;support&quot;",
    created_at: "2026-03-02T14:05:31Z",
    user: { id: 99, username: "trader1", followers: 120 },
    symbols: [{ id: 686, symbol: "AAPL" }],
    entities: { sentiment: { basic: "Bullish" } },
    likes: { total: 4 },
  };

  it("give each message with its symbols; counters that are left out are 0", () => {
    const found = content({
      response: { status: 200 },
      symbol: { symbol: "AAPL" },
      cursor: { more: false },
      messages: [message],
    });
    expect(found.documents).toMatchObject([
      {
        origin: "stocktwits",
        nativeId: "656149730",
        author: "trader1",
        body: '$AAPL holding "support"',
        hints: ["AAPL"],
        reactions: { likes: 4, retweets: 0 },
      },
    ]);
  });
});

describe("Bluesky", () => {
  const event = (operation: string, record?: object) => ({
    did: "did:plc:ana",
    time_us: 1772460331000000,
    kind: "commit",
    commit: {
      rev: "r",
      operation,
      collection: "app.bsky.feed.post",
      rkey: "3l3qo2vuowo2b",
      ...(record === undefined ? {} : { record, cid: "b" }),
    },
  });
  const record = { $type: "app.bsky.feed.post", text: "$NVDA gains", createdAt: "2031-01-01T00:00:00Z", langs: ["en"] };

  it("never dates a post later than the server saw it", () => {
    expect(content(event("create", record)).documents).toMatchObject([
      {
        nativeId: "at://did:plc:ana/app.bsky.feed.post/3l3qo2vuowo2b",
        createdMs: 1772460331000,
        author: "did:plc:ana",
        body: "$NVDA gains",
      },
    ]);
  });

  it("reads the newer wire as the same post", () => {
    const { commit, did } = event("create", record);
    const frame = {
      $type: "message",
      payload: { $type: "x#commit", seq: 1, did, time: "2026-03-02T14:05:31Z", ...commit },
    };
    expect(content(frame).documents[0]?.nativeId).toBe(content(event("create", record)).documents[0]?.nativeId);
  });

  it("gives a post from a search page the same identity, with counters", () => {
    const view = {
      uri: "at://did:plc:ana/app.bsky.feed.post/3l3qo2vuowo2b",
      cid: "b",
      author: { did: "did:plc:ana", handle: "ana.bsky.social" },
      record,
      likeCount: 7,
      repostCount: 2,
      indexedAt: "2026-03-02T14:05:33.120Z",
    };
    expect(content({ posts: [view], cursor: "1" }).documents).toMatchObject([
      {
        nativeId: "at://did:plc:ana/app.bsky.feed.post/3l3qo2vuowo2b",
        author: "did:plc:ana",
        reactions: { likes: 7, retweets: 2 },
      },
    ]);
  });

  it("ignores other records and account events", () => {
    const like = event("create", record);
    expect(content({ ...like, commit: { ...like.commit, collection: "app.bsky.feed.like" } })).toMatchObject({
      documents: [],
    });
    expect(content({ did: "did:plc:ana", time_us: 1772460331000000, kind: "account", account: {} })).toMatchObject({
      documents: [],
    });
  });

  it("removes a deleted post's text and mentions, and a replay does not restore them", async () => {
    const data = join(await temporaryDirectory(), "bluesky");
    const create = event("create", record);
    await ingestRecords(data, microblog, [create]);
    expect(await storedRows(data, microblog.id, "subject, body")).toEqual([{ subject: "NVDA", body: "$NVDA gains" }]);
    const removal = { ...event("delete"), time_us: 1772460999000000 };
    await ingestRecords(data, microblog, [removal]);
    await ingestRecords(data, microblog, [create]);
    expect(await storedRows(data, microblog.id, "subject, body, author")).toEqual([
      { subject: null, body: null, author: null },
    ]);
  });
});

describe("Mastodon", () => {
  const status = {
    id: "112345678901234567",
    uri: "https://host.example/users/ana/statuses/1",
    url: "https://host.example/@ana/1",
    created_at: "2026-03-02T14:05:31.000Z",
    edited_at: null,
    content:
      '<p>Long <a href="https://host.example/tags/nvda">#<span>NVDA</span></a> &amp; <span class="invisible">https://</span>x.example<br>more</p><p>end</p>',
    spoiler_text: "",
    account: { acct: "ana@host.example", bot: false },
    favourites_count: 5,
    reblogs_count: 2,
    replies_count: 1,
  };

  it("gives the plain text of the HTML, identified by the address that all instances share", () => {
    expect(content(status).documents).toMatchObject([
      {
        nativeId: status.uri,
        body: "Long #NVDA & https://x.example\nmore\nend",
        author: "ana@host.example",
        reactions: { likes: 5, retweets: 2 },
        excluded: false,
      },
    ]);
  });

  it("leaves out accounts marked as robots, and counts a boost as engagement", () => {
    expect(content({ ...status, account: { acct: "feed", bot: true } }).documents).toMatchObject([{ excluded: true }]);
    const boost = { ...status, uri: "https://host.example/users/ben/statuses/2", content: "", reblog: status };
    expect(content(boost)).toMatchObject({
      documents: [],
      counters: [{ documentId: `mastodon:${status.uri}`, reactions: { likes: 5 } }],
    });
  });
});

describe("flat rows", () => {
  const row = {
    id: "418169902613008384",
    created_at: "2014-01-01T00:00:48Z",
    author: "u_1",
    text: "Up: $AAPL",
    retweets: 0,
    likes: 0,
    cashtags: ["AAPL"],
    retweet_of: null,
  };

  it("give a post with the tickers that the platform saw", () => {
    expect(content(row).documents).toMatchObject([
      { origin: "x", nativeId: row.id, hints: ["AAPL"], reactions: { likes: 0 } },
    ]);
    expect(content({ ...row, platform: "stocktwits" }).documents).toMatchObject([{ origin: "stocktwits" }]);
  });

  it("give the original's counters for a repost", () => {
    const repost = { ...row, id: "2", retweet_of: "1", retweet_of_likes: 59, retweet_of_retweets: 1693 };
    expect(content(repost)).toMatchObject({
      documents: [],
      counters: [{ documentId: "x:1", reactions: { likes: 59, retweets: 1693 } }],
    });
  });
});
