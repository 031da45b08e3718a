import { join } from "node:path";
import type { DataStore } from "@market-sentiment/core";
import {
  openObjectCache,
  openReader,
  openTrinoReader,
  storedTables,
  switchOpenTables,
} from "@market-sentiment/core/node";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { duckDbDialect } from "../../packages/core/src/adapters/duckdb/dialect.js";
import { sqlText } from "../../packages/core/src/query/sql-dialect.js";
import type { RunningTrino } from "../../scripts/trino-server.mjs";
import { everyQuery } from "../support/every-query.js";
import { TestObjectStorage } from "../support/object-storage.js";
import { crypto, ingestPosts } from "../support/small-store.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { hasTrino, registerTables, trinoOptions, trinoOverBucket } from "../support/trino.js";

let storage: TestObjectStorage;
let trino: RunningTrino;
let written: string;

async function newCache(): Promise<string> {
  const directory = join(await temporaryDirectory(), "cache");
  const of = { settings: { endpoint: storage.endpoint }, leaseMs: 1_500 };
  await openObjectCache({ address: storage.address("data"), directory, ...of });
  return directory;
}

async function trinoReader(directory: string): Promise<DataStore> {
  const reader = await openTrinoReader(directory, trinoOptions(trino));
  onTestFinished(() => reader.close());
  return reader;
}

beforeAll(async () => {
  if (!hasTrino) return;
  storage = await TestObjectStorage.start();
  written = await newCache();
  await ingestPosts(written, 0, 10, "2026-03-30T12:00:00Z");
  await switchOpenTables(written, { everySeconds: 0, keepHours: 24 });
  const { place } = await storedTables(written);
  trino = await trinoOverBucket(place, await temporaryDirectory(), ["S3RVER", "S3RVER"]);
  await registerTables(written, trino);
}, 400_000);

afterAll(async () => {
  if (hasTrino) await trino.stop();
});

describe.skipIf(!hasTrino)("Trino over tables in object storage", () => {
  it.each(Object.entries(everyQuery))("answers every query as DuckDB does over a copy: %s", async (_name, query) => {
    const directory = await newCache();
    const [files, tables] = [await openReader(directory), await trinoReader(directory)];
    onTestFinished(() => files.close());
    const [here, there] = [await files.view(), await tables.view()];
    expect(here.snapshot).toEqual(there.snapshot);
    const rows = await there.query<object>(crypto.id, query);
    expect(rows).toEqual(await here.query(crypto.id, { ...query, sql: sqlText(query, duckDbDialect) }));
  });

  it("answers from the state that the logs show, also while the bucket has a newer one, and knows the past", async () => {
    const counted = { sql: "SELECT COUNT(*) AS count FROM mentions", params: [] };
    storage.fate = (request) => (request.startsWith("PUT") && request.includes("SHOWN") ? "refused" : "served");
    onTestFinished(() => void (storage.fate = () => "served"));
    await ingestPosts(written, 10, 5, "2026-03-31T12:00:00Z");
    const reader = await trinoReader(await newCache());
    expect(await (await reader.view()).query(crypto.id, counted)).toEqual([{ count: 10 }]);
    storage.fate = () => "served";
    await ingestPosts(written, 15, 1, "2026-03-31T18:00:00Z");
    const count = async () => (await reader.view()).query(crypto.id, counted);
    await expect.poll(count, { timeout: 30_000, interval: 500 }).toEqual([{ count: 16 }]);
    const then = await reader.view(new Date("2026-03-30T13:00:00Z"));
    expect(await then.query(crypto.id, counted)).toEqual([{ count: 10 }]);
  }, 60_000);
});
