// The best reads that we can write by hand: the daily rows resident in the engine, once in the order (day, key) and once in
// the order (key, day), with statements that are parsed and planned beforehand and read only what the answer needs.
import { deepStrictEqual } from "node:assert";

const seriesColumns = `key, CAST(day AS VARCHAR) AS day, buzz, mentions, inherited_mentions, engagement, sentiment_sum, sentiment_weight, positive,
  neutral, negative, documents, threads, authors, places, subjects`;

/** Statements by text, each prepared once. */
function prepared(connection) {
  const statements = new Map();
  return async (sql, params) => {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = await connection.prepare(sql)));
    statement.clearBindings();
    statement.bind([...params]);
    const result = await statement.run();
    return connection.plainRows(await result.fetchAllChunks(), result.columnNames());
  };
}

/** Copies of a namespace's tables in the engine's memory. `source` names the table of files that a table is copied from. */
export async function residentTables(connection, schema, names, source) {
  await connection.run(`CREATE SCHEMA "${schema}"`);
  const wide = new Set(["subject_daily", "traded_daily"]);
  const sorted = { subject_contributor_daily: "key, day, contributor", mentions: "subject, day, engagement DESC" };
  for (const name of names) {
    if (sorted[name] !== undefined)
      await connection.run(
        `CREATE TABLE "${schema}".${name} AS SELECT * FROM ${source(name)} ORDER BY ${sorted[name]}`,
      );
    else if (wide.has(name)) {
      await connection.run(
        `CREATE TABLE "${schema}".${name}_by_day AS SELECT * FROM ${source(name)} ORDER BY day, key`,
      );
      await connection.run(
        `CREATE TABLE "${schema}".${name}_by_key AS SELECT * FROM ${source(name)} ORDER BY key, day`,
      );
    } else await connection.run(`CREATE TABLE "${schema}".${name} AS SELECT * FROM ${source(name)}`);
  }
}

/** The ranking by hand: sums of the measures of buzz alone. The other sums of the winners come from their series. */
function rankingSql(terms, days, limit) {
  const saturated = ({ measure, weight }) =>
    `${weight}::DOUBLE * ((${measure} / ${days}) / (${measure} / ${days} + $${measure}))`;
  const sums = terms.map(({ measure }) => `CAST(sum(${measure}) AS DOUBLE) AS ${measure}`).join(", ");
  return `SELECT key, 100 * (${terms.map(saturated).join(" + ")}) AS buzz
FROM (SELECT key, ${sums} FROM subject_daily_by_day WHERE day BETWEEN $from::DATE AND $to::DATE GROUP BY key) ORDER BY buzz DESC, key LIMIT ${limit}`;
}

const isRanking = ({ query }) => /^SELECT key, LEAST.*\sFROM subject_daily\b.*LIMIT/s.test(query.sql);
const isSeries = ({ query }) => /^SELECT key, CAST\(day.*\sFROM subject_daily\b/s.test(query.sql);
/** Statements that cannot be written better, over tables in the best order: contributors, counts of them, and mentions. */
const isAsItStands = ({ query, rows }) =>
  rows.length > 0 && /\sFROM (?:subject_contributor_daily|mentions)\b/.test(query.sql);
const isMarket = ({ query }) => query.sql.includes("FROM market_daily AS m");

/**
 * One read by hand, made from what the product's read asked.
 *
 * Text namespaces: one statement each for the ranking, for the series of the keys, for the market, for contributors and for
 * mentions; the last two are the product's own, over tables resident in the order of keys and days. The predmarket
 * namespace: the product's own statements, prepared, over the resident copies in the better order; the best that is
 * written by hand can only be faster.
 *
 * @param asked Statements of the product's read, each with the rows that it gave.
 * @returns `run`, and `check`, which throws where a statement gives other rows than the product's read.
 */
export function readByHand(connection, namespace, asked) {
  const ask = (connection.asPrepared ??= prepared(connection));
  const steps = namespace.kind === "text" ? textSteps(namespace, asked, connection.reference) : ownSteps(asked);
  return {
    run: async () => {
      for (const { sql, params } of steps) await ask(sql, params);
    },
    check: async () => {
      for (const step of steps) {
        for (const sql of step.variants ?? [step.sql]) sameRows(await ask(sql, step.params), step.expected, sql);
        if (step.variants !== undefined) step.sql = await fastest(ask, step);
      }
    },
  };
}

/** Which of several statements with the same rows takes the least processor time: the least of five runs each, in turn. */
async function fastest(ask, { variants, params }) {
  const least = new Map(variants.map((sql) => [sql, Infinity]));
  for (let round = 0; round < 5; round += 1)
    for (const sql of variants) {
      const before = process.cpuUsage();
      await ask(sql, params);
      const { user, system } = process.cpuUsage(before);
      least.set(sql, Math.min(least.get(sql), user + system));
    }
  return variants.reduce((best, sql) => (least.get(sql) < least.get(best) ? sql : best));
}

function textSteps({ buzzTerms }, asked, reference) {
  const steps = [];
  const ranking = asked.find(isRanking);
  if (ranking !== undefined) {
    const [from, to] = ranking.query.params.slice(-2);
    const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
    const limit = Number(/LIMIT (\d+)/.exec(ranking.query.sql)[1]);
    const named = rankingSql(buzzTerms, days, limit);
    const order = [...new Set([...named.matchAll(/\$([a-z]+)/g)].map(([, name]) => name))];
    const sql = named.replaceAll(/\$([a-z]+)/g, (_, name) => `$${order.indexOf(name) + 1}`);
    steps.push({ sql, params: order.map((name) => ({ ...reference, from, to })[name]), expected: ranking.rows });
  }
  const series = asked.find(isSeries);
  if (series !== undefined)
    steps.push({
      variants: ["by_key", "by_day"].map(
        (order) => `SELECT ${seriesColumns} FROM subject_daily_${order} WHERE ${series.query.sql.split("WHERE")[1]}`,
      ),
      params: series.query.params,
      expected: series.rows,
    });
  const market = asked.find(isMarket);
  if (market !== undefined) steps.push({ ...market.query, expected: market.rows });
  for (const { query, rows } of asked.filter(isAsItStands)) steps.push({ ...query, expected: rows });
  if (steps.length === 0) throw new Error("None of the read's statements is known: write the read by hand again.");
  return steps;
}

function ownSteps(asked) {
  return asked
    .filter(({ rows }) => rows.length > 0)
    .map(({ query: { sql, params }, rows }) => ({
      sql: sql.replaceAll(/\b(traded_daily)\b/g, /\bkey IN\b/.test(sql) ? "$1_by_key" : "$1_by_day"),
      params,
      expected: rows,
    }));
}

/** Compares the columns that the read by hand has. Sums in another order may differ in their last digits. */
function sameRows(given, wanted, sql) {
  // Without an order the engine gives rows in any.
  const ordered = (all) => (/ORDER BY/.test(sql) ? all : all.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  const [rows, expected] = [ordered(given), ordered(wanted)];
  const plain = (value) =>
    typeof value === "bigint" ? Number(value) : value instanceof Date ? value.toISOString() : value;
  const close = (a, b) =>
    a === b ||
    (typeof a === "number" && typeof b === "number" && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)));
  if (rows.length !== expected.length) deepStrictEqual(rows.length, expected.length, `Other rows by hand: ${sql}`);
  for (const [at, row] of rows.entries())
    for (const [name, value] of Object.entries(row))
      if (!close(plain(value), plain(expected[at][name])))
        throw new Error(`Row ${at} by hand has ${name} ${plain(value)}, not ${expected[at][name]}: ${sql}`);
}
