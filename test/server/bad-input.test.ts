import { join } from "node:path";
import { allOperations, type Dataset, type Operation } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { createServer } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedAnswer } from "../support/api-document.js";
import { chanceModel, fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { keys, toyAccounts } from "./toy-service.js";

/** The sample's last day is the day of the request; its first one is 34 days before. */
const TODAY = "2026-06-17";
const BEFORE_THE_DATA = "2026-05-13";

let dataset: Dataset;
let app: FastifyInstance;
beforeAll(async () => {
  const data = join(await temporaryDirectory(), "data");
  await fillWithSample(data);
  dataset = await openLocalDataset({ dataDirectory: data, textModel: chanceModel() });
  app = createServer({ dataset, accounts: toyAccounts, now: () => SAMPLE_NOW });
});
afterAll(async () => {
  await app.close();
  await dataset.close();
});

const isToken = (operation: Operation) => operation.namespace?.assetTypes.includes("token") === true;
const assetOf = (operation: Operation) => (isToken(operation) ? "BTC" : "AAPL");
const needed = (operation: Operation): Record<string, string> =>
  operation.name === "compare"
    ? { [operation.namespace?.compare.parameter ?? ""]: assetOf(operation) }
    : operation.name === "search"
      ? { q: "co" }
      : operation.name.startsWith("panel")
        ? { assets: assetOf(operation) }
        : {};

async function get(operation: Operation, query: string, asset = assetOf(operation)) {
  const response = await app.inject({
    url: `${operation.path.replace(/\{[a-z]+\}/, asset)}${query === "" ? "" : `?${query}`}`,
    headers: keys.professional,
  });
  const described = describedAnswer("GET", operation.path, response.statusCode);
  if (response.statusCode !== 200) expect(described?.faults(response.json())).toBeNull();
  return response;
}

/** The query with what the operation needs beside the given one, unless that names it itself. */
function beside(operation: Operation, given: string): string {
  const own = Object.entries(needed(operation))
    .filter(([name]) => !new RegExp(`(^|&)${name}=`).test(given))
    .map(([name, value]) => `${name}=${value}`);
  return [...own, given].filter((part) => part !== "").join("&");
}

const gets = allOperations().filter(({ method, name }) => method === "GET" && name !== "health");
const taking = (name: string) =>
  gets.filter(({ parameters }) => Object.values(parameters).some((own) => own.name === name));
const walk = (operations: readonly Operation[], queries: readonly string[]) =>
  operations.flatMap((operation) => queries.map((query) => [operation.id, query, operation] as const));

async function expectRefused(operation: Operation, query: string, parameter: string) {
  const response = await get(operation, beside(operation, query));
  expect([response.statusCode, response.body]).toEqual([422, expect.stringContaining(`"${parameter}"`)]);
  const [item] = response.json<{ detail: { loc: string[]; msg: string; type: string }[] }>().detail;
  expect(item?.msg.length).toBeGreaterThan(10);
}

describe("an invalid period gives 422, on every route that takes one", () => {
  it.each(
    walk(taking("from"), [
      "from=yesterday",
      "from=2026-02-30",
      "from=2026-13-01",
      "from=2026-6-1",
      "from=20260601",
      "from=2026-06-01T00:00:00Z",
      "from=2026-06-18",
      "from=9999-12-31",
      "from=0000-01-01",
      `from=${BEFORE_THE_DATA}`,
      "from=2026-06-10&to=2026-06-09",
      "from=2026-06-01&to=2026-06-05&days=5",
      "from=2026-06-10&days=30",
      "from=",
      "from=2026-06-01&from=2026-06-01",
    ]),
  )("%s?%s", async (_id, query, operation) => {
    const named = query.includes("to=2026-06-05") || query.includes("days=30") ? "days" : "from";
    const response = await get(operation, beside(operation, query));
    expect(response.statusCode).toBe(422);
    expect(response.body).toMatch(new RegExp(`"(from|to|${named})"`));
  });

  it.each(walk(taking("to"), ["to=tomorrow", "to=2026-06-18", "to=2026-06-31", `to=${TODAY}&to=${TODAY}`]))(
    "%s?%s",
    (_id, query, operation) => expectRefused(operation, query, "to"),
  );

  it.each(
    walk(taking("days"), [
      "days=0",
      "days=-1",
      "days=366",
      "days=1.5",
      "days=7d",
      "days=abc",
      "days=1e1",
      "days=",
      "days=7&days=7",
    ]),
  )("%s?%s", (_id, query, operation) => expectRefused(operation, query, "days"));
});

describe("an invalid page gives 422, on every list", () => {
  it.each(
    walk(taking("limit"), ["limit=0", "limit=101", "limit=-1", "limit=ten", "limit=1.0", "limit=", "limit=5&limit=5"]),
  )("%s?%s", (_id, query, operation) => expectRefused(operation, query, "limit"));
  it.each(
    walk(taking("offset"), ["offset=-1", "offset=x", "offset=0.5", "offset=99999999999999999999", "offset=1&offset=1"]),
  )("%s?%s", (_id, query, operation) => expectRefused(operation, query, "offset"));
  it.each(
    walk(
      taking("offset").filter(({ name }) => name !== "raw-mentions"),
      ["offset=100000"],
    ),
  )("%s?%s is an empty page", async (_id, query, operation) => {
    const response = await get(operation, query);
    expect([response.statusCode, response.json()]).toEqual([200, []]);
  });
});

describe("an unknown choice gives 422", () => {
  it.each(walk(taking("type"), ["type=bond", "type=Stock", "type=", "type=etf&type=etf"]))(
    "%s?%s",
    (_id, query, operation) => expectRefused(operation, query, "type"),
  );
  it.each(
    walk(taking("include_inherited"), [
      "include_inherited=maybe",
      "include_inherited=",
      "include_inherited=true&include_inherited=true",
    ]),
  )("%s?%s", (_id, query, operation) => expectRefused(operation, query, "include_inherited"));
  it.each(walk(gets, ["source=nobody", "source=", "source=reuters&source=reuters"]))(
    "%s?%s: an unknown source, and any source on a route without a source filter",
    (_id, query, operation) => expectRefused(operation, query, "source"),
  );
  it.each(
    walk(
      gets.filter((operation) => !taking("source").includes(operation)),
      ["source=reuters"],
    ),
  )("%s?%s: a known source is refused when the route has no source filter", (_id, query, operation) =>
    expectRefused(operation, query, "source"),
  );
  it.each(
    walk(
      gets.filter(({ name }) => name === "search"),
      ["q=", "q=a", "q=%24a", "q=+a+", "q=co&q=co", "days=7", "from=2026-06-01", "to=2026-06-02"],
    ),
  )("%s?%s", (_id, query, operation) => expectRefused(operation, query, /^(\w+)/.exec(query)?.[1] ?? ""));
});

describe("assets of a comparison", () => {
  const compares = gets.filter(({ name }) => name === "compare");
  it.each(compares.map((operation) => [operation.id, operation] as const))(
    "%s: 400 for none and for eleven, 422 for a malformed asset",
    async (_id, operation) => {
      const parameter = operation.namespace?.compare.parameter ?? "";
      const many = (count: number) =>
        Array.from({ length: count }, (_, index) => `A${String.fromCharCode(65 + index)}`).join(",");
      for (const [value, error] of [
        ["", "no_"],
        [",,", "no_"],
        [" ", "no_"],
        [many(11), "too_many_"],
      ] as const) {
        const response = await get(operation, `${parameter}=${encodeURIComponent(value)}`);
        expect([value, response.statusCode, response.json<{ detail: { error: string } }>().detail.error]).toEqual([
          value,
          400,
          `${error}${parameter}`,
        ]);
      }
      const none = await get(operation, "");
      expect(none.statusCode).toBe(400);
      for (const value of ["A B", "A;B", "AAPL,../etc", "<b>", "ÄPFEL"]) {
        expect([value, (await get(operation, `${parameter}=${encodeURIComponent(value)}`)).statusCode]).toEqual([
          value,
          422,
        ]);
      }
      const twice = await get(operation, `${parameter}=AAPL&${parameter}=AAPL`);
      expect(twice.statusCode).toBe(422);
    },
  );
});

describe("an asset in a path", () => {
  const byPath = gets.filter(({ path, name }) => /\{/.test(path) && name !== "explain");
  const bad = ["A%20B", "AA%2FPL", "%3Cb%3E", "%C3%84PFEL", "A,B", "A%00", "A".repeat(40), "--", "%24%24A", "AAPL."];
  it.each(walk(byPath, bad))("%s: '%s' gives 422", async (_id, asset, operation) => {
    const response = await get(operation, "", asset);
    expect([response.statusCode, response.statusCode === 422 ? "" : response.body]).toEqual([422, ""]);
    expect(response.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc[0]).toBe("path");
  });

  const forms: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
    newsTicker: {
      good: ["aapl", "AaPl", "%41APL"],
      bad: ["$AAPL", "%24AAPL", "BRK.B", "BRK-B", "AAPL.XX", "AZN..L", "AZN.L.L"],
    },
    dollarTicker: {
      good: ["aapl", "$AAPL", "%24aapl", "$AaPl", "%41APL"],
      bad: ["ABCDEFGHIJK", "12", "AAPL.NSX", "ABCDEFGHI.B", "$", "%24"],
    },
    cryptoSymbol: { good: ["btc", "$BTC", "%24btc", "BtC"], bad: ["BTC.X", "BTC-USD", "A".repeat(21), "$", "%24"] },
  };
  it.each(byPath.map((operation) => [operation.id, operation] as const))(
    "%s: accepts its namespace's forms and no other",
    async (_id, operation) => {
      const grammar = forms[operation.namespace?.subject.name ?? ""];
      for (const asset of grammar?.good ?? [])
        expect([asset, (await get(operation, "", asset)).statusCode]).toEqual([asset, 200]);
      for (const asset of grammar?.bad ?? [])
        expect([asset, (await get(operation, "", asset)).statusCode]).toEqual([asset, 422]);
      const { keyField } = operation.namespace?.subject ?? { keyField: "" };
      expect((await get(operation, "", assetOf(operation).toLowerCase())).json()).toMatchObject({
        [keyField]: assetOf(operation),
      });
    },
  );
});
