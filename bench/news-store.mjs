// A store of news for the benches over HTTP: one row per asset and active day, written as every release reads it, and a way to
// publish one more state of it.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { addDays } from "@market-sentiment/core";

const namespace = "news-stocks";

const activity = `'' AS contributor, day, 'stock' AS asset_type, mentions, CAST(0 AS BIGINT) AS inherited_mentions, mentions AS documents,
  mentions AS threads, LEAST(mentions, 20) AS authors, LEAST(mentions, 9) AS places, CAST(1 AS BIGINT) AS subjects, CAST(0 AS BIGINT) AS engagement,
  1 + ln(mentions) AS evidence, CAST(LEAST(mentions, 20) AS DOUBLE) AS people, CAST(mentions * 0.1 AS DOUBLE) AS sentiment_sum, CAST(mentions AS DOUBLE) AS sentiment_weight,
  CAST(mentions // 2 AS BIGINT) AS positive, CAST(mentions // 4 AS BIGINT) AS neutral, CAST(mentions - mentions // 2 - mentions // 4 AS BIGINT) AS negative,
  CAST(100 * mentions / (mentions + 8.0) AS DOUBLE) AS buzz`;

/** Key of the asset with this number. */
export const keyOf = (index) => `A${String(index).padStart(5, "0")}`;

const daysOf = (first, today, month) =>
  `SELECT CAST(d AS DATE) AS day FROM range(DATE '${first}', DATE '${today}' + 1, INTERVAL 1 DAY) r(d) WHERE strftime(d, '%Y-%m') = '${month}'`;
const spoken = (inMonth, { assets, active }, more) => `SELECT key, ${activity} FROM (
  SELECT 'A' || lpad(CAST(i AS VARCHAR), 5, '0') AS key, day,
    CAST(1 + ${more} + (hash(i * 31, day) % 1000) * (hash(i) % 97) // 9000 AS BIGINT) AS mentions FROM range(${assets}) a(i), (${inMonth}) d
  WHERE hash(i * 7, day) % 1000 < ${Math.round(active * 1000)}) ORDER BY key, day`;
const whole = (inMonth) => `SELECT 'market' AS key, ${activity.replace("'stock'", "NULL")}
  FROM (SELECT day, CAST(50000 + hash(day) % 9000 AS BIGINT) AS mentions FROM (${inMonth})) ORDER BY day`;
const references = (
  inMonth,
) => `SELECT day, scope, 8.0 AS evidence, 6.0 AS people, 2.0 AS places, 9.0 AS market_centre, 0.2 AS market_scale,
  0.0 AS market_offset, 90 AS history_days, true AS frozen, 0 AS revision
  FROM (${inMonth}), (VALUES ('subject'), ('sector'), ('country'), ('market')) s(scope) ORDER BY scope, day`;

/** What is said of the running day, as a collector leaves it: rows that later ones may replace. */
const running = (shape, version) =>
  `SELECT *, CAST(${version} AS BIGINT) AS written, false AS gone FROM (${spoken(`SELECT DATE '${shape.today}' AS day`, shape, version)})`;

async function write(connection, directory, table, month, mark, select, facts = {}) {
  const path = `files/${namespace}/${table}/${month}-${String(mark).padStart(16, "0")}.parquet`;
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  const copied = await connection.runAndReadAll(
    `COPY (${select}) TO '${join(directory, path)}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)`,
  );
  return { namespace, table, month, path, rows: Number(copied.getRows()[0][0]), ...facts };
}

function publish(directory, version, first, files) {
  const snapshot = { format: 1, version, publishedAt: new Date().toISOString(), files, retired: [], runs: [] };
  mkdirSync(join(directory, "snapshots"), { recursive: true });
  const name = `${String(version).padStart(12, "0")}.json`;
  writeFileSync(join(directory, "snapshots", name), JSON.stringify({ ...snapshot, firstDays: { [namespace]: first } }));
  writeFileSync(join(directory, "CURRENT.new"), `${version}\n`);
  renameSync(join(directory, "CURRENT.new"), join(directory, "CURRENT"));
}

/** Writes the store, and the assets that it speaks of. Gives the bytes of its files. */
export async function makeNewsStore(directory, shape) {
  const { assets, days, today } = shape;
  const first = addDays(today, 1 - days);
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const months = [...new Set(Array.from({ length: days }, (_, offset) => addDays(first, offset).slice(0, 7)))];
  const files = [];
  for (const month of months) {
    const inMonth = daysOf(first, today, month);
    const selects = {
      subject_daily: spoken(daysOf(first, addDays(today, -1), month), shape, 0),
      market_daily: whole(inMonth),
      day_reference: references(inMonth),
    };
    for (const [table, select] of Object.entries(selects))
      files.push(await write(connection, directory, table, month, 1, select));
  }
  files.push(await writeRunning(connection, directory, shape, 1));
  instance.closeSync();
  publish(directory, 1, first, files);
  mkdirSync(join(directory, "reference"), { recursive: true });
  const rows = Array.from({ length: assets }, (_, index) => `${keyOf(index)},Asset ${index},Stock,,,,,,imported`);
  const columns = "ticker,name,type,exchange,sector,country,aliases,primary,origin";
  writeFileSync(join(directory, "reference", "assets.csv"), `${[columns, ...rows].join("\n")}\n`);
  return files.reduce((sum, { path }) => sum + statSync(join(directory, path)).size, 0);
}

const writeRunning = (connection, directory, shape, version) =>
  write(connection, directory, "subject_daily", shape.today.slice(0, 7), version + 1, running(shape, version), {
    amends: true,
    days: [shape.today, shape.today],
  });

/** Publishes the next state: what is said of every asset on the running day has changed, as after a collector's publication. */
export async function publishNext(directory, shape) {
  const version = Number(readFileSync(join(directory, "CURRENT"), "utf8"));
  const current = JSON.parse(
    readFileSync(join(directory, "snapshots", `${String(version).padStart(12, "0")}.json`), "utf8"),
  );
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const written = await writeRunning(await instance.connect(), directory, shape, version + 1);
  instance.closeSync();
  const kept = current.files.filter((file) => file.table !== "subject_daily" || file.amends !== true);
  publish(directory, version + 1, addDays(shape.today, 1 - shape.days), [...kept, written]);
}
