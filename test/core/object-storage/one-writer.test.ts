import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openObjectCache, openTables, openWriter, readVersion } from "@market-sentiment/core/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { TestObjectStorage } from "../../support/object-storage.js";
import { ingestPosts, postsFrom, storedIds } from "../../support/small-store.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** Every request is tried by `npm run test:kills`; the ordinary tests take one in eight by each fate, since each trial is a publication. */
const ALL = process.env.KILL_ROUNDS !== undefined;

async function cacheOf(storage: TestObjectStorage, leaseMs = 1_500): Promise<string> {
  const directory = join(await temporaryDirectory(), "cache");
  const settings = { endpoint: storage.endpoint };
  await openObjectCache({ address: storage.address("data"), directory, settings, leaseMs });
  return directory;
}

/** A file of posts. */
async function fileOf(first: number, count: number): Promise<string> {
  const file = join(await temporaryDirectory(), "posts.jsonl");
  await writeFile(
    file,
    postsFrom(first, count)
      .map((post) => `${JSON.stringify(post)}\n`)
      .join(""),
  );
  return file;
}

/** A process that ingests a file, four posts a publication. */
function ingesting(cache: string, file: string) {
  const script = fileURLToPath(new URL("../../support/ingest-process.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, cache, file, "4", "0", "crypto", "2026-03-31T12:00:00Z"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  const published = new Promise<void>((resolve) =>
    child.stdout.on("data", (chunk: Buffer) => ((text += chunk.toString()), resolve())),
  );
  return {
    child,
    published,
    output: () => text,
    ended: new Promise<void>((resolve) => child.once("close", () => resolve())),
  };
}

describe("a place in an object store", () => {
  it("has one writer: a second one on another machine is refused while the first lives, and follows when it has ended", async () => {
    const storage = await TestObjectStorage.start();
    // Long enough for a busy machine to renew it in time.
    const [first, second] = [await cacheOf(storage, 5_000), await cacheOf(storage, 5_000)];
    const writer = await openWriter(first);
    await expect(openWriter(second)).rejects.toMatchObject({
      code: "store_locked",
      message: expect.stringMatching(/^Another process is writing to s3:\/\/market\/data/) as string,
    });
    await writer.close();
    const begun = performance.now();
    await ingestPosts(second, 0, 3);
    expect(performance.now() - begun).toBeLessThan(30_000);
    expect(await storedIds(await cacheOf(storage))).toHaveLength(3);
  });

  it("is taken over from a writer that was stopped; when that one goes on, it publishes nothing more", async () => {
    const storage = await TestObjectStorage.start();
    const [first, second] = [await cacheOf(storage), await cacheOf(storage)];
    const stopped = ingesting(first, await fileOf(0, 300));
    await stopped.published;
    stopped.child.kill("SIGSTOP");
    onTestFinished(() => void stopped.child.kill("SIGKILL"));
    await ingestPosts(second, 600, 3);
    const ids = await storedIds(second);
    expect(ids.slice(-3)).toEqual([600, 601, 602]);
    stopped.child.kill("SIGCONT");
    await stopped.ended;
    expect(stopped.output()).toMatch(/failed store_locked Another process/);
    expect(await storedIds(await cacheOf(storage))).toEqual(ids);
    // Its folder takes what the other one has published, and goes on from there.
    await ingestPosts(first, 650, 1);
    expect(await storedIds(first)).toEqual([...ids, 650]);
  });

  it("is written at once by a process that follows a killed one on the same machine", async () => {
    const storage = await TestObjectStorage.start();
    const cache = await cacheOf(storage);
    const killed = ingesting(cache, await fileOf(0, 40));
    await killed.published;
    killed.child.kill("SIGKILL");
    await killed.ended;
    const before = storage.requests.length;
    await (await openTables(cache)).close();
    // Waiting for a lease to end would be two more questions for it.
    const asked = storage.requests
      .slice(before)
      .filter((request) => request.startsWith("GET") && request.includes("LEASE"));
    expect(asked.length).toBeLessThanOrEqual(2);
    await ingestPosts(cache, 0, 40);
    expect(await storedIds(await cacheOf(storage))).toHaveLength(40);
  });
});

function isWriteOfPointer(request: string): boolean {
  return request.startsWith("PUT") && request.includes("CURRENT");
}

describe("a publication during which the store goes away", () => {
  it("leaves the old or the new state at every request, and the next writer completes it", async () => {
    const storage = await TestObjectStorage.start();
    const cache = await cacheOf(storage);
    await ingestPosts(cache, 0, 5);
    const start = storage.requests.length;
    await ingestPosts(cache, 5, 1);
    const names = storage.requests.slice(start);
    expect(names.filter((name) => name.startsWith("PUT")).length).toBeGreaterThan(8);
    let next = 6;
    const seen = new Set<string>();
    const writesOfPointer = names.filter(isWriteOfPointer).length;
    for (const fate of ["refused", "done without an answer"] as const) {
      // The last write of the pointer is the moment of publication. By number, it moves with every renewal of the lease.
      for (const at of ["commit", ...names.keys()] as const) {
        if (!ALL && at !== "commit" && at % 8 !== (fate === "refused" ? 0 : 4)) continue;
        const before = await readVersion(cache);
        let [requests, writes, isAway] = [0, 0, false];
        storage.fate = (request) => {
          if (isAway) return "refused";
          requests += 1;
          if (isWriteOfPointer(request)) writes += 1;
          isAway = at === "commit" ? writes === writesOfPointer : requests > at;
          return isAway ? fate : "served";
        };
        const failed = await ingestPosts(cache, next, 1).then(
          () => null,
          (error: unknown) => error as { code: string },
        );
        storage.fate = () => "served";
        if (failed !== null) expect(["engine_unavailable", "store_unwritable", "store_locked"]).toContain(failed.code);
        const other = await cacheOf(storage);
        const count = (await storedIds(other)).length;
        expect([next, next + 1]).toContain(count);
        seen.add(count === next ? "old" : "new");
        await ingestPosts(cache, 0, next + 1);
        expect(await storedIds(await cacheOf(storage))).toHaveLength(next + 1);
        expect(await readVersion(cache)).toBeGreaterThan(before);
        next += 1;
      }
    }
    expect([...seen].sort()).toEqual(["new", "old"]);
  }, 240_000);
});
