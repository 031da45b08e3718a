import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  type Dataset,
  type Explainer,
  type NamespaceDefinition,
  namespaces,
  type Operation,
  operationsOf,
} from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { createServer } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sentiment } from "../cli/support.js";
import { keys, toyAccounts } from "../server/toy-service.js";
import { chanceModel, fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

const explainer: Explainer = {
  explain: ({ asset, now }) =>
    Promise.resolve({ text: `Because of ${asset.key}.`, cached: false, generatedAt: now, model: "toy" }),
  close: () => Promise.resolve(),
};

let data: string;
let dataset: Dataset;
let app: FastifyInstance;

beforeAll(async () => {
  data = join(await temporaryDirectory(), "data");
  await fillWithSample(data);
  dataset = { ...(await openLocalDataset({ dataDirectory: data, textModel: chanceModel() })), explainer };
  app = createServer({ dataset, accounts: toyAccounts, now: () => SAMPLE_NOW });
});

afterAll(async () => {
  await app.close();
  await dataset.close();
});

/** The same question in both forms, per operation, about two assets of the namespace. */
function questionOf(operation: Operation, namespace: NamespaceDefinition) {
  const [first, second] = namespace.assetTypes.includes("token")
    ? (["BTC", "ETH"] as const)
    : (["AAPL", "NVDA"] as const);
  const about = operation.path.replace(/\{[a-z]+\}/, first);
  const forms: Readonly<Record<string, readonly [query: string, ...words: string[]]>> = {
    trending: ["?days=7&limit=5&offset=2", "trending", "--days", "7", "--limit", "5", "--offset", "2"],
    "trending-by-sector": ["?from=2026-06-10", "sectors", "--from", "2026-06-10"],
    "trending-by-country": ["?to=2026-06-12&days=10", "countries", "--to", "2026-06-12", "--days", "10"],
    detail: ["", namespace.assetPath, first],
    explain: ["", "explain", first],
    search: ["?q=co&limit=3", "search", "co", "--limit", "3"],
    compare: [`?${namespace.compare.parameter}=${first},${second}`, "compare", `${first},${second}`],
    "market-sentiment": ["?days=14", "market", "--days", "14"],
    stats: ["", "stats"],
    health: ["", "health"],
    sources: ["", "sources", "status"],
    "raw-mentions": ["?days=20&limit=7", "mentions", first, "--days", "20", "--limit", "7"],
  };
  const form = forms[operation.name];
  if (form === undefined) throw new Error(`No question for ${operation.id}: add one.`);
  const [query, ...words] = form;
  return { url: `${about}${query}`, words };
}

const cases = namespaces.flatMap((namespace) =>
  // A panel is no JSON body: it has a case of its own below.
  operationsOf(namespace)
    .filter(({ name }) => !name.startsWith("panel"))
    .map((operation) => [`${namespace.shortName} ${operation.name}`, operation, namespace] as const),
);

describe("the same question", () => {
  it.each(cases)("gets the same bytes over HTTP and in the terminal: %s", async (_title, operation, namespace) => {
    const { url, words } = questionOf(operation, namespace);
    const response = await app.inject({ url, headers: keys.professional });
    const answer = await sentiment([...words, "--ns", namespace.shortName, "--json", "--data", data], {
      directories: [data],
      now: () => SAMPLE_NOW,
      backends: {
        openDataset: async () => ({
          ...(await openLocalDataset({ dataDirectory: data, textModel: chanceModel() })),
          explainer,
        }),
      },
    });
    expect(answer.stderr).toBe("");
    expect(response.statusCode).toBe(200);
    expect(answer.stdout).toBe(`${response.body}\n`);
  });

  it.each(namespaces.map((namespace) => [namespace.shortName, namespace] as const))(
    "about many assets gets the same bytes over HTTP and in the terminal: %s",
    async (name, namespace) => {
      const from = "2026-06-01";
      const as = { headers: keys.professional };
      const response = await app.inject({ url: `${namespace.basePath}/export/panel?from=${from}&all=true`, ...as });
      const words = ["export", "--ns", name, "--from", from, "--all", "--data", data];
      const answer = await sentiment(words, {
        directories: [data],
        now: () => SAMPLE_NOW,
        backends: { openDataset: () => openLocalDataset({ dataDirectory: data, textModel: chanceModel() }) },
      });
      expect([response.statusCode, answer.exitCode]).toEqual([200, 0]);
      expect(answer.stdout).toBe(response.body);
      const url = `${namespace.basePath}/export/panel/manifest?from=${from}&all=true`;
      const manifest = (await app.inject({ url, ...as })).json<{ sha256: string; rows: number }>();
      expect(manifest.sha256).toBe(createHash("sha256").update(answer.stdout).digest("hex"));
      expect(manifest.rows).toBe(answer.stdout.trim().split("\n").length - 1);
      expect(answer.stderr).toContain(manifest.sha256);
    },
  );

  it("has rows in every namespace", async () => {
    for (const namespace of namespaces) {
      const response = await app.inject({ url: `${namespace.basePath}/trending`, headers: keys.professional });
      expect([namespace.id, response.json<unknown[]>().length > 3]).toEqual([namespace.id, true]);
    }
  });
});
