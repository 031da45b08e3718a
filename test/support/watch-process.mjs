// Reads a data directory repeatedly until it is told to stop. A state is wrong when two of its tables disagree, a row
// is there twice, it has less than an earlier one, or cannot be read. Arguments: data directory, namespace.
import { openReader } from "@market-sentiment/core/node";
import { writeSync } from "node:fs";

const [dataDirectory, namespace] = process.argv.slice(2);
const isTraded = namespace === "predmarket-stocks";
const queries = isTraded
  ? {
      rows: "SELECT COUNT(*) AS total, COUNT(DISTINCT trade_id) AS distinct_total FROM market_trades",
      days: "SELECT COALESCE(SUM(trade_count), 0) AS total FROM traded_daily WHERE scope = 'market'",
      parts: "SELECT COALESCE(SUM(trade_count), 0) AS total FROM market_days",
    }
  : {
      rows: "SELECT COUNT(*) AS total, COUNT(DISTINCT document_id || ' ' || COALESCE(subject, '')) AS distinct_total FROM mentions",
      days: "SELECT COALESCE(SUM(mentions), 0) AS total FROM market_daily",
      parts: "SELECT COALESCE(SUM(mentions), 0) AS total FROM subject_daily",
    };
const store = await openReader(dataDirectory);
const wrong = [];
const versions = new Set();
let [reads, most, isOver] = [0, 0, false];
process.stdin.on("end", () => (isOver = true)).resume();
while (!isOver) {
  try {
    const view = await store.view();
    const [[rows], [days], [parts]] = await Promise.all(
      Object.values(queries).map((sql) => view.query(namespace, { sql, params: [] })),
    );
    const agrees = rows.total === rows.distinct_total && rows.total === days.total && rows.total === parts.total;
    if (!agrees || rows.total < most) wrong.push({ version: view.snapshot.version, rows, days, parts, most });
    most = Math.max(most, rows.total);
    versions.add(view.snapshot.version);
  } catch (error) {
    wrong.push(String(error));
  }
  reads += 1;
}
await store.close();
writeSync(1, JSON.stringify({ reads, wrong: wrong.slice(0, 3), versions: versions.size }));
process.exit(0);
