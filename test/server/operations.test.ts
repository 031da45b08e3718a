import { allOperations, type Dataset, type Explainer, type Operation } from "@market-sentiment/core";
import { createServer } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedAnswer } from "../support/api-document.js";
import { newsDataset } from "../support/news-dataset.js";
import { newsRecords } from "../support/news-records.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { keys, toyAccounts } from "./toy-service.js";

/** 200 days of news, asked in the middle of the last one. */
const FIRST_DAY = "2025-09-01";
const NOW = new Date("2026-03-19T14:00:00.000Z");

const toyExplainer: Explainer = {
  explain: ({ now }) => Promise.resolve({ text: "Because.", cached: false, generatedAt: now, model: "toy" }),
  close: () => Promise.resolve(),
};

let dataset: Dataset;
let app: FastifyInstance;
beforeAll(async () => {
  const data = await newsDataset(
    `${await temporaryDirectory()}/data`,
    newsRecords(600, FIRST_DAY, 200),
    NOW.toISOString(),
  );
  dataset = { ...data, explainer: toyExplainer };
  app = createServer({ dataset, accounts: toyAccounts, now: () => NOW });
});
afterAll(async () => {
  await app.close();
  await dataset.close();
});

const example: Readonly<Record<string, string>> = { compare: "?tickers=AAPL,MSFT&symbols=BTC,ETH", search: "?q=apple" };
const panelOf = ({ namespace }: Operation) =>
  `?format=ndjson&assets=${namespace?.assetTypes.includes("token") === true ? "BTC" : "AAPL"}`;
const urlOf = (operation: Operation) =>
  operation.path.replace("{ticker}", "AAPL").replace("{symbol}", "BTC") +
  (operation.name.startsWith("panel") ? panelOf(operation) : (example[operation.name] ?? ""));
const ask = (operation: Operation) =>
  app.inject({
    url: urlOf(operation),
    method: operation.method,
    headers: keys.professional,
    ...(operation.method === "POST" ? { payload: { text: "Apple gains after earnings beat" } } : {}),
  });
const get = (path: string, headers: Record<string, string> = keys.professional) =>
  app.inject({ url: `/news/stocks/v1${path}`, headers });

describe.each(allOperations().map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  it("is mounted, and its answers match its schema exactly", async () => {
    const response = await ask(operation);
    if (response.statusCode === 404 && operation.errors.includes("empty_result")) {
      // A namespace without data; news, which has some, may not say so.
      expect(operation.namespace?.id).not.toBe("news-stocks");
      expect(response.json()).toEqual({ detail: expect.stringMatching(/./) as string });
      return;
    }
    if (operation.isStreamed) {
      expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
      const rows = response.body
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown);
      expect(operation.result.parse(rows)).toEqual(rows);
      expect(rows).toHaveLength(30);
      for (const row of rows) expect(describedAnswer(operation.method, operation.path, 200)?.faults(row)).toBeNull();
      return;
    }
    const body = response.json<unknown>();
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(operation.result.parse(body)).toEqual(body);
    expect(describedAnswer(operation.method, operation.path, 200)?.faults(body)).toBeNull();
  });

  it("sends no own header that the document leaves out", async () => {
    const { statusCode, headers } = await ask(operation);
    const described = Object.keys(describedAnswer(operation.method, operation.path, statusCode)?.headers ?? {});
    const own = Object.keys(headers).filter((name) => /^x-(?!content-type-options)|^etag$|^retry-after$/.test(name));
    expect(described.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(own));
  });

  it("asks for a key unless it is public, and for the right plan", async () => {
    const status = async (headers: Record<string, string>) =>
      (await app.inject({ url: urlOf(operation), method: operation.method, headers })).statusCode;
    expect((await status({})) === 401).toBe(operation.access !== "public");
    expect((await status(keys.hobby)) === 403).toBe(operation.access === "professional");
  });

  it("allows no other method", async () => {
    const response = await app.inject({ url: urlOf(operation), method: "DELETE", headers: keys.professional });
    expect([response.statusCode, response.headers.allow]).toEqual([
      405,
      operation.method === "POST" ? "POST" : "GET, HEAD",
    ]);
  });
});

describe("over real data", () => {
  it("a Free account may look back 30 days, today included, and not one day more", async () => {
    expect((await get("/trending?from=2026-02-18", keys.free)).statusCode).toBe(200);
    const response = await get("/trending?from=2026-02-17", keys.free);
    expect([response.statusCode, response.json()]).toEqual([
      403,
      {
        detail: {
          error: "lookback_exceeded",
          message: expect.stringContaining("30") as string,
          requested_days: 31,
          max_days: 30,
          account_type: "free",
        },
      },
    ]);
  });

  it("a start before the data is refused before the lookback is looked at", async () => {
    const response = await get("/trending?from=2025-08-31", keys.free);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ detail: [{ loc: ["query", "from"], type: "before_available_since" }] });
  });

  it.each([
    ["/stock/ZZZZZZ", 404, { error_code: "unsupported_ticker" }],
    ["/compare", 400, { error: "no_tickers", max_items: 10, item_name: "ticker" }],
    ["/compare?tickers=A,B,C,D,E,F,G,H,I,J,K", 400, { error: "too_many_tickers", max_items: 10, item_name: "ticker" }],
    ["/search?q=apple&from=2026-03-01", 422, [{ loc: ["query", "from"] }]],
    ["/stats?source=reuters", 422, [{ loc: ["query", "source"] }]],
    ["/stock/$AAPL", 422, [{ loc: ["path", "ticker"] }]],
    ["/trending?limit=5&limit=5", 422, [{ loc: ["query", "limit"], type: "repeated_parameter" }]],
    ["/trending?from=2026-03-20", 422, [{ loc: ["query", "from"], type: "date_future" }]],
  ] as const)("%s gives %i in the error form", async (path, status, detail) => {
    const response = await get(path);
    expect([response.statusCode, response.json()]).toMatchObject([status, { detail }]);
    const described = path.replace(/\?.*/, "").replace(/^\/stock\/[^/]+/, "/stock/{ticker}");
    expect(describedAnswer("GET", `/news/stocks/v1${described}`, status)?.faults(response.json())).toBeNull();
  });

  it.each([
    ["{}", { loc: ["body", "text"], type: "missing" }],
    ['{"text":" "}', { loc: ["body", "text"], type: "string_too_short", ctx: { min_length: 1 } }],
    ["[]", { loc: ["body"] }],
    ["", { loc: ["body"] }],
  ])("a text request of %s gives 422", async (payload, item) => {
    const headers = { ...keys.professional, "content-type": "application/json" };
    const response = await app.inject({ method: "POST", url: "/sentiment/v1/analyze", headers, payload });
    expect([response.statusCode, response.json()]).toMatchObject([422, { detail: [item] }]);
  });

  it("a trending list is not sent again to a caller who has it", async () => {
    const first = await get("/trending?days=7");
    const again = await get("/trending?days=7", { ...keys.professional, "if-none-match": String(first.headers.etag) });
    expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, ""]);
  });

  it("raw mentions of a closed window may be cached for ever", async () => {
    const closed = await get("/stock/AAPL/mentions?from=2026-03-01&to=2026-03-18");
    expect(closed.headers["cache-control"]).toBe("private, max-age=86400, immutable");
    const open = await get("/stock/AAPL/mentions?from=2026-03-01&to=2026-03-19");
    expect(open.headers["cache-control"]).toBe("private, max-age=60");
  });

  it("a replayed day answers as if it were today", async () => {
    const replay = createServer({ dataset, accounts: toyAccounts, now: () => NOW, today: "2026-02-01" as never });
    const ask = (path: string) => replay.inject({ url: `/news/stocks/v1${path}`, headers: keys.professional });
    expect((await ask("/trending?from=2026-02-02")).statusCode).toBe(422);
    const [live, then] = [await get("/trending?from=2026-01-26&to=2026-02-01"), await ask("/trending?days=7")];
    expect(then.statusCode).toBe(200);
    expect(then.json()).toEqual(live.json());
  });
});

describe("the service as a whole", () => {
  it("is healthy, and gives the first day of data", async () => {
    const health = await app.inject({ url: "/health" });
    expect(health.json()).toMatchObject({ status: "healthy", summary: { unhealthy: 0 } });
    const discovery = await app.inject({ url: "/" });
    expect(discovery.json()).toMatchObject({ platforms: { "news-stocks": { available_since: FIRST_DAY } } });
  });
});
