import { readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { MarketDataError } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { snapshotFileName, tableFilePath } from "../../../packages/core/src/adapters/duckdb/data-layout.js";
import { publishSnapshot, readSnapshot } from "../../../packages/core/src/adapters/duckdb/snapshot-files.js";
import { emptySnapshot, type Snapshot } from "../../../packages/core/src/storage/snapshot.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** A snapshot of a busy day that names so many files which are no longer used. */
function snapshotOf(version: number, retired: number): Snapshot {
  return {
    ...emptySnapshot,
    version,
    publishedAt: "2026-03-10T12:00:00.000Z",
    retired: Array.from({ length: retired }, (_, index) => ({
      path: tableFilePath("news-stocks", "mentions", `2026-03-${index.toString(16).padStart(16, "0")}.parquet`),
      retiredAt: "2026-03-10T12:00:00.000Z",
    })),
  };
}

const fileOf = (data: string, version: number) => join(data, "snapshots", snapshotFileName(version));

describe("the file of a snapshot", () => {
  it.each([
    ["readable JSON while it is small", 3, "{"],
    ["compressed when it names many files, to a tenth of its size", 1_000, "\x1f"],
  ])("is %s, and reads back as it was", async (_, retired, begin) => {
    const data = await temporaryDirectory();
    const snapshot = snapshotOf(1, retired);
    await publishSnapshot(data, snapshot);
    const bytes = await readFile(fileOf(data, 1));
    expect(bytes.toString("latin1", 0, 1)).toBe(begin);
    if (retired > 3) expect(bytes.length).toBeLessThan(JSON.stringify(snapshot).length / 10);
    expect(await readSnapshot(data)).toEqual(snapshot);
  });

  it("is called damaged when it is cut off, compressed or not", async () => {
    for (const retired of [3, 1_000]) {
      const data = await temporaryDirectory();
      await publishSnapshot(data, snapshotOf(1, retired));
      await truncate(fileOf(data, 1), 200);
      const failure: unknown = await readSnapshot(data).catch((cause: unknown) => cause);
      expect(failure).toBeInstanceOf(MarketDataError);
      expect(failure).toMatchObject({
        code: "store_damaged",
        message: expect.stringMatching(/sentiment repair/) as string,
      });
    }
  });
});
