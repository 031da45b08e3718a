import { cp } from "node:fs/promises";
import { join } from "node:path";
import {
  type Dataset,
  type NamespaceDefinition,
  namespaces,
  type Operation,
  operationsOf,
} from "@market-sentiment/core";
import { createServer } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningTrino } from "../../scripts/trino-server.mjs";
import { keys, toyAccounts } from "../server/toy-service.js";
import { fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { datasetOver, hasTrino, registerTables, trinoOptions, trinoOver } from "../support/trino.js";

let trino: RunningTrino;
let datasets: Dataset[] = [];
let [byFiles, byTrino]: FastifyInstance[] = [];

beforeAll(async () => {
  if (!hasTrino) return;
  const data = join(await temporaryDirectory(), "data");
  await fillWithSample(data);
  trino = await trinoOver(data);
  await registerTables(data, trino);
  // A copy, because explanations are kept in the folder: one engine would give the other's.
  const copy = join(await temporaryDirectory(), "data");
  await cp(data, copy, { recursive: true });
  datasets = [await datasetOver(copy), await datasetOver(data, trinoOptions(trino))];
  [byFiles, byTrino] = datasets.map((dataset) =>
    createServer({ dataset, accounts: toyAccounts, now: () => SAMPLE_NOW }),
  );
}, 400_000);

afterAll(async () => {
  for (const dataset of datasets) await dataset.close();
  if (hasTrino) await trino.stop();
});

/** Questions for an operation, each an address and the body for the one that takes one. */
function questionsFor(operation: Operation, namespace: NamespaceDefinition): string[] {
  const isToken = namespace.assetTypes.includes("token");
  const [first, second] = isToken ? (["BTC", "ETH"] as const) : (["AAPL", "NVDA"] as const);
  const path = operation.path.replace(/\{[a-z]+\}/, first);
  const queries: Readonly<Partial<Record<string, readonly string[]>>> = {
    trending: ["", "?days=7&limit=5&offset=2", "?from=2026-05-20&to=2026-06-10&limit=100"],
    "trending-by-sector": ["", "?from=2026-06-10", "?days=30"],
    "trending-by-country": ["", "?to=2026-06-12&days=10"],
    detail: ["", "?days=30", "?from=2026-06-01&to=2026-06-01"],
    explain: [""],
    search: ["?q=co&limit=3", "?q=nv"],
    compare: [
      `?${namespace.compare.parameter}=${first},${second}`,
      `?${namespace.compare.parameter}=${second}&days=20`,
    ],
    "market-sentiment": ["", "?days=14"],
    "raw-mentions": ["?days=20&limit=7", "?days=30&limit=5&offset=10"],
    panel: ["?from=2026-06-01&all=true"],
    "panel-manifest": ["?from=2026-06-01&all=true"],
  };
  return (queries[operation.name] ?? [""]).map((query) => `${path}${query}`);
}

const cases = namespaces.flatMap((namespace) =>
  operationsOf(namespace)
    .filter(({ method }) => method === "GET")
    .map((operation) => [`${namespace.shortName} ${operation.name}`, operation, namespace] as const),
);

describe.skipIf(!hasTrino)("an operation gives the same bytes on DuckDB and on Trino", () => {
  it.each(cases)("%s", async (_title, operation, namespace) => {
    for (const url of questionsFor(operation, namespace)) {
      const here = await byFiles?.inject({ url, headers: keys.professional });
      const there = await byTrino?.inject({ url, headers: keys.professional });
      expect([url, there?.statusCode, there?.body]).toEqual([url, here?.statusCode, here?.body]);
      expect([200, 404]).toContain(here?.statusCode);
      expect(there?.headers.etag).toBe(here?.headers.etag);
    }
  });

  it("and all of them are asked, most with rows", async () => {
    const named = new Set(cases.map(([, { name }]) => name));
    const known = namespaces.flatMap((namespace) => operationsOf(namespace).map(({ name }) => name));
    expect([...new Set(known)].filter((name) => !named.has(name))).toEqual([]);
    for (const namespace of namespaces) {
      const response = await byTrino?.inject({ url: `${namespace.basePath}/trending`, headers: keys.professional });
      expect([namespace.id, (response?.json<unknown[]>().length ?? 0) > 3]).toEqual([namespace.id, true]);
    }
  });
});
