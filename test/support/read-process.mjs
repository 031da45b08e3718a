// Reads a data directory repeatedly until it is told to stop, and prints the number of states and all errors. A state
// is wrong when two of its tables disagree, a row is there twice, or it has less than an earlier one.
import { openReader } from "@market-sentiment/core/node";
import { writeSync } from "node:fs";

const [dataDirectory, batchDocuments] = process.argv.slice(2);
const store = await openReader(dataDirectory);
const versions = new Set();
let reads = 0;
let wrong = 0;
let most = 0;
let stop = false;
process.stdin.on("data", () => (stop = true));
while (!stop) {
  const view = await store.view();
  const [[mentions], [daily], [market]] = await Promise.all([
    view.query("news-stocks", {
      sql: "SELECT COUNT(*) AS rows, COUNT(DISTINCT document_id || ' ' || COALESCE(subject, '')) AS distinct_rows, COUNT(DISTINCT document_id) AS documents FROM mentions",
      params: [],
    }),
    view.query("news-stocks", { sql: "SELECT COALESCE(SUM(mentions), 0) AS mentions FROM subject_daily", params: [] }),
    view.query("news-stocks", { sql: "SELECT COALESCE(SUM(mentions), 0) AS mentions FROM market_daily", params: [] }),
  ]);
  const whole = mentions.documents % Number(batchDocuments) === 0;
  const consistent =
    mentions.rows === mentions.distinct_rows && daily.mentions === mentions.rows && market.mentions === mentions.rows;
  if (!whole || !consistent || mentions.documents < most) wrong += 1;
  most = Math.max(most, mentions.documents);
  versions.add(view.snapshot.version);
  reads += 1;
}
await store.close();
writeSync(1, JSON.stringify({ reads, wrong, versions: versions.size, most }));
process.exit(0);
