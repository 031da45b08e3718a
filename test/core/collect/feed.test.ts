import { loadCollecting } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { collected } from "../../support/collected.js";
import { body, recordedSource, type Reply, status } from "../../support/recorded-source.js";

const item = (id: number, minute: number, title = `Apple Inc gains on story ${id}`) =>
  `<item><title>${title}</title><link>https://wire.example/${id}</link><guid isPermaLink="false">na-${id}</guid>` +
  `<pubDate>Mon, 02 Mar 2026 11:${String(minute).padStart(2, "0")}:00 GMT</pubDate></item>`;
const rss = (items: readonly string[], channel = "") =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link>${channel}${items.join("")}</channel></rss>`;
const page = (ids: readonly number[], headers: Readonly<Record<string, string>> = {}, channel = ""): Reply =>
  body(
    rss(
      ids.map((id) => item(id, id)),
      channel,
    ),
    { "content-type": "application/rss+xml", ...headers },
  );

const { HttpSender } = await loadCollecting();

async function feedOf(options: Readonly<Record<string, unknown>> = {}) {
  const source = await recordedSource();
  const store = await collected({ type: "feed", namespace: "news", url: `${source.url}/feed`, ...options });
  const stored = () => store.rows<{ title: string }>("SELECT DISTINCT title FROM mentions ORDER BY title");
  return { source, store, stored };
}

describe("a feed that is polled", () => {
  it("stores its items, their links and the cursor in one publication", async () => {
    const { source, store, stored } = await feedOf();
    source.script(page([10, 11], { etag: '"a"' }));
    const report = await store.poll();
    expect(report).toMatchObject({ outcome: "new", items: 2, itemsNew: 2, status: 200 });
    expect((await stored()).map(({ title }) => title)).toEqual([
      "Apple Inc gains on story 10",
      "Apple Inc gains on story 11",
    ]);
    const state = await store.state();
    expect(JSON.parse(String(state.cursor))).toMatchObject({ etag: '"a"' });
    expect(state).toMatchObject({ outcome: "new", polls: 1, errors: 0, enabled: true });
  });

  it("asks conditionally, and what did not change is observed and costs no row", async () => {
    const { source, store } = await feedOf();
    source.script(
      page([10], { etag: '"a"', "last-modified": "Mon, 02 Mar 2026 11:59:00 GMT" }),
      status(304, { etag: '"a"' }),
    );
    await store.poll();
    store.at("2026-03-02T12:05:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "unchanged", status: 304, itemsNew: 0 });
    expect(source.requests[1]?.headers).toMatchObject({
      "if-none-match": '"a"',
      "if-modified-since": "Mon, 02 Mar 2026 11:59:00 GMT",
    });
    expect(await store.coverage()).toEqual(["observed 12:00:00–12:05:00"]);
  });

  it("takes items that come late, however old they say they are, and an item that was edited", async () => {
    const { source, store, stored } = await feedOf();
    source.script(page([10, 20]), body(rss([item(10, 10, "Apple Inc gains, corrected"), item(5, 5), item(20, 20)])));
    await store.poll();
    store.at("2026-03-02T12:05:00Z");
    expect(await store.poll()).toMatchObject({ itemsNew: 1 });
    expect((await stored()).map(({ title }) => title)).toEqual([
      "Apple Inc gains on story 20",
      "Apple Inc gains on story 5",
      "Apple Inc gains, corrected",
    ]);
  });

  it("records a gap where a page does not overlap the one before", async () => {
    const { source, store } = await feedOf();
    source.script(page([10, 11]), body(rss([item(30, 30), item(31, 31)]).replaceAll("Mar 2026 11:3", "Mar 2026 12:3")));
    await store.poll();
    store.at("2026-03-02T12:45:00Z");
    await store.poll();
    expect(await store.coverage()).toEqual(["gap 12:00:00–12:30:00", "observed 12:30:00–12:45:00"]);
  });

  it("keeps its cursor after an error, and counts the time in between as observed when pages overlap", async () => {
    const { source, store } = await feedOf();
    source.script(page([10, 11]), status(500), page([11, 12]));
    await store.poll();
    store.at("2026-03-02T12:05:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "error", reason: "server_error", status: 500 });
    expect(await store.coverage()).toEqual([]);
    store.at("2026-03-02T12:10:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "new", itemsNew: 1 });
    expect(await store.coverage()).toEqual(["observed 12:00:00–12:10:00"]);
    expect(await store.state()).toMatchObject({ polls: 3, errors: 1 });
  });

  it("respects ttl, skipHours and Cache-Control", async () => {
    const { source, store } = await feedOf();
    source.script(
      page([10], {}, "<ttl>30</ttl>"),
      page([10], { "cache-control": "public, max-age=120" }),
      page([10], {}, "<skipHours><hour>12</hour><hour>13</hour></skipHours>"),
    );
    expect((await store.poll()).waitMs).toBe(30 * 60_000);
    expect((await store.poll()).waitMs).toBe(120_000);
    expect((await store.poll()).waitMs).toBe(2 * 3_600_000);
  });

  it("follows a permanent redirect, and goes back once the configuration says so", async () => {
    const { source, store } = await feedOf();
    source.script(status(301, { location: "/moved" }), page([10]), page([10]));
    await store.poll();
    await store.poll();
    expect(source.requests.map(({ path }) => path)).toEqual(["/feed", "/moved", "/moved"]);
  });

  it("follows a permanent redirect to an address with a secret each time, and never stores it", async () => {
    const source = await recordedSource();
    const url = `${source.url}/feed?token=\${TOKEN}`;
    const store = await collected({ type: "feed", namespace: "news", url }, { TOKEN: "hunter2 & more" });
    const moved = status(301, { location: "/moved?token=hunter2%20%26%20more" });
    source.script(moved, page([10]), moved, page([11, 10]));
    await store.poll();
    await store.poll();
    expect(source.requests.map(({ path }) => path.replace(/\?.*/, ""))).toEqual(["/feed", "/moved", "/feed", "/moved"]);
    expect(String((await store.state()).cursor)).not.toContain("hunter2");
  });

  it("is polled at least once a day, whatever its ttl says", async () => {
    const { source, store } = await feedOf();
    source.script(page([10], {}, "<ttl>99999999999999</ttl>"), page([10], {}, "<ttl>-5</ttl>"));
    expect((await store.poll()).waitMs).toBe(86_400_000);
    expect((await store.poll()).waitMs).toBeNull();
  });

  it("does not remember a temporary redirect", async () => {
    const { source, store } = await feedOf();
    source.script(status(302, { location: "/for-now" }), page([10]), page([10]));
    await store.poll();
    await store.poll();
    expect(source.requests.map(({ path }) => path)).toEqual(["/feed", "/for-now", "/feed"]);
  });

  it("reads JSON feeds and Atom", async () => {
    const json = await feedOf();
    const jsonItem = {
      id: "1",
      url: "https://wire.example/1",
      title: "Apple Inc falls",
      date_published: "2026-03-02T11:00:00Z",
    };
    json.source.script(
      body(JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "Wire", items: [jsonItem] })),
      body(JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "Wire", items: [jsonItem] })),
    );
    expect(await json.store.poll()).toMatchObject({ itemsNew: 1 });
    expect(await json.store.poll()).toMatchObject({ itemsNew: 0, outcome: "unchanged" });
    expect(await json.stored()).toEqual([{ title: "Apple Inc falls" }]);
    const atom = await feedOf();
    atom.source.script(
      body(
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>Wire</title><id>w</id><entry><id>tag:1</id><title>Apple Inc gains</title><link href="https://wire.example/1"/><updated>2026-03-02T11:00:00Z</updated></entry></feed>',
      ),
    );
    expect(await atom.store.poll()).toMatchObject({ itemsNew: 1, outcome: "new" });
  });

  it("is not requested when the host's robots.txt forbids it, which is read once a day", async () => {
    const { source, store } = await feedOf();
    source.robots(body("User-agent: *\nDisallow: /feed\n"));
    source.always(page([10]));
    expect(await store.poll()).toMatchObject({ outcome: "blocked", reason: "robots_refused", items: 0 });
    expect(source.requests).toEqual([]);
    expect(await store.state()).toMatchObject({ outcome: "blocked", reason: "robots_refused", errors: 1 });
    source.robots(body("User-agent: *\nDisallow: /feed\n\nUser-agent: market-sentiment\nAllow: /\n"));
    expect(await store.poll()).toMatchObject({ outcome: "new" });
  });

  it.each([
    ["says no word of it", body("User-agent: *\nDisallow: /private\n"), "new", null],
    ["is not there", status(404), "new", null],
    ["is refused", status(403), "new", null],
    ["is no text of rules", body("<html>welcome</html>"), "new", null],
    [
      "is longer than anybody reads",
      body(`User-agent: *\nDisallow: /private\n${"# no rule\n".repeat(80_000)}`),
      "new",
      null,
    ],
    ["redirects in a circle", status(302, { location: "/robots.txt" }), "new", null],
    ["cannot be read", status(500), "error", "server_error"],
    ["does not come", () => undefined, "error", "timeout"],
    ["is asked for too often", status(429, { "retry-after": "60" }), "blocked", "rate_limited"],
  ])("follows RFC 9309 when robots.txt %s", async (_title, rules, outcome, reason) => {
    const { source, store } = await feedOf();
    source.robots(rules);
    source.always(page([10]));
    expect(await store.poll()).toMatchObject({ outcome, reason });
    expect(source.requests.length).toBe(outcome === "new" ? 1 : 0);
  });

  it("shares its host's robots.txt with other feeds, for a day", async () => {
    const source = await recordedSource();
    source.always(page([10]));
    let now = new Date("2026-03-02T12:00:00Z");
    const sender = new HttpSender({ contact: null, now: () => now });
    const options = { hostPauseMs: 0, allowPrivateNetworks: false, obeysRobots: true };
    const send = (path: string) => sender.send({ url: `${source.url}${path}` }, options);
    await Promise.all([send("/a"), send("/b"), send("/c")]);
    expect(source.robotsRequests()).toBe(1);
    now = new Date("2026-03-03T12:00:01Z");
    await send("/a");
    expect(source.robotsRequests()).toBe(2);
    await sender.close();
  });
});
