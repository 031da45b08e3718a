import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JoinedParquet } from "../../../packages/core/src/adapters/duckdb/joined-parquet.js";
import {
  readThriftStruct,
  thriftBytes,
  type ThriftField,
  type ThriftStruct,
} from "../../../packages/core/src/adapters/duckdb/thrift-compact.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

let engine: DuckDBConnection;
let folder: string;

beforeAll(async () => {
  engine = await (await DuckDBInstance.create(":memory:")).connect();
  folder = await temporaryDirectory();
});
afterAll(() => engine.closeSync());

/** Rows from a to b, in row groups of two thousand: numbers, few and many texts, nulls, days, instants, truth values. */
const rows = (from: number, to: number) => `SELECT CAST(DATE '2026-01-01' + CAST(i // 1000 AS INTEGER) AS DATE) AS day,
  printf('A%05d', i % 1000) AS key, CASE WHEN i % 3 = 0 THEN NULL ELSE i / 7.0 END AS score, i AS count,
  md5(CAST(i AS VARCHAR)) AS text, CAST(NULL AS BIGINT) AS nothing, i % 2 = 0 AS even,
  CASE WHEN i % 5 > 0 THEN make_timestamp(i * 1000000) END AS seen FROM range(${from}, ${to}) AS r(i) ORDER BY i`;

async function fileOf(name: string, select: string, options = ""): Promise<string> {
  const path = join(folder, name);
  await engine.run(`COPY (${select}) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048${options})`);
  return path;
}

async function joinedFile(name: string, files: readonly string[]): Promise<string> {
  const joined = new JoinedParquet();
  const parts: Uint8Array[] = [joined.begin()];
  for (const file of files) {
    const { start, end } = await joined.add(file);
    parts.push((await readFile(file)).subarray(start, end));
  }
  parts.push(joined.end());
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(parts));
  return path;
}

const read = async (sql: string) => (await engine.runAndReadAll(sql)).getRowObjectsJson();

describe("Parquet files that are joined", () => {
  it("become one file with all rows in order, and correct statistics for skipping rows", async () => {
    const cuts = [0, 5_000, 5_001, 9_000, 20_000];
    const pieces = await Promise.all(
      cuts.slice(1).map((to, at) => fileOf(`piece-${at}`, rows(cuts[at] ?? 0, to), ", COMPRESSION zstd")),
    );
    const path = await joinedFile("joined", pieces);
    expect(await read(`FROM read_parquet('${path}')`)).toEqual(await read(rows(0, 20_000)));
    // Uses the row groups' statistics and filters, whose offsets are stored separately.
    for (const where of [
      "text = md5('12345')",
      "key = 'A00777'",
      "count = 8999",
      "day = DATE '2026-01-06'",
      "seen IS NULL",
    ])
      expect(await read(`FROM read_parquet('${path}') WHERE ${where}`)).toEqual(
        await read(`FROM (${rows(0, 20_000)}) WHERE ${where} ORDER BY count`),
      );
    const [places] = await read(`SELECT count(DISTINCT data_page_offset) AS pages, count(*) AS chunks,
      count(DISTINCT bloom_filter_offset) AS filters FROM parquet_metadata('${path}')`);
    expect(places?.pages).toBe(places?.chunks);
    expect(Number(places?.filters)).toBeGreaterThan(4);
  });

  it("keep their bytes when there is only one, and may have no rows", async () => {
    const one = await fileOf("one", rows(0, 3_000));
    expect((await readFile(await joinedFile("of-one", [one]))).equals(await readFile(one))).toBe(true);
    const none = await fileOf("none", rows(0, 0));
    const path = await joinedFile("with-none", [none, one, none]);
    expect(await read(`SELECT count(*) AS n, sum(count) AS s FROM read_parquet('${path}')`)).toEqual([
      { n: "3000", s: String((2_999 * 3_000) / 2) },
    ]);
  });

  it("are refused when their columns differ or one is not Parquet", async () => {
    const one = await fileOf("first", rows(0, 10));
    const other = await fileOf("other", "SELECT 1 AS a");
    await expect(joinedFile("never", [one, other])).rejects.toThrow("other columns");
    const text = join(folder, "text");
    for (const content of ["", "PAR1", "no Parquet file, though it is long enough to be one"]) {
      await writeFile(text, content);
      await expect(joinedFile("never", [text])).rejects.toThrow(RangeError);
    }
  });
});

describe("the compact protocol", () => {
  it("reproduces the bytes of a footer that the engine wrote", async () => {
    const file = await readFile(await fileOf("index", rows(0, 40_000)));
    const length = file.readUInt32LE(file.length - 8);
    const index = file.subarray(file.length - 8 - length, file.length - 8);
    expect(Buffer.from(thriftBytes(readThriftStruct(index))).equals(index)).toBe(true);
  });

  it("reproduces every struct, even with unknown fields", () => {
    const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const { field } = fc.letrec<{ field: ThriftField; struct: ThriftStruct; list: ThriftField }>((tie) => ({
      field: fc.oneof(
        { maxDepth: 3 },
        fc.boolean().map((value) => ({ type: value ? 1 : 2, value })),
        fc.nat(255).map((value) => ({ type: 3, value: BigInt(value) })),
        fc.tuple(fc.constantFrom(4, 5, 6), integer).map(([type, value]) => ({ type, value })),
        fc.uint8Array({ minLength: 8, maxLength: 8 }).map((value) => ({ type: 7, value })),
        fc.uint8Array({ maxLength: 300 }).map((value) => ({ type: 8, value })),
        tie("list"),
        tie("struct").map((value) => ({ type: 12, value })),
      ),
      struct: fc
        .array(fc.tuple(fc.integer({ min: 1, max: 40 }), tie("field")), { maxLength: 5 })
        .map((fields) => new Map([...fields].sort(([a], [b]) => a - b))),
      list: fc.oneof(
        fc.array(fc.boolean(), { maxLength: 20 }).map((items) => ({ type: 9, value: { element: 1, items } })),
        fc.array(integer, { maxLength: 200 }).map((items) => ({ type: 10, value: { element: 6, items } })),
        fc.array(tie("struct"), { maxLength: 20 }).map((items) => ({ type: 9, value: { element: 12, items } })),
      ),
    }));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 3_000 }), field), { maxLength: 8 }), (fields) => {
        const struct: ThriftStruct = new Map([...fields].sort(([a], [b]) => a - b));
        // The types of its parts are compared, too.
        const bytes = Uint8Array.from(thriftBytes(struct));
        expect(readThriftStruct(bytes)).toEqual(struct);
        for (const length of [0, bytes.length - 1])
          expect(() => readThriftStruct(bytes.subarray(0, length))).toThrow(RangeError);
      }),
      { numRuns: 60 },
    );
  });
});
