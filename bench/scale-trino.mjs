// One node of Trino beside DuckDB over the same mention rows: stated, not judged. Trino is the one that `npm run test:trino` fetches,
// with a Java of 24 or later. Options: --mentions 2000000, --trino-heap 4G.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import {
  openReader,
  openTrinoReader,
  readingRecipe,
  storedTables,
  switchOpenTables,
} from "@market-sentiment/core/node";
import { javaHome, trinoHome } from "../scripts/trino-archive.mjs";
import { startTrino, statement } from "../scripts/trino-server.mjs";
import { generateHistory } from "./generated-history.mjs";

const NAMESPACE = "microblog-stocks";
const ROUNDS = 3;
const QUERIES = {
  "authors by asset, exactly":
    "SELECT subject, COUNT(DISTINCT author) AS authors FROM mentions GROUP BY subject ORDER BY subject",
  "mentions by asset and day":
    "SELECT subject, CAST(day AS VARCHAR) AS day, COUNT(*) AS mentions FROM mentions GROUP BY subject, day ORDER BY subject, day",
  "the newest mentions of an asset":
    "SELECT document_id FROM mentions WHERE subject = ? ORDER BY created_utc DESC, document_id LIMIT 20",
};

export async function measure(option) {
  const [home, java] = [trinoHome(), javaHome()];
  if (home === null || java === null) {
    console.log("trino: skipped, there is no Trino (npm run test:trino fetches it) or no Java of 24 or later.");
    return [];
  }
  const count = Number(option("mentions") ?? 2_000_000);
  const root = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
  const data = join(root, "data");
  mkdirSync(data);
  const closing = [];
  try {
    const rows = await generateHistory({
      directory: data,
      namespace: NAMESPACE,
      rows: count,
      days: 365,
      until: "2026-06-01",
    });
    await switchOpenTables(data, { everySeconds: 0, keepHours: 24 });
    const trino = await startTrino({ home, javaHome: java, root: data, heap: option("trino-heap") ?? "4G" });
    closing.unshift(() => trino.stop());
    const stored = await storedTables(data);
    for (const line of readingRecipe("trino", stored.place, stored.tables).split("\n"))
      if (/^(?:CREATE|CALL)/.test(line)) await statement(trino.url, line.replace(/;$/, ""));
    const files = await openReader(data, { threads: 2 });
    closing.unshift(() => files.close());
    const tables = await openTrinoReader(data, { url: trino.url, catalog: "sentiment", schema: null });
    closing.unshift(() => tables.close());
    const measured = [];
    for (const [what, sql] of Object.entries(QUERIES)) {
      const query = { sql, params: sql.includes("?") ? ["AAPL"] : [] };
      const [here, there] = [await timed(files, query), await timed(tables, query)];
      if (JSON.stringify(here.rows) !== JSON.stringify(there.rows)) throw new Error(`${what}: the engines disagree.`);
      console.log(
        `trino: ${what}, ${rows} mentions: DuckDB ${here.seconds.toFixed(2)} s, Trino ${there.seconds.toFixed(2)} s, load ${loadavg()[0].toFixed(1)}`,
      );
      const ratio = Number((there.seconds / here.seconds).toFixed(1));
      measured.push({
        what: `${what}: one node of Trino against DuckDB`,
        measured: ratio,
        must: "stated",
        met: "stated",
      });
    }
    return measured;
  } finally {
    for (const close of closing) await close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** The fastest of some rounds, in seconds. */
async function timed(store, query) {
  const view = await store.view();
  let seconds = Number.POSITIVE_INFINITY;
  let rows = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedMs = performance.now();
    rows = await view.query(NAMESPACE, query);
    seconds = Math.min(seconds, (performance.now() - startedMs) / 1_000);
  }
  return { seconds, rows };
}
