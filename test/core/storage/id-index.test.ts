import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { halvesOf, IdFilter, type IdHash } from "../../../packages/core/src/adapters/duckdb/id-filter.js";
import { IdIndex, idHash, threadHash } from "../../../packages/core/src/adapters/duckdb/id-index.js";
import { openInstance } from "../../../packages/core/src/adapters/duckdb/instance.js";
import { seededRandom } from "../../../bench/seeded-random.mjs";
import type { StoredFile } from "../../../packages/core/src/storage/snapshot.js";

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const hash = fc.tuple(word, word);

describe("a filter of ids", () => {
  it("never misses an id that it contains", () => {
    fc.assert(
      fc.property(fc.array(hash, { maxLength: 300 }), (inside) => {
        const filter = IdFilter.of(inside);
        for (const id of inside) expect(filter.mayHold(id)).toBe(true);
      }),
    );
  });

  it("wrongly accepts fewer than one other id in ten thousand", () => {
    const random = seededRandom(11);
    const any = (): IdHash => [Math.floor(random.uniform() * 2 ** 32), Math.floor(random.uniform() * 2 ** 32)];
    const filter = IdFilter.of(Array.from({ length: 20_000 }, any));
    const others = Array.from({ length: 200_000 }, any);
    expect(others.filter((other) => filter.mayHold(other)).length).toBeLessThan(20);
  });
});

describe("the index of ids", () => {
  let root: string;
  let connection: DuckDBConnection;
  const files: StoredFile[] = [];
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "market-sentiment-"));
    connection = await (await openInstance([root], 1)).connect();
    for (const [number, rows] of [
      ["a", "('x:1', 'x:1'), ('x:2', 'x:1')"],
      ["b", "('x:3', 'x:3'), ('x:4', 'x:9')"],
    ]) {
      const path = `2026-03-${number?.repeat(16)}.parquet`;
      await connection.run(
        `COPY (SELECT * FROM (VALUES ${rows}) v(document_id, thread_id)) TO '${join(root, path)}' (FORMAT parquet)`,
      );
      files.push({ namespace: "news-stocks", table: "mentions", month: "2026-03", path, rows: 2 });
    }
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const hashesOf = async (of: (expression: string) => string, ids: readonly string[]) => {
    const sql = `SELECT ${of("id")} FROM (VALUES ${ids.map((id) => `('${id}')`).join(", ")}) v(id)`;
    return ((await connection.runAndReadAll(sql)).getColumns()[0] as bigint[]).map(halvesOf);
  };
  const among = async (index: IdIndex, of: (expression: string) => string, ...ids: string[]) =>
    (await index.among(files, await hashesOf(of, ids), connection)).map((file) => files.indexOf(file));

  it("names the files that hold a document, or a reply in a thread", async () => {
    const index = new IdIndex(root);
    expect(await among(index, idHash, "x:2")).toEqual([0]);
    expect(await among(index, idHash, "x:4", "x:1")).toEqual([0, 1]);
    expect(await among(index, idHash, "x:5")).toEqual([]);
    expect(await among(index, threadHash, "x:1")).toEqual([0]);
    expect(await among(index, threadHash, "x:9")).toEqual([1]);
    // The first post of a thread is no reply in it.
    expect(await among(index, threadHash, "x:3")).toEqual([]);
  });

  it("rebuilds a filter that is missing, torn or of another format, and reads one that is whole", async () => {
    const own = join(root, "index", (await readdir(join(root, "index"))).find((name) => name.includes("aaaa")) ?? "");
    const whole = await readFile(own);
    for (const content of [
      whole.subarray(0, 20),
      Buffer.concat([whole.subarray(0, 10), Buffer.alloc(54)]),
      "text",
      "",
    ]) {
      await writeFile(own, content);
      expect(await among(new IdIndex(root), idHash, "x:2")).toEqual([0]);
      expect(await readFile(own)).toEqual(whole);
    }
    await rm(own);
    expect(await among(new IdIndex(root), idHash, "x:1")).toEqual([0]);
    expect(await readFile(own)).toEqual(whole);
    // If it were not read from disk, the index would find the document.
    await writeFile(own, await readFile(join(root, "index", `2026-03-${"b".repeat(16)}.ids`)));
    expect(await among(new IdIndex(root), idHash, "x:2")).toEqual([]);
    await writeFile(own, whole);
  });

  it("deletes the filters of files that no longer exist, and nothing else", async () => {
    await writeFile(join(root, "index", "notes.txt"), "kept");
    await new IdIndex(root).keepOnly(files.slice(1));
    expect((await readdir(join(root, "index"))).sort()).toEqual([`2026-03-${"b".repeat(16)}.ids`, "notes.txt"]);
  });
});
