import { describe, expect, it } from "vitest";
import { collected } from "../../support/collected.js";
import { body, json, recordedSource } from "../../support/recorded-source.js";

const feed = (items: readonly (readonly [id: number, time: string])[]) =>
  body(
    `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link>${items
      .map(
        ([id, time]) =>
          `<item><title>Apple Inc gains ${id}</title><link>https://wire.example/${id}</link><pubDate>${new Date(time).toUTCString()}</pubDate></item>`,
      )
      .join("")}</channel></rss>`,
  );
const count = async (store: Awaited<ReturnType<typeof collected>>) => {
  const [row] = await store.rows<{ count: number }>(
    "SELECT CAST(COUNT(DISTINCT document_id) AS INTEGER) AS count FROM mentions",
  );
  return row?.count;
};

describe("a source that behaves oddly", () => {
  it.each([
    ["feed", "news", (url: string) => ({ url: url.replace("http:", "https:") })],
    ["bluesky-jetstream", "microblog", (url: string) => ({ host: url.replace("http:", "wss:") })],
  ])("gets no request without TLS when TLS was asked for: %s", async (type, namespace, options) => {
    const source = await recordedSource();
    const store = await collected({ type, namespace, ...options(source.url) });
    expect(await store.poll()).toMatchObject({ outcome: "error", reason: "tls_failed", items: 0 });
    expect(source.requests).toEqual([]);
  });

  it("with times in the future gains no coverage there and does not move the cursor", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "feed", namespace: "news", url: source.url });
    source.script(
      feed([
        [1, "2026-03-02T11:00:00Z"],
        [2, "2026-03-05T11:00:00Z"],
      ]),
      feed([
        [1, "2026-03-02T11:00:00Z"],
        [2, "2026-03-05T11:00:00Z"],
        [3, "2026-03-02T12:04:00Z"],
      ]),
    );
    await store.poll();
    store.at("2026-03-02T12:05:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "new", itemsNew: 1 });
    expect(await store.coverage()).toEqual(["observed 12:00:00–12:05:00"]);
    const [newest] = await store.rows<{ at: string }>("SELECT CAST(newest_item AS VARCHAR) AS at FROM source_state");
    expect(newest?.at).toBe("2026-03-02 12:04:00");
    expect(await count(store)).toBe(2);
  });

  it("loses, duplicates and claims nothing when our own clock goes back", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "feed", namespace: "news", url: source.url });
    const first = [1, "2026-03-02T11:00:00Z"] as const;
    source.script(
      feed([first]),
      feed([first, [2, "2026-03-02T11:20:00Z"]]),
      feed([first, [3, "2026-03-02T11:30:00Z"]]),
    );
    await store.poll();
    store.at("2026-03-02T11:40:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "new", itemsNew: 1 });
    expect(await store.coverage()).toEqual([]);
    store.at("2026-03-02T12:10:00Z");
    await store.poll();
    expect(await store.coverage()).toEqual(["observed 12:00:00–12:10:00"]);
    expect(await count(store)).toBe(3);
  });

  it("whose ids go back, as on a lagging replica, does not move the cursor back", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "hacker-news", namespace: "forum", baseUrl: source.url });
    const item = (id: number) =>
      json({ id, type: "story", by: "ana", time: 1_772_450_000, title: `Apple gains ${id}`, score: 1 });
    const unchanged = json({ items: [], profiles: [] });
    source.script(json(10), json(12), item(11), item(12), unchanged, json(9), unchanged, json(13), item(13), unchanged);
    for (const time of ["12:00", "12:01", "12:02", "12:03"]) {
      store.at(`2026-03-02T${time}:00Z`);
      await store.poll();
    }
    expect(JSON.parse(String((await store.state()).cursor))).toEqual({ lastId: 13 });
    expect(source.requests.map(({ path }) => path.replace(/^\/v0\/(item\/)?|\.json$/g, ""))).toEqual([
      ...["maxitem", "maxitem", "11", "12", "updates", "maxitem", "updates", "maxitem", "13", "updates"],
    ]);
    expect(await count(store)).toBe(3);
  });

  it("that repeats the same page is not read endlessly", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "mastodon", namespace: "microblog", instance: source.url, hashtag: "AAPL" });
    const page = Array.from({ length: 40 }, (_, index) => ({
      id: String(100 + index),
      uri: `https://social.example/${index}`,
      content: "<p>#AAPL gains</p>",
      created_at: "2026-03-02T11:30:00.000Z",
      account: { acct: "ana", bot: false },
    }));
    source.always(json(page));
    await store.poll();
    const asked = source.requests.length;
    store.at("2026-03-02T12:05:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "unchanged", itemsNew: 0 });
    expect(source.requests.length).toBe(asked + 1);
    expect(await count(store)).toBe(40);
  });

  it("that inserts older statuses late is read again once an hour: they are stored, and nothing twice", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "mastodon", namespace: "microblog", instance: source.url, hashtag: "AAPL" });
    const ids = [100, 103];
    source.always((request, response) => {
      const from = Number(new URL(request.url ?? "/", source.url).searchParams.get("min_id") ?? 0);
      const page = ids.filter((id) => id > from).sort((a, b) => a - b);
      json(
        page.slice(0, 40).map((id) => ({
          id: String(id),
          uri: `https://social.example/${id}`,
          content: `<p>#AAPL gains ${id}</p>`,
          created_at: new Date(Date.parse("2026-03-02T11:00:00Z") + id * 1_000).toISOString(),
          account: { acct: `ana${id}`, bot: false },
        })),
      )(request, response);
    });
    await store.poll();
    const from = () => source.requests.at(-1)?.path.replace(/.*min_id=/, "");
    ids.push(102, 150);
    store.at("2026-03-02T12:30:00Z");
    expect(await store.poll()).toMatchObject({ itemsNew: 1 });
    expect([from(), await count(store)]).toEqual(["103", 3]);
    // An hour after the first poll, late statuses are found, even more than a page of them.
    ids.push(101, ...Array.from({ length: 60 }, (_, index) => 160 + index));
    ids.push(104);
    store.at("2026-03-02T13:00:00Z");
    await store.poll();
    expect(await count(store)).toBe(3 + 61);
    expect(source.requests.slice(-2).map(({ path }) => path.replace(/.*min_id=/, ""))).toEqual(["103", "197"]);
    store.at("2026-03-02T13:30:00Z");
    await store.poll();
    expect(from()).toBe("219");
    // The next reread starts where the last one started: a status may be more than an hour late.
    ids.push(105);
    store.at("2026-03-02T14:00:00Z");
    await store.poll();
    expect(await count(store)).toBe(3 + 62);
    expect(await store.coverage()).toEqual(["observed 12:00:00–14:00:00"]);
  });
});
