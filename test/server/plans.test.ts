import { addDays, allOperations, type Dataset, type Operation, utcDay } from "@market-sentiment/core";
import { createServer, localQuota, type PlanId, planIds } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newsDataset } from "../support/news-dataset.js";
import { newsRecords } from "../support/news-records.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { memoryUsageFile } from "./quota/memory-usage-file.js";
import { keys, NOW, TODAY, toyAccounts } from "./toy-service.js";

/** What each plan allows, written out a second time to check the code's table. */
const table: Readonly<
  Record<PlanId, { perMinute: string; perMonth: string; lookbackDays: number; professionalRoutes: boolean }>
> = {
  free: { perMinute: "100", perMonth: "250", lookbackDays: 30, professionalRoutes: false },
  hobby: { perMinute: "1000", perMonth: "250000", lookbackDays: 90, professionalRoutes: false },
  professional: { perMinute: "1000", perMonth: "2500000", lookbackDays: 365, professionalRoutes: true },
};
const operations = allOperations().filter(({ access }) => access !== "public");

let dataset: Dataset;
let app: FastifyInstance;
beforeAll(async () => {
  const data = await newsDataset(
    `${await temporaryDirectory()}/data`,
    newsRecords(40, "2026-03-01", 10),
    NOW.toISOString(),
  );
  dataset = { ...data, availableSince: () => utcDay("2024-01-01") };
  app = fresh();
});
afterAll(() => dataset.close());

const fresh = () =>
  createServer({ dataset, accounts: toyAccounts, now: () => NOW, quota: localQuota(memoryUsageFile()) });
const example: Readonly<Record<string, string>> = { compare: "tickers=AAPL&symbols=BTC", search: "q=apple" };

function ask(operation: Operation, headers: Record<string, string>, query = "") {
  const path = operation.path.replace("{ticker}", "AAPL").replace("{symbol}", "BTC");
  const asset = operation.namespace?.assetTypes.includes("token") === true ? "BTC" : "AAPL";
  const own = operation.name.startsWith("panel") ? `assets=${asset}` : example[operation.name];
  const url = `${path}?${[own, query].filter(Boolean).join("&")}`;
  const body = operation.method === "POST" ? { payload: { text: "Apple gains" } } : {};
  return app.inject({ url, method: operation.method, headers, ...body });
}

/** Admitted: whatever the operation then answers, it does not refuse the account. */
const letIn = [200, 404, 503];

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  it.each([
    ["no key", {}, "Missing API key: send it in the X-API-Key header"],
    ["a bad key", { "x-api-key": `sk_live_${"0".repeat(32)}` }, "Invalid API key"],
    ["a revoked key", keys.revoked, "API key has been revoked"],
  ])("refuses %s", async (_name, headers, detail) => {
    const response = await ask(operation, headers);
    expect([response.statusCode, response.json()]).toEqual([401, { detail }]);
  });

  it.each(planIds)(
    "admits a %s account exactly where its plan allows, and counts the request either way",
    async (plan) => {
      app = fresh();
      const response = await ask(operation, keys[plan]);
      const isForPlan = operation.access === "any_account" || table[plan].professionalRoutes;
      if (isForPlan) expect(letIn).toContain(response.statusCode);
      else {
        expect([response.statusCode, response.json()]).toEqual([
          403,
          {
            detail: {
              error: "Professional account required",
              message: "This route needs a Professional account. Upgrade at /docs",
              account_type: plan,
            },
          },
        ]);
      }
      expect(response.headers).toMatchObject({
        "x-account-type": plan,
        "x-account-name": `Toy ${plan}`,
        "x-ratelimit-limit-burst": table[plan].perMinute,
        "x-ratelimit-remaining-burst": String(Number(table[plan].perMinute) - 1),
        "x-ratelimit-reset-burst": "2026-03-10T23:31:00.000Z",
        "x-ratelimit-limit-monthly": table[plan].perMonth,
        "x-ratelimit-remaining-monthly": String(Number(table[plan].perMonth) - 1),
        "x-ratelimit-used-monthly": "1",
        "x-ratelimit-reset-monthly": "2026-03-15T12:00:00.000Z",
      });
    },
  );

  const looksBack = "from" in operation.parameters;
  it.runIf(looksBack).each(planIds)(
    "lets a %s account look back as far as its plan allows, and not a day further",
    async (plan) => {
      const { lookbackDays, professionalRoutes } = table[plan];
      if (operation.access === "professional" && !professionalRoutes) return;
      app = fresh();
      const earliest = addDays(TODAY, 1 - lookbackDays);
      const tooEarly = addDays(earliest, -1);
      const statusFrom = async (day: string) => (await ask(operation, keys[plan], `from=${day}`)).statusCode;
      // How long rows are kept is checked first.
      const isKept = operation.name !== "raw-mentions";
      expect([...letIn, ...(isKept ? [] : [422])]).toContain(await statusFrom(earliest));
      const refused = await ask(operation, keys[plan], `from=${tooEarly}`);
      if (!isKept) expect(refused.statusCode).toBe(422);
      else {
        expect([refused.statusCode, refused.json()]).toMatchObject([
          403,
          {
            detail: {
              error: "lookback_exceeded",
              requested_days: lookbackDays + 1,
              max_days: lookbackDays,
              account_type: plan,
            },
          },
        ]);
      }
    },
  );
});

it("covers 63 protected operations, 17 of them for professional accounts", () => {
  expect([operations.length, operations.filter(({ access }) => access === "professional").length]).toEqual([63, 17]);
});
