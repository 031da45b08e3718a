// Reads over a large generated store: the library's operations against the best reads that we can write by hand over
// tables resident in the engine (resident-reads.mjs, which also checks that they give the same rows), and beside it against
// the same SQL over the same files through the bare DuckDB client. All in one run, by processor time; percentiles are wall
// times. The limit is 2 times the reads by hand.
// Usage: node bench/reads.mjs [--assets 5000] [--days 60] [--active 0.05] [--full] [--hot-mb 0] [--rounds 15] [--keep DIR] [--ns NAME] [--talk 1] [--growth] [--daily-only] [--against DIR]
// --full takes 60,000 assets and 365 days. --active is the share of asset-days with mentions; without it both 0.05 and 1
// are measured. --hot-mb is the memory for copies of files, as SENTIMENT_HOT_MB is for a service. --keep generates the store
// below DIR, or uses the one from an earlier run; otherwise it is temporary. --talk is how many times as many mentions there are.
// --daily-only leaves out contributors and mentions of texts, so that a whole year of which every day is active fits into memory twice.
// --against is a built checkout of an earlier release, whose own reads are measured in the same rounds: at least 8 times as long.
// --growth measures news with ten times the assets, days and mentions of a small store.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import {
  addDays,
  AssetDirectory,
  namespaces,
  NewsSourceDirectory,
  openDataset,
  operationsOf,
  utcDay,
} from "@market-sentiment/core";
import { duckDbDialect, openReader, plainRows, sqlText, tables } from "@market-sentiment/core/duckdb";
import { measureGrowth } from "./reads-growth.mjs";
import { readByHand, residentTables } from "./resident-reads.mjs";

const LIMIT = 2;
/** How many times as long the same reads take an earlier release at least. */
const LEAST_GAIN = 8;
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
if (process.argv.includes("--growth")) process.exit(await measureGrowth(process.argv.slice(1)));
if (!process.argv.includes("--active")) {
  // A process for each population, so that neither finds the other's memory and caches.
  const statuses = ["0.05", "1"].map(
    (active) =>
      spawnSync(process.execPath, [...process.argv.slice(1), "--active", active], { stdio: "inherit" }).status,
  );
  process.exit(statuses.every((status) => status === 0) ? 0 : 1);
}
const only = process.argv.includes("--ns") ? process.argv[process.argv.indexOf("--ns") + 1] : null;
const full = process.argv.includes("--full");
const assets = option("assets", full ? 60_000 : 5_000);
const days = option("days", full ? 365 : 60);
const active = option("active", 1);
const rounds = option("rounds", 15);
const talk = option("talk", 1);
const today = utcDay("2026-03-31");
const first = addDays(today, 1 - days);
const kept = process.argv.includes("--keep")
  ? resolve(
      process.argv[process.argv.indexOf("--keep") + 1],
      `${assets}x${days}x${active}${only === null ? "" : `-${only}`}`,
    )
  : null;
const directory = kept ?? mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const keyOf = (index) => `A${String(index).padStart(5, "0")}`;

const activity = `'' AS contributor, day, 'stock' AS asset_type, mentions, CAST(0 AS BIGINT) AS inherited_mentions, mentions AS documents,
  mentions AS threads, LEAST(mentions, 20) AS authors, LEAST(mentions, 9) AS places, CAST(1 AS BIGINT) AS subjects, CAST(0 AS BIGINT) AS engagement,
  1 + ln(mentions) AS evidence, CAST(LEAST(mentions, 20) AS DOUBLE) AS people, mentions * 0.1 AS sentiment_sum, CAST(mentions AS DOUBLE) AS sentiment_weight,
  CAST(mentions // 2 AS BIGINT) AS positive, CAST(mentions // 4 AS BIGINT) AS neutral, CAST(mentions - mentions // 2 - mentions // 4 AS BIGINT) AS negative,
  CAST(100 * mentions / (mentions + 8.0) AS DOUBLE) AS buzz`;

/** Who spoke of an asset on a day: one contributor, and one more for every five mentions, two at most (with --talk 10, 20). */
const speakers = (rows, type) => `SELECT key, ${activity
  .replace("'' AS contributor", "'source' || ((i * 13 + nth * 3 + dayofmonth(day)) % 40) AS contributor")
  .replace("'stock'", `'${type}'`)}
  FROM (SELECT r.* EXCLUDE (mentions), n.nth, GREATEST(1, r.mentions // ${2 * talk}) AS mentions
    FROM (${rows}) AS r, range(${2 * talk}) AS n(nth) WHERE n.nth = 0 OR r.mentions >= 5 * n.nth)`;
/** At most five mentions (with --talk 10, 50) of an asset and day, of every tenth asset; a body of some 200 letters that do not repeat. */
const spokenMentions = (
  rows,
) => `SELECT 'd' || i || '-' || CAST(day AS VARCHAR) || '-' || nth AS document_id, key AS subject,
  CAST(day AS TIMESTAMP) + to_seconds(hash(i, nth) % 86400) AS created_utc, CAST(day AS TIMESTAMP) + to_seconds(hash(i, nth) % 86400) AS first_seen_utc, day,
  'source' || ((i * 13 + dayofmonth(day)) % 40) AS place, 'author' || (hash(i, day, nth) % 50000) AS author, 't' || i || nth AS thread_id, CAST(nth AS VARCHAR) AS post_id,
  'About ' || key || ' ' || md5(key || day || nth) AS title, repeat(md5(nth || key || day) || ' ', 6) AS body, 'https://example.com/' || md5(key || nth || day) AS url,
  CAST(hash(nth, i, day) % 1000 AS BIGINT) AS engagement, CAST(hash(nth, i, day) % 1000 AS BIGINT) AS upvotes, false AS inherited, false AS excluded,
  0.4 AS sentiment_score, 'positive' AS sentiment_label, 0.9 AS relevance, 'ticker' AS evidence, 0 AS mention_at, '' AS hints, md5(key || day || nth) AS content_hash, 1 AS revision
  FROM (${rows}) AS r, range(${5 * talk}) AS n(nth) WHERE i % 10 = 0 AND nth < mentions`;

/** Tables of a text namespace for the days of one month. */
const spokenTables = (rows, inMonth, type) => ({
  subject_contributor_daily: `SELECT * FROM (${speakers(rows, type)}) ORDER BY key, contributor, day`,
  mentions: `SELECT * FROM (${spokenMentions(rows)}) ORDER BY subject, created_utc, document_id`,
  subject_daily: `SELECT key, ${activity.replace("'stock'", `'${type}'`)} FROM (${rows}) ORDER BY key, day`,
  market_daily: `SELECT 'market' AS key, ${activity.replace("'stock'", "NULL")} FROM (SELECT day, CAST(50000 + hash(day) % 9000 AS BIGINT) AS mentions FROM (${inMonth})) ORDER BY day`,
  day_reference: `SELECT day, scope, 8.0 AS evidence, 6.0 AS people, 2.0 AS places, 9.0 AS market_centre, 0.2 AS market_scale,
    0.0 AS market_offset, 90 AS history_days, true AS frozen, 0 AS revision FROM (${inMonth}), (VALUES ('subject'), ('sector'), ('country'), ('market')) s(scope) ORDER BY scope, day`,
});

const traded = `mentions AS trade_count, mentions * 25.0 AS volume, CAST(1 AS BIGINT) AS subjects, true AS covered, LEAST(mentions, 20) AS traders,
  1 + ln(mentions) AS trading, ln(1 + mentions * 25.0) AS money, LEAST(mentions, 9) AS markets, 5000.0 + mentions AS liquidity, 8.5 AS depth,
  mentions * 0.1 AS sentiment_sum, CAST(mentions AS DOUBLE) AS sentiment_weight, CAST(mentions // 2 AS BIGINT) AS positive,
  CAST(mentions // 4 AS BIGINT) AS neutral, CAST(mentions - mentions // 2 - mentions // 4 AS BIGINT) AS negative,
  CAST(100 * mentions / (mentions + 8.0) AS DOUBLE) AS buzz`;
/** One market per month for every tenth asset; asset and month identify it. */
const marketOf = "'0x' || md5(key || strftime(day, '%Y-%m'))";
const marketRow = (column) =>
  ({
    condition_id: "id",
    event_key: "id",
    event_id: "id",
    market_slug: "id",
    question: "'Will ' || key || ' close above $180?'",
    rung: "''",
    outcomes: `'["Yes","No"]'`,
    subject: "key",
    relevance: "0.9",
    market_type: "'close_above'",
    form: "'close'",
    polarity: "1",
    barrier: "0",
    strike: "180.0",
    created_at: "CAST(month AS TIMESTAMP)",
    end_at: "CAST(month AS TIMESTAMP) + INTERVAL 1 MONTH",
    closed_at: `CASE WHEN month < DATE '${today.slice(0, 7)}-01' THEN CAST(month AS TIMESTAMP) + INTERVAL 1 MONTH END`,
    active: "true",
    closed: `month < DATE '${today.slice(0, 7)}-01'`,
    accepting_orders: "true",
    catalogued: "true",
    state_at: "CAST(month AS TIMESTAMP)",
    opening_price: "0.5",
    opening_at: "CAST(month AS TIMESTAMP)",
    first_seen_utc: "CAST(month AS TIMESTAMP)",
  })[column] ?? "NULL";
const marketsSelect = `SELECT ${Object.entries(tables.markets)
  .map(([column, type]) => `CAST(${marketRow(column)} AS ${type}) AS ${column}`)
  .join(", ")}
  FROM (SELECT 'A' || lpad(CAST(i AS VARCHAR), 5, '0') AS key, CAST(m AS DATE) AS month, '0x' || md5('A' || lpad(CAST(i AS VARCHAR), 5, '0') || strftime(m, '%Y-%m')) AS id
    FROM range(0, ${assets}, 10) a(i), range(DATE '${first.slice(0, 7)}-01', DATE '${today}' + 1, INTERVAL 1 MONTH) r(m)) ORDER BY subject, condition_id`;

/** Tables of a market namespace for the days of one month. */
const tradedTables = (rows, inMonth) => ({
  traded_daily: `SELECT * FROM (SELECT 'subject' AS scope, key, day, 'stock' AS asset_type, ${traded} FROM (${rows})
    UNION ALL SELECT 'market' AS scope, 'market' AS key, day, NULL AS asset_type, ${traded} FROM (SELECT day, CAST(50000 + hash(day) % 9000 AS BIGINT) AS mentions FROM (${inMonth}))) ORDER BY scope, key, day`,
  market_days: `SELECT ${marketOf} AS condition_id, key AS subject, ${marketOf} AS event_key, day, mentions AS trade_count, mentions * 25.0 AS volume,
    LEAST(mentions, 20) AS traders, 1 + ln(mentions) AS trading, ln(1 + mentions * 25.0) AS money, 5000.0 AS liquidity, mentions * 25.0 AS volume_24h, 0.02 AS spread,
    0.1 AS score, false AS lacks_reference, CAST(day AS TIMESTAMP) + INTERVAL 20 HOUR AS snapshot_at, 10.0 AS buzz FROM (${rows}) WHERE i % 10 = 0 ORDER BY subject, condition_id, day`,
  traded_reference: `SELECT day, scope, 8.0 AS trading, 6.0 AS traders, 9.0 AS money, 2.0 AS markets, 8.0 AS depth, 9.0 AS market_centre, 0.2 AS market_scale,
    0.0 AS market_offset, 90 AS history_days, true AS frozen, 0 AS revision FROM (${inMonth}), (VALUES ('subject'), ('sector'), ('country'), ('market')) s(scope) ORDER BY scope, day`,
});

/** One row per asset, day and namespace, in the store's layout: one file per month, sorted by asset. */
async function generate() {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const files = [];
  const months = [...new Set(Array.from({ length: days }, (_, offset) => addDays(first, offset).slice(0, 7)))];
  const write = async (namespace, table, month, rowsOf) => {
    // With every column and in its type, as the product writes them.
    const given = (await connection.runAndReadAll(`DESCRIBE ${rowsOf}`)).getRows().map(([name]) => name);
    const columns = Object.entries(tables[table]).map(
      ([name, type]) => `CAST(${given.includes(name) ? name : "NULL"} AS ${type}) AS ${name}`,
    );
    const select = `SELECT ${columns.join(", ")} FROM (${rowsOf})`;
    const path = `files/${namespace}/${table}/${month}-${"0".repeat(16)}.parquet`;
    mkdirSync(join(directory, "files", namespace, table), { recursive: true });
    const copied = await connection.runAndReadAll(
      `COPY (${select}) TO '${join(directory, path)}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)`,
    );
    files.push({ namespace, table, month, path, rows: Number(copied.getRows()[0][0]), columns: 2 });
  };
  for (const [at, { id, kind, assetTypes, shortName }] of namespaces.entries()) {
    if (only !== null && shortName !== only) continue;
    if (kind === "market") await write(id, "markets", "all", marketsSelect);
    for (const month of months) {
      const inMonth = `SELECT CAST(d AS DATE) AS day FROM range(DATE '${first}', DATE '${today}' + 1, INTERVAL 1 DAY) r(d) WHERE strftime(d, '%Y-%m') = '${month}'`;
      const rows = `SELECT i, 'A' || lpad(CAST(i AS VARCHAR), 5, '0') AS key, day,
        CAST(${talk} * (1 + (hash(i * 31 + ${at}, day) % 1000) * (hash(i) % 97) // 9000) AS BIGINT) AS mentions FROM range(${assets}) a(i), (${inMonth}) d
        WHERE hash(i * 7 + ${at}, day) % 1000 < ${Math.round(active * 1000)}`;
      const selects = kind === "text" ? spokenTables(rows, inMonth, assetTypes[0]) : tradedTables(rows, inMonth);
      if (process.argv.includes("--daily-only"))
        for (const name of ["subject_contributor_daily", "mentions"]) delete selects[name];
      for (const [table, select] of Object.entries(selects)) await write(id, table, month, select);
    }
  }
  instance.closeSync();
  const firstDays = Object.fromEntries(namespaces.map(({ id }) => [id, first]));
  const snapshot = {
    format: 1,
    version: 1,
    publishedAt: `${today}T00:00:00.000Z`,
    files,
    retired: [],
    runs: [],
    firstDays,
  };
  mkdirSync(join(directory, "snapshots"), { recursive: true });
  writeFileSync(snapshotFile, JSON.stringify(snapshot));
  writeFileSync(join(directory, "CURRENT"), "1\n");
  return files;
}

const percentile = (times, share) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))];
/** Wall time, and processor time of all threads, which other programs do not share. */
const timed = async (work) => {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { clockMs: performance.now() - start, cpuMs: (user + system) / 1000 };
};
/** Waits until this process is at rest: files are copied into memory in the background. */
async function rested() {
  let busyMs = Infinity;
  while (busyMs > 25) {
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 600));
    const { user, system } = process.cpuUsage(before);
    busyMs = (user + system) / 1000;
  }
}
const shown = (ms) => `${ms.toFixed(1).padStart(8)} ms`;

const began = performance.now();
const snapshotFile = join(directory, "snapshots", "000000000001.json");
const files = existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, "utf8")).files : await generate();
const bytes = files.reduce((sum, { path }) => sum + statSync(join(directory, path)).size, 0);
console.log(
  `${only === null ? namespaces.length : 1} namespaces × ${assets} assets × ${days} days, ${(100 * active).toFixed(0)} % of asset-days active: ${(bytes / 1e6).toFixed(0)} MB, made in ${((performance.now() - began) / 1000).toFixed(0)} s`,
);

const asset = (index, type) => ({
  key: keyOf(index),
  name: `Asset ${index}`,
  type,
  exchange: null,
  sector: null,
  country: null,
  aliases: [],
  primary: null,
  origin: "imported",
});
const graphOf = (type) => new AssetDirectory(Array.from({ length: assets }, (_, index) => asset(index, type)));
const call = { today, now: new Date(`${today}T23:59:59.999Z`), lookbackDays: null, accountType: null };
const against = process.argv.includes("--against") ? process.argv[process.argv.indexOf("--against") + 1] : null;
/** The same operations of an earlier release over the same store. */
const before = against === null ? null : await earlierRelease(against);
async function earlierRelease(release) {
  const built = (file) => import(pathToFileURL(resolve(release, "packages/core/dist", file)).href);
  const [core, duckdb] = await Promise.all([built("index.js"), built("duckdb.js")]);
  const graph = (type) => new core.AssetDirectory(Array.from({ length: assets }, (_, index) => asset(index, type)));
  const opened = core.openDataset({
    store: await duckdb.openReader(directory),
    ...{ stocks: graph("stock"), tokens: graph("token"), sources: new core.NewsSourceDirectory([]), textModel: null },
  });
  const ask = async (namespace, name, parameters) => {
    const operation = core.operationsOf(core.namespaceOf(namespace.id)).find((known) => known.name === name);
    return (await operation.prepare({ parameters }, opened, call)).run();
  };
  return { ask, close: () => opened.close() };
}
const store = await openReader(directory, { hotBytes: option("hot-mb", 0) * 1e6, onHotFault: console.error });
let recorded = null;
const recording = {
  view: async () => {
    const view = await store.view();
    return {
      snapshot: view.snapshot,
      query: async (namespace, query, options) => {
        const rows = await view.query(namespace, query, options);
        recorded?.push({ query: { sql: sqlText(query, duckDbDialect), params: query.params }, rows });
        return rows;
      },
    };
  },
  close: () => store.close(),
};
const dataset = openDataset({
  store: recording,
  stocks: graphOf("stock"),
  tokens: graphOf("token"),
  sources: new NewsSourceDirectory([]),
  textModel: null,
});

function emptyTable(table) {
  const columns = Object.entries(tables[table]).map(([name, type]) => `CAST(NULL AS ${type}) AS ${name}`);
  return `(SELECT ${columns.join(", ")} WHERE false)`;
}

/** The bare client over the same files with the same settings. */
const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
const bare = await instance.connect();
await bare.run("SET GLOBAL late_materialization_max_rows=0");
for (const { id } of namespaces) {
  await bare.run(`CREATE SCHEMA "${id}"`);
  for (const table of Object.keys(tables)) {
    const paths = files
      .filter((file) => file.namespace === id && file.table === table)
      .map(({ path }) => `'${join(directory, path)}'`);
    await bare.run(
      `CREATE VIEW "${id}".${table} AS ${paths.length > 0 ? `SELECT * FROM read_parquet([${paths.join(", ")}])` : `FROM ${emptyTable(table)}`}`,
    );
  }
}

/** The reads by hand have an instance of their own, so that its memory is not that of the bare client. */
const residentInstance = await DuckDBInstance.create(":memory:", { threads: "1" });
const resident = await residentInstance.connect();
await resident.run("SET GLOBAL late_materialization_max_rows=0");

const ten = Array.from({ length: 10 }, (_, index) => keyOf(index * 110)).join(",");
const cases = [
  ["trending, 1 day", "trending", { limit: "20" }],
  ["trending, 7 days", "trending", { days: "7", limit: "100" }],
  ["detail, 30 days", "detail", { ticker: keyOf(70), symbol: keyOf(70), days: "30" }],
  ["compare 10, 30 days", "compare", { tickers: ten, symbols: ten, days: "30" }],
  ["market, 7 days", "market-sentiment", { days: "7" }],
  ["trending, whole", "trending", { days: String(days), limit: "100" }],
  ["detail, whole", "detail", { ticker: keyOf(70), symbol: keyOf(70), days: String(days) }],
  ["market, whole", "market-sentiment", { days: String(days) }],
];
let worst = 0;
let leastGain = Infinity;
console.log(
  `\n${"read".padEnd(36)}${["p50", "p95", "p99", "by hand", "client"].map((name) => name.padStart(11)).join("")}  /by hand  /client${before === null ? "" : "     before   before/"}`,
);
for (const namespace of namespaces.filter(({ shortName }) => only === null || shortName === only)) {
  await residentTables(resident, namespace.id, Object.keys(tables), (table) => {
    const paths = files.filter((file) => file.namespace === namespace.id && file.table === table);
    const list = paths.map(({ path }) => `'${join(directory, path)}'`).join(", ");
    return paths.length > 0 ? `read_parquet([${list}])` : emptyTable(table);
  });
  await resident.run(`USE "${namespace.id}"`);
  resident.asPrepared = undefined;
  resident.plainRows = plainRows;
  recorded = [];
  await (await operationsOf(namespace)[0].prepare({ parameters: {} }, dataset, call)).run();
  resident.reference = recorded.find(({ query }) => query.sql.includes("FROM day_reference"))?.rows[0];
  recorded = null;
  await rested();
  for (const [title, name, parameters] of cases) {
    const operation = operationsOf(namespace).find((known) => known.name === name);
    if (operation === undefined) continue;
    const ask = async () => (await operation.prepare({ parameters }, dataset, call)).run();
    recorded = [];
    await ask();
    const queries = recorded;
    recorded = null;
    const askBare = async () => {
      await bare.run(`USE "${namespace.id}"`);
      for (const { query } of queries) (await bare.runAndReadAll(query.sql, [...query.params])).getRowObjectsJS();
    };
    const byHand = readByHand(resident, namespace, queries);
    await byHand.check();
    // Run all once before measuring: the first run compiles and fills caches.
    await askBare();
    await ask();
    await askBare();
    const askBefore = async () => before?.ask(namespace, name, parameters);
    await askBefore();
    const [times, cpuTimes, bareCpuTimes, handCpuTimes, beforeCpuTimes] = [[], [], [], [], []];
    // Alternate within each round, so that both see the same machine.
    for (let round = 0; round < rounds; round += 1) {
      const own = await timed(ask);
      times.push(own.clockMs);
      cpuTimes.push(own.cpuMs);
      const client = await timed(askBare);
      bareCpuTimes.push(client.cpuMs);
      handCpuTimes.push((await timed(byHand.run)).cpuMs);
      beforeCpuTimes.push((await timed(askBefore)).cpuMs);
    }
    const [own, client, hand, earlier] = [cpuTimes, bareCpuTimes, handCpuTimes, beforeCpuTimes].map((cpu) =>
      percentile(cpu, 0.5),
    );
    worst = Math.max(worst, own / hand);
    if (before !== null) leastGain = Math.min(leastGain, earlier / own);
    process.send?.({ title, ownMs: own, handMs: hand });
    console.log(
      `${`${namespace.shortName} ${title}`.padEnd(36)}${[0.5, 0.95, 0.99].map((share) => shown(percentile(times, share))).join("")}${shown(hand)}${shown(client)}${(own / hand).toFixed(2).padStart(10)}${(own / client).toFixed(2).padStart(9)}${before === null ? "" : `${shown(earlier)}${(earlier / own).toFixed(1).padStart(8)}`}`,
    );
  }
  await resident.run("USE main");
  await resident.run(`DROP SCHEMA "${namespace.id}" CASCADE`);
}
console.log(
  `\nworst ratio ${worst.toFixed(2)}, limit ${LIMIT}${before === null ? "" : `; the earlier release takes ${leastGain.toFixed(1)} times as long at least, limit ${LEAST_GAIN}`}; resident memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
);
await dataset.close();
await before?.close();
instance.closeSync();
residentInstance.closeSync();
if (kept === null) rmSync(directory, { recursive: true, force: true });
process.disconnect?.();
process.exit(worst <= LIMIT && leastGain >= (before === null ? 0 : LEAST_GAIN) ? 0 : 1);
