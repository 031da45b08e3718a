import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { namespaces } from "@market-sentiment/core";
import { tables } from "@market-sentiment/core/duckdb";
import {
  importReferenceFile,
  openObjectCache,
  openReader,
  readVersion,
  switchOpenTables,
} from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { ingestRecords, namespaceNamed } from "../../support/memory-ingest.js";
import { TestObjectStorage } from "../../support/object-storage.js";
import { crypto, ingestPosts, storedIds } from "../../support/small-store.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { textStreams } from "../../support/text-streams.js";
import { tradingStream } from "../../support/trading-stream.js";

let storage: TestObjectStorage;
beforeAll(async () => {
  storage = await TestObjectStorage.start();
});

/** A new folder that is the cache of an address. */
async function cacheOf(prefix: string, more: { readonly maxBytes?: number; readonly directory?: string } = {}) {
  const { directory = join(await temporaryDirectory(), "cache"), ...options } = more;
  const { endpoint } = storage;
  await openObjectCache({
    ...options,
    address: storage.address(prefix),
    directory,
    settings: { endpoint },
    leaseMs: 1_000,
  });
  return directory;
}

/** Every table that queries can see, as one text. */
async function content(data: string, namespace: string): Promise<string> {
  const store = await openReader(data);
  const view = await store.view();
  const parts: unknown[] = [];
  for (const table of Object.keys(tables))
    parts.push(await view.query(namespace, { sql: `SELECT * FROM ${table} ORDER BY ALL`, params: [] }));
  await store.close();
  return JSON.stringify(parts);
}

const recordsOf = (id: string) =>
  id === "predmarket-stocks" ? tradingStream().records.slice(0, 200) : (textStreams[id]?.() ?? []).slice(0, 120);

describe("a state in an object store", () => {
  it.each(namespaces.map(({ id }) => id))(
    "has the rows of the same input in a folder, for whoever reads it: %s",
    async (id) => {
      const namespace = namespaceNamed(id);
      const folder = await temporaryDirectory();
      await ingestRecords(folder, namespace, recordsOf(id));
      await ingestRecords(await cacheOf(id), namespace, recordsOf(id));
      const elsewhere = await cacheOf(id);
      expect(await content(elsewhere, id)).toBe(await content(folder, id));
      expect(await readVersion(elsewhere)).toBeGreaterThan(0);
    },
  );

  it("does not change when the same is ingested again, from another machine", async () => {
    await ingestPosts(await cacheOf("twice"), 0, 10);
    const other = await cacheOf("twice");
    await ingestPosts(other, 0, 10);
    const third = await cacheOf("twice");
    expect(await storedIds(third)).toEqual(await storedIds(other));
    expect(await storedIds(third)).toHaveLength(10);
  });

  it("is followed by open readers, without a question more often than every two seconds", async () => {
    const [writing, reading] = [await cacheOf("followed"), await cacheOf("followed")];
    const reader = await openReader(reading);
    const versionOf = async () => (await reader.view()).snapshot.version;
    expect(await versionOf()).toBe(0);
    await ingestPosts(writing, 0, 3);
    const asked = storage.requests.length;
    await expect.poll(versionOf, { timeout: 15_000, interval: 20 }).toBe(await readVersion(writing));
    const questions = storage.requests
      .slice(asked)
      .filter((request) => request.startsWith("GET") && request.includes("CURRENT"));
    expect(questions.length).toBeLessThanOrEqual(8);
    await reader.close();
    expect(await storedIds(reading)).toHaveLength(3);
  });

  it("goes on where another machine has stopped, and the first one follows", async () => {
    const [first, second] = [await cacheOf("turns"), await cacheOf("turns")];
    for (const [turn, cache] of [first, second, first, second].entries()) await ingestPosts(cache, turn * 5, 5);
    expect(await storedIds(await cacheOf("turns"))).toEqual(Array.from({ length: 20 }, (_, at) => at));
  });

  it("brings imported assets along, and how Delta logs are kept, and the logs", async () => {
    const first = await cacheOf("beside");
    const file = join(await temporaryDirectory(), "assets.csv");
    await writeFile(file, "ticker,name,type,exchange\nZZQX,Zeta Quux Holdings,stock,NYSE\n");
    await importReferenceFile({ dataDirectory: first, file });
    await ingestPosts(first, 0, 5);
    await switchOpenTables(first, { everySeconds: 0, keepHours: 24 });
    const second = await cacheOf("beside");
    const imported = await readFile(join(second, "reference", "assets.csv"), "utf8");
    expect(imported).toContain("Zeta Quux");
    expect(imported).toBe(await readFile(join(first, "reference", "assets.csv"), "utf8"));
    // A writer needs the logs, so that they go on.
    const logOf = (cache: string) => readdir(join(cache, "files", crypto.id, "mentions", "_delta_log"));
    const before = await logOf(first);
    await ingestPosts(second, 5, 5);
    expect((await logOf(second)).length).toBeGreaterThan(before.length);
    expect(await logOf(second)).toEqual(expect.arrayContaining(before));
    await switchOpenTables(second, null);
    expect(storage.requests.some((request) => request.startsWith("POST"))).toBe(true);
    const third = await cacheOf("beside");
    await ingestPosts(third, 10, 5);
    expect(await logOf(third).catch(() => [])).toEqual([]);
  });

  it("is given up where it is no longer named, in the store as in the folder, after a quarter of an hour", async () => {
    const cache = await cacheOf("retired");
    const start = Date.parse("2026-03-31T12:00:00Z");
    for (let turn = 0; turn < 12; turn += 1)
      await ingestPosts(cache, turn * 3, 3, new Date(start + turn * 10 * 60_000).toISOString());
    const removed = storage.requests.filter((request) => request.startsWith("POST") && request.includes("delete"));
    expect(removed.length).toBeGreaterThan(0);
    const other = await cacheOf("retired");
    expect(await storedIds(other)).toHaveLength(36);
  });
});

describe("the cache of a state", () => {
  it("is refused where the folder has data of its own, or is the cache of something else", async () => {
    const folder = join(await temporaryDirectory(), "own");
    await ingestPosts(folder, 0, 1);
    await expect(cacheOf("x", { directory: folder })).rejects.toMatchObject({ code: "store_foreign" });
    const cache = await cacheOf("one");
    await expect(cacheOf("two", { directory: cache })).rejects.toThrow(/is the cache of s3:\/\/market\/one/);
  });

  it("never holds a newest state that is larger than it may, and says how to allow more", async () => {
    await ingestPosts(await cacheOf("large"), 0, 10);
    await expect(cacheOf("large", { maxBytes: 1_000 })).rejects.toThrow(
      /has 1 MB, and its cache may hold 1 MB.*CACHE_MB/,
    );
    expect(await storedIds(await cacheOf("large", { maxBytes: 10_000_000 }))).toHaveLength(10);
  });

  it("heals: files that are lost or torn in it are fetched again", async () => {
    const cache = await cacheOf("healed");
    await ingestPosts(cache, 0, 10);
    const names = (await readdir(join(cache, "files"), { recursive: true })).filter((name) =>
      name.endsWith(".parquet"),
    );
    for (const [index, name] of names.entries()) {
      if (index % 2 === 0) await rm(join(cache, "files", name));
      else await writeFile(join(cache, "files", name), "torn");
    }
    await cacheOf("healed", { directory: cache });
    expect(await storedIds(cache)).toHaveLength(10);
  });

  it("answers a copy of it as the store does: the folder is a whole data directory", async () => {
    const cache = await cacheOf("copied");
    await ingestPosts(cache, 0, 10);
    const copy = join(await temporaryDirectory(), "copy");
    await cp(cache, copy, { recursive: true });
    await rm(join(copy, "object-storage.json"));
    expect(await storedIds(copy)).toEqual(await storedIds(cache));
  });
});
