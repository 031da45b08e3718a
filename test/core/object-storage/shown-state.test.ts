import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  openObjectCache,
  openReader,
  readingRecipe,
  readVersion,
  storedTables,
  switchOpenTables,
} from "@market-sentiment/core/node";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readShown } from "../../../packages/core/src/adapters/delta/shown-snapshot.js";
import { openReaderOf } from "../../../packages/core/src/adapters/duckdb/reader.js";
import { readSnapshotFile } from "../../../packages/core/src/adapters/duckdb/snapshot-files.js";
import { TestObjectStorage } from "../../support/object-storage.js";
import { crypto, ingestPosts } from "../../support/small-store.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

let storage: TestObjectStorage;
let written: string;
const settings = { everySeconds: 0, keepHours: 24 };

/** A new folder that is the cache of the bucket. */
async function newCache(): Promise<string> {
  const directory = join(await temporaryDirectory(), "cache");
  const of = { settings: { endpoint: storage.endpoint }, leaseMs: 1_500 };
  await openObjectCache({ address: storage.address("data"), directory, ...of });
  return directory;
}

/** A reader of the state that the logs show. */
async function readerOfShown(directory: string) {
  const shown = async () => (await readShown(directory))?.snapshot ?? 0;
  const states = { version: shown, snapshot: async () => readSnapshotFile(directory, await shown()) };
  const reader = await openReaderOf(directory, {}, states, { followsShown: true });
  onTestFinished(() => reader.close());
  return reader;
}

const mentions = { sql: "SELECT CAST(COUNT(*) AS INTEGER) AS mentions FROM mentions", params: [] };
const isWriteOfShown = (request: string) => request.startsWith("PUT") && request.includes("SHOWN");

beforeEach(async () => {
  storage = await TestObjectStorage.start();
  written = await newCache();
  await ingestPosts(written, 0, 4);
  await switchOpenTables(written, settings);
});

describe("the state that Delta logs in a bucket show", () => {
  it("is had by a reader that asks for it, with its files, while a newer one is published", async () => {
    storage.fate = (request) => (isWriteOfShown(request) ? "refused" : "served");
    for (const first of [4, 8]) await ingestPosts(written, first, 4);
    const directory = await newCache();
    const [shown, newest] = [await readerOfShown(directory), await openReader(directory)];
    onTestFinished(() => newest.close());
    expect(await (await shown.view()).query(crypto.id, mentions)).toEqual([{ mentions: 4 }]);
    expect(await (await newest.view()).query(crypto.id, mentions)).toEqual([{ mentions: 12 }]);
    storage.fate = () => "served";
    await ingestPosts(written, 12, 1);
    const count = async () => (await shown.view()).query(crypto.id, mentions);
    await expect.poll(count, { timeout: 20_000 }).toEqual([{ mentions: 13 }]);
  }, 60_000);

  it("stays in the bucket as long as it is shown, whatever later writers on other machines replace", async () => {
    storage.fate = (request) => (isWriteOfShown(request) ? "refused" : "served");
    const late = "2026-03-31T18:00:00Z";
    // Replaced files are deleted a quarter of an hour later, and manifests after five publications.
    for (let first = 4; first < 11; first += 1) await ingestPosts(await newCache(), first, 1, late);
    await ingestPosts(await newCache(), 11, 1, "2026-04-01T18:00:00Z");
    const shown = await readerOfShown(await newCache());
    expect(await (await shown.view()).query(crypto.id, mentions)).toEqual([{ mentions: 4 }]);
  }, 60_000);

  it("is nothing where no logs are kept, and any more once they are switched off", async () => {
    const directory = await newCache();
    await readerOfShown(directory);
    expect(await readShown(directory)).toMatchObject({ snapshot: await readVersion(written) });
    await switchOpenTables(written, null);
    await expect.poll(() => readShown(directory), { timeout: 20_000 }).toBeNull();
  }, 60_000);

  it("is what tables are listed with, under their addresses in the bucket", async () => {
    const directory = await newCache();
    const { place, tables } = await storedTables(directory);
    expect(place).toEqual({ root: storage.address("data"), endpoint: storage.endpoint, region: null });
    const listed = tables.find(({ table }) => table === "mentions");
    expect(listed).toMatchObject({
      location: `${storage.address("data")}/files/${crypto.id}/mentions`,
      rows: 4,
      delta: { snapshot: await readVersion(written) },
    });
    for (const [engine, words] of [
      ["trino", "table_location => 's3://market/data/files/forum-crypto/mentions'"],
      ["trino", `s3.endpoint=${storage.endpoint}`],
      ["spark", 'load("s3a://market/data/files/forum-crypto/mentions")'],
      ["spark", `spark.hadoop.fs.s3a.endpoint=${storage.endpoint}`],
      ["duckdb", `ENDPOINT '${new URL(storage.endpoint).host}', URL_STYLE 'path', USE_SSL false`],
      ["duckdb", "delta_scan('s3://market/data/files/forum-crypto/mentions')"],
      ["pandas", `"AWS_ENDPOINT_URL": "${storage.endpoint}", "AWS_ALLOW_HTTP": "true"`],
      ["pandas", 'DeltaTable("s3://market/data/files/forum-crypto/mentions", storage_options=storage)'],
    ] as const)
      expect(readingRecipe(engine, place, tables)).toContain(words);
  });
});

describe("a cache that follows a bucket for long", () => {
  it("keeps no more snapshot documents than a data directory does", async () => {
    const directory = await newCache();
    for (let first = 4; first < 14; first += 1) {
      await ingestPosts(written, first, 1);
      await newCacheIsUpToDate(directory);
    }
    const names = await readdir(join(directory, "snapshots"));
    expect(names.length).toBeLessThanOrEqual(6);
  }, 60_000);
});

/** Brings a cache to the newest state. */
async function newCacheIsUpToDate(directory: string): Promise<void> {
  const of = { settings: { endpoint: storage.endpoint }, leaseMs: 1_500 };
  await openObjectCache({ address: storage.address("data"), directory, ...of });
}
