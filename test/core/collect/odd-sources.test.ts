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
  ])("cannot be trusted without TLS where TLS was asked for: %s", async (type, namespace, options) => {
    const source = await recordedSource();
    const store = await collected({ type, namespace, ...options(source.url) });
    expect(await store.poll()).toMatchObject({ outcome: "error", reason: "tls_failed", items: 0 });
    expect(source.requests).toEqual([]);
  });

  it("and tells of the future claims no coverage of it, and moves nothing there", async () => {
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

  it("is not made worse by our own clock: one that goes back loses, doubles and claims nothing", async () => {
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

  it("and goes back in its ids, as a server behind the others does, moves no cursor back", async () => {
    const source = await recordedSource();
    const store = await collected({ type: "hacker-news", namespace: "forum", baseUrl: source.url });
    const item = (id: number) =>
      json({ id, type: "story", by: "ana", time: 1_772_450_000, title: `Apple gains ${id}`, score: 1 });
    source.script(json(10), json(12), item(11), item(12), json(9), json(13), item(13));
    for (const time of ["12:00", "12:01", "12:02", "12:03"]) {
      store.at(`2026-03-02T${time}:00Z`);
      await store.poll();
    }
    expect(JSON.parse(String((await store.state()).cursor))).toEqual({ lastId: 13 });
    expect(source.requests.map(({ path }) => path.replace(/^\/v0\/(item\/)?|\.json$/g, ""))).toEqual([
      ...["maxitem", "maxitem", "11", "12", "maxitem", "maxitem", "13"],
    ]);
    expect(await count(store)).toBe(3);
  });

  it("and gives the same page again and again is not asked for ever", async () => {
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
});
