import { MarketDataError } from "@market-sentiment/core";
import { type QuotaGate } from "@market-sentiment/server";
import { describe, expect, it } from "vitest";
import { keys, toyOperation, toyServer } from "./toy-service.js";

const resetAt = "2026-03-10T23:30:20.500Z";

/** Limits that record when they were checked. */
function watchedQuota(refusedBy: "burst" | "monthly" | null) {
  let asked = 0;
  const useOf = (window: "burst" | "monthly", limit: number) => ({
    limit,
    used: refusedBy === window ? limit : 7,
    resetAt,
  });
  const quota: QuotaGate = {
    admit: () => {
      asked += 1;
      return { refusedBy, burst: useOf("burst", 100), monthly: useOf("monthly", 250) };
    },
  };
  return { quota, asked: () => asked };
}

function watchedServer(refuse: "burst" | "monthly" | null = null) {
  const steps: string[] = [];
  const { quota, asked } = watchedQuota(refuse);
  const operation = toyOperation({
    name: "analyze",
    method: "POST",
    access: "professional",
    check: ({ body }) => {
      steps.push("checked");
      if (body === "far") throw new MarketDataError("lookback_exceeded", "Too far.");
    },
    run: () => steps.push("run"),
  });
  const app = toyServer([operation], { quota });
  const post = (headers: Record<string, string>, payload = '"text"', url = "/toy/analyze") =>
    app.inject({ method: "POST", url, headers: { "content-type": "application/json", ...headers }, payload });
  return { post, steps, asked };
}

describe("the order of checks", () => {
  it("counts nothing and reads nothing without a valid key", async () => {
    const { post, steps, asked } = watchedServer("burst");
    expect((await post({}, "{broken")).statusCode).toBe(401);
    expect([steps, asked()]).toEqual([[], 0]);
  });

  it.each(["burst", "monthly"] as const)(
    "checks the limits before the plan, and stops there when %s refuses",
    async (window) => {
      const { post, steps, asked } = watchedServer(window);
      expect((await post(keys.free, "{broken")).statusCode).toBe(429);
      expect([steps, asked()]).toEqual([[], 1]);
    },
  );

  it("checks the plan before the input, and counts the refused request", async () => {
    const { post, steps, asked } = watchedServer();
    expect((await post(keys.hobby, "{broken")).statusCode).toBe(403);
    expect([steps, asked()]).toEqual([[], 1]);
  });

  it("counts a request whose input is refused, once", async () => {
    for (const [payload, url] of [
      ["{broken"],
      ['"text"', "/toy/analyze?limit=0"],
      ['"text"', "/toy/analyze?limit=%zz"],
    ]) {
      const { post, steps, asked } = watchedServer();
      expect((await post(keys.professional, payload, url)).statusCode).toBe(422);
      expect([steps, asked()]).toEqual([[], 1]);
    }
  });

  it("checks the lookback last, before anything runs", async () => {
    const { post, steps } = watchedServer();
    expect((await post(keys.professional, '"far"')).statusCode).toBe(403);
    expect(steps).toEqual(["checked"]);
  });

  it("then runs the operation", async () => {
    const { post, steps } = watchedServer();
    expect((await post(keys.professional)).statusCode).toBe(200);
    expect(steps).toEqual(["checked", "run"]);
  });

  it("counts nothing for an address that does not exist", async () => {
    const { post, asked } = watchedServer();
    expect((await post(keys.professional, '"text"', "/toy/nothing")).statusCode).toBe(404);
    expect(asked()).toBe(0);
  });
});

describe("a limit's decision", () => {
  it("shows in the headers of an answer", async () => {
    const { post } = watchedServer();
    expect((await post(keys.professional)).headers).toMatchObject({
      "x-ratelimit-limit-burst": "100",
      "x-ratelimit-remaining-burst": "93",
      "x-ratelimit-reset-burst": "2026-03-10T23:30:20.500Z",
      "x-ratelimit-limit-monthly": "250",
      "x-ratelimit-remaining-monthly": "243",
      "x-ratelimit-used-monthly": "7",
      "x-ratelimit-reset-monthly": "2026-03-10T23:30:20.500Z",
    });
  });

  it.each([
    ["burst", "Burst limit exceeded", 100, "This account may make 100 requests per minute."],
    ["monthly", "Monthly limit exceeded", 250, "This account may make 250 requests in this period."],
  ] as const)("gives the %s form of 429", async (window, error, limit, message) => {
    const response = await watchedServer(window).post(keys.free);
    expect([response.statusCode, response.headers["retry-after"], response.json()]).toEqual([
      429,
      "21",
      {
        detail: {
          error,
          message,
          limit,
          used: limit,
          remaining: 0,
          account_type: "free",
          reset_at: "2026-03-10T23:30:20.500Z",
          contact: null,
        },
      },
    ]);
  });

  it("from a backup limiter does not show what was used", async () => {
    const window = { limit: 100, used: null, resetAt };
    const quota: QuotaGate = {
      admit: () => ({ refusedBy: "burst", burst: window, monthly: window, isBackup: true }),
    };
    const response = await toyServer([toyOperation()], { quota }).inject({ url: "/toy/trending", headers: keys.free });
    expect([response.statusCode, response.json()]).toEqual([
      429,
      {
        detail: {
          error: "Rate limit exceeded",
          message: "This account may make 100 requests per minute.",
          limit: 100,
          remaining: null,
          account_type: "free",
          reset_at: "2026-03-10T23:30:20.500Z",
          contact: null,
        },
      },
    ]);
  });

  it("adds no headers when no limit is set", async () => {
    const { headers } = await toyServer([toyOperation()]).inject({ url: "/toy/trending", headers: keys.free });
    expect(Object.keys(headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
  });
});
