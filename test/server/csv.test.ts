import { allOperations, type Dataset, type Operation } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { createServer } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { join } from "node:path";
import papaparse from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chanceModel, fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { keys, toyAccounts } from "./toy-service.js";

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

/** Operations whose answer is a list, or holds the one list that it is about, with the name of that list. */
const lists: Readonly<Record<string, string | null>> = {
  trending: null,
  "trending-by-sector": null,
  "trending-by-country": null,
  detail: "daily_trend",
  compare: "",
  search: "results",
  "raw-mentions": "results",
};
const listed = allOperations().filter(({ name }) => name in lists);

function urlOf(operation: Operation, query: string): string {
  const isToken = operation.namespace?.assetTypes.includes("token") === true;
  const asset = isToken ? "BTC" : "AAPL";
  const own =
    operation.name === "compare"
      ? `${operation.namespace?.compare.parameter ?? ""}=${asset},${isToken ? "ETH" : "NVDA"}&`
      : operation.name === "search"
        ? "q=co&"
        : "";
  return `${operation.path.replace(/\{[a-z]+\}/, asset)}?${own}${query}`;
}
/** A value as a cell of a table holds it. */
const textOf = (value: unknown) => (value === null ? "" : typeof value === "string" ? value : JSON.stringify(value));

const get = (operation: Operation, query: string, headers: Record<string, string> = {}) =>
  app.inject({ url: urlOf(operation, query), headers: { ...keys.professional, ...headers } });

type Row = Readonly<Record<string, unknown>>;

describe.each(listed.map((operation) => [operation.id, operation] as const))("%s as CSV", (_id, operation) => {
  it("has the rows of the JSON, by parameter and by Accept, and says so to caches", async () => {
    const json = await get(operation, "");
    const body = json.json<Row | Row[]>();
    const named = lists[operation.name] ?? null;
    const list = Array.isArray(body)
      ? body
      : body[named === "" ? (operation.namespace?.compare.listKey ?? "") : (named ?? "")];
    const rows = list as Row[];
    const csv = await get(operation, "format=csv");
    expect([csv.statusCode, csv.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    const { data, errors } = papaparse.parse<Record<string, string>>(csv.body, { header: true, skipEmptyLines: true });
    expect(errors).toEqual([]);
    expect(data).toHaveLength(rows.length);
    for (const [index, row] of rows.entries()) {
      for (const [name, value] of Object.entries(row)) {
        if (typeof value === "object" && value !== null) continue;
        expect([index, name, data[index]?.[name]]).toEqual([index, name, textOf(value)]);
      }
    }
    const accepted = await get(operation, "", { accept: "text/csv" });
    expect(accepted.body).toBe(csv.body);
    for (const response of [json, csv, accepted]) expect(response.headers.vary).toBe("X-API-Key, Accept");
    // A caller that also accepts JSON gets JSON, and the parameter overrides the header.
    expect((await get(operation, "", { accept: "application/json, text/csv" })).body).toBe(json.body);
    expect((await get(operation, "format=json", { accept: "text/csv" })).body).toBe(json.body);
  });

  it("has its own ETag when the JSON has one, and refuses other formats", async () => {
    const [json, csv] = [await get(operation, ""), await get(operation, "format=csv")];
    expect(csv.headers.etag === undefined).toBe(json.headers.etag === undefined);
    if (csv.headers.etag !== undefined) expect(csv.headers.etag).not.toBe(json.headers.etag);
    for (const query of ["format=xml", "format=", "format=CSV", "format=csv&format=csv"]) {
      const response = await get(operation, query);
      expect([query, response.statusCode]).toEqual([query, 422]);
      expect(response.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc).toEqual(["query", "format"]);
    }
  });
});

describe("an operation whose answer is not a list", () => {
  it("has no CSV: it answers in JSON as ever", async () => {
    const response = await app.inject({
      url: "/news/stocks/v1/stats?format=csv",
      headers: { ...keys.professional, accept: "text/csv" },
    });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  });
});
