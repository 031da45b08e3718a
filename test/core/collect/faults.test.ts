import { gzipSync } from "node:zlib";
import { loadCollecting, type ConfiguredSource } from "@market-sentiment/core/node";
import { afterAll, describe, expect, it } from "vitest";
import type { CollectedPage } from "../../../packages/core/src/collect/poll-source.js";
import { body, json, type RecordedSource, recordedSource, type Reply, status } from "../../support/recorded-source.js";
import { zipOf } from "../../support/zip.js";

const { HttpSender, pollSource, readSourceConfig } = await loadCollecting();

const NOW = new Date("2026-03-02T12:00:00Z");
const MAX_BYTES = 200_000;
const DAY = 86_400_000;

/** Configuration of each kind, and two good pages, the second of which continues the first. */
interface Played {
  readonly kind: string;
  readonly entry: (url: string) => Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly pages: readonly Reply[];
  readonly more: readonly Reply[];
}

const rss = (ids: readonly number[]) =>
  body(
    `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link>${ids
      .map(
        (id) =>
          `<item><title>Apple Inc gains ${id}</title><link>https://wire.example/${id}</link><pubDate>Mon, 02 Mar 2026 11:${10 + id}:00 GMT</pubDate></item>`,
      )
      .join("")}</channel></rss>`,
  );
const statusOf = (id: number) => ({
  id: String(id),
  uri: `https://social.example/${id}`,
  content: "<p>#AAPL gains</p>",
  created_at: "2026-03-02T11:30:00.000Z",
  account: { acct: "ana", bot: false },
});
const hnItem = (id: number) =>
  json({ id, type: "story", by: "ana", time: 1_772_450_000 + id, title: `Apple gains ${id}`, score: 3 });
const xPage = (ids: readonly number[]) =>
  json({
    data: ids.map((id) => ({
      id: String(id),
      text: "$AAPL gains",
      author_id: "1",
      created_at: "2026-03-02T11:30:00.000Z",
    })),
    meta: { result_count: ids.length, newest_id: String(Math.max(...ids)) },
  });

const stocktwitsPage = (ids: readonly number[]) =>
  json({
    response: { status: 200 },
    cursor: { more: false },
    messages: ids.map((id) => ({
      id,
      body: "$AAPL gains",
      created_at: "2026-03-02T11:30:00Z",
      user: { username: "ana" },
    })),
  });
const trade = (id: number) => ({
  proxyWallet: "0x1",
  side: "BUY",
  asset: "1",
  conditionId: "0x1",
  size: 5,
  price: 0.5,
  timestamp: 1_772_450_000 + id,
  title: "Will AAPL close above $200?",
  outcomeIndex: 0,
  transactionHash: `0x${id}`,
});
const kalshiTrade = (id: number) => ({
  trade_id: String(id),
  ticker: "KXAAPL-1",
  count_fp: "5.00",
  yes_price_dollars: "0.5000",
  taker_side: "yes",
  created_time: "2026-03-02T12:00:00Z",
});
const gdeltRow = (id: number) => {
  const columns = Array.from({ length: 27 }, () => "");
  Object.assign(columns, {
    0: `20260302120000-${id}`,
    1: "20260302120000",
    3: "wire.example",
    4: `https://wire.example/${id}`,
    7: "ECON_STOCKMARKET",
    26: `<PAGE_TITLE>Apple gains ${id}</PAGE_TITLE>`,
  });
  return columns.join("\t");
};
const gdeltFile = (ids: readonly number[]) => body(zipOf("file.csv", `${ids.map(gdeltRow).join("\n")}\n`));
const listing = (ids: readonly string[]) =>
  json({
    kind: "Listing",
    data: {
      after: null,
      children: ids.map((id) => ({
        kind: "t3",
        data: { id, title: "AAPL gains", selftext: "", created_utc: 1_772_450_000, subreddit: "stocks", score: 1 },
      })),
    },
  });
const token = json({ access_token: "short-lived-a-secret-token", token_type: "bearer", expires_in: 86_400 });

const kinds: readonly Played[] = [
  {
    kind: "stocktwits",
    entry: (url) => ({ type: "stocktwits", namespace: "microblog", symbol: "AAPL", key: "${KEY}", baseUrl: url }),
    env: { KEY: "desk:a-secret-token" },
    pages: [stocktwitsPage([2, 1])],
    more: [stocktwitsPage([3])],
  },
  {
    kind: "polymarket: trades",
    entry: (url) => ({ type: "polymarket", namespace: "predmarket", objects: "trades", tradesUrl: url }),
    pages: [json([trade(1), trade(2)])],
    more: [json([trade(3)])],
  },
  {
    kind: "polymarket: markets",
    entry: (url) => ({ type: "polymarket", namespace: "predmarket", catalogueUrl: url }),
    pages: [json([{ question: "Will AAPL close above $200?", conditionId: "0x1" }]), json([])],
    more: [json([{ question: "Will AAPL close above $200?", conditionId: "0x1" }]), json([])],
  },
  {
    kind: "kalshi: trades",
    entry: (url) => ({ type: "kalshi", namespace: "predmarket", objects: "trades", baseUrl: url }),
    pages: [json({ trades: [kalshiTrade(1)], cursor: "" })],
    more: [json({ trades: [kalshiTrade(2)], cursor: "" })],
  },
  {
    kind: "kalshi: markets",
    entry: (url) => ({ type: "kalshi", namespace: "predmarket", baseUrl: url }),
    pages: [json({ markets: [], cursor: "" }), json({ markets: [], cursor: "" })],
    more: [json({ markets: [], cursor: "" }), json({ markets: [], cursor: "" })],
  },
  {
    kind: "gdelt",
    entry: (url) => ({ type: "gdelt", namespace: "news", baseUrl: url }),
    pages: [gdeltFile([1, 2])],
    more: [gdeltFile([3]), gdeltFile([4])],
  },
  {
    kind: "reddit",
    entry: (url) => ({
      type: "reddit",
      namespace: "forum",
      subreddits: ["stocks"],
      account: "desk",
      clientId: "${ID}",
      clientSecret: "${SECRET}",
      loginUrl: url,
      baseUrl: url,
    }),
    env: { ID: "app", SECRET: "a-secret-token" },
    pages: [token, listing(["b", "a"])],
    more: [token, listing(["c", "b"])],
  },
  {
    kind: "feed",
    entry: (url) => ({ type: "feed", namespace: "news", url: `${url}/rss` }),
    pages: [rss([1, 2])],
    more: [rss([2, 3])],
  },
  {
    kind: "sec-edgar",
    entry: (url) => ({ type: "sec-edgar", namespace: "news", baseUrl: url }),
    pages: [rss([1, 2])],
    more: [rss([2, 3])],
  },
  {
    kind: "mastodon",
    entry: (url) => ({ type: "mastodon", namespace: "microblog", instance: url, hashtag: "AAPL" }),
    pages: [json([statusOf(2), statusOf(1)])],
    more: [json([statusOf(3)])],
  },
  {
    kind: "arctic-shift",
    entry: (url) => ({ type: "arctic-shift", namespace: "forum", subreddit: "stocks", baseUrl: url }),
    pages: [
      json({ data: [{ id: "a", title: "AAPL gains", selftext: "", created_utc: 1_772_447_400, subreddit: "stocks" }] }),
    ],
    more: [json({ data: [] })],
  },
  {
    kind: "hacker-news",
    entry: (url) => ({ type: "hacker-news", namespace: "forum", baseUrl: url }),
    pages: [json(10)],
    more: [json(11), hnItem(11), json({ items: [], profiles: [] })],
  },
  {
    kind: "x-recent-search",
    entry: (url) => ({
      type: "x-recent-search",
      namespace: "microblog",
      query: "$AAPL",
      token: "${X_TOKEN}",
      dailyBudget: 1_000,
      baseUrl: url,
    }),
    env: { X_TOKEN: "a-secret-token" },
    pages: [xPage([1, 2])],
    more: [xPage([3])],
  },
];

/** A fault of a source, and the expected result. */
const faults: readonly (readonly [string, (elsewhere: string) => Reply, string, "error" | "blocked", number | null])[] =
  [
    ["429 with seconds", () => status(429, { "retry-after": "120" }), "rate_limited", "blocked", 120_000],
    [
      "429 with a date",
      () => status(429, { "retry-after": "Mon, 02 Mar 2026 12:03:00 GMT", date: NOW.toUTCString() }),
      "rate_limited",
      "blocked",
      180_000,
    ],
    ["429 without a time", () => status(429), "rate_limited", "blocked", 60_000],
    ["429 with no time at all", () => status(429, { "retry-after": "0" }), "rate_limited", "blocked", 1_000],
    ["429 for a thousand years", () => status(429, { "retry-after": "31536000000" }), "rate_limited", "blocked", DAY],
    ["429 with a time below zero", () => status(429, { "retry-after": "-5" }), "rate_limited", "blocked", 60_000],
    [
      "429 from a host whose clock is an hour ahead",
      () => status(429, { "retry-after": "Mon, 02 Mar 2026 13:02:00 GMT", date: "Mon, 02 Mar 2026 13:00:00 GMT" }),
      "rate_limited",
      "blocked",
      120_000,
    ],
    ["401", () => status(401), "unauthorized", "blocked", null],
    [
      "403 with a page for people",
      () => (_q, r) => r.writeHead(403, { "content-type": "text/html" }).end("<html>no</html>"),
      "forbidden",
      "blocked",
      null,
    ],
    ["500", () => status(500), "server_error", "error", null],
    ["503 with a time", () => status(503, { "retry-after": "30" }), "rate_limited", "blocked", 30_000],
    ["no head of an answer", () => () => undefined, "timeout", "error", null],
    ["a body that stalls", () => (_q, r) => void r.writeHead(200).write("<rss>"), "timeout", "error", null],
    [
      "a body that is cut",
      () => (_q, r) => {
        r.writeHead(200, { "content-length": "1000" }).write('{"data":[');
        setTimeout(() => r.destroy(), 50);
      },
      "body_cut",
      "error",
      null,
    ],
    ["a connection that is dropped", () => (q) => q.socket.destroy(), "body_cut", "error", null],
    [
      "a packed body that is cut",
      () => body(gzipSync(`[${"1,".repeat(20_000)}1]`).subarray(0, 40), { "content-encoding": "gzip" }),
      "body_cut",
      "error",
      null,
    ],
    [
      "a gzip bomb",
      () => body(gzipSync(Buffer.alloc(50_000_000)), { "content-encoding": "gzip" }),
      "body_too_large",
      "error",
      null,
    ],
    [
      "an endless body",
      () => (_q, r) => {
        r.writeHead(200);
        const more = () => {
          if (r.destroyed) return;
          r.write(Buffer.alloc(65_536));
          setImmediate(more);
        };
        more();
      },
      "body_too_large",
      "error",
      null,
    ],
    [
      "a page for people in the place of data",
      () => body("<!doctype html><html><body>Welcome</body></html>", { "content-type": "text/html" }),
      "wrong_content",
      "error",
      null,
    ],
    ["an unknown packing", () => body("x", { "content-encoding": "zip-of-doom" }), "wrong_content", "error", null],
    [
      "a redirect to itself",
      () => (q, r) => void r.writeHead(302, { location: q.url ?? "/" }).end(),
      "redirect_loop",
      "error",
      null,
    ],
    [
      "a redirect into a private network",
      (elsewhere) => status(302, { location: `${elsewhere}/secret` }),
      "redirect_refused",
      "error",
      null,
    ],
    [
      "a redirect to this machine by name",
      () => status(302, { location: "http://localhost:1/secret" }),
      "redirect_refused",
      "error",
      null,
    ],
    ["a redirect to a file", () => status(302, { location: "file:///etc/passwd" }), "redirect_refused", "error", null],
  ];

interface Play {
  readonly source: RecordedSource;
  readonly committed: CollectedPage[];
  readonly poll: () => ReturnType<typeof pollSource>;
}

async function play({ entry, env = {} }: Played): Promise<Play> {
  const source = await recordedSource();
  const text = JSON.stringify({
    version: 1,
    contact: "desk@example.com",
    sources: [{ name: "tested", ...entry(source.url) }],
  });
  const [configured] = readSourceConfig(text, env).sources as [ConfiguredSource];
  const sender = new HttpSender({
    contact: "desk@example.com",
    now: () => NOW,
    limits: { connectMs: 400, silenceMs: 300, totalMs: 2_000, maxBytes: MAX_BYTES },
  });
  afterAll(() => sender.close());
  const committed: CollectedPage[] = [];
  let polls = 0;
  return {
    source,
    committed,
    poll: () => {
      polls += 1;
      return pollSource(configured, committed.at(-1)?.progress.state ?? null, {
        now: () => new Date(NOW.getTime() + polls * 900_000),
        send: (request) => sender.send(request, { hostPauseMs: 0, allowPrivateNetworks: false }),
        commit: (page) => {
          committed.push(page);
          return Promise.resolve();
        },
        dueMs: ({ endedMs }) => endedMs,
      });
    },
  };
}

const elsewhere = await recordedSource();

describe.each(kinds.map((played) => [played.kind, played] as const))("%s", (_kind, played) => {
  it.each(faults)(
    "%s is reported and keeps the cursor; no needless request is sent, and the next poll continues",
    async (_what, reply, reason, outcome, waitMs) => {
      const { source, committed, poll } = await play(played);
      source.script(...played.pages);
      expect(await poll()).toMatchObject({ outcome: expect.not.stringMatching(/error|blocked/) as unknown });
      const cursor = committed.at(-1)?.progress.state.cursor;
      const before = source.requests.length;
      const secrets = elsewhere.requests.length;
      source.script();
      source.always(reply(elsewhere.url));
      const failed = await poll();
      expect(failed).toMatchObject({ outcome, reason, waitMs });
      expect(source.requests.length - before).toBeLessThanOrEqual(reason === "redirect_loop" ? 2 : 1);
      expect(elsewhere.requests.length).toBe(secrets);
      expect(committed.at(-1)?.progress.state).toMatchObject({ cursor, errors: 1, outcome, reason });
      expect(committed.at(-1)?.progress.coverage).toEqual([]);
      // Stored rows and the collector's log.
      expect(JSON.stringify([committed.map(({ progress }) => progress), failed])).not.toContain("a-secret-token");
      if (reason === "rate_limited") {
        // The host asked us to wait, so the next poll sends no request.
        const asked = source.requests.length;
        expect(await poll()).toMatchObject({ outcome: "blocked", reason: "rate_limited" });
        expect(source.requests.length).toBe(asked);
        return;
      }
      source.script(...played.more);
      expect((await poll()).outcome).toMatch(/new|unchanged|empty/);
    },
  );
});
