import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openReader, openTrinoReader, openWriter, switchOpenTables } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { readShown } from "../../../packages/core/src/adapters/delta/shown-snapshot.js";
import { readSnapshot } from "../../../packages/core/src/adapters/duckdb/snapshot-files.js";
import { deltaVersions } from "../../support/delta-replay.js";
import { ingestInto } from "../../support/memory-ingest.js";
import { crypto, ingestPosts, postsFrom, smallStore } from "../../support/small-store.js";

/** Nobody answers there, and nobody is asked: the state comes from the directory. */
const nowhere = { url: "http://127.0.0.1:9", catalog: "sentiment", schema: null };

describe("the snapshot that the Delta logs show", () => {
  it("is told once every log shows it, with the version of each log", async () => {
    const data = await smallStore();
    expect(await readShown(data)).toBeNull();
    await switchOpenTables(data, { everySeconds: 0, keepHours: 24 });
    for (let run = 0; run < 3; run += 1) {
      const shown = await readShown(data);
      expect(shown?.snapshot).toBe((await readSnapshot(data)).version);
      for (const [table, version] of Object.entries(shown?.versions ?? {}))
        expect([table, version]).toEqual([table, deltaVersions(join(data, "files", table)).at(-1)?.version]);
      expect(Object.keys(shown?.versions ?? {})).toContain("forum-crypto/mentions");
      await ingestPosts(data, 30 + run, 1);
    }
    await switchOpenTables(data, null);
    expect(await readShown(data)).toBeNull();
  });

  it("stays readable while the logs are behind, however many snapshots and minutes come after it", async () => {
    const data = await smallStore();
    await switchOpenTables(data, { everySeconds: 7_200, keepHours: 24 });
    const writer = await openWriter(data, { publishEveryMs: 0 });
    const minute = (nth: number) => new Date(Date.UTC(2026, 3, 5, 12, nth)).toISOString();
    await ingestInto(writer, crypto, postsFrom(40, 2), { now: minute(0) });
    const behind = await readShown(data);
    for (let nth = 1; nth < 10; nth += 1)
      await ingestInto(writer, crypto, postsFrom(40 + 2 * nth, 2), { now: minute(nth * 5) });
    expect(await readShown(data)).toEqual(behind);
    expect((await readSnapshot(data)).version).toBeGreaterThan((behind?.snapshot ?? 0) + 8);
    const store = await openTrinoReader(data, nowhere);
    const { snapshot } = await store.view();
    expect(snapshot.version).toBe(behind?.snapshot);
    for (const { path } of snapshot.files) await access(join(data, path));
    // What the logs do not hold is read from the files of that very snapshot.
    const past = await store.view(new Date(minute(-1)));
    const [counted] = await past.query<{ count: number }>(crypto.id, {
      sql: "SELECT COUNT(*) AS count FROM mentions",
      params: [],
    });
    expect(counted).toEqual({ count: 30 });
    await writer.close();
    // Closing brings the logs up to date, and the next view with them.
    expect((await store.view()).snapshot).toEqual(await readSnapshot(data));
    await store.close();
  });

  it("is what a reader by Trino needs: a directory without logs is refused, and so is a damaged file", async () => {
    const data = await smallStore();
    await expect(openTrinoReader(data, nowhere)).rejects.toThrow(/it keeps none.*sentiment tables --delta on/);
    await switchOpenTables(data, { everySeconds: 0, keepHours: 24 });
    const file = join(data, "open-tables-shown.json");
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ snapshot: (await readSnapshot(data)).version });
    const store = await openTrinoReader(data, nowhere);
    const files = await openReader(data);
    expect((await store.view()).snapshot).toEqual((await files.view()).snapshot);
    const view = await store.view();
    await expect(view.query(crypto.id, { sql: "SELECT 1 AS one", params: [] })).rejects.toMatchObject({
      code: "engine_unavailable",
      message: "Trino does not answer.",
    });
    await files.close();
    await store.close();
  });
});
