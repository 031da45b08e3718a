import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dueMerges } from "../../../packages/core/src/adapters/duckdb/file-levels.js";
import { openTables } from "../../../packages/core/src/adapters/duckdb/writer.js";
import { DailyStore } from "../../../packages/core/src/rollup/daily-store.js";
import type { StoredFile } from "../../../packages/core/src/storage/snapshot.js";
import type { TableName } from "../../../packages/core/src/storage/tables.js";
import { ingestInto, namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { streamStocks } from "../../support/text-streams.js";

const file = (rows: number, table: TableName = "subject_daily"): StoredFile => ({
  namespace: "news-stocks",
  table,
  month: "2026-03",
  path: `files/${rows}`,
  rows,
  columns: 2,
});

describe("files of a table", () => {
  it.each([20, 350, 3_000, 50_000])(
    "stay few while publications of %d rows are added, and each row is rewritten only a few times",
    (added) => {
      let files: StoredFile[] = [];
      let [written, most] = [0, 0];
      for (let publication = 1; publication <= 2_000; publication += 1) {
        files.push(file(added));
        for (const group of dueMerges(files)) {
          const merged = file(group.reduce((sum, { rows }) => sum + rows, 0));
          files = [...files.filter((other) => !group.includes(other)), merged];
          written += merged.rows;
        }
        const small = files.filter(({ rows }) => rows < 4_096).length;
        most = Math.max(most, small);
        expect(files.reduce((sum, { rows }) => sum + rows, 0)).toBe(publication * added);
      }
      expect(most).toBeLessThanOrEqual(18);
      expect(files.filter(({ rows }) => rows < 2_000_000).length).toBeLessThanOrEqual(18);
      expect(written / (2_000 * added)).toBeLessThanOrEqual(6);
    },
  );
});

describe("files of mentions", () => {
  it.each([116, 5_000, 70_000, 130_000])(
    "are never merged into one that does not fit into a writer's memory, and stay few all the same (%d rows)",
    (added) => {
      const publications = Math.ceil(1_500_000 / added);
      let files: StoredFile[] = [];
      let written = 0;
      for (let publication = 1; publication <= publications; publication += 1) {
        files.push(file(added, "mentions"));
        for (const group of dueMerges(files)) {
          expect(group.length).toBeGreaterThan(1);
          const merged = file(
            group.reduce((sum, { rows }) => sum + rows, 0),
            "mentions",
          );
          expect(merged.rows).toBeLessThanOrEqual(250_000);
          files = [...files.filter((other) => !group.includes(other)), merged];
          written += merged.rows;
        }
        expect(files.reduce((sum, { rows }) => sum + rows, 0)).toBe(publication * added);
      }
      expect(files.length).toBeLessThanOrEqual(1_500_000 / 125_000 + 40);
      expect(written / (publications * added)).toBeLessThanOrEqual(6);
    },
  );
});

describe("the running day", () => {
  it("has one file of each small table, however often it is published", async () => {
    const microblog = namespaceNamed("microblog-stocks");
    const tables = await openTables(join(await temporaryDirectory(), "data"));
    const posts = Array.from({ length: 10 }, (_, index) => ({
      id: `${index}`,
      text: `${index % 2 === 0 ? "$AAPL" : "$TSLA"} gains, says number ${index}`,
      author: `user ${index}`,
      created_at: `2026-03-31T${String(index).padStart(2, "0")}:00:00Z`,
    }));
    const store = new DailyStore(tables, { publishEveryMs: 0 });
    await ingestInto(store, microblog, posts, { batchDocuments: 2, assets: streamStocks });
    const counts = new Map<string, number>();
    for (const { table, amends, history } of tables.snapshot.files)
      if (amends === true && history !== true) counts.set(table, (counts.get(table) ?? 0) + 1);
    expect(counts.get("subject_daily")).toBe(1);
    expect(Math.max(...counts.values())).toBe(1);
    const change = await tables.change(microblog.id);
    const rows = await change.rows("subject_daily");
    expect(rows.reduce((sum, { mentions }) => sum + mentions, 0)).toBe(10);
    await store.close();
  });
});
