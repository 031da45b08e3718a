import { join } from "node:path";
import { openObjectCache, openReader, openWriter, readSnapshot } from "@market-sentiment/core/node";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { TestObjectStorage } from "../../support/object-storage.js";
import { crypto, ingestPosts, storedIds } from "../../support/small-store.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

let storage: TestObjectStorage;
let published: string;
beforeEach(async () => {
  storage = await TestObjectStorage.start();
  published = await cacheOf();
  await ingestPosts(published, 0, 10);
});
const keyOfRun = process.env.AWS_ACCESS_KEY_ID;
afterEach(() => {
  process.env.AWS_ACCESS_KEY_ID = keyOfRun;
});

async function cacheOf(address = storage.address("data"), endpoint = storage.endpoint): Promise<string> {
  const directory = join(await temporaryDirectory(), "cache");
  await openObjectCache({ address, directory, settings: { endpoint }, leaseMs: 500 });
  return directory;
}

const firstFile = async () => (await readSnapshot(published)).files[0]?.path ?? "";

describe("an object that is not what was published", () => {
  it.each([
    ["is longer", (bytes: Buffer) => Buffer.concat([bytes, Buffer.from("x")])],
    ["is shorter", (bytes: Buffer) => bytes.subarray(0, -1)],
    ["has one other bit", (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)))],
  ])("is never read: a file that %s", async (_, change) => {
    const path = await firstFile();
    await storage.spoil(`data/${path}`, change);
    const reading = cacheOf();
    await expect(reading).rejects.toMatchObject({
      code: "store_damaged",
      message: `The data at s3://market/data are damaged: ${path} has other content than was published.`,
    });
  });

  it("is named when it is lost: a file, the manifest, the pointer", async () => {
    const path = await firstFile();
    await storage.lose(`data/${path}`);
    await expect(cacheOf()).rejects.toThrow(`${path} is lost`);
    await ingestPosts(await healed(path), 20, 1);
    const manifest = storage.requests
      .filter((request) => request.startsWith("PUT") && request.includes("/snapshots/"))
      .at(-1);
    const key = /data\/snapshots\/[\w.-]+/.exec(manifest ?? "")?.[0] ?? "";
    await storage.spoil(key, (bytes) => Buffer.concat([bytes, bytes]));
    await expect(cacheOf()).rejects.toThrow("has other content than was published");
    await storage.lose(key);
    await expect(cacheOf()).rejects.toThrow(/data\/?.*snapshots\/.* is lost/);
    await storage.lose("data/CURRENT");
    // A place without a pointer is empty for who knows nothing of it, and damaged for who has its data.
    await expect(openWriter(published)).rejects.toThrow("its object CURRENT is lost, while its cache");
    expect(await storedIds(published)).toHaveLength(10);
  });

  /** Puts a lost file back from the cache that has it. */
  async function healed(path: string): Promise<string> {
    await storage.restore(`data/${path}`, join(published, path));
    return cacheOf();
  }

  it("is refused in a form of a newer release", async () => {
    await storage.spoil("data/CURRENT", (bytes) => Buffer.from(bytes.toString().replace('"format":1', '"format":2')));
    await expect(cacheOf()).rejects.toThrow("its object CURRENT is not of this form");
  });
});

describe("a store that cannot be reached", () => {
  it("is asked again after a transfer that broke off", async () => {
    let cut = 0;
    storage.fate = (request) =>
      request.startsWith("GET") && request.includes(".parquet") && cut++ < 1 ? "cut off" : "served";
    expect(await storedIds(await cacheOf())).toHaveLength(10);
    expect(cut).toBeGreaterThan(1);
  });

  it("is named where it breaks off every time, and nothing torn is kept", async () => {
    storage.fate = (request) => (request.includes(".parquet") ? "cut off" : "served");
    const directory = join(await temporaryDirectory(), "cache");
    const options = { address: storage.address("data"), directory, settings: { endpoint: storage.endpoint } };
    await expect(openObjectCache(options)).rejects.toMatchObject({ code: "engine_unavailable" });
    storage.fate = () => "served";
    await openObjectCache(options);
    expect(await storedIds(directory)).toHaveLength(10);
  });

  it("leaves readers what they have, tells once, and is followed again when it is back", async () => {
    const cache = await cacheOf();
    const faults: Error[] = [];
    const reader = await openReader(cache, { onStoreFault: (error) => faults.push(error) });
    onTestFinished(() => reader.close());
    storage.fate = (_, index) => (index >= 0 && isAway ? "refused" : "served");
    let isAway = true;
    const count = async () =>
      (await (await reader.view()).query<object>(crypto.id, { sql: "SELECT document_id FROM mentions", params: [] }))
        .length;
    await expect.poll(async () => [await count(), faults.length], { timeout: 20_000 }).toEqual([10, 1]);
    expect(faults[0]?.message).toMatch(/^s3:\/\/market\/data cannot be reached/);
    // A start that finds an earlier state goes on with it, too.
    const told: Error[] = [];
    const settings = { endpoint: storage.endpoint };
    await openObjectCache({
      address: storage.address("data"),
      directory: cache,
      settings,
      leaseMs: 500,
      onFault: (error) => told.push(error),
    });
    expect(told).toHaveLength(1);
    isAway = false;
    await ingestPosts(published, 10, 2);
    await expect.poll(count, { timeout: 20_000 }).toBe(12);
    expect(faults).toHaveLength(1);
  }, 90_000);

  it.each<[string, () => Promise<string>, RegExp]>([
    [
      "a bucket that is not there",
      () => cacheOf("s3://elsewhere/data"),
      /^s3:\/\/elsewhere\/data cannot be used: there is no such bucket/,
    ],
    ["a service that is not there", () => cacheOf(undefined, "http://127.0.0.1:9"), /cannot be reached/],
    [
      "keys that it does not know",
      () => ((process.env.AWS_ACCESS_KEY_ID = "WRONGKEY"), cacheOf()),
      /refuses these keys/,
    ],
  ])("says which it is: %s", async (_, open, message) => {
    const error = await open().then(
      () => null,
      (cause: unknown) => cause as Error,
    );
    expect(error).toMatchObject({ code: "engine_unavailable" });
    expect(error?.message).toMatch(message);
    expect(error?.message).not.toMatch(/WRONGKEY|S3RVER/);
  });
});
