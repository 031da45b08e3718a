import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readVersion, repairDirectory } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../support/file-ingest.js";
import { interpose, release } from "../../support/interposed-files.mjs";
import { postsFrom, ingestPosts, smallStore, storedIds } from "../../support/small-store.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** A small store holds 30 posts in snapshots 1 to 3: a run of ten each. */
const whole = postsFrom(0, 30).map((_, index) => index);

interface StoredSnapshot {
  readonly files: readonly { readonly path: string }[];
}

const snapshotPath = (data: string, version: number) =>
  join(data, "snapshots", `${String(version).padStart(12, "0")}.json`);
const snapshotOf = async (data: string, version: number) =>
  JSON.parse(await readFile(snapshotPath(data, version), "utf8")) as StoredSnapshot;

/** A file that snapshot `version` names and the one before does not. */
async function newFileOf(data: string, version: number): Promise<string> {
  const before = new Set((await snapshotOf(data, version - 1)).files.map(({ path }) => path));
  const added = (await snapshotOf(data, version)).files.find(({ path }) => !before.has(path));
  return join(data, added?.path ?? expect.fail("no file was added"));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe("repair", () => {
  it("takes the newest snapshot when only the pointer is missing, torn or foreign", async () => {
    for (const pointer of [null, "", "MANIFEST-000007\n"]) {
      const data = await smallStore();
      if (pointer === null) await rm(join(data, "CURRENT"));
      else await writeFile(join(data, "CURRENT"), pointer);
      const report = await repairDirectory(data);
      expect(report).toMatchObject({ chosen: 3, version: 4, refused: [], setAside: 0 });
      expect(report.fault).toMatch(pointer === null ? /was lost/ : /did not hold a number/);
      expect(await storedIds(data)).toEqual(whole);
    }
  });

  it.each([
    ["missing", (file: string) => rm(file), /1 of its \d+ files are missing, such as files\//],
    [
      "cut in half",
      async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2)),
      /is not a readable Parquet file/,
    ],
    [
      "zeros",
      async (file: string) => writeFile(file, Buffer.alloc((await stat(file)).size)),
      /not a readable Parquet file/,
    ],
  ])("skips a snapshot with a file that is %s, says so, and takes the next whole one", async (_, harm, reason) => {
    const data = await smallStore();
    await harm(await newFileOf(data, 3));
    const report = await repairDirectory(data);
    expect(report).toMatchObject({ chosen: 2, version: 4 });
    expect(report.fault).toBe("Snapshot 3, which CURRENT named, was not whole.");
    expect(report.refused).toEqual([{ version: 3, reason: expect.stringMatching(reason) as string }]);
    expect(await storedIds(data)).toEqual(whole.slice(0, 20));
    // Never a number that readers have seen already.
    expect(await readVersion(data)).toBe(4);
  });

  it("skips snapshots that are torn or have lost their file", async () => {
    const data = await smallStore();
    await rm(snapshotPath(data, 3));
    await truncate(snapshotPath(data, 2), 100);
    const report = await repairDirectory(data);
    expect(report.chosen).toBe(1);
    expect(report.refused).toEqual([
      { version: 3, reason: "Its file is missing." },
      { version: 2, reason: expect.stringMatching(/^It cannot be read/) as string },
    ]);
    expect(await storedIds(data)).toEqual(whole.slice(0, 10));
  });

  it("deletes nothing: what the chosen state does not name is set aside, and ingesting again completes the data", async () => {
    const data = await smallStore();
    const before = await filesIn(join(data, "files"));
    for (const version of [2, 3]) await rm(snapshotPath(data, version));
    const { setAside } = await repairDirectory(data);
    expect(setAside).toBeGreaterThan(0);
    const after = [...(await filesIn(join(data, "files"))), ...(await filesIn(join(data, "set-aside")))];
    expect(after.sort()).toEqual(before.sort());
    await ingestPosts(data, 10, 20);
    expect(await filesIn(join(data, "set-aside"))).toHaveLength(setAside);
    expect(await storedIds(data)).toEqual(whole);
  });

  it("changes nothing in a whole, an empty or a missing directory", async () => {
    const data = await smallStore();
    expect(await repairDirectory(data)).toMatchObject({ fault: null, chosen: 3, version: 3, setAside: 0 });
    const empty = await temporaryDirectory();
    expect(await repairDirectory(empty)).toMatchObject({ fault: null, publishedAt: null });
    expect(await repairDirectory(join(empty, "missing"))).toMatchObject({ fault: null, publishedAt: null });
    expect(await readdir(empty)).not.toContain("missing");
  });

  it("changes nothing when no snapshot is whole, in a foreign folder, and in one of a newer release", async () => {
    const data = await smallStore();
    await rm(join(data, "files", "forum-crypto", "mentions"), { recursive: true });
    const before = await filesIn(data);
    const { code, message } = await failureOf(() => repairDirectory(data));
    expect([code, message]).toEqual(["store_damaged", expect.stringMatching(/No snapshot of .* is whole \(3: .*1: /)]);
    expect(await filesIn(data)).toEqual(before);

    const folder = await temporaryDirectory();
    await writeFile(join(folder, "thesis.tex"), "");
    expect((await failureOf(() => repairDirectory(folder))).code).toBe("store_foreign");
    expect(await readdir(folder)).toEqual(["thesis.tex"]);

    const newer = await smallStore();
    await writeFile(snapshotPath(newer, 3), JSON.stringify({ ...(await snapshotOf(newer, 3)), format: 2 }));
    expect((await failureOf(() => repairDirectory(newer))).message).toContain("newer release");
    expect(await readVersion(newer)).toBe(3);
  });

  it("does not mistake a missing permission or too many open files for damage, and completes after a kill at any point", async () => {
    const damaged = async () => {
      const data = await smallStore();
      await rm(await newFileOf(data, 3));
      return data;
    };
    const data = await damaged();
    interpose(data);
    await repairDirectory(data);
    const { names } = release();
    for (const [at, name] of names.entries()) {
      const faults = [
        { at, kind: "torn-dead" as const },
        { at, code: at % 2 === 0 ? "EMFILE" : "EACCES" },
      ];
      for (const fault of /^(?:open|read|readFile|readdir|stat|lstat) /.test(name) ? faults : faults.slice(0, 1)) {
        const copy = await damaged();
        interpose(copy, fault);
        await repairDirectory(copy).catch(() => undefined);
        release();
        const { refused } = await repairDirectory(copy);
        expect([name, refused.some(({ version }) => version < 3)]).toEqual([name, false]);
        expect([name, await storedIds(copy)]).toEqual([name, whole.slice(0, 20)]);
      }
    }
  });

  it("sets aside a torn lock file that would block every writer", async () => {
    const data = await smallStore();
    await writeFile(join(data, "writer.lock"), "");
    expect(await repairDirectory(data)).toMatchObject({ lockReplaced: true, fault: null });
    await ingestPosts(data, 30, 1);
    const fresh = await temporaryDirectory();
    await writeFile(join(fresh, "writer.lock"), "");
    await mkdir(join(fresh, "staging"));
    expect(await repairDirectory(fresh)).toMatchObject({ lockReplaced: true, publishedAt: null });
    await ingestPosts(fresh, 0, 1);
    expect(await storedIds(fresh)).toEqual([0]);
  });
});
