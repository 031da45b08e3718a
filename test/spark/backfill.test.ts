import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  ingestFiles,
  openReader,
  publishAnnotated,
  publishRolled,
  shippedTextModel,
} from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { derivedTables, type TableName, tables } from "../../packages/core/src/storage/tables.js";
import { textNamespaceNamed } from "../support/memory-ingest.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { textStreams } from "../support/text-streams.js";

/** A Python that has PySpark; `npm run test:spark` installs one. */
const python = process.env.SPARK_PYTHON;
const script = fileURLToPath(new URL("../../deploy/spark/backfill.py", import.meta.url));
const rollupScript = fileURLToPath(new URL("../../deploy/spark/rollup.py", import.meta.url));
const command = fileURLToPath(new URL("../../packages/cli/bin/sentiment.js", import.meta.url));
const now = () => new Date("2026-03-31T12:00:00Z");
if (python === undefined) console.log("Spark is not there: npm run test:spark installs it and runs these tests.");

function submit(file: string, options: readonly string[]) {
  return spawnSync(python ?? "", [file, ...options], {
    encoding: "utf8",
    env: { ...process.env, PYSPARK_SUBMIT_ARGS: "--master local[2,3] pyspark-shell", PYSPARK_PYTHON: python ?? "" },
  });
}

/** All mentions and derived rows of a directory. */
async function rowsOf(data: string, namespace: string): Promise<Record<string, object[]>> {
  const reader = await openReader(data);
  try {
    const view = await reader.view();
    const rows: Record<string, object[]> = {};
    for (const table of ["mentions", ...derivedTables] as TableName[]) {
      const order = Object.keys(tables[table]).join(", ");
      rows[table] = await view.query<object>(namespace, {
        sql: `SELECT * FROM ${table} ORDER BY ${order}`,
        params: [],
      });
    }
    return rows;
  } finally {
    await reader.close();
  }
}

/** Two dumps of a stream with a repeated record and a bad one, in a folder. */
async function dumpsOf(namespace: string): Promise<string[]> {
  const records = (textStreams[namespace]?.() ?? []).slice(0, 120).map((record) => JSON.stringify(record));
  const folder = await temporaryDirectory();
  const files = [join(folder, "a.jsonl"), join(folder, "b.jsonl")];
  await writeFile(files[0] ?? "", `${[...records.slice(0, 70), "no JSON"].join("\n")}\n`);
  await writeFile(files[1] ?? "", `${[...records.slice(60)].join("\n")}\n`);
  return files;
}

describe.skipIf(python === undefined)("a backfill by Spark", () => {
  it.each(["news-stocks", "forum-stocks"])(
    "of %s stores the rows that ingest stores, mentions and days, though tasks die and are tried again",
    async (name) => {
      const namespace = textNamespaceNamed(name);
      const files = await dumpsOf(name);
      const raw = await temporaryDirectory();
      const textModel = shippedTextModel(1);
      try {
        await ingestFiles({ dataDirectory: raw, namespace, files, now, textModel });
        const root = await temporaryDirectory();
        await mkdir(join(root, "rejected"));
        // The first process of all that works on a partition dies in the middle of it.
        const dying = join(root, "sentiment");
        await writeFile(
          dying,
          `#!/bin/sh\ncase "$*" in *--list*) exec ${process.execPath} ${command} "$@";; esac\nif mkdir ${join(root, "died")} 2>/dev/null; then head -n 3 | ${process.execPath} ${command} "$@"; exit 9; fi\nexec ${process.execPath} ${command} "$@"\n`,
        );
        await chmod(dying, 0o755);
        const from = join(root, "annotated");
        const spark = submit(script, [
          ...["--ns", namespace.shortName, "--input", join(files[0] ?? "", "..", "*.jsonl")],
          ...["--output", from, "--partitions", "3", "--command", dying, "--rejected", join(root, "rejected")],
        ]);
        expect(spark.status, spark.stderr.slice(-2_000)).toBe(0);
        expect(await readdir(root)).toContain("died");
        const data = join(root, "data");
        const report = await publishAnnotated({
          ...{ dataDirectory: data, namespace, from, now, textModel, mentionsOnly: true },
        });
        expect(report.counts.rejected).toBe(0);
        // Then the days, in parts of their assets; again the first process of all dies.
        await rm(join(root, "died"), { recursive: true });
        const rolled = join(root, "rolled");
        const rollup = submit(rollupScript, [
          ...["--ns", namespace.shortName, "--data", data, "--output", rolled],
          ...["--parts", "3", "--tasks", "4", "--command", dying],
        ]);
        expect(rollup.status, rollup.stderr.slice(-2_000)).toBe(0);
        expect(await readdir(root)).toContain("died");
        const { days, rolledUpHere } = await publishRolled({ dataDirectory: data, namespace, rolled, now });
        expect(days.length).toBeGreaterThan(1);
        expect(rolledUpHere).toEqual([]);
        expect(await rowsOf(data, name)).toEqual(await rowsOf(raw, name));
        const aside = await Promise.all(
          (await readdir(join(root, "rejected"))).map((file) => readFile(join(root, "rejected", file), "utf8")),
        );
        expect(aside.join("")).toContain('"raw":"no JSON"');
      } finally {
        await textModel.close();
      }
    },
    300_000,
  );

  it("says what it takes", () => {
    expect(execFileSync(python ?? "", [script, "--help"], { encoding: "utf8" })).toMatch(/--input[\s\S]*--output/);
    expect(execFileSync(python ?? "", [rollupScript, "--help"], { encoding: "utf8" })).toMatch(/--data[\s\S]*--parts/);
  });
});
