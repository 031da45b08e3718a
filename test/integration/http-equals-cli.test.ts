import { join } from "node:path";
import { namespaces, type Operation, operationsOf, type Dataset, utcDay } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { createServer } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sentiment } from "../cli/support.js";
import { newsDataset } from "../support/news-dataset.js";
import { newsRecords } from "../support/news-records.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { wordModel } from "../support/word-model.js";
import { keys, toyAccounts } from "../server/toy-service.js";

const today = "2026-03-29";
let data: string;
let dataset: Dataset;
let app: FastifyInstance;

beforeAll(async () => {
  data = join(await temporaryDirectory(), "data");
  dataset = await newsDataset(data, newsRecords(500, "2026-03-01", 30));
  const now = () => new Date("2026-06-01T00:00:00Z");
  app = createServer({ dataset, accounts: toyAccounts, now, today: utcDay(today) });
});

afterAll(async () => {
  await app.close();
  await dataset.close();
});

/** The same question in both forms, per operation. */
const questions: Readonly<Record<string, { readonly query: string; readonly words: readonly string[] }>> = {
  trending: { query: "?days=7&limit=5&offset=2", words: ["trending", "--days", "7", "--limit", "5", "--offset", "2"] },
  "trending-by-sector": { query: "?from=2026-03-10", words: ["sectors", "--from", "2026-03-10"] },
  "trending-by-country": {
    query: "?to=2026-03-20&days=10",
    words: ["countries", "--to", "2026-03-20", "--days", "10"],
  },
  detail: { query: "", words: ["stock", "AAPL"] },
  search: { query: "?q=micro&limit=3", words: ["search", "micro", "--limit", "3"] },
  compare: { query: "?tickers=AAPL,MSFT,ZM", words: ["compare", "AAPL,MSFT,ZM"] },
  "market-sentiment": { query: "?days=14", words: ["market", "--days", "14"] },
  stats: { query: "", words: ["stats"] },
  health: { query: "", words: ["health"] },
  "raw-mentions": { query: "?days=20&limit=7", words: ["mentions", "AAPL", "--days", "20", "--limit", "7"] },
};

const news = namespaces.filter(({ shortName }) => shortName === "news");
const cases = news.flatMap((namespace) =>
  operationsOf(namespace)
    .filter(({ name }) => name in questions)
    .map((operation) => [`${namespace.shortName} ${operation.name}`, operation] as const),
);

describe("the same question", () => {
  it.each(cases)("gets the same bytes over HTTP and in the terminal: %s", async (_title, operation: Operation) => {
    const { query, words } = questions[operation.name] ?? { query: "", words: [] };
    const url = `${operation.path.replace("{ticker}", "AAPL")}${query}`;
    const response = await app.inject({ url, headers: keys.professional });
    const args = [...words, "--ns", operation.namespace?.shortName ?? "", "--json", "--today", today, "--data", data];
    const answer = await sentiment(args, {
      directories: [data],
      backends: { openDataset: () => openLocalDataset({ dataDirectory: data, textModel: wordModel() }) },
    });
    expect(answer.stderr).toBe("");
    expect(response.statusCode).toBe(200);
    expect(answer.stdout).toBe(`${response.body}\n`);
  });

  it("is asked of every operation of the namespace but those that give no data yet", () => {
    const missing = news.flatMap(operationsOf).filter(({ name }) => !(name in questions) && name !== "explain");
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});
