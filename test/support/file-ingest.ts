import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MarketDataError } from "@market-sentiment/core";
import { ingestFiles, type FileIngestReport } from "@market-sentiment/core/node";
import { expect } from "vitest";
import { namespaceNamed, storedRows } from "./memory-ingest.js";
import { temporaryDirectory } from "./temporary-directory.js";
import { wordModel } from "./word-model.js";

/** A file with the given content and an empty data directory to read it into. */
export interface FileToIngest {
  readonly file: string;
  readonly data: string;
  /** Reads the file; each call is a run of its own. */
  readonly run: (now?: string) => Promise<FileIngestReport>;
  /** Columns of the stored mention rows. */
  readonly rows: <Row>(columns: string) => Promise<Row[]>;
}

/** Writes the content to a file of the name, for a namespace. */
export async function fileOf(namespace: string, name: string, content: string | Buffer): Promise<FileToIngest> {
  const root = await temporaryDirectory();
  const file = join(root, name);
  const data = join(root, "data");
  await writeFile(file, content);
  return {
    file,
    data,
    run: (now = "2026-03-31T12:00:00Z") =>
      ingestFiles({
        dataDirectory: data,
        namespace: namespaceNamed(namespace),
        files: [file],
        now: () => new Date(now),
        textModel: wordModel(),
      }),
    rows: (columns) => storedRows(data, namespace, columns),
  };
}

/** Rejected records of a run: position, reason and message of each. */
export async function keptAside(
  report: FileIngestReport,
): Promise<{ line: number; reason: string; message: string }[]> {
  const text = await readFile(report.rejectedFile ?? "", "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { line: number; reason: string; message: string });
}

/** The error that a run ends with. */
export async function failureOf(run: () => Promise<unknown>): Promise<MarketDataError> {
  const error: unknown = await run().then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(MarketDataError);
  return error as MarketDataError;
}
