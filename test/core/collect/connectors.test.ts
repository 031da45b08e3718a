import { describe, expect, it } from "vitest";
import { collected } from "../../support/collected.js";
import { body, json, recordedSource, status } from "../../support/recorded-source.js";
import { zipOf } from "../../support/zip.js";

const seconds = (time: string) => Date.parse(time) / 1_000;
const queryOf = (path: string | undefined) => new URL(path ?? "/", "http://source.example").searchParams;

describe("X recent search", () => {
  const post = (id: number) => ({
    id: String(id),
    text: `$AAPL gains ${id}`,
    author_id: "1",
    created_at: id > 20 ? "2026-03-02T12:03:00.000Z" : "2026-03-02T11:30:00.000Z",
  });

  it("reads from the newest post back to the last one read, never exceeding the day's budget", async () => {
    const source = await recordedSource();
    const entry = { type: "x-recent-search", namespace: "microblog", query: "$AAPL", token: "${X}", dailyBudget: 45 };
    const store = await collected({ ...entry, baseUrl: source.url }, { X: "secret" });
    let newest = 20;
    source.always((request, response) => {
      const query = queryOf(request.url);
      const size = Number(query.get("max_results"));
      const from = Number(query.get("next_token") ?? newest);
      const since = Number(query.get("since_id") ?? 0);
      const ids = Array.from({ length: size }, (_, index) => from - index).filter((id) => id > since);
      const last = ids.at(-1) ?? from;
      const next = last - 1 > since ? { next_token: String(last - 1) } : {};
      json({ data: ids.map(post), meta: { result_count: ids.length, newest_id: String(from), ...next } })(
        request,
        response,
      );
    });
    expect(await store.poll()).toMatchObject({ outcome: "new", items: 20 });
    newest = 60;
    store.at("2026-03-02T12:05:00Z");
    // The budget has 25 left and 40 posts are new: a second full page would exceed it.
    expect(await store.poll()).toMatchObject({ outcome: "truncated", items: 25 });
    store.at("2026-03-02T12:10:00Z");
    const asked = source.requests.length;
    expect(await store.poll()).toMatchObject({ outcome: "truncated", reason: "budget_spent" });
    expect(source.requests.length).toBe(asked);
    const [day] = await store.rows<{ used: number }>("SELECT CAST(budget_used AS INTEGER) AS used FROM source_state");
    expect(day?.used).toBe(45);
    expect(await store.coverage()).toContainEqual(expect.stringMatching(/^gap /));
    // The next day has a budget of its own.
    store.at("2026-03-03T00:05:00Z");
    expect(await store.poll()).toMatchObject({ outcome: expect.stringMatching(/empty|new/) as unknown });
  });
});

describe("Reddit", () => {
  async function community() {
    const source = await recordedSource();
    const options = { subreddits: ["stocks"], account: "desk", clientId: "${ID}", clientSecret: "${SECRET}" };
    const store = await collected(
      { type: "reddit", namespace: "forum", ...options, loginUrl: source.url, baseUrl: source.url },
      { ID: "app", SECRET: "secret" },
    );
    const posts = new Map<number, { readonly score: number; readonly at: string }>();
    source.always((request, response) => {
      if (request.url === "/api/v1/access_token")
        return json({ access_token: "short", expires_in: 3_600 })(request, response);
      const after = parseInt(queryOf(request.url).get("after")?.slice(3) ?? "zzzzzz", 36);
      const ids = [...posts.keys()].sort((a, b) => b - a).filter((id) => id < after);
      const page = ids.slice(0, 100);
      const data = {
        after: ids.length > 100 ? `t3_${(page.at(-1) ?? 0).toString(36)}` : null,
        children: page.map((id) => ({
          kind: "t3",
          data: {
            id: id.toString(36),
            title: `AAPL gains ${id}`,
            selftext: "",
            subreddit: "stocks",
            author: "ana",
            score: posts.get(id)?.score,
            created_utc: seconds(posts.get(id)?.at ?? ""),
          },
        })),
      };
      json({ kind: "Listing", data })(request, response);
    });
    const stored = () =>
      store.rows<{ post: string; score: number }>(
        "SELECT DISTINCT title AS post, CAST(engagement AS INTEGER) AS score FROM mentions ORDER BY created_utc, title",
      );
    return { source, store, posts, stored };
  }

  it("walks back to the last post read, also where that one was deleted, and signs in only with its own host", async () => {
    const { source, store, posts, stored } = await community();
    posts.set(1_000, { score: 1, at: "2026-03-02T11:00:00Z" });
    await store.poll();
    posts.delete(1_000);
    posts.set(999, { score: 1, at: "2026-03-02T10:59:00Z" });
    for (let id = 1_001; id <= 1_150; id += 1) posts.set(id, { score: 1, at: "2026-03-02T12:01:00Z" });
    store.at("2026-03-02T12:05:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "new", itemsNew: 150 });
    expect((await stored()).length).toBe(151);
    expect(await store.coverage()).toEqual(["observed 12:00:00–12:05:00"]);
    const agents = new Set(source.requests.map(({ headers }) => headers["user-agent"]));
    expect([...agents]).toEqual([expect.stringMatching(/^node:market-sentiment:.* \(by \/u\/desk\)$/)]);
    expect(source.requests[1]?.headers.authorization).toBe("Bearer short");
  });

  it("reads scores of the last hours again, once an hour", async () => {
    const { store, posts, stored } = await community();
    posts.set(1_000, { score: 1, at: "2026-03-02T11:00:00Z" });
    await store.poll();
    posts.set(1_000, { score: 500, at: "2026-03-02T11:00:00Z" });
    store.at("2026-03-02T12:30:00Z");
    await store.poll();
    expect(await stored()).toEqual([{ post: "AAPL gains 1000", score: 1 }]);
    store.at("2026-03-02T13:01:00Z");
    expect(await store.poll()).toMatchObject({ itemsNew: 0 });
    expect(await stored()).toEqual([{ post: "AAPL gains 1000", score: 500 }]);
  });

  it("leaves a gap where the listing ends before the last post read", async () => {
    const { store, posts } = await community();
    posts.set(1_000, { score: 1, at: "2026-03-02T11:00:00Z" });
    await store.poll();
    posts.clear();
    posts.set(3_000, { score: 1, at: "2026-03-02T12:04:00Z" });
    store.at("2026-03-02T12:05:00Z");
    await store.poll();
    expect(await store.coverage()).toEqual(["gap 12:00:00–12:04:00", "observed 12:04:00–12:05:00"]);
  });
});

describe("Hacker News", () => {
  const story = (id: number, at: string, more: Readonly<Record<string, unknown>> = {}) => ({
    ...{ id, type: "story", by: "ana", time: seconds(at), title: `Apple (AAPL) gains ${id}`, score: 1 },
    ...more,
  });

  async function forum(options: Readonly<Record<string, unknown>> = {}) {
    const source = await recordedSource();
    const store = await collected({ type: "hacker-news", namespace: "forum", baseUrl: source.url, ...options });
    const items = new Map<number, unknown>();
    const changed: unknown[] = [];
    source.always((request, response) => {
      const name = /([a-z]+|\d+)\.json$/.exec(request.url ?? "")?.[1] ?? "";
      if (name === "maxitem") return json(Math.max(...items.keys()))(request, response);
      if (name === "updates") return json({ items: changed, profiles: ["ana"] })(request, response);
      json(items.get(Number(name)) ?? null)(request, response);
    });
    const stored = () =>
      store.rows<{ title: string | null; score: number; body: string | null }>(
        "SELECT DISTINCT title, CAST(engagement AS INTEGER) AS score, body FROM mentions ORDER BY ALL",
      );
    const asked = () => source.requests.map(({ path }) => path.replace(/^\/v0\/(item\/)?|\.json$/g, ""));
    return { source, store, items, changed, stored, asked };
  }

  it("reads changed items again for scores, edits and deletions, but none that are too old or were never read", async () => {
    const { store, items, changed, stored, asked } = await forum();
    items.set(10, story(10, "2026-03-01T09:00:00Z"));
    await store.poll();
    for (const id of [11, 12, 13]) items.set(id, story(id, "2026-03-02T12:01:00Z"));
    store.at("2026-03-02T12:05:00Z");
    expect(await store.poll()).toMatchObject({ itemsNew: 3 });
    items.set(10, story(10, "2026-03-01T09:00:00Z", { score: 99 }));
    items.set(11, story(11, "2026-03-02T12:01:00Z", { score: 500 }));
    items.set(12, story(12, "2026-03-02T12:01:00Z", { title: "Apple (AAPL) falls" }));
    items.set(13, { id: 13, type: "story", time: seconds("2026-03-02T12:01:00Z"), deleted: true });
    changed.push(11, 12, 13, 10, 11, 99, "12", null, -3, 12.5);
    const before = asked().length;
    store.at("2026-03-02T12:10:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "unchanged", itemsNew: 0, items: 3 });
    expect(asked().slice(before)).toEqual(["maxitem", "updates", "11", "12", "13", "10"]);
    expect(await stored()).toEqual([
      { title: "Apple (AAPL) falls", score: 1, body: null },
      { title: "Apple (AAPL) gains 11", score: 500, body: null },
      { title: null, score: 1, body: null },
    ]);
    expect(await store.coverage()).toEqual(["observed 12:00:00–12:10:00"]);
  });

  it("stores new items even when the list of changes is unavailable, and restarts from the newest id", async () => {
    const { source, store, items, stored, asked } = await forum();
    items.set(10, story(10, "2026-03-02T11:00:00Z"));
    await store.poll();
    items.set(11, story(11, "2026-03-02T12:01:00Z"));
    store.at("2026-03-02T12:05:00Z");
    source.script(json(11), json(items.get(11)), status(500));
    expect(await store.poll()).toMatchObject({ outcome: "error", reason: "server_error", itemsNew: 1 });
    expect(await stored()).toHaveLength(1);
    expect(await store.coverage()).toEqual(["observed 12:00:00–12:05:00"]);
    store.at("2026-03-02T12:06:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "empty" });
    expect(asked().slice(-2)).toEqual(["maxitem", "updates"]);
  });

  it("does not request the list of changes when that is switched off", async () => {
    const { store, items, asked } = await forum({ rereadHours: 0 });
    items.set(10, story(10, "2026-03-02T11:00:00Z"));
    await store.poll();
    items.set(11, story(11, "2026-03-02T12:01:00Z"));
    store.at("2026-03-02T12:05:00Z");
    await store.poll();
    expect(asked()).toEqual(["maxitem", "maxitem", "11"]);
  });
});

describe("Polymarket", () => {
  const market = {
    conditionId: `0x${"1".repeat(64)}`,
    title: "Will Apple (AAPL) close above $200 on March 2?",
    slug: "a",
  };
  const fill = (second: number, number: number) => ({
    ...market,
    proxyWallet: `0x${String(number).padStart(40, "0")}`,
    side: "BUY",
    asset: "1",
    size: 5,
    price: 0.5,
    timestamp: second,
    outcomeIndex: 0,
    transactionHash: `0x${second}`,
  });

  it("halves a window of trades until it fits in one answer, and stores every fill once, identical ones too", async () => {
    const source = await recordedSource();
    const store = await collected({
      type: "polymarket",
      namespace: "predmarket",
      objects: "trades",
      tradesUrl: source.url,
      catalogueUrl: source.url,
    });
    const end = seconds("2026-03-02T11:59:30Z");
    // 3,000 fills in 5 minutes, 1,200 of them in one second, and in each second one twice.
    const fills = Array.from({ length: 300 }, (_, index) => end - 300 + index).flatMap((second, index) =>
      Array.from({ length: index === 100 ? 1_200 : 6 }, (_, number) => fill(second, Math.max(0, number - 1))),
    );
    source.always((request, response) => {
      const query = queryOf(request.url);
      const [from, to] = [Number(query.get("start")), Number(query.get("end"))];
      const found = fills.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
      json(found.reverse().slice(0, Number(query.get("limit"))))(request, response);
    });
    expect(await store.poll()).toMatchObject({ outcome: "new", itemsNew: fills.length });
    const [count] = await store.rows<{ count: number }>("SELECT CAST(COUNT(*) AS INTEGER) AS count FROM market_trades");
    expect(count?.count).toBe(fills.length);
    expect(await store.coverage()).toEqual(["observed 11:54:30–11:59:30"]);
    expect(source.requests.length).toBeLessThan(40);
    store.at("2026-03-02T12:01:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "empty" });
    expect(await store.coverage()).toEqual(["observed 11:54:30–12:00:30"]);
  });

  it("reads the catalogue page by page, and how markets ended", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "polymarket", namespace: "predmarket", catalogueUrl: source.url });
    const markets = Array.from({ length: 230 }, (_, index) => ({
      conditionId: `0x${String(index).padStart(64, "0")}`,
      question: `Will Apple (AAPL) close above $${200 + index} on March 6?`,
      outcomes: '["Yes","No"]',
      outcomePrices: '["0.5","0.5"]',
      endDate: "2026-03-06T21:00:00Z",
      active: true,
      closed: false,
    }));
    source.always((request, response) => {
      const query = queryOf(request.url);
      const offset = Number(query.get("offset"));
      const asked = markets.filter((market) => String(market.closed) === query.get("closed"));
      json(asked.slice(offset, offset + 100))(request, response);
    });
    expect(await store.poll()).toMatchObject({ items: 230 });
    expect(source.requests).toHaveLength(4);
    expect(queryOf(source.requests[3]?.path).get("end_date_min")).toBe("2026-02-27T12:00:00.000Z");
    const [count] = await store.rows<{ count: number }>("SELECT CAST(COUNT(*) AS INTEGER) AS count FROM markets");
    expect(count?.count).toBe(230);
    markets[0] = { ...(markets[0] ?? expect.fail()), closed: true, outcomePrices: '["1","0"]' };
    store.at("2026-03-02T12:05:00Z");
    await store.poll();
    const closed = await store.rows<{ question: string }>("SELECT question FROM markets WHERE closed");
    expect(closed).toEqual([{ question: "Will Apple (AAPL) close above $200 on March 6?" }]);
  });
});

describe("Kalshi", () => {
  it("follows the pages of a window, and windows that overlap store a trade once", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "kalshi", namespace: "predmarket", objects: "trades", baseUrl: source.url });
    const trade = (id: number, at: string) => ({
      trade_id: `t${id}`,
      ticker: "KXAAPL-26MAR06-T200",
      count_fp: "5.00",
      yes_price_dollars: "0.5000",
      taker_side: "yes",
      created_time: at,
    });
    source.script(
      json({ trades: [trade(1, "2026-03-02T11:50:00Z")], cursor: "next" }),
      json({ trades: [trade(2, "2026-03-02T11:59:30Z")], cursor: "" }),
      json({ trades: [trade(2, "2026-03-02T11:59:30Z"), trade(3, "2026-03-02T12:00:30Z")], cursor: "" }),
    );
    await store.poll();
    store.at("2026-03-02T12:01:00Z");
    expect(await store.poll()).toMatchObject({ items: 2, itemsNew: 1 });
    expect(queryOf(source.requests[1]?.path).get("cursor")).toBe("next");
    expect(queryOf(source.requests[1]?.path).get("max_ts")).toBe(queryOf(source.requests[0]?.path).get("max_ts"));
    expect(await store.coverage()).toEqual(["observed 11:44:50–12:00:50"]);
  });
});

describe("GDELT", () => {
  const row = (slot: string, title: string, themes = "ECON_STOCKMARKET;TAX") => {
    const columns = Array.from({ length: 27 }, () => "");
    columns[0] = `${slot}-${title}`;
    columns[1] = slot;
    columns[3] = "wire.example";
    columns[4] = `https://wire.example/${encodeURIComponent(title)}`;
    columns[7] = themes;
    columns[26] = `<PAGE_TITLE>${title}</PAGE_TITLE>`;
    return columns.join("\t");
  };

  it("reads the file of each quarter of an hour, waits for a late one, and records a missing one as a gap", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "gdelt", namespace: "news", baseUrl: source.url });
    const file = (slot: string) =>
      body(zipOf("x.csv", `${row(slot, `Apple Inc gains &amp; more ${slot}`)}\n${row(slot, "Rain", "WEATHER")}\n`));
    source.script(file("20260302120000"), status(404));
    expect(await store.poll()).toMatchObject({ itemsNew: 1 });
    store.at("2026-03-02T12:20:00Z");
    expect(await store.poll()).toMatchObject({ itemsNew: 0 });
    expect(await store.coverage()).toEqual(["observed 11:45:00–12:00:00"]);
    store.at("2026-03-02T13:20:00Z");
    source.script(
      status(404),
      file("20260302123000"),
      file("20260302124500"),
      file("20260302130000"),
      file("20260302131500"),
    );
    expect(await store.poll()).toMatchObject({ itemsNew: 4 });
    expect(source.requests.map(({ path }) => path.slice(17, 21))).toEqual([
      "1200",
      "1215",
      "1215",
      "1230",
      "1245",
      "1300",
      "1315",
    ]);
    expect(await store.coverage()).toEqual([
      "observed 11:45:00–12:00:00",
      "gap 12:00:00–12:15:00",
      "observed 12:15:00–13:15:00",
    ]);
    const titles = await store.rows<{ title: string }>("SELECT DISTINCT title FROM mentions ORDER BY title LIMIT 1");
    expect(titles).toEqual([{ title: "Apple Inc gains & more 20260302120000" }]);
    // The file was published after all: a backfill closes the gap.
    source.script(file("20260302121500"));
    await store.poll({ from: "2026-03-02T12:00:00Z", to: "2026-03-02T12:15:00Z" });
    expect(await store.coverage()).toEqual([
      "observed 11:45:00–12:00:00",
      "backfilled 12:00:00–12:15:00",
      "observed 12:15:00–13:15:00",
    ]);
  });
});

describe("StockTwits", () => {
  it("pages back to the last message read", async () => {
    const source = await recordedSource();
    const store = await collected(
      { type: "stocktwits", namespace: "microblog", symbol: "AAPL", key: "${KEY}", baseUrl: source.url },
      { KEY: "desk:secret" },
    );
    const page = (ids: readonly number[], more: boolean) =>
      json({
        response: { status: 200 },
        cursor: { more, since: Math.max(...ids), max: Math.min(...ids) },
        messages: ids.map((id) => ({
          id,
          body: `$AAPL gains ${id}`,
          created_at: "2026-03-02T11:30:00Z",
          user: { username: "ana" },
        })),
      });
    source.script(page([3, 2], true), page([7, 6], true), page([5, 4], false));
    await store.poll();
    store.at("2026-03-02T12:05:00Z");
    expect(await store.poll()).toMatchObject({ itemsNew: 4 });
    expect(source.requests.map(({ path }) => queryOf(path).toString())).toEqual(["", "since=3", "since=3&max=6"]);
    expect(JSON.parse(String((await store.state()).cursor))).toEqual({ sinceId: "7" });
    expect(source.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from("desk:secret").toString("base64")}`);
  });
});
