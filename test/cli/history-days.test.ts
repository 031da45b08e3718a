import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readSnapshot } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { WrongUse } from "../../packages/cli/src/failure.js";
import { historyDaysOf } from "../../packages/cli/src/history-days.js";
import { nodeBackends } from "../../packages/cli/src/node-backends.js";
import { namespaceNamed } from "../support/memory-ingest.js";
import { chanceModel } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

describe("SENTIMENT_HISTORY_DAYS", () => {
  it("keeps all history when unset, takes a number of days, and refuses anything else", () => {
    for (const text of [undefined, "", "all"]) expect(historyDaysOf({ SENTIMENT_HISTORY_DAYS: text })).toBeUndefined();
    expect(historyDaysOf({ SENTIMENT_HISTORY_DAYS: "400" })).toBe(400);
    for (const text of ["0", "-3", "1.5", "forever", "1e3", "12345678"])
      expect(() => historyDaysOf({ SENTIMENT_HISTORY_DAYS: text })).toThrow(WrongUse);
  });

  it("applies to ingest: history that is older can no longer be asked for", async () => {
    const root = await temporaryDirectory();
    const [data, file] = [join(root, "data"), join(root, "news.jsonl")];
    const news = namespaceNamed("news-stocks");
    const since: (string | undefined)[] = [];
    for (const month of ["01", "02", "03", "04"]) {
      const day = `2026-${month}-15`;
      const record = {
        id: day,
        source: "Reuters",
        title: `Apple (AAPL) gains on ${day}`,
        published_at: `${day}T09:00:00Z`,
      };
      await writeFile(file, `${JSON.stringify(record)}\n`);
      const backends = nodeBackends({ SENTIMENT_HISTORY_DAYS: "40" });
      const now = () => new Date(`${day}T12:00:00Z`);
      await backends.ingest({ dataDirectory: data, namespace: news, files: [file], now, textModel: chanceModel() });
      since.push((await readSnapshot(data)).history?.[news.id]?.since);
    }
    expect(since).toEqual([
      "2026-01-15T12:00:00.000Z",
      "2026-01-15T12:00:00.000Z",
      "2026-02-01T00:00:00.000Z",
      "2026-03-01T00:00:00.000Z",
    ]);
  });
});
