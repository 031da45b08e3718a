// Panels: a row per day and asset as Parquet against DuckDB's own COPY of the same query, and the memory of the service while it
// sends the same as CSV. Then what the past costs (as-of.mjs). The query of the comparison is one statement over the stored files,
// with all the memory that the engine wants and as many threads as an export has.
// Usage: node bench/panel.mjs [--assets 20000] [--active 1000] [--days 120] [--rounds 3] | --full (60,000 assets, 365 days, one round);
// --panel-only leaves out what the past costs
import { fork, spawnSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { addDays, operationsOf } from "@market-sentiment/core";
import { readSnapshot } from "@market-sentiment/core/node";
import { fillYear, first, namespace, openYear } from "./recorded-year.mjs";

const { DuckDBInstance } = createRequire(import.meta.url)("@duckdb/node-api");
const LIMITS = { time: 1.3, megabytes: 300 };
const THREADS = 2;
const isFull = process.argv.includes("--full");
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const assets = option("assets", isFull ? 60_000 : 20_000);
const active = option("active", 1_000);
const days = option("days", isFull ? 365 : 120);
const rounds = option("rounds", isFull ? 1 : 3);
const last = addDays(first, days - 1);
const instant = `${addDays(last, 1)}T12:00:00Z`;
const directory = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const data = join(directory, "data");
let isMet = true;
const say = (what, value, limit, unit = "") => {
  isMet &&= value <= limit;
  console.log(`${what}: ${value.toFixed(2)}${unit} (limit ${limit}${unit})${value <= limit ? "" : "  MISSED"}`);
};
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const timed = async (work) => {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { s: (performance.now() - begun) / 1_000, cpu: (user + system) / 1e6 };
};

await fillYear(data, { assets, active, days, late: 0.05 });
console.log(
  `${assets} assets x ${days} days = ${assets * days} rows, ${active} assets spoken of a day; load ${loadavg()[0].toFixed(1)}`,
);

const dataset = await openYear(data, assets);
const panel = operationsOf(namespace).find(({ name }) => name === "panel");
const call = { today: addDays(last, 1), now: new Date(instant), lookbackDays: null, accountType: null };
const parameters = { from: first, to: last, all: "true", format: "parquet" };
const ours = join(directory, "ours.parquet");
const writeOurs = async () => {
  const made = await (await panel.prepare({ parameters }, dataset, call)).run();
  await pipeline(made.bytes(), createWriteStream(ours));
};

const { files } = await readSnapshot(data);
const list = (table, history) => {
  const paths = files.filter((file) => file.table === table && (file.history === true) === history);
  return `read_parquet([${paths.map(({ path }) => `'${join(data, path)}'`).join(", ")}], union_by_name = true)`;
};
const rounded = (of, digits) => `CAST(round(CAST(format('{:.11e}', ${of}) AS DECIMAL(38, 15)), ${digits}) AS DOUBLE)`;
const count = (name) => `COALESCE(r.${name}, 0) AS ${name}`;
const total = "(positive + neutral + negative)";
const share = (name) => `CASE WHEN ${total} = 0 THEN 0 ELSE (200 * ${name} + ${total}) // (2 * ${total}) END`;
const newest = (table, identity) =>
  `SELECT * EXCLUDE (nth) FROM (SELECT *, row_number() OVER (PARTITION BY ${identity} ORDER BY written DESC NULLS LAST) AS nth FROM ${list(table, false)}) WHERE nth = 1`;
const known = (table, identity) =>
  `SELECT ${identity}, max(known_at) AS known_at FROM ${list(table, true)} GROUP BY ${identity}`;
const theirs = join(directory, "theirs.parquet");
const query = `WITH rows AS (
  SELECT key, day, known_at, ${rounded("buzz", 1)} AS buzz_score, ${rounded("greatest(-1, least(1, sentiment_sum / sentiment_weight))", 3)} AS sentiment_score,
    ${share("positive")} AS bullish_pct, ${share("negative")} AS bearish_pct, mentions, engagement, threads, places, positive, neutral, negative
  FROM (${newest("subject_daily", "key, day")}) LEFT JOIN (${known("subject_daily", "key, day")}) USING (key, day)
), reference AS (
  SELECT * FROM (${newest("day_reference", "scope, day")}) LEFT JOIN (${known("day_reference", "scope, day")}) USING (scope, day) WHERE scope = 'subject'
)
SELECT d.day AS date, a.key AS ticker, COALESCE(r.buzz_score, 0) AS buzz_score, r.sentiment_score, ${["bullish_pct", "bearish_pct", "mentions", "engagement", "threads", "places", "positive", "neutral", "negative"].map(count).join(", ")},
  f.evidence, f.people, f.places AS reference_places, 1.0 AS coverage, COALESCE(r.known_at, f.known_at) AS known_at, f.revision, f.frozen
FROM days AS d CROSS JOIN assets AS a LEFT JOIN rows AS r ON r.day = d.day AND r.key = a.key LEFT JOIN reference AS f ON f.day = d.day
ORDER BY d.day, a.key`;
const writeTheirs = async () => {
  const instance = await DuckDBInstance.create(":memory:", { threads: String(THREADS) });
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE days AS SELECT CAST(DATE '${first}' + CAST(range AS INTEGER) AS DATE) AS day FROM range(${days})`,
  );
  await connection.run(`CREATE TABLE assets AS SELECT printf('A%05d', range) AS key FROM range(${assets})`);
  await connection.run(`COPY (${query}) TO '${theirs}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
};

const runs = { ours: [], theirs: [] };
for (let round = 0; round < rounds; round += 1) {
  runs.theirs.push(await timed(writeTheirs));
  runs.ours.push(await timed(writeOurs));
}
for (const [name, file] of [
  ["ours", ours],
  ["theirs", theirs],
]) {
  const [s, cpu] = ["s", "cpu"].map((key) => median(runs[name].map((run) => run[key])));
  console.log(
    `${name}: ${s.toFixed(1)} s, ${cpu.toFixed(1)} s of processor time, ${(statSync(file).size / 1e6).toFixed(1)} MB`,
  );
}
const ratio = (key) => median(runs.ours.map((run) => run[key])) / median(runs.theirs.map((run) => run[key]));
console.log(`of processor time: ${ratio("cpu").toFixed(2)}`);
say("panel as Parquet against DuckDB's own COPY of the same query, time", ratio("s"), LIMITS.time);
await dataset.close();

{
  const instance = await DuckDBInstance.create(":memory:", { threads: String(THREADS) });
  const connection = await instance.connect();
  const same = ["date", "ticker", "buzz_score", "sentiment_score", "mentions", "evidence"].map((name) =>
    name === "evidence"
      ? "a.reference_evidence IS NOT DISTINCT FROM b.evidence"
      : `a.${name} IS NOT DISTINCT FROM b.${name}`,
  );
  const rowsOf = (file) => `read_parquet('${file}')`;
  const answer = await connection.runAndReadAll(
    `SELECT count(*)::INTEGER FROM ${rowsOf(ours)} AS a POSITIONAL JOIN ${rowsOf(theirs)} AS b WHERE NOT (${same.join(" AND ")})`,
  );
  const [[others]] = answer.getRows();
  isMet &&= others === 0;
  console.log(`rows that differ: ${others}${others === 0 ? "" : "  MISSED"}`);
  connection.closeSync();
  instance.closeSync();
}

const script = fileURLToPath(new URL("panel-process.mjs", import.meta.url));
const child = fork(script, [data, String(assets), instant]);
let rss = 0;
let peak = 0;
const address = await new Promise((resolve) => {
  child.on("message", (message) => {
    if (message.rss !== undefined) [rss, peak] = [message.rss, Math.max(peak, message.rss)];
    else resolve(message.address);
  });
});
const base = `${address}${namespace.basePath}`;
const headers = { "x-api-key": `sk_live_${"0".repeat(32)}` };
const drain = async (url) => {
  const response = await fetch(url, { headers });
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  return bytes;
};
// Idle is after the first answers: the engine and the views are there.
await drain(`${base}/trending?from=${last}&to=${last}`);
await drain(`${base}/export/panel?from=${last}&to=${last}&assets=A00001`);
await new Promise((resolve) => setTimeout(resolve, 1_500));
const idle = rss;
peak = 0;
const begun = performance.now();
// An account looks back 365 days, today included.
const from = addDays(last, 1 - Math.min(days, 364));
const bytes = await drain(`${base}/export/panel?from=${from}&to=${last}&all=true&format=csv`);
console.log(
  `CSV over HTTP: ${(bytes / 1e6).toFixed(0)} MB in ${((performance.now() - begun) / 1_000).toFixed(1)} s; idle ${(idle / 1e6).toFixed(0)} MB`,
);
say("memory of the service above idle", (peak - idle) / 1e6, LIMITS.megabytes, " MB");
child.disconnect();
rmSync(directory, { recursive: true, force: true });

if (process.argv.includes("--panel-only")) process.exit(isMet ? 0 : 1);
console.log("\nWhat the past costs:");
const { status } = spawnSync(process.execPath, [fileURLToPath(new URL("as-of.mjs", import.meta.url))], {
  stdio: "inherit",
});
process.exit(isMet && status === 0 ? 0 : 1);
