import { spawn } from "node:child_process";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openWriter, readSnapshot } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { type Fault, interpose, release } from "../../support/interposed-files.mjs";
import { postsFrom, ingestPosts, crypto, openAndLeave, smallStore, storedIds } from "../../support/small-store.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { ingestInto } from "../../support/memory-ingest.js";

/**
 * Which operations are tried: all of them by `npm run test:kills`. The ordinary tests take every operation once, by one kind of
 * fault or another, since each trial is a publication of its own.
 */
const ALL = process.env.KILL_ROUNDS !== undefined;
const isTried = (at: number, kind: number, kinds: number) => ALL || at % kinds === kind;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Paths of the Parquet files below a data directory, with forward slashes. */
async function parquetFiles(data: string): Promise<string[]> {
  const entries = await readdir(join(data, "files"), { recursive: true });
  return entries
    .filter((name) => name.endsWith(".parquet"))
    .map((name) => `files/${name.replaceAll("\\", "/")}`)
    .sort();
}

/** Version of the published state; fails unless each of its files is there and ends as a Parquet file does. */
async function wholeVersion(data: string): Promise<number> {
  const { version, files } = await readSnapshot(data);
  for (const { path } of files) {
    const file = await open(join(data, path));
    const { size } = await file.stat();
    const end = await file.read({ buffer: Buffer.alloc(4), position: size - 4 });
    await file.close();
    expect([path, end.buffer.toString("latin1")]).toEqual([path, "PAR1"]);
  }
  return version;
}

/** Operations of a run that adds one post to a small store, from the opening of the directory to its end. */
async function operations(): Promise<readonly string[]> {
  const data = await smallStore();
  interpose(data);
  await ingestPosts(data, 30, 1);
  return release().names;
}

describe("a publication in which one file operation fails", () => {
  it.each<[string, Fault, number]>([
    ["fails with EIO", { kind: "before", code: "EIO" }, 0],
    ["writes half and fails with ENOSPC", { kind: "torn", code: "ENOSPC" }, 1],
    ["is done and fails with EMFILE all the same", { kind: "after", code: "EMFILE" }, 2],
  ])(
    "leaves the old or the new state, and the writer continues, when it %s",
    async (_, fault, kind) => {
      const data = await smallStore();
      const store = await openWriter(data);
      let [version, stored, failures] = [await wholeVersion(data), 30, 0];
      for (let at = 0, happened = true; happened; at += 1) {
        if (!isTried(at, kind, 3)) continue;
        interpose(data, { ...fault, at });
        const failed = await ingestInto(store, crypto, postsFrom(stored, 1)).then(
          () => false,
          () => true,
        );
        const done = release();
        ({ happened } = done);
        const now = await wholeVersion(data);
        expect([done.names[at], store.snapshot.version]).toEqual([done.names[at], now]);
        if (failed) failures += 1;
        else expect(now).toBeGreaterThan(version);
        if (now > version) {
          stored += 1;
          expect([done.names[at], await storedIds(data)]).toEqual([done.names[at], numbers(stored)]);
        }
        version = now;
      }
      await store.close();
      expect(failures).toBeGreaterThan(ALL ? 60 : 20);
      await openAndLeave(data);
      const { files, retired } = await readSnapshot(data);
      expect(await parquetFiles(data)).toEqual([...files, ...retired].map(({ path }) => path).sort());
    },
    600_000,
  );
});

describe("a writer that dies at one file operation", () => {
  it("leaves the old or the new state; the next one removes its leftovers and completes it", async () => {
    const names = await operations();
    for (const [at, name] of names.entries()) {
      if (!isTried(at, 0, 2)) continue;
      const data = await smallStore();
      interpose(data, { at, kind: "torn-dead" });
      await ingestPosts(data, 30, 1).catch(() => undefined);
      release();
      await wholeVersion(data);
      await openAndLeave(data);
      const { version, files, retired } = await readSnapshot(data);
      expect([name, await parquetFiles(data)]).toEqual([name, [...files, ...retired].map(({ path }) => path).sort()]);
      expect([name, await readdir(join(data, "staging"))]).toEqual([name, []]);
      expect(Number((await readdir(join(data, "snapshots"))).sort().at(-1)?.slice(0, 12))).toBe(version);
      const stored = await storedIds(data);
      expect([name, [30, 31]]).toEqual([name, expect.arrayContaining([stored.length])]);
      if (at % 8 === 0) {
        await ingestPosts(data, 30, 1);
        expect([name, await storedIds(data)]).toEqual([name, numbers(31)]);
      }
    }
  }, 600_000);

  it("before its first publication leaves a directory that is empty or ours, never one without its pointer", async () => {
    const root = await temporaryDirectory();
    interpose(root);
    await ingestPosts(join(root, "whole"), 0, 1);
    const { names } = release();
    const first = names.findIndex((name) => name.startsWith("copy"));
    for (const [at, name] of names.slice(0, first + 2).entries()) {
      const data = join(root, String(at));
      interpose(data, { at, kind: "torn-dead" });
      await ingestPosts(data, 0, 1).catch(() => undefined);
      release();
      await ingestPosts(data, 0, 1);
      expect([name, await storedIds(data)]).toEqual([name, [0]]);
    }
  }, 600_000);

  it("by kill -9 in its own process, at every operation around the switch and at others, leaves the same", async () => {
    const names = await operations();
    const staged = names.findIndex((name) => name.startsWith("writeFile"));
    const moments = numbers(names.length + 1).filter((at) => (at >= staged && at < staged + 24) || at % 24 === 0);
    const ids: number[] = [];
    const killed = async (at: number) => {
      const data = await smallStore();
      const signal = await publishUntil(data, at);
      expect([at, signal]).toEqual([at, at < names.length ? "SIGKILL" : null]);
      await wholeVersion(data);
      const stored = await storedIds(data);
      ids[at] = stored.length;
      await ingestPosts(data, 30, 1);
      expect([names[at], await storedIds(data)]).toEqual([names[at], numbers(31)]);
    };
    for (let next = 0; next < moments.length; next += 2) await Promise.all(moments.slice(next, next + 2).map(killed));
    const seen = moments.map((at) => ids[at]);
    // The state changes once: first the old one, then the new one.
    expect(seen).toEqual([...seen].sort());
    expect(new Set(seen)).toEqual(new Set([30, 31]));
  }, 600_000);
});

/** Adds post 30 in a separate process that kills itself at the operation. Returns the signal that ended it. */
function publishUntil(data: string, at: number): Promise<string | null> {
  const script = fileURLToPath(new URL("../../support/publish-process.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, data, String(at), JSON.stringify(postsFrom(30, 1))], {
    stdio: "inherit",
  });
  return new Promise((resolve) => child.on("close", (_, signal) => resolve(signal)));
}
