import { loadCollecting } from "@market-sentiment/core/node";
import { afterAll, describe, expect, it } from "vitest";
import { body, recordedSource, status } from "../../support/recorded-source.js";

const { HttpSender } = await loadCollecting();

let now = new Date("2026-03-02T12:00:00Z");
const sender = new HttpSender({ contact: null, now: () => now });
afterAll(() => sender.close());
const options = { hostPauseMs: 0, allowPrivateNetworks: false };

describe("a host with several sources", () => {
  it("gets one request at a time with a pause between them, and a waiting request can be cancelled at once", async () => {
    const source = await recordedSource();
    source.always(body("x"));
    const stop = new AbortController();
    const send = (path: string) =>
      sender.send({ url: `${source.url}${path}` }, { ...options, hostPauseMs: 3_600_000, signal: stop.signal });
    await send("/a");
    const waiting = [send("/b"), send("/c")].map((sent) => expect(sent).rejects.toThrow("stopped"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    stop.abort(new Error("stopped"));
    await Promise.all(waiting);
    expect(source.requests.map(({ path }) => path)).toEqual(["/a"]);
  });

  it("gets no request from any of them after it asks one to wait, or when its limit is used up", async () => {
    const source = await recordedSource();
    const send = (path: string) => sender.send({ url: `${source.url}${path}` }, options);
    source.script(status(429, { "retry-after": "30" }));
    await expect(send("/a")).rejects.toMatchObject({ reason: "rate_limited", waitMs: 30_000 });
    await expect(send("/b")).rejects.toMatchObject({ reason: "rate_limited", waitMs: 30_000 });
    expect(source.requests).toHaveLength(1);
    now = new Date(now.getTime() + 30_000);
    source.script(body("x", { "x-ratelimit-remaining": "0.0", "x-ratelimit-reset": "45" }));
    await send("/a");
    await expect(send("/b")).rejects.toMatchObject({ reason: "rate_limited", waitMs: 45_000 });
    now = new Date(now.getTime() + 45_000);
    source.always(body("x", { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "45" }));
    await send("/b");
    await send("/b");
    expect(source.requests).toHaveLength(4);
  });

  it("is asked for an unreadable robots.txt once, and again half a minute later", async () => {
    const source = await recordedSource();
    source.always(body("x"));
    source.robots(status(500));
    const send = (path: string) => sender.send({ url: `${source.url}${path}` }, { ...options, obeysRobots: true });
    for (const path of ["/a", "/b", "/c"])
      await expect(send(path)).rejects.toMatchObject({ reason: "server_error", status: 500 });
    expect([source.robotsRequests(), source.requests]).toEqual([1, []]);
    source.robots(status(404));
    now = new Date(now.getTime() + 30_000);
    await send("/a");
    expect([source.robotsRequests(), source.requests.length]).toEqual([2, 1]);
  });
});
