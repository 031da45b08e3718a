import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { addDays, utcDay, weekdayOf } from "@market-sentiment/core";
import { ingestFiles, openReader } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { median } from "../../../packages/core/src/metrics/quantile.js";
import { namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

/**
 * Two years of real headlines beside the checkout. They are not ours to redistribute, so the tests are skipped without
 * them.
 */
const stream = fileURLToPath(new URL("../../../../shared/datasets/news-tsla-2022-2024/news.jsonl.gz", import.meta.url));
const present = existsSync(stream);
if (!present) console.warn("Skipped: the real streams are not here.");

interface Row {
  readonly day: string;
  readonly buzz: number;
}

describe.runIf(present)("two years of real headlines about one company", () => {
  const rows: Record<"market" | "subject" | "sector" | "country", Row[]> = {
    market: [],
    subject: [],
    sector: [],
    country: [],
  };

  beforeAll(async () => {
    const root = await temporaryDirectory();
    const [file, dataDirectory] = [join(root, "news.jsonl"), join(root, "data")];
    const lines = gunzipSync(await readFile(stream))
      .toString("utf8")
      .trim()
      .split("\n");
    const records = lines.map((line) => ({ source: "wire", ...(JSON.parse(line) as object) }));
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const namespace = namespaceNamed("news-stocks");
    const now = () => new Date("2026-03-31T12:00:00Z");
    await ingestFiles({ dataDirectory, namespace, files: [file], now, textModel: wordModel() });
    const store = await openReader(dataDirectory);
    const view = await store.view();
    for (const level of ["market", "subject", "sector", "country"] as const) {
      const sql = `SELECT CAST(day AS VARCHAR) AS day, buzz FROM ${level}_daily ORDER BY day`;
      rows[level] = await view.query<Row>("news-stocks", { sql, params: [] });
    }
    await store.close();
  });

  const from = (level: keyof typeof rows, days: number) => {
    const [first] = rows[level];
    if (first === undefined) throw new Error("There is no day.");
    const start = addDays(utcDay(first.day), days);
    return rows[level].filter(({ day }) => day >= start);
  };

  it("have a market buzz whose median is 45 to 55 on every weekday from the ninth week on", () => {
    for (let weekday = 0; weekday < 7; weekday += 1) {
      const own = from("market", 56).filter(({ day }) => weekdayOf(utcDay(day)) === weekday);
      expect(own.length).toBeGreaterThan(60);
      const middle = median(own.map(({ buzz }) => buzz));
      expect(middle).toBeGreaterThan(45);
      expect(middle).toBeLessThan(55);
    }
  });

  it.each(["subject", "sector", "country"] as const)("reach 50 on 3 to 7 %% of days after 60 days: %s", (level) => {
    const after = from(level, 60);
    const share = after.filter(({ buzz }) => buzz >= 50).length / after.length;
    expect(after.length).toBeGreaterThan(500);
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(0.07);
  });
});
