import { spawn, spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tables } from "@market-sentiment/core/duckdb";
import {
  openReader,
  openWriter,
  readSnapshot,
  rebuildDerived,
  storedTables,
  switchOpenTables,
} from "@market-sentiment/core/node";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShown } from "../../../packages/core/src/adapters/delta/shown-snapshot.js";
import { deltaVersions, jsonRows, rowsOf } from "../../support/delta-replay.js";
import { interpose, release } from "../../support/interposed-files.mjs";
import { ingestInto } from "../../support/memory-ingest.js";
import { crypto, postsFrom, smallStore } from "../../support/small-store.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const names = Object.keys(tables) as (keyof typeof tables)[];
const folderOf = (data: string, table: string) => join(data, "files", crypto.id, table);
const everySnapshot = { everySeconds: 0, keepHours: 240 };

/** The rows of every table of the newest snapshot, as JSON texts. */
async function published(data: string): Promise<Map<string, string[]>> {
  const reader = await openReader(data);
  const view = await reader.view();
  const found = new Map<string, string[]>();
  for (const table of names) {
    const sql = jsonRows(`SELECT ${Object.keys(tables[table]).join(", ")} FROM ${table}`);
    const rows = await view.query<{ row: string }>(crypto.id, { sql, params: [] });
    found.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  await reader.close();
  return found;
}

/** The rows that a Delta reader sees in the newest version that shows the snapshot or an earlier one. */
async function inDelta(data: string, table: string, snapshot: number): Promise<string[]> {
  const version = deltaVersions(folderOf(data, table)).findLast((each) => each.snapshot <= snapshot);
  return version === undefined ? [] : rowsOf(version);
}

/** Fails unless the logs show the rows of the newest snapshot. */
async function expectShown(data: string): Promise<void> {
  const { version } = await readSnapshot(data);
  for (const [table, rows] of await published(data))
    expect([version, table, await inDelta(data, table, version)]).toEqual([version, table, rows]);
}

async function ingest(data: string, posts: readonly object[], now: Date): Promise<void> {
  const store = await openWriter(data, { publishEveryMs: 0 });
  await ingestInto(store, crypto, posts, { now: now.toISOString(), batchDocuments: 15 });
  await store.close();
}

type Step =
  | { readonly kind: "posts"; readonly first: number; readonly count: number; readonly likes: number }
  | { readonly kind: "deletion"; readonly first: number }
  | { readonly kind: "rebuild" }
  | { readonly kind: "kill"; readonly first: number; readonly at: number };

const first = fc.nat(60);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("posts" as const),
      first,
      count: fc.integer({ min: 1, max: 40 }),
      likes: fc.nat(3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("deletion" as const), first }) },
  { weight: 1, arbitrary: fc.constant({ kind: "rebuild" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("kill" as const), first, at: fc.integer({ min: 10, max: 150 }) }),
  },
);

/** Ends every history. */
const everyKind: readonly Step[] = [
  { kind: "posts", first: 10, count: 30, likes: 1 },
  { kind: "kill", first: 50, at: 140 },
  { kind: "deletion", first: 12 },
  { kind: "rebuild" },
  { kind: "posts", first: 12, count: 5, likes: 2 },
];

const liked = (from: number, count: number, likes: number) =>
  postsFrom(from, count).map((post) => ({ ...post, score: likes, retrieved_on: post.created_utc + likes * 600 }));
const gone = { author: "[deleted]", title: "[deleted]", selftext: "[removed]" };

async function take(data: string, taken: Step, now: Date): Promise<void> {
  if (taken.kind === "rebuild") {
    await rebuildDerived({
      dataDirectory: data,
      namespaces: [crypto],
      now: () => now,
      check: false,
      references: false,
    });
  } else if (taken.kind === "kill") {
    const script = fileURLToPath(new URL("../../support/publish-process.mjs", import.meta.url));
    const records = JSON.stringify(postsFrom(taken.first, 3));
    const child = spawn(process.execPath, [script, data, String(taken.at), records], { stdio: "ignore" });
    await new Promise((resolve) => child.on("close", resolve));
    // A killed writer leaves the logs behind; the next one completes them.
    await (await openWriter(data)).close();
  } else {
    const posts =
      taken.kind === "posts"
        ? liked(taken.first, taken.count, taken.likes)
        : liked(taken.first, 1, 9).map((post) => ({ ...post, ...gone }));
    await ingest(data, posts, now);
  }
}

describe("Delta logs beside the tables", () => {
  it("show exactly the rows of each snapshot through additions, changes, deletions, rebuilds and kills", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (begun) => {
        const history = [...begun, ...everyKind];
        const data = join(await temporaryDirectory(), "data");
        await switchOpenTables(data, everySnapshot);
        const states: [number, Map<string, string[]>][] = [];
        for (const [nth, each] of history.entries()) {
          await take(data, each, new Date(Date.UTC(2026, 2, 2, 12 + 5 * nth)));
          states.push([(await readSnapshot(data)).version, await published(data)]);
        }
        for (const [version, rows] of states)
          for (const table of names)
            expect([version, table, await inDelta(data, table, version)]).toEqual([version, table, rows.get(table)]);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  }, 300_000);

  it("continue from a checkpoint, and drop versions and files past their retention", async () => {
    const data = join(await temporaryDirectory(), "data");
    await switchOpenTables(data, { everySeconds: 0, keepHours: 2 });
    for (let hour = 0; hour < 24; hour += 1)
      await ingest(data, liked(30 + hour, 2, hour % 3), new Date(Date.UTC(2026, 2, 3, hour)));
    const log = await readdir(join(folderOf(data, "mentions"), "_delta_log"));
    const kept = log.filter((name) => /^\d{20}\.json$/.test(name)).sort();
    expect(log).toContain("_last_checkpoint");
    expect(Number(kept[0]?.slice(0, 20))).toBeGreaterThanOrEqual(10);
    expect(kept.length).toBeLessThan(20);
    const { files, retired } = await readSnapshot(data);
    const named = new Set([...files, ...retired].map(({ path }) => path));
    const mentions = (await readdir(folderOf(data, "mentions"))).filter((name) => name.endsWith(".parquet"));
    // Beyond what the snapshot names, only what versions of the last two hours named.
    const older = mentions.filter((name) => !named.has(`files/${crypto.id}/mentions/${name}`));
    expect(older.length).toBeLessThan(12);
    expect((await readdir(join(folderOf(data, "subject_daily"), "running"))).length).toBeLessThan(8);
    const { tables: listed } = await storedTables(data);
    expect(listed.find(({ table }) => table === "mentions")?.delta?.version).toBe(Number(kept.at(-1)?.slice(0, 20)));
  }, 120_000);

  it("follow the snapshots again after another program wrote a version", async () => {
    const data = await smallStore();
    await switchOpenTables(data, everySnapshot);
    const store = await openWriter(data, { publishEveryMs: 0 });
    const folder = folderOf(data, "mentions");
    const [last] = deltaVersions(folder).slice(-1);
    const name = `${String((last?.version ?? 0) + 1).padStart(20, "0")}.json`;
    const stolen = last?.files[0]?.slice(folder.length + 1) ?? "";
    const remove = { path: stolen, deletionTimestamp: 1, dataChange: true };
    await writeFile(join(folder, "_delta_log", name), `${JSON.stringify({ remove })}\n`);
    await ingestInto(store, crypto, postsFrom(40, 2), { now: "2026-03-05T12:00:00Z" });
    await store.close();
    await expectShown(data);
  });

  it("never keep a batch from being published: the next publication repairs any fault in them", async () => {
    const data = await smallStore();
    await switchOpenTables(data, everySnapshot);
    const store = await openWriter(data, { publishEveryMs: 0 });
    let faults = 0;
    for (let nth = 0; nth < 8; nth += 1) {
      // The data directory itself is synced after the rename of CURRENT, and last when it is told what the logs show; operations on
      // the logs come between.
      interpose(data);
      await ingestInto(store, crypto, postsFrom(40 + 2 * nth, 1), { now: "2026-03-05T12:00:00Z" });
      const { names: done } = release();
      const published = done.lastIndexOf("sync ", done.lastIndexOf("sync ") - 1);
      expect(published).toBeGreaterThan(0);
      interpose(data, { kind: nth % 2 === 0 ? "before" : "after", code: "EIO", at: published + 2 + 3 * nth });
      // Where a run merges files, the operation may be one of the publication itself: that has a test of its own.
      const isPublished = await ingestInto(store, crypto, postsFrom(41 + 2 * nth, 1), {
        now: "2026-03-05T12:00:00Z",
      }).then(
        () => true,
        () => false,
      );
      if (release().happened && isPublished) faults += 1;
    }
    expect(faults).toBeGreaterThan(3);
    await ingestInto(store, crypto, postsFrom(90, 1), { now: "2026-03-05T12:00:00Z" });
    await store.close();
    await expectShown(data);
    expect((await readShown(data))?.snapshot).toBe((await readSnapshot(data)).version);
  }, 60_000);

  it("are deleted when switched off, with the files that only they name, and nothing else", async () => {
    const data = await smallStore();
    const before = await allFiles(data);
    await switchOpenTables(data, everySnapshot);
    await writeFile(join(folderOf(data, "mentions"), "_delta_log", "note.txt"), "not ours");
    expect((await allFiles(data)).length).toBeGreaterThan(before.length + 5);
    await switchOpenTables(data, null);
    expect(await allFiles(data)).toEqual([...before, `files/${crypto.id}/mentions/_delta_log/note.txt`].sort());
  });

  it("carry each column's description, and the minimum and maximum by which engines skip files", async () => {
    const data = await smallStore();
    await switchOpenTables(data, everySnapshot);
    const [newest] = deltaVersions(folderOf(data, "subject_daily")).slice(-1);
    const text = await readFile(join(folderOf(data, "subject_daily"), "_delta_log", `${"0".repeat(20)}.json`), "utf8");
    const { metaData } = JSON.parse(text.split("\n").find((line) => line.includes("metaData")) ?? "{}") as {
      metaData: { schemaString: string };
    };
    const { fields } = JSON.parse(metaData.schemaString) as { fields: { metadata: { comment: string } }[] };
    expect(fields.filter(({ metadata }) => metadata.comment.length < 5)).toEqual([]);
    expect(newest?.statistics.map((each) => JSON.parse(each) as unknown)).toContainEqual(
      expect.objectContaining({
        minValues: expect.objectContaining({ key: "BTC", day: "2026-03-01" }) as unknown,
        nullCount: expect.objectContaining({ day: 0 }) as unknown,
      }),
    );
  });

  it("refuse settings out of range, and then leave the store unchanged", async () => {
    const data = await smallStore();
    await expect(switchOpenTables(data, { everySeconds: -1, keepHours: 1 })).rejects.toThrow("everySeconds");
    await expect(switchOpenTables(data, { everySeconds: 1, keepHours: 0 })).rejects.toThrow("keepHours");
    expect((await storedTables(data)).settings).toBeNull();
  });
});

async function allFiles(data: string): Promise<string[]> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1))
    .sort();
}

// The readers that people use, where Python and the packages can be had: `npm run test:tables` installs them.
const site = process.env.DELTA_READERS;
describe.skipIf(site === undefined)(
  "readers of other projects (DELTA_READERS names a folder with their packages)",
  () => {
    it("deltalake and DuckDB's extension see the rows of each snapshot, also in older versions and from a checkpoint", async () => {
      const data = await smallStore();
      await switchOpenTables(data, everySnapshot);
      const states: { version: number; tables: Record<string, string[]> }[] = [];
      for (let hour = 0; hour < 24; hour += 1) {
        await ingest(data, liked(30 + hour, 3, hour % 3), new Date(Date.UTC(2026, 3, 3, hour / 2)));
        if (hour % 7 === 0 || hour > 21)
          states.push({
            version: (await readSnapshot(data)).version,
            tables: Object.fromEntries(await published(data)),
          });
      }
      const asked = states.flatMap(({ version, tables: rows }) =>
        names.flatMap((table) => {
          const log = deltaVersions(folderOf(data, table)).findLast(({ snapshot }) => snapshot <= version);
          return log === undefined ? [] : [{ folder: folderOf(data, table), version: log.version, rows: rows[table] }];
        }),
      );
      const file = join(await temporaryDirectory(), "asked.json");
      await writeFile(file, JSON.stringify(asked));
      const script = fileURLToPath(new URL("../../support/read-delta.py", import.meta.url));
      const read = spawnSync("python3", [script, file], {
        encoding: "utf8",
        env: { ...process.env, PYTHONPATH: site },
      });
      expect([read.status, read.stderr, read.stdout.trim()]).toEqual([0, "", `${asked.length} versions, 0 differ`]);
      expect(asked.length).toBeGreaterThan(30);
    }, 300_000);
  },
);
