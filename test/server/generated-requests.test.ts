import { allOperations, type CompiledQuery, type Dataset, type Operation } from "@market-sentiment/core";
import { createServer, localQuota } from "@market-sentiment/server";
import fc from "fast-check";
import { expect, it } from "vitest";
import { duckDbDialect } from "../../packages/core/src/adapters/duckdb/dialect.js";
import { sqlText } from "../../packages/core/src/query/sql-dialect.js";
import { describedAnswer, type DescribedOperation, describedOperations } from "../support/api-document.js";
import { newsDataset } from "../support/news-dataset.js";
import { newsRecords } from "../support/news-records.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { memoryUsageFile } from "./quota/memory-usage-file.js";
import { keys, toyAccounts } from "./toy-service.js";

const REQUESTS = 50_000;

/** Plausible values of parameters by name, beside the document's examples and bounds. */
const likely: Readonly<Record<string, readonly string[]>> = {
  ticker: ["AAPL", "msft", "$NVDA", "BRK.B", "ZZZZZ", "0700.HK"],
  symbol: ["BTC", "$eth", "ZZZZ"],
  tickers: ["AAPL", "AAPL,MSFT", ",", "A,B,C,D,E,F,G,H,I,J,K"],
  symbols: ["BTC", "BTC,ETH,$btc"],
  from: ["2026-03-08", "2026-03-10", "2026-01-01", "2025-01-01"],
  to: ["2026-03-10", "2026-03-09"],
  days: ["1", "7", "30", "31", "365"],
  q: ["apple", "$AAPL", "a"],
  source: ["reuters", "nobody"],
  assets: ["AAPL", "BTC", "AAPL,ZZZZ", ","],
};
const nasty = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1e3",
    "null",
    "__proto__",
    "' OR 1=1 --",
    "%00",
    "２",
    "\u0000",
    "9".repeat(30),
    "x".repeat(400),
  ),
);

interface Described {
  readonly method: string;
  readonly path: string;
  readonly described: DescribedOperation;
}

/** A parameter's value: mostly a plausible one, else an invalid one. */
function anyValue(name: string, schema: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const {
    enum: choices = [],
    examples = [],
    minimum,
    maximum,
  } = schema as Record<string, unknown[] | number | undefined>;
  const bounds = [minimum, maximum]
    .filter((bound) => typeof bound === "number")
    .flatMap((bound) => [bound, bound - 1, bound + 1]);
  const known = [...(choices as unknown[]), ...(examples as unknown[]), ...bounds, ...(likely[name] ?? [])].map(String);
  if (known.length === 0) return nasty;
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: nasty });
}

const anyText = fc.oneof(fc.constantFrom("Apple gains", "", " ", "x".repeat(2_048), "x".repeat(2_049)), fc.string());
const anyBody = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record(
        { text: anyText, target: fc.option(fc.constantFrom("Apple", "x".repeat(101))) },
        { requiredKeys: ["text"] },
      )
      .map((body) => JSON.stringify(body)),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: fc.constantFrom("", "{", '{"text":"x"', "\u0000", JSON.stringify("x".repeat(20_000))) },
);
const anyHeaders = fc.record({
  key: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(keys.professional, keys.hobby) },
    { weight: 1, arbitrary: fc.constantFrom(keys.free, keys.revoked, {}, { "x-api-key": "sk_live_" }) },
  ),
  more: fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom({ "if-none-match": "*" }, { "x-request-id": "id\u00e9" }, { accept: "text/html" }),
    },
  ),
  type: fc.oneof(
    { weight: 9, arbitrary: fc.constant("application/json") },
    { weight: 1, arbitrary: fc.constantFrom("text/plain", "application/json; charset=latin1") },
  ),
});

/**
 * The data, with each query's rows kept by its text alone, whatever its parameters: this test
 * is about forms of requests and answers, and the engine would take most of its time.
 */
function rowsOfItsKind(data: Dataset): Dataset["view"] {
  const rows = new Map<string, Promise<unknown[]>>();
  return async () => {
    const view = await data.view();
    return {
      snapshot: view.snapshot,
      query: <Row>(namespace: string, query: CompiledQuery) => {
        const kind = `${namespace} ${sqlText(query, duckDbDialect)}`;
        const known = rows.get(kind) ?? view.query(namespace, query);
        rows.set(kind, known);
        return known.then((kept) => structuredClone(kept)) as Promise<Row[]>;
      },
      write: async function* () {
        yield await Promise.resolve(Buffer.from('{"date":"2026-03-10"}\n'));
      },
    };
  };
}

/** Without halves of surrogate pairs, which no address can carry. */
const wellFormed = (text: string) => Buffer.from(text, "utf8").toString("utf8");

function anyRequest({ method, path, described }: Described) {
  const parameters = described.parameters ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  // Left out more often than not, so that many requests are for the same thing.
  const pairs = inQuery.map(({ name, schema, required }) => {
    const pair = anyValue(name, schema).map((value) => `${name}=${encodeURIComponent(wellFormed(value))}`);
    const [left, taken] = required === true ? [1, 8] : [7, 1];
    return fc.oneof({ weight: left, arbitrary: fc.constant("") }, { weight: taken, arbitrary: pair });
  });
  const odd = fc.oneof(
    { weight: 9, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom("unknown=1", "source=reuters", "from=x&from=y", "%zz=1", "=", "&&") },
  );
  return fc
    .record({
      segments: fc.tuple(...inPath.map(({ name, schema }) => anyValue(name, schema))),
      query: fc.tuple(...pairs, odd),
      headers: anyHeaders,
      body: anyBody,
    })
    .map(({ segments, query, headers, body }) => {
      const filled = inPath.reduce((text, { name }, index) => {
        // An empty segment, or one of dots alone, is another address.
        const value = wellFormed(segments[index] ?? "").replace(/^\.*$/, "-");
        return text.replace(`{${name}}`, encodeURIComponent(value));
      }, path);
      const url = `${filled}?${query.filter(Boolean).join("&")}`;
      const typed = method === "POST" ? { "content-type": headers.type } : {};
      return {
        method,
        path,
        url,
        headers: { ...headers.key, ...headers.more, ...typed },
        body: method === "POST" ? body : undefined,
      };
    });
}

it(`answers ${REQUESTS} generated requests as the document says: no unforeseen failure, every body in its schema`, async () => {
  const data = await newsDataset(
    `${await temporaryDirectory()}/data`,
    newsRecords(60, "2026-03-01", 10),
    "2026-03-10T12:00:00.000Z",
  );
  const explainer: NonNullable<Dataset["explainer"]> = {
    explain: ({ now }) => Promise.resolve({ text: "Because.", cached: false, generatedAt: now, model: "toy" }),
    close: () => Promise.resolve(),
  };
  const dataset: Dataset = { ...data, explainer, view: rowsOfItsKind(data) };
  // A second for every eight requests: the minute's limits are met now and then, and the day stays the same.
  let asked = 0;
  const startMs = Date.parse("2026-03-10T12:00:00.000Z");
  const now = () => new Date(startMs + Math.floor(asked++ / 8) * 1_000);
  const operations: Operation[] = allOperations();
  const app = createServer({
    dataset,
    accounts: toyAccounts,
    operations,
    now,
    quota: localQuota(memoryUsageFile()),
    failedKeysPerMinute: 10,
  });
  const seen = new Set<string>();
  const statuses = new Map<number, number>();
  const faultsOf = async (request: {
    method: string;
    path: string;
    url: string;
    headers: Record<string, string>;
    body: string | undefined;
  }) => {
    const { method, path, url, headers, body } = request;
    const response = await app.inject({
      method: method as "GET",
      url,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    const { statusCode } = response;
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    const isHealth = path === "/health";
    if (statusCode >= 500 && !isHealth) return `${statusCode}: ${response.body}`;
    if (statusCode === 304) return response.body === "" ? null : "304 with a body";
    const known = `${path} ${statusCode} ${response.body}`;
    if (seen.has(known)) return null;
    const answer = describedAnswer(method, path, statusCode);
    if (answer === undefined) return `${statusCode} is not documented: ${response.body}`;
    // Answers that are not a JSON body have their own tests.
    if (!/^application\/json/.test(String(response.headers["content-type"])))
      return statusCode === 200 ? null : "no JSON";
    const faults = answer.faults(response.json());
    if (faults === null) seen.add(known);
    return faults === null ? null : `${statusCode}: ${faults}`;
  };
  await fc.assert(
    fc.asyncProperty(fc.oneof(...describedOperations().map(anyRequest)), async (request) => {
      const faults = await faultsOf(request);
      if (faults !== null) throw new Error(`${request.method} ${request.url}: ${faults}`);
    }),
    { numRuns: REQUESTS },
  );
  // The generator reaches the cases it is meant for.
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 304, 400, 401, 403, 404, 415, 422, 429]));
  await app.close();
  await dataset.close();
}, 600_000);
