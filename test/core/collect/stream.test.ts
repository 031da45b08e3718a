import { describe, expect, it } from "vitest";
import { collected } from "../../support/collected.js";
import { recordedStream, refuses, sends, type Session, silent } from "../../support/recorded-stream.js";

const us = (time: string) => Date.parse(time) * 1_000;
const post = (id: number, time: string, text = `$AAPL gains ${id}`) => ({
  did: "did:plc:ana",
  time_us: us(time),
  kind: "commit",
  commit: {
    operation: "create",
    collection: "app.bsky.feed.post",
    rkey: `r${id}`,
    record: { $type: "app.bsky.feed.post", text, createdAt: time },
  },
});
const deletion = (id: number, time: string) => ({
  did: "did:plc:ana",
  time_us: us(time),
  kind: "commit",
  commit: { operation: "delete", collection: "app.bsky.feed.post", rkey: `r${id}` },
});

async function jetstream(options: Readonly<Record<string, unknown>> = {}) {
  const stream = await recordedStream();
  const entry = { type: "bluesky-jetstream", namespace: "microblog", host: stream.url, sessionSeconds: 1 };
  const store = await collected({ ...entry, ...options });
  const texts = async () =>
    (await store.rows<{ body: string }>("SELECT DISTINCT body FROM mentions WHERE body IS NOT NULL ORDER BY body")).map(
      ({ body }) => body,
    );
  return { stream, store, texts };
}

describe("a stream", () => {
  it("is read in sessions that continue one another, and a repeated event is stored once", async () => {
    const { stream, store, texts } = await jetstream();
    stream.script(
      sends(post(1, "2026-03-02T11:59:58Z"), post(2, "2026-03-02T11:59:59Z")),
      sends(post(2, "2026-03-02T11:59:59Z"), post(3, "2026-03-02T12:00:03Z")),
    );
    expect(await store.poll()).toMatchObject({ outcome: "new", itemsNew: 2, status: 101 });
    store.at("2026-03-02T12:00:05Z");
    expect(await store.poll()).toMatchObject({ outcome: "new", itemsNew: 1 });
    expect(stream.sessions).toEqual([
      "/subscribe?wantedCollections=app.bsky.feed.post",
      `/subscribe?wantedCollections=app.bsky.feed.post&cursor=${us("2026-03-02T11:59:58Z")}`,
    ]);
    expect(await texts()).toEqual(["$AAPL gains 1", "$AAPL gains 2", "$AAPL gains 3"]);
    expect(await store.coverage()).toEqual(["observed 11:59:58–12:00:03"]);
  });

  it("loses and repeats no event with the very time at which a session ended", async () => {
    const { stream, store, texts } = await jetstream();
    const time = "2026-03-02T11:59:59Z";
    stream.script(
      sends(post(1, time), post(2, time)),
      sends(post(2, time), post(1, time), post(3, time)),
      sends(post(3, time)),
    );
    expect(await store.poll()).toMatchObject({ itemsNew: 2 });
    store.at("2026-03-02T12:00:05Z");
    expect(await store.poll()).toMatchObject({ itemsNew: 1 });
    expect(await texts()).toEqual(["$AAPL gains 1", "$AAPL gains 2", "$AAPL gains 3"]);
    store.at("2026-03-02T12:00:10Z");
    expect(await store.poll()).toMatchObject({ outcome: "empty", itemsNew: 0 });
  });

  it("keeps posts with a cashtag or one of the words, and their deletions", async () => {
    const { stream, store, texts } = await jetstream({ words: ["Apple Inc"] });
    stream.script(
      sends(
        post(1, "2026-03-02T11:59:50Z", "apple inc gains"),
        post(2, "2026-03-02T11:59:51Z", "pineapple income"),
        post(3, "2026-03-02T11:59:52Z", "costs $5"),
        post(4, "2026-03-02T11:59:53Z", "buying $aapl"),
      ),
      sends(deletion(4, "2026-03-02T12:00:02Z")),
    );
    expect(await store.poll()).toMatchObject({ itemsNew: 2 });
    expect(await texts()).toEqual(["apple inc gains", "buying $aapl"]);
    store.at("2026-03-02T12:00:05Z");
    await store.poll();
    expect(await texts()).toEqual(["apple inc gains"]);
  });

  it("that is quiet but connected counts as complete up to now; a cursor that was moved leaves a gap", async () => {
    const { stream, store } = await jetstream();
    stream.script(
      sends(post(1, "2026-03-02T11:59:59Z")),
      sends(),
      sends(post(2, "2026-03-02T12:10:02Z")),
      sends(post(3, "2026-03-03T11:00:00Z")),
    );
    await store.poll();
    store.at("2026-03-02T12:10:00Z");
    expect(await store.poll()).toMatchObject({ outcome: "empty" });
    store.at("2026-03-02T12:10:05Z");
    await store.poll();
    expect(await store.coverage()).toEqual(["observed 11:59:59–12:10:02"]);
    // The collector was down for two days, and the server keeps one.
    store.at("2026-03-04T12:00:00Z");
    await store.poll();
    expect(await store.coverage()).toContainEqual("gap 12:10:02–00:00:00");
    const [gap] = await store.rows<{ reason: string; until: string }>(
      "SELECT reason, CAST(MAX(to_at) AS VARCHAR) AS until FROM source_coverage WHERE state = 'gap' GROUP BY reason",
    );
    expect(gap).toEqual({ reason: "cursor_moved", until: "2026-03-03 11:00:00" });
  });

  it("with times in the future does not move the cursor ahead, and one with older times does not move it back", async () => {
    const { stream, store } = await jetstream();
    stream.script(
      sends(post(1, "2026-03-02T11:59:59Z"), post(2, "2026-03-02T18:00:00Z")),
      sends(post(3, "2026-03-02T09:00:00Z"), post(4, "2026-03-02T12:00:01Z")),
    );
    await store.poll();
    const cursor = async () => (JSON.parse(String((await store.state()).cursor)) as { timeUs: number }).timeUs;
    expect(await cursor()).toBe(us("2026-03-02T11:59:59Z"));
    store.at("2026-03-02T12:00:05Z");
    await store.poll();
    expect(await cursor()).toBe(us("2026-03-02T12:00:01Z"));
  });

  const reset: Session = { opened: (socket) => socket.terminate() };
  const cut: Session = {
    opened: (socket) => {
      socket.send(JSON.stringify(post(9, "2026-03-02T12:00:02Z")), () => socket.terminate());
    },
  };
  it.each([
    ["429 with seconds", refuses(429, { "retry-after": "120" }), "blocked", "rate_limited", 120_000],
    [
      "429 with a date",
      refuses(429, { "retry-after": "Mon, 02 Mar 2026 12:04:05 GMT" }),
      "blocked",
      "rate_limited",
      240_000,
    ],
    ["403", refuses(403), "blocked", "forbidden", null],
    ["500", refuses(500), "error", "server_error", null],
    ["a page in the place of a stream", refuses(200), "error", "unexpected_status", null],
    ["a redirect", refuses(302, { location: "ws://127.0.0.1:1/" }), "error", "unexpected_status", null],
    ["no handshake", { handshake: () => undefined }, "error", "timeout", null],
    ["a handshake that is dropped", { handshake: (socket) => socket.destroy() }, "error", "stream_ended", null],
    ["an end at once", reset, "error", "stream_ended", null],
    ["silence without an answer to pings", silent, "error", "stream_ended", null],
    ["messages that are none of its own", sends("hello", "[1]"), "error", "wrong_content", null],
    ["a message without an end", sends("x".repeat(1_100_000)), "error", "body_too_large", null],
  ] as const satisfies readonly (readonly [string, Session, string, string, number | null])[])(
    "%s is reported and keeps the cursor, and the next session continues",
    async (_what, fault, outcome, reason, waitMs) => {
      const { stream, store, texts } = await jetstream();
      stream.script(sends(post(1, "2026-03-02T11:59:59Z")));
      await store.poll();
      const { cursor } = await store.state();
      store.at("2026-03-02T12:00:05Z");
      stream.script(fault);
      const sessions = stream.sessions.length;
      expect(await store.poll()).toMatchObject({ outcome, reason, waitMs });
      expect(stream.sessions.length).toBe(sessions + 1);
      expect(await store.state()).toMatchObject({ cursor, errors: 1 });
      store.at("2026-03-02T12:05:00Z");
      stream.script(sends(post(2, "2026-03-02T12:00:03Z")));
      expect(await store.poll()).toMatchObject({ outcome: "new" });
      expect(await texts()).toEqual(["$AAPL gains 1", "$AAPL gains 2"]);
      expect(await store.coverage()).toEqual(["observed 11:59:59–12:00:03"]);
    },
  );

  it("that breaks off keeps what came before", async () => {
    const { stream, store, texts } = await jetstream();
    stream.script(cut);
    store.at("2026-03-02T12:00:05Z");
    expect(await store.poll()).toMatchObject({ outcome: "new", itemsNew: 1 });
    expect(await texts()).toEqual(["$AAPL gains 9"]);
  });
});
