import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import {
  type ObjectCacheOptions,
  openObjectCache,
  openReader,
  openSentiment,
  readVersion,
} from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { outdatedFiles, removeFiles } from "../../../packages/core/src/adapters/object-storage/cached-files.js";
import { TestObjectStorage } from "../../support/object-storage.js";
import { crypto, ingestPosts, openAndLeave, storedIds } from "../../support/small-store.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

let storage: TestObjectStorage;
beforeAll(async () => {
  storage = await TestObjectStorage.start();
});

const optionsOf = async (prefix: string, more: Partial<ObjectCacheOptions> = {}): Promise<ObjectCacheOptions> => ({
  address: storage.address(prefix),
  directory: join(await temporaryDirectory(), "cache"),
  settings: { endpoint: storage.endpoint },
  leaseMs: 1_000,
  ...more,
});

/** A new folder that is the cache of an address. */
async function cacheOf(prefix: string): Promise<string> {
  const options = await optionsOf(prefix);
  await openObjectCache(options);
  return options.directory;
}

/** Takes the store away until the test ends or `back` is called. */
function away(): () => void {
  storage.fate = () => "refused";
  const back = () => (storage.fate = () => "served");
  onTestFinished(() => void back());
  return back;
}

const countSql = { sql: "SELECT CAST(COUNT(*) AS INTEGER) AS mentions FROM mentions", params: [] };

describe("readers of an object store", () => {
  it("say in health that the store is away, while they answer, and that all is well when it is back", async () => {
    await ingestPosts(await cacheOf("health"), 0, 5);
    const { address, ...cache } = await optionsOf("health");
    const market = await openSentiment({ data: address, cache, today: "2026-03-10", textModel: "none" });
    onTestFinished(() => market.close());
    expect(await market.crypto.health()).toMatchObject({ status: "healthy", error: null });
    const back = away();
    await expect
      .poll(() => market.crypto.health(), { timeout: 20_000 })
      .toMatchObject({
        status: "degraded",
        error: expect.stringMatching(/^The object storage cannot be reached/) as string,
      });
    expect((await market.crypto.trending({ days: 10 })).length).toBe(1);
    back();
    await expect
      .poll(() => market.crypto.health(), { timeout: 20_000 })
      .toMatchObject({ status: "healthy", error: null });
  }, 60_000);

  it("of a service that starts while the store is away say why they have no data, and have them when it is back", async () => {
    await ingestPosts(await cacheOf("start"), 0, 5);
    const back = away();
    const options = await optionsOf("start", { mayBeAway: true });
    await openObjectCache(options);
    const reader = await openReader(options.directory);
    onTestFinished(() => reader.close());
    await expect(reader.view()).rejects.toMatchObject({
      code: "engine_unavailable",
      message: expect.stringMatching(/^The object storage cannot be reached/) as string,
    });
    back();
    const count = async () => (await reader.view()).query(crypto.id, countSql);
    await expect.poll(() => count().catch(() => []), { timeout: 20_000 }).toEqual([{ mentions: 5 }]);
    expect(reader.fault).toBe(null);
  }, 60_000);

  it("have the newest state though nobody asks them anything", async () => {
    const writing = await cacheOf("idle");
    await ingestPosts(writing, 0, 5);
    const reading = await cacheOf("idle");
    const reader = await openReader(reading);
    onTestFinished(() => reader.close());
    await ingestPosts(writing, 5, 5);
    await expect.poll(() => readVersion(reading), { timeout: 20_000 }).toBe(await readVersion(writing));
  }, 60_000);

  it("go on with a question over an earlier state when one from long after it comes", async () => {
    const writing = await cacheOf("later");
    await ingestPosts(writing, 0, 5);
    const reading = await cacheOf("later");
    const reader = await openReader(reading);
    onTestFinished(() => reader.close());
    const before = await reader.view();
    // Each drops files, and an hour later nothing names them any more.
    for (const hour of [13, 14, 15]) await ingestPosts(writing, 5 + hour, 1, `2026-03-31T${hour}:00:00Z`);
    await expect.poll(() => readVersion(reading), { timeout: 20_000 }).toBe(await readVersion(writing));
    for (const table of ["mentions", "subject_daily", "market_daily"])
      await before.query(crypto.id, { sql: `SELECT * FROM ${table}`, params: [] });
    expect(await before.query(crypto.id, countSql)).toEqual([{ mentions: 5 }]);
  }, 60_000);

  it("wait for the first state where another process of the machine is fetching it", async () => {
    await ingestPosts(await cacheOf("together"), 0, 5);
    const options = await optionsOf("together");
    const versions = await Promise.all(
      [1, 2, 3].map(async () => {
        await openObjectCache(options);
        return readVersion(options.directory);
      }),
    );
    expect(Math.min(...versions)).toBeGreaterThan(0);
  });

  it("show what a place holds that was emptied and has come to the same number again", async () => {
    const old = await optionsOf("again");
    await openObjectCache(old);
    await ingestPosts(old.directory, 0, 5);
    await storage.empty("again");
    const fresh = await cacheOf("again");
    await ingestPosts(fresh, 50, 5);
    expect(await readVersion(fresh)).toBe(await readVersion(old.directory));
    await openObjectCache(old);
    expect(await storedIds(old.directory)).toEqual([50, 51, 52, 53, 54]);
  });
});

describe("a service for objects", () => {
  it("is refused to writers where it ignores the conditions of writes", async () => {
    const ignoring = await TestObjectStorage.start(false);
    const options = await optionsOf("plain", { settings: { endpoint: ignoring.endpoint } });
    await openObjectCache(options);
    await expect(openAndLeave(options.directory)).rejects.toMatchObject({
      code: "engine_unavailable",
      message: expect.stringMatching(/ignores the conditions of writes/) as string,
    });
  });

  it("is given up when it takes a connection and then says nothing", async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const options = await optionsOf("silent", { settings: { endpoint, silentMs: 100 } });
    await expect(openObjectCache(options)).rejects.toMatchObject({ code: "engine_unavailable" });
  }, 30_000);
});

describe("files of earlier states in a cache", () => {
  const nowMs = Date.UTC(2026, 2, 31);
  const folder = "files/forum-crypto/mentions";
  const name = (at: number) => `${folder}/2026-03-${at.toString(16).padStart(16, "0")}.parquet`;
  const showing = (...at: number[]) => ({ files: at.map((index) => ({ path: name(index) })) }) as never;

  /** A cache with one file of 100 bytes for each age in minutes, after the outdated ones were deleted: the places of those left. */
  async function left(ages: readonly number[], shown: readonly number[], maxBytes: number | null): Promise<number[]> {
    const root = await temporaryDirectory();
    await mkdir(join(root, folder), { recursive: true });
    const own = join(root, folder, "own-notes.parquet");
    await writeFile(own, "x");
    await utimes(own, 0, 0);
    for (const [at, age] of ages.entries()) {
      await writeFile(join(root, name(at)), "x".repeat(100));
      const usedAt = nowMs / 1_000 - age * 60;
      await utimes(join(root, name(at)), usedAt, usedAt);
    }
    await removeFiles(root, await outdatedFiles(root, showing(...shown), { maxBytes, nowMs }));
    expect((await stat(own)).size).toBe(1);
    const names = (await readdir(join(root, folder))).filter((file) => file !== "own-notes.parquet");
    return names.map((file) => Number.parseInt(file.slice(8, 24), 16)).sort();
  }

  it("stay for a quarter of an hour", async () => {
    expect(await left([14, 16, 400], [], null)).toEqual([0]);
  });

  it("go sooner where there is no room: those that were used longest ago first, and no more than needed", async () => {
    expect(await left([3, 5, 4, 9, 0], [4], 300)).toEqual([0, 2, 4]);
  });

  it("stay while a question may still be reading them, and files of the shown state always", async () => {
    expect(await left([400, 1, 3], [0], 10)).toEqual([0, 1]);
  });
});
