import { MarketDataError, SERVICE_VERSION } from "@market-sentiment/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { newsStocks, toyDataset, toyOperation, toyServer } from "./toy-service.js";

const other = { ...newsStocks, id: "other-tokens", health: { trackedField: "tokens_tracked" } } as typeof newsStocks;
const healthy = (service: string) => ({ status: "healthy", service, version: SERVICE_VERSION, error: null });
const healthOf = (namespace: typeof newsStocks, run: () => unknown) =>
  toyOperation({ name: "health", access: "public", path: `/${namespace.id}/health`, namespace, run });
const never = () => new Promise<never>(() => undefined);
const fails = () => {
  throw new MarketDataError("engine_unavailable", "Cannot open /secret/path.");
};

/** Stops the clock of held answers; only `vi.advanceTimersByTime` advances it. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

describe("GET /health", () => {
  it("gathers every namespace's health, without a key and never from a cache", async () => {
    const app = toyServer([newsStocks, other].map((namespace) => healthOf(namespace, () => healthy(namespace.id))));
    const response = await app.inject({ url: "/health" });
    expect([response.statusCode, response.headers["cache-control"], response.json()]).toEqual([
      200,
      "no-store",
      {
        status: "healthy",
        service: "market-sentiment",
        version: "1.53.2",
        summary: { total: 2, healthy: 2, unhealthy: 0, unhealthy_services: [] },
        services: { "news-stocks": healthy("news-stocks"), "other-tokens": healthy("other-tokens") },
      },
    ]);
  });

  it("gives 503 while one namespace is loading, with the namespaces that are ready", async () => {
    const counted = { ...healthy("other-tokens"), total_mentions: 7 };
    const startup = { waitingFor: () => ["sample data"], isLoading: (id: string) => id === "other-tokens" };
    const app = toyServer([healthOf(newsStocks, () => healthy("news-stocks")), healthOf(other, () => counted)], {
      startup,
    });
    const response = await app.inject({ url: "/health" });
    const loading = {
      ...counted,
      status: "unhealthy",
      error: "The data is being loaded: answers hold what is there already.",
    };
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      summary: { healthy: 1, unhealthy_services: ["other-tokens"] },
      services: { "news-stocks": healthy("news-stocks"), "other-tokens": loading },
    });
    expect((await app.inject("/other-tokens/health")).json()).toEqual(loading);
    expect((await app.inject("/news-stocks/health")).json()).toEqual(healthy("news-stocks"));
  });

  it.each([
    ["fails", fails, "The data cannot be read."],
    ["does not answer in time", never, "No answer within 30 ms."],
  ])("gives 503 with the same body when one namespace %s; the others still answer", async (_, run, error) => {
    const app = toyServer([healthOf(newsStocks, () => healthy("news-stocks")), healthOf(other, run)], {
      healthTimeoutMs: 30,
    });
    const response = await app.inject({ url: "/health" });
    expect([response.statusCode, response.json()]).toEqual([
      503,
      {
        status: "unhealthy",
        service: "market-sentiment",
        version: "1.53.2",
        summary: { total: 2, healthy: 1, unhealthy: 1, unhealthy_services: ["other-tokens"] },
        services: {
          "news-stocks": healthy("news-stocks"),
          "other-tokens": {
            status: "unhealthy",
            service: "other-tokens",
            version: "1.53.2",
            total_mentions: 0,
            tokens_tracked: 0,
            scheduler: null,
            error,
          },
        },
      },
    ]);
  });

  it("checks every namespace at most once a second, however many requests ask", async () => {
    stopClock();
    const asked: string[] = [];
    const health = (namespace: typeof newsStocks) =>
      healthOf(namespace, async () => {
        asked.push(namespace.id);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return healthy(namespace.id);
      });
    const app = toyServer([health(newsStocks), health(other)]);
    const urls = ["/health", "/news-stocks/health", "/other-tokens/health"];
    for (let round = 0; round < 10; round += 1) {
      const responses = await Promise.all(urls.flatMap((url) => [app.inject(url), app.inject(url), app.inject(url)]));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    }
    expect(asked.sort()).toEqual(["news-stocks", "other-tokens"]);
  });

  it("checks again after a second", async () => {
    stopClock();
    let count = 0;
    const app = toyServer([healthOf(newsStocks, () => ({ ...healthy("news-stocks"), total_mentions: ++count }))]);
    const look = async () =>
      (await app.inject("/news-stocks/health")).json<{ total_mentions: number }>().total_mentions;
    expect(await look()).toBe(1);
    vi.advanceTimersByTime(999);
    expect(await look()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await look()).toBe(2);
  });

  it("still answers the others when one caller disconnects during the check", async () => {
    let [looks, release]: [number, () => void] = [0, () => undefined];
    const health = healthOf(newsStocks, () => {
      looks += 1;
      return new Promise((resolve) => (release = () => resolve(healthy("news-stocks"))));
    });
    const app = toyServer([health]);
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const caller = new AbortController();
    const first = fetch(`${address}/health`, { signal: caller.signal });
    while (looks === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = fetch(`${address}/health`);
    caller.abort();
    await expect(first).rejects.toThrow();
    release();
    expect([(await second).status, looks]).toEqual([200, 1]);
    await app.close();
  });

  it("gives 503 when a namespace reports itself unhealthy", async () => {
    const app = toyServer([healthOf(newsStocks, () => ({ status: "unhealthy", error: "stale" }))]);
    expect((await app.inject({ url: "/health" })).statusCode).toBe(503);
  });
});

describe("the health of one namespace", () => {
  it("answers 200 and says in the body what is wrong", async () => {
    const response = await toyServer([healthOf(newsStocks, fails)]).inject({ url: "/news-stocks/health" });
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(response.json()).toMatchObject({ status: "unhealthy", error: "The data cannot be read." });
  });
});

describe("GET /", () => {
  it("checks the data at most once a second, however many requests ask", async () => {
    stopClock();
    let looks = 0;
    const whole = toyDataset();
    const dataset = toyDataset({ view: () => ((looks += 1), whole.view()) });
    const app = toyServer([toyOperation()], { dataset });
    for (let round = 0; round < 30; round += 1) {
      for (const url of ["/", "/readyz"]) expect((await app.inject(url)).statusCode).toBe(200);
    }
    // Once for the root and once for readiness.
    expect(looks).toBe(2);
  });

  it("gives the version, the platforms and the first day of their data, without a key", async () => {
    const operations = [
      toyOperation({ name: "analyze", method: "POST", namespace: null, path: "/sentiment/v1/analyze" }),
      toyOperation({ path: "/news/stocks/v1/trending" }),
      toyOperation({ name: "stats", path: "/news/stocks/v1/stats" }),
    ];
    const response = await toyServer(operations).inject({ url: "/" });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        service: "market-sentiment",
        version: "1.53.2",
        platforms: {
          sentiment: { title: "Text sentiment", base_path: "/sentiment/v1", available_since: null },
          "news-stocks": { title: newsStocks.title, base_path: "/news/stocks/v1", available_since: "2025-12-01" },
        },
        links: {
          docs: "/docs",
          openapi: "/openapi.json",
          openapi_yaml: "/openapi.yaml",
          changelog: "/changelog",
          llms: "/llms.txt",
          health: "/health",
        },
      },
    ]);
  });

  it("gives 503 when the data cannot be opened", async () => {
    const view = () => Promise.reject(new MarketDataError("engine_unavailable", "Cannot open /secret/path."));
    const response = await toyServer([toyOperation()], { dataset: toyDataset({ view }) }).inject({ url: "/" });
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
    expect(response.body).not.toContain("secret");
  });
});
