// A store of microblog posts over two years, written by the engine itself in the product's layout. It shows what new
// documents cost on top of much history, without ingesting that first. The texts are hexadecimal; nothing reads them
// again.
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { addDays } from "@market-sentiment/core";
import { tables } from "@market-sentiment/core/duckdb";

/** Most rows of a mention file, as in the product. */
const largestFile = 2_000_000;
const tickers = "AAPL TSLA NVDA AMD MSFT AMZN META GOOGL SPY GME".split(" ");

const mention = (day, first) => ({
  document_id: `'x:' || (${first} + i)`,
  subject: `list_extract([${tickers.map((ticker) => `'${ticker}'`).join(", ")}], CAST(1 + hash(i) % ${tickers.length} AS INTEGER))`,
  created_utc: `CAST(${day} AS TIMESTAMP) + to_seconds(i % 86400)`,
  first_seen_utc: `CAST(${day} AS TIMESTAMP) + to_seconds(i % 86400)`,
  day,
  author: "'user' || hash(i) % 400000",
  thread_id: `'x:' || (${first} + i)`,
  post_id: `CAST(${first} + i AS VARCHAR)`,
  body: "md5(CAST(i AS VARCHAR)) || ' ' || md5(CAST(i + 1 AS VARCHAR)) || ' ' || md5(CAST(i + 2 AS VARCHAR))",
  engagement: "i % 100",
  likes: "i % 100",
  inherited: "false",
  excluded: "false",
  sentiment_score: "0.5",
  sentiment_label: "'positive'",
  relevance: "0.9",
  evidence: "'cashtag'",
  mention_at: "0",
  hints: "''",
  content_hash: "md5(CAST(i AS VARCHAR))",
  revision: "1",
  text_print: "unhex(repeat(md5(CAST(i AS VARCHAR)), 5) || left(md5(CAST(i AS VARCHAR)), 16))",
});
const activity = {
  contributor: "''",
  asset_type: "'stock'",
  mentions: "mentions",
  documents: "mentions",
  threads: "mentions",
  authors: "mentions",
  subjects: "1",
  engagement: "mentions * 50",
  evidence: "CAST(mentions AS DOUBLE)",
  people: "CAST(mentions AS DOUBLE)",
  sentiment_sum: "mentions * 0.5",
  sentiment_weight: "CAST(mentions AS DOUBLE)",
  positive: "mentions",
  buzz: "40.0",
};
const reference = {
  evidence: "8.0",
  people: "6.0",
  places: "1.0",
  market_centre: "9.0",
  market_scale: "0.2",
  market_offset: "0.0",
  history_days: "90",
  provisional: "false",
  frozen: "true",
  revision: "0",
  revised: "false",
};

const columnsOf = (table, values) =>
  Object.entries(tables[table])
    .map(
      ([name, type]) =>
        `CAST(${values[name] ?? (type === "BIGINT" && table.endsWith("_daily") ? "0" : "NULL")} AS ${type}) AS ${name}`,
    )
    .join(", ");

/** Writes `rows` mentions evenly over the days before `until` into an empty directory. */
export async function generateHistory({ directory, namespace, rows, days, until }) {
  const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
  const connection = await instance.connect();
  const files = [];
  const write = async (table, month, span, count, select, order) => {
    const path = `files/${namespace}/${table}/${month}-${randomBytes(8).toString("hex")}.parquet`;
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    await connection.run(
      `COPY (SELECT * FROM (${select}) ORDER BY ${order}) TO '${join(directory, path)}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)`,
    );
    files.push({ namespace, table, month, path, rows: count, days: span, columns: 2 });
  };
  const perDay = Math.round(rows / days);
  const months = grouped(Array.from({ length: days }, (_, at) => addDays(until, at - days)));
  let made = 0;
  for (const [month, all] of months) {
    const atOnce = Math.max(1, Math.floor(largestFile / perDay));
    for (let at = 0; at < all.length; at += atOnce) {
      const some = all.slice(at, at + atOnce);
      const count = some.length * perDay;
      const day = `CAST(DATE '${some[0]}' + CAST(i // ${perDay} AS INTEGER) AS DATE)`;
      const select = `SELECT ${columnsOf("mentions", mention(day, made))} FROM range(${count}) r(i)`;
      await write("mentions", month, [some[0], some.at(-1)], count, select, "subject, created_utc, document_id");
      made += count;
    }
    const span = [all[0], all.at(-1)];
    const inMonth = `SELECT CAST(DATE '${all[0]}' + CAST(d AS INTEGER) AS DATE) AS day FROM range(${all.length}) r(d)`;
    const share = `CAST(${Math.max(1, Math.round(perDay / tickers.length))} AS BIGINT)`;
    const keyed = `SELECT t.key, d.day, ${share} AS mentions FROM (${inMonth}) d, (VALUES ${tickers.map((key) => `('${key}')`).join(", ")}) t(key)`;
    const daily = columnsOf("subject_daily", { ...activity, key: "key", day: "day" });
    await write(
      "subject_daily",
      month,
      span,
      all.length * tickers.length,
      `SELECT ${daily} FROM (${keyed})`,
      "key, day",
    );
    const whole = columnsOf("market_daily", { ...activity, key: "'market'", asset_type: "NULL", day: "day" });
    await write(
      "market_daily",
      month,
      span,
      all.length,
      `SELECT ${whole} FROM (SELECT day, CAST(${perDay} AS BIGINT) AS mentions FROM (${inMonth}))`,
      "day",
    );
    const scopes = "(VALUES ('subject'), ('sector'), ('country'), ('market')) s(scope)";
    const against = columnsOf("day_reference", { ...reference, scope: "scope", day: "day" });
    await write(
      "day_reference",
      month,
      span,
      all.length * 4,
      `SELECT ${against} FROM (${inMonth}), ${scopes}`,
      "scope, day",
    );
  }
  instance.closeSync();
  const snapshot = {
    format: 1,
    version: 1,
    publishedAt: `${until}T00:00:00.000Z`,
    files,
    retired: [],
    runs: [],
    firstDays: { [namespace]: addDays(until, -days) },
  };
  mkdirSync(join(directory, "snapshots"), { recursive: true });
  writeFileSync(join(directory, "snapshots", "000000000001.json"), JSON.stringify(snapshot));
  writeFileSync(join(directory, "CURRENT"), "1\n");
  return made;
}

function grouped(days) {
  const months = new Map();
  for (const day of days) months.set(day.slice(0, 7), [...(months.get(day.slice(0, 7)) ?? []), day]);
  return months;
}
