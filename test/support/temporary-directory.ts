import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A fresh directory that is removed when the tests of the file have run. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "market-sentiment-"));
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
