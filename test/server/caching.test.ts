import type { OperationName } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { keys, toyOperation, toyServer } from "./toy-service.js";

const cacheControls: Record<OperationName, string> = {
  trending: "private, max-age=60",
  "trending-by-sector": "private, max-age=60",
  "trending-by-country": "private, max-age=60",
  detail: "private, max-age=30",
  explain: "private, max-age=60",
  search: "private, max-age=15",
  compare: "private, max-age=30",
  "market-sentiment": "private, max-age=60",
  stats: "private, max-age=300",
  health: "no-store",
  "raw-mentions": "private, max-age=60",
  sources: "private, max-age=15",
  panel: "private, max-age=0",
  "panel-manifest": "private, max-age=0",
  analyze: "no-store",
  "analyze-companies": "no-store",
};
const names = Object.keys(cacheControls) as OperationName[];
const withTag: readonly OperationName[] = [
  "trending",
  "trending-by-sector",
  "trending-by-country",
  "detail",
  "panel",
  "panel-manifest",
];

const app = toyServer(names.map((name) => toyOperation({ name, run: () => ({ name, text: "Zoë" }) })));
const get = (name: OperationName, headers: Record<string, string> = {}) =>
  app.inject({ url: `/toy/${name}`, headers: { ...keys.free, ...headers } });

describe("Cache-Control", () => {
  it.each(names)("of %s is the specification's", async (name) => {
    expect((await get(name)).headers["cache-control"]).toBe(cacheControls[name]);
  });

  it.each([
    ["2026-03-09", undefined, "private, max-age=86400, immutable"],
    ["2026-03-10", undefined, "private, max-age=60"],
    // Replayed days decide by the replayed today, not by the clock.
    ["2026-03-09", "2026-03-09", "private, max-age=60"],
    ["2026-03-08", "2026-03-09", "private, max-age=86400, immutable"],
  ])("of raw mentions whose window ends on %s (today: %s) is %s", async (to, today, expected) => {
    const operation = toyOperation({ name: "raw-mentions", window: { from: "2026-03-01", to } });
    const server = toyServer([operation], today === undefined ? {} : { today: today as never });
    const response = await server.inject({ url: "/toy/raw-mentions", headers: keys.free });
    expect(response.headers["cache-control"]).toBe(expected);
  });

  it("of a closed window is not marked immutable on other routes", async () => {
    const operation = toyOperation({ name: "detail", window: { from: "2026-03-01", to: "2026-03-02" } });
    const response = await toyServer([operation]).inject({ url: "/toy/detail", headers: keys.free });
    expect(response.headers["cache-control"]).toBe("private, max-age=30");
  });
});

describe("ETag", () => {
  it.each(names)("is sent on %s exactly when the specification says so", async (name) => {
    expect((await get(name)).headers.etag !== undefined).toBe(withTag.includes(name));
  });

  it("gives 304 without a body, with the headers of the 200", async () => {
    const full = await get("trending");
    const tag = String(full.headers.etag);
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const response = await get("trending", { "if-none-match": sent });
      expect([response.statusCode, response.body]).toEqual([304, ""]);
      for (const name of ["etag", "cache-control", "vary", "x-account-type", "x-account-name"]) {
        expect([name, response.headers[name]]).toEqual([name, full.headers[name]]);
      }
      expect(response.headers["x-request-id"]).toEqual(expect.any(String));
    }
  });

  it("sends the body when the caller's tag differs or the answer has none", async () => {
    expect((await get("trending", { "if-none-match": '"other"' })).statusCode).toBe(200);
    expect((await get("stats", { "if-none-match": "*" })).statusCode).toBe(200);
  });

  it("depends only on the body's bytes, and is the same in every server", async () => {
    const tagOf = async (result: unknown) => {
      const server = toyServer([toyOperation({ run: () => result })]);
      return (await server.inject({ url: "/toy/trending", headers: keys.free })).headers.etag;
    };
    expect(await tagOf({ a: 1 })).toBe(await tagOf({ a: 1 }));
    expect(await tagOf({ a: 1 })).not.toBe(await tagOf({ a: 2 }));
  });
});
