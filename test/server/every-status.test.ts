import { join } from "node:path";
import { allOperations, type Dataset, type Explainer, MarketDataError, type Operation } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { createServer, type QuotaGate, type ServerParts } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedAnswer, describedOperations } from "../support/api-document.js";
import { chanceModel, fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { keys, toyAccounts } from "./toy-service.js";

const explainer: Explainer = {
  explain: ({ now }) => Promise.resolve({ text: "Because.", cached: false, generatedAt: now, model: "toy" }),
  close: () => Promise.resolve(),
};
const fails = (error: Error) => () => Promise.reject(error);
const never = () => new Promise<never>(() => undefined);
const full: QuotaGate = {
  admit: (_account, at) => ({
    refusedBy: "burst",
    burst: { limit: 100, used: 100, resetAt: new Date(at.getTime() + 30_000).toISOString() },
    monthly: null,
  }),
};

let dataset: Dataset;
let empty: Dataset;
/** The service in the states that its statuses report. */
let states: Readonly<
  Record<"well" | "empty" | "broken" | "engineless" | "slow" | "full" | "clockless", FastifyInstance>
>;

beforeAll(async () => {
  const root = await temporaryDirectory();
  await fillWithSample(join(root, "sample"));
  dataset = {
    ...(await openLocalDataset({ dataDirectory: join(root, "sample"), textModel: chanceModel() })),
    explainer,
  };
  empty = await openLocalDataset({ dataDirectory: join(root, "nothing"), textModel: chanceModel() });
  const start = (of: Dataset, parts: Partial<ServerParts> = {}) =>
    createServer({ dataset: of, accounts: toyAccounts, now: () => SAMPLE_NOW, ...parts });
  const with_ = (view: Dataset["view"], judge: () => Promise<never>): Dataset => ({
    ...dataset,
    view,
    textModel: { ...chanceModel(), judge },
  });
  const bug = fails(new Error("A bug."));
  const away = fails(new MarketDataError("engine_unavailable", "The query engine is away."));
  states = {
    well: start(dataset),
    empty: start(empty),
    broken: start(with_(bug, bug)),
    engineless: start(with_(away, fails(new MarketDataError("model_unavailable", "The model is away.")))),
    slow: start(with_(never, never), { deadlineMs: 25, healthTimeoutMs: 1_000 }),
    full: start(dataset, { quota: full }),
    clockless: start(dataset, {
      now: () => {
        throw new Error("A bug.");
      },
    }),
  };
});

afterAll(async () => {
  for (const app of Object.values(states)) await app.close();
  await Promise.all([dataset.close(), empty.close()]);
});

interface Sent {
  readonly state?: keyof typeof states;
  readonly plan?: keyof typeof keys | null;
  readonly query?: string;
  readonly asset?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const isToken = (operation: Operation) => operation.namespace?.assetTypes.includes("token") === true;
const isText = (operation: Operation) => operation.method === "POST";
const defaultQuery = (operation: Operation) =>
  operation.name === "compare"
    ? `?${operation.namespace?.compare.parameter ?? ""}=${isToken(operation) ? "BTC,ETH" : "AAPL,NVDA"}`
    : operation.name === "search"
      ? "?q=co"
      : operation.name.startsWith("panel")
        ? `?format=ndjson&assets=${isToken(operation) ? "BTC" : "AAPL"}`
        : "";

function send(operation: Operation, sent: Sent = {}) {
  const { state = "well", plan = "professional", query = defaultQuery(operation) } = sent;
  const asset = sent.asset ?? (isToken(operation) ? "BTC" : "AAPL");
  return states[state].inject({
    method: operation.method,
    url: operation.path.replace(/\{[a-z]+\}/, asset) + query,
    headers: {
      ...(plan === null ? {} : keys[plan]),
      ...(isText(operation) ? { "content-type": "application/json" } : {}),
      ...sent.headers,
    },
    ...(isText(operation) ? { payload: sent.body ?? '{"text":"Apple gains"}' } : {}),
  });
}

/** How each documented status of an operation comes about. */
const produced: Readonly<Record<number, (operation: Operation) => Sent>> = {
  200: () => ({}),
  400: () => ({ query: "" }),
  401: () => ({ plan: null }),
  403: (operation) =>
    operation.access === "professional" ? { plan: "hobby" } : { plan: "free", query: withStart(operation) },
  404: (operation) => (operation.errors.includes("empty_result") ? { state: "empty" } : { asset: "ZZZZZ" }),
  413: () => ({ body: JSON.stringify({ text: "a".repeat(40_000) }) }),
  415: () => ({ body: "text", headers: { "content-type": "text/plain" } }),
  422: (operation) => (isText(operation) ? { body: "{}" } : { query: "?source=nowhere&days=0" }),
  429: () => ({ state: "full" }),
  // Health says what is wrong with the data in a body of its own; only a fault of the server itself is a 500.
  500: (operation) => ({ state: operation.name === "health" ? "clockless" : "broken" }),
  503: () => ({ state: "engineless" }),
  504: () => ({ state: "slow" }),
};

/** A query that asks for more days than a free account may look back. */
function withStart(operation: Operation): string {
  const query = defaultQuery(operation);
  // What takes no period may be asked of an earlier state.
  const name = "from" in operation.parameters ? "from" : "as_of";
  return `${query}${query === "" ? "?" : "&"}${name}=2026-05-14`;
}

const served = allOperations();
const documented = describedOperations().flatMap(({ method, path, described }) => {
  const operation = served.find((known) => known.method === method && known.path === path);
  // The service's own health has its own tests.
  if (operation === undefined) return [];
  return Object.keys(described.responses).map(
    (status) => [`${operation.id} ${status}`, operation, Number(status)] as const,
  );
});

describe("every documented status of every operation", () => {
  it("is produced by this test", () => {
    expect(documented.length).toBeGreaterThan(400);
    expect(new Set(documented.map(([, operation]) => operation.id)).size).toBe(served.length);
  });

  it.each(documented)("%s is answered in its documented form", async (_title, operation, status) => {
    if (status === 304) {
      const { headers } = await send(operation);
      const again = await send(operation, { headers: { "if-none-match": String(headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
      return;
    }
    const sent = produced[status]?.(operation);
    if (sent === undefined) throw new Error(`Nothing produces ${status}: add it.`);
    const response = await send(operation, sent);
    expect([response.statusCode, response.statusCode === status ? "" : response.body]).toEqual([status, ""]);
    const [line = ""] = operation.isStreamed ? response.body.split("\n") : [response.body];
    expect(describedAnswer(operation.method, operation.path, status)?.faults(JSON.parse(line))).toBeNull();
  });
});
