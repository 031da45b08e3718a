import { connectorFor, NewsSourceDirectory, type RecordContent } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { textNamespaceNamed } from "../../support/memory-ingest.js";

const { connectors } = textNamespaceNamed("forum-stocks");
const context = { sources: new NewsSourceDirectory([]), nowMs: Date.parse("2026-03-31T12:00:00Z"), columnMap: {} };
const normalize = (record: Record<string, unknown>) => connectorFor(connectors, record)?.normalize(record, context);
const documents = (record: Record<string, unknown>) => (normalize(record) as RecordContent).documents;

const submission = {
  author: "someuser",
  author_fullname: "t2_9xyz",
  created_utc: 1772460300,
  edited: false,
  id: "1abcde",
  is_self: true,
  name: "t3_1abcde",
  num_comments: 138,
  permalink: "/r/stocks/comments/1abcde/nvda_earnings_thread/",
  retrieved_on: 1772460310,
  score: 421,
  selftext: "Calls &gt; puts &amp; so on",
  subreddit: "stocks",
  title: "$NVDA earnings thread",
  upvote_ratio: 0.94,
};
const comment = {
  author: "another",
  body: "Calls on AMD, puts on INTC",
  controversiality: 0,
  created_utc: 1772460400,
  id: "kx1y2z3",
  link_id: "t3_1abcde",
  parent_id: "t1_kx1aaaa",
  retrieved_on: 1772460410,
  score: -17,
  subreddit: "stocks",
};

describe("dump objects", () => {
  it("give a post with title, text and its own id", () => {
    expect(documents(submission)).toMatchObject([
      {
        origin: "reddit",
        nativeId: "t3_1abcde",
        createdMs: 1772460300000,
        asOfMs: 1772460310000,
        place: "stocks",
        author: "someuser",
        threadId: null,
        postId: "1abcde",
        commentId: null,
        title: "$NVDA earnings thread",
        body: "Calls > puts & so on",
        url: "https://www.reddit.com/r/stocks/comments/1abcde/nvda_earnings_thread/",
        reactions: { upvotes: 421 },
        excluded: false,
      },
    ]);
  });

  it("give a comment with its post and what it answers", () => {
    expect(documents(comment)).toMatchObject([
      {
        nativeId: "t1_kx1y2z3",
        threadId: "reddit:t3_1abcde",
        parentId: "reddit:t1_kx1aaaa",
        postId: "1abcde",
        commentId: "kx1y2z3",
        title: null,
        body: "Calls on AMD, puts on INTC",
        reactions: { upvotes: -17 },
      },
    ]);
  });

  it("accept creation times as numeric text, and take the second retrieval of a dump as the newer state", () => {
    const twice = { ...comment, created_utc: "1772460400", _meta: { retrieved_2nd_on: 1772590000 } };
    expect(documents(twice)).toMatchObject([{ createdMs: 1772460400000, asOfMs: 1772590000000 }]);
  });

  it.each(["[deleted]", "[removed]"])("store no text that reads %s", (mark) => {
    expect(documents({ ...comment, body: mark, author: "[deleted]" })).toMatchObject([{ body: null, author: null }]);
    expect(documents({ ...submission, selftext: mark })).toMatchObject([
      { title: "$NVDA earnings thread", body: null },
    ]);
  });

  it.each([
    ["AutoModerator", "text", true],
    ["StockInfoBot", "text", true],
    ["price-bot", "text", true],
    ["botanist", "text", false],
    [undefined, "I am a bot, and this action was performed automatically.", true],
  ])("leave out a robot: %s, %s", (author, body, excluded) => {
    expect(documents({ ...comment, author, body })).toMatchObject([{ excluded }]);
  });

  it("without an id are identified by words, time and place", () => {
    const bare = { subreddit: "CryptoCurrency", created_at: "2020-08-03T00:25:22Z", body: "Bitcoin needs DeFi" };
    const [first] = documents(bare);
    expect(first).toMatchObject({
      createdMs: Date.parse(bare.created_at),
      place: "CryptoCurrency",
      postId: null,
      commentId: null,
      threadId: null,
    });
    expect(documents({ ...bare })[0]?.nativeId).toBe(first?.nativeId);
    expect(documents({ ...bare, body: "another" })[0]?.nativeId).not.toBe(first?.nativeId);
  });

  it("are refused with what is missing or wrong", () => {
    expect(normalize({ ...comment, created_utc: "soon" })).toMatchObject({ fault: "invalid_time" });
    expect(normalize({ ...comment, created_utc: 1893456000 })).toMatchObject({ fault: "future_time" });
    expect(normalize({ id: "x" })).toMatchObject({ fault: "missing_field" });
    expect(normalize({ subreddit: "stocks", body: "no time, no thread" })).toMatchObject({ fault: "missing_field" });
  });
});

describe("pages", () => {
  const listing = (children: readonly object[]) => ({
    kind: "Listing",
    data: { after: null, before: null, dist: children.length, children },
  });

  it("give every post and comment of a listing, replies included, and pass over placeholders", () => {
    const reply = { ...comment, id: "deep", body: "a reply" };
    const nested = {
      ...comment,
      replies: listing([
        { kind: "t1", data: { ...reply, replies: "" } },
        { kind: "more", data: { children: ["a"], count: 1 } },
      ]),
    };
    const page = listing([
      { kind: "t3", data: submission },
      { kind: "t1", data: nested },
    ]);
    expect(documents(page).map(({ nativeId }) => nativeId)).toEqual(["t3_1abcde", "t1_kx1y2z3", "t1_deep"]);
  });

  it("give the valid objects of a page, and a fault for each invalid one", () => {
    const content = normalize(
      listing([
        { kind: "t3", data: submission },
        { kind: "t1", data: { ...comment, created_utc: "soon" } },
      ]),
    ) as RecordContent;
    expect(content.documents).toHaveLength(1);
    expect(content.faults).toMatchObject([{ fault: "invalid_time" }]);
  });

  it("read the answer of an archive search, an empty one too", () => {
    expect(documents({ data: [submission, comment] })).toHaveLength(2);
    expect(documents({ data: [] })).toEqual([]);
    expect(documents(listing([]))).toEqual([]);
  });
});
