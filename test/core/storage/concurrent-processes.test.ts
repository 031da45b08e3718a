import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openReader } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { newsRecords } from "../../support/news-records.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const support = (name: string) => fileURLToPath(new URL(`../../support/${name}`, import.meta.url));
const count = 4_000;
const batchDocuments = 200;
let root: string;
let file: string;

beforeAll(async () => {
  root = await temporaryDirectory();
  file = join(root, "news.jsonl");
  await writeFile(
    file,
    newsRecords(count, "2026-01-05", 60)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(""),
  );
});

function start(
  script: string,
  args: readonly string[],
): { child: ChildProcess; output: () => string; ended: Promise<void> } {
  const child = spawn(process.execPath, [support(script), ...args], { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text, ended: new Promise((resolve) => child.on("close", () => resolve())) };
}

interface Totals {
  readonly documents: number;
  readonly rows: number;
  readonly distinct_rows: number;
}

async function totals(data: string): Promise<Totals> {
  const store = await openReader(data);
  const view = await store.view();
  const [row] = await view.query<Totals>("news-stocks", {
    sql: `SELECT COUNT(DISTINCT document_id) AS documents, COUNT(*) AS rows,
  COUNT(DISTINCT document_id || ' ' || COALESCE(subject, '')) AS distinct_rows FROM mentions`,
    params: [],
  });
  await store.close();
  return row ?? { documents: 0, rows: 0, distinct_rows: 0 };
}

describe("a data directory shared by processes", () => {
  it("shows readers only whole batches, each row once, and never an older state, while another process ingests", async () => {
    const data = join(root, "shared");
    await mkdir(data);
    const readers = [1, 2].map(() => start("read-process.mjs", [data, String(batchDocuments)]));
    const writer = start("ingest-process.mjs", [data, file, String(batchDocuments)]);
    await writer.ended;
    for (const { child } of readers) child.stdin?.write("stop\n");
    await Promise.all(readers.map(({ ended }) => ended));
    expect(writer.output()).toContain("completed");
    for (const { output } of readers) {
      const seen = JSON.parse(output()) as { reads: number; wrong: number; versions: number };
      expect(seen.wrong).toBe(0);
      expect(seen.versions).toBeGreaterThan(2);
    }
  });

  it("refuses a second writer and leaves the first undisturbed", async () => {
    const data = join(root, "two-writers");
    const first = start("ingest-process.mjs", [data, file, String(batchDocuments)]);
    while (!first.output().includes("published")) await new Promise((resolve) => setTimeout(resolve, 20));
    const second = start("ingest-process.mjs", [data, file, String(batchDocuments)]);
    await Promise.all([first.ended, second.ended]);
    expect(second.output()).toContain("failed store_locked");
    expect(first.output()).toContain("completed");
    expect((await totals(data)).documents).toBe(count);
  });
});
