import { createRequire } from "node:module";
import { pipeline, Readable } from "node:stream";
import type { DuckDBConnection, DuckDBResult } from "@duckdb/node-api";
import type * as Arrow from "apache-arrow";
import { MarketDataError } from "../../errors.js";

const require = createRequire(import.meta.url);

/** Rows of one record batch. */
const batchRows = 32_768;

const dayMs = 86_400_000;

/** Loaded on first use: other formats need no Arrow. */
function loadArrow(): typeof Arrow {
  try {
    return require("apache-arrow") as typeof Arrow;
  } catch (cause) {
    const message = "Arrow is not installed. Install it with: npm install apache-arrow@21";
    throw new MarketDataError("engine_unavailable", message, {}, { cause });
  }
}

/** One Arrow IPC stream over the rows of all queries, which have the same columns. */
export async function* arrowStream(
  connection: DuckDBConnection,
  selects: AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  const arrow = loadArrow();
  const batches = Readable.from(recordBatches(arrow, connection, selects), { highWaterMark: 1 });
  const writer = arrow.RecordBatchStreamWriter.throughNode();
  // An error at either end reaches the reader, because the pipeline ends the writer with it.
  const written = new Promise<void>((resolve) => pipeline(batches, writer, () => resolve()));
  try {
    yield* writer as AsyncIterable<Uint8Array>;
  } finally {
    writer.destroy();
    await written;
  }
}

async function* recordBatches(
  arrow: typeof Arrow,
  connection: DuckDBConnection,
  selects: AsyncIterable<string>,
): AsyncGenerator<Arrow.RecordBatch> {
  let schema: Arrow.Schema | null = null;
  for await (const select of selects) {
    const result = await connection.stream(select);
    schema ??= schemaOf(arrow, result);
    let columns: unknown[][] = schema.fields.map(() => []);
    for (;;) {
      const chunk = await result.fetchChunk();
      const isLast = chunk === null || chunk.rowCount === 0;
      if (!isLast)
        for (const [at, column] of columns.entries()) for (const value of chunk.getColumnValues(at)) column.push(value);
      const rows = columns[0]?.length ?? 0;
      if (rows > 0 && (isLast || rows >= batchRows)) {
        yield batchOf(arrow, schema, columns);
        columns = schema.fields.map(() => []);
      }
      if (isLast) break;
    }
  }
}

function schemaOf(arrow: typeof Arrow, result: DuckDBResult): Arrow.Schema {
  const names = result.columnNames();
  const fields = result.columnTypes().map((type, at) => {
    const made = typeOf(arrow, String(type));
    return new arrow.Field(names[at] ?? "", made, true);
  });
  return new arrow.Schema(fields);
}

/** The Arrow type of a type of the engine. */
function typeOf(arrow: typeof Arrow, type: string): Arrow.DataType {
  switch (type) {
    case "VARCHAR":
      return new arrow.Utf8();
    case "DOUBLE":
      return new arrow.Float64();
    case "BIGINT":
      return new arrow.Int64();
    case "INTEGER":
      return new arrow.Int32();
    case "BOOLEAN":
      return new arrow.Bool();
    case "DATE":
      return new arrow.DateDay();
    case "TIMESTAMP":
      return new arrow.TimestampMillisecond("UTC");
    default:
      throw new RangeError(`No Arrow type for a column of type ${type}.`);
  }
}

function batchOf(arrow: typeof Arrow, schema: Arrow.Schema, columns: readonly unknown[][]): Arrow.RecordBatch {
  const children = schema.fields.map((field, at) => {
    const own = field.type as Arrow.DataType;
    const [data] = arrow.vectorFromArray((columns[at] ?? []).map(plainOf), own).data;
    if (data === undefined) throw new RangeError("A column of a batch has no data.");
    return data;
  });
  const type = new arrow.Struct(schema.fields);
  const length = columns[0]?.length ?? 0;
  return new arrow.RecordBatch(schema, arrow.makeData({ type, length, nullCount: 0, children }));
}

/** Days and instants of the engine are objects around a number. */
function plainOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("days" in value) return new Date(Number(value.days) * dayMs);
  if ("micros" in value) return Number(value.micros) / 1_000;
  return value;
}
