// The least that storing costs: a hand-written loop that parses records, hashes them, and hands the rows of a finished run to
// the engine value by value, which writes each table sorted and compressed as the store does. It compares nothing, knows
// no day and counts nothing.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { DuckDBDateValue, DuckDBInstance, DuckDBTimestampValue } from "@duckdb/node-api";

const order = { mentions: "subject, day, document_id" };
const appends = {
  VARCHAR: (to, value) => to.appendVarchar(value),
  BIGINT: (to, value) => to.appendBigInt(value),
  INTEGER: (to, value) => to.appendInteger(value),
  DOUBLE: (to, value) => to.appendDouble(value),
  BOOLEAN: (to, value) => to.appendBoolean(value),
  BLOB: (to, value) => to.appendBlob(value.bytes ?? value),
  DATE: (to, value) => to.appendDate(new DuckDBDateValue(value.days)),
  TIMESTAMP: (to, value) => to.appendTimestamp(new DuckDBTimestampValue(value.micros)),
};

/** @param files Folder with the tables of one namespace, each a folder of Parquet files. */
export async function bareStoring(files, into) {
  mkdirSync(into, { recursive: true });
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  const tables = [];
  for (const name of readdirSync(files)) {
    const read = await connection.runAndReadAll(
      `SELECT * FROM read_parquet('${files}/${name}/*.parquet', union_by_name = true)`,
    );
    tables.push({ name, columns: read.columnNames(), types: read.columnTypes().map(String), rows: read.getRows() });
  }
  const store = async ({ name, columns, types, rows }) => {
    const list = columns.map((column, at) => `${column} ${types[at]}`).join(", ");
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} (${list})`);
    const appender = await connection.createAppender(name);
    const how = types.map((type) => appends[type]);
    for (const row of rows) {
      for (let at = 0; at < row.length; at += 1)
        if (row[at] === null) appender.appendNull();
        else how[at](appender, row[at]);
      appender.endRow();
    }
    appender.closeSync();
    const by = order[name] ?? (columns.includes("key") ? "key, day" : "day");
    await connection.run(
      `COPY (SELECT * FROM ${name} ORDER BY ${by}) TO '${into}/${name}.parquet' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)`,
    );
  };
  return {
    /** Parses and hashes the lines, and stores the rows. */
    async run(lines) {
      let digits = 0;
      for (const line of lines) {
        const content = JSON.stringify(Object.values(JSON.parse(line)));
        digits += createHash("sha256").update(content).digest("hex").length;
      }
      if (digits !== 64 * lines.length) throw new Error("Not every line was hashed.");
      for (const table of tables) await store(table);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
