import { readFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Dataset, invoke, type Operation, operationsOf } from "@market-sentiment/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callOn, news, newsDataset } from "../../support/news-dataset.js";
import { newsRecords } from "../../support/news-records.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const goldenDirectory = fileURLToPath(new URL("../../golden/news", import.meta.url));
let dataset: Dataset;

beforeAll(async () => {
  dataset = await newsDataset(join(await temporaryDirectory(), "data"), newsRecords(500, "2026-03-01", 30));
});

afterAll(() => dataset.close());

const window = { from: "2026-03-24", to: "2026-03-30" };
const inputs: Readonly<Record<string, Record<string, string>>> = {
  trending: { ...window, limit: "3" },
  "trending-by-sector": { ...window, limit: "3" },
  "trending-by-country": { ...window, limit: "3" },
  detail: { ticker: "aapl", ...window },
  search: { q: "micro", limit: "3" },
  compare: { tickers: "$AAPL,msft,ZM", ...window },
  "market-sentiment": window,
  "raw-mentions": { ticker: "AAPL", limit: "2" },
};
const operations: Operation[] = operationsOf(news()).filter(
  ({ name }) => name !== "explain" && !name.startsWith("panel"),
);

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  "wire body of news %s",
  (name, operation) => {
    it("has exactly the documented fields, and is the golden one", async () => {
      const body = await invoke(operation, { parameters: inputs[name] ?? {} }, dataset, callOn("2026-03-30")).catch(
        (error: unknown) => ({ error: (error as { code?: string }).code ?? String(error) }),
      );
      const documented = operation.result.safeParse(body);
      if (documented.success) expect(documented.data).toEqual(body);
      else expect(body).toHaveProperty("error");
      const file = join(goldenDirectory, `${name}.json`);
      const text = `${JSON.stringify(body, null, 2)}\n`;
      if (process.env["UPDATE_GOLDEN"] === "1") {
        await mkdir(goldenDirectory, { recursive: true });
        await writeFile(file, text);
      }
      expect(text).toBe(await readFile(file, "utf8"));
    });
  },
);
