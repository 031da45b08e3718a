import { isUtf8 } from "node:buffer";
import { dirname, resolve } from "node:path";
import type * as Client from "@duckdb/node-api";
import { MarketDataError } from "../../errors.js";
import { openInstance, quoted } from "./instance.js";
import { loadClient } from "./load-client.js";

/**
 * Streams the rows of a Parquet file as plain objects. Instants become ISO text. Decimals and whole numbers beyond 2^53
 * become text with all their digits, because ids come in such columns. Lists and structs stay; everything else becomes
 * the engine's text.
 *
 * @throws MarketDataError `invalid_file` when it is not a readable Parquet file.
 */
export async function* readTableFile(path: string): AsyncGenerator<Record<string, unknown>> {
  const absolute = resolve(path);
  const client = loadClient();
  const instance = await openInstance([dirname(absolute)], 1);
  try {
    const connection = await instance.connect();
    const result = await connection.stream(`SELECT * FROM read_parquet(${quoted(absolute)})`);
    for await (const rows of result.yieldRowObjects()) {
      for (const row of rows) yield plainFields(row, client);
    }
  } catch (cause) {
    if (cause instanceof MarketDataError) throw cause;
    throw new MarketDataError("invalid_file", `${path} is not a readable Parquet file.`, { path }, { cause });
  } finally {
    instance.closeSync();
  }
}

type Fields = Readonly<Record<string, Client.DuckDBValue>>;

function plainFields(fields: Fields, client: typeof Client): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value, client)]));
}

function plainValue(value: Client.DuckDBValue, client: typeof Client): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value !== "object" || value === null) return value;
  const plain = (inner: Client.DuckDBValue) => plainValue(inner, client);
  if (value instanceof client.DuckDBListValue || value instanceof client.DuckDBArrayValue)
    return value.items.map(plain);
  if (value instanceof client.DuckDBStructValue) return plainFields(value.entries, client);
  if (value instanceof client.DuckDBMapValue)
    return value.entries.map((entry) => ({ key: plain(entry.key), value: plain(entry.value) }));
  if (value instanceof client.DuckDBUnionValue || value instanceof client.DuckDBVariantValue) return plain(value.value);
  // Old writers store text as plain bytes.
  if (value instanceof client.DuckDBBlobValue && isUtf8(value.bytes)) return Buffer.from(value.bytes).toString("utf8");
  const time = new Date(millisecondsOf(value, client) ?? Number.NaN);
  // Infinite and out-of-range times are shown as the engine writes them.
  return Number.isNaN(time.getTime()) ? String(value) : time.toISOString();
}

/** The instant of a date or timestamp, in ms since the epoch; null for other values. */
function millisecondsOf(value: Client.DuckDBValue, client: typeof Client): number | null {
  if (value instanceof client.DuckDBDateValue) return value.days * 86_400_000;
  if (value instanceof client.DuckDBTimestampSecondsValue) return Number(value.seconds) * 1000;
  if (value instanceof client.DuckDBTimestampMillisecondsValue) return Number(value.millis);
  if (value instanceof client.DuckDBTimestampNanosecondsValue) return Math.floor(Number(value.nanos / 1000n) / 1000);
  if (value instanceof client.DuckDBTimestampValue || value instanceof client.DuckDBTimestampTZValue)
    return Math.floor(Number(value.micros) / 1000);
  return null;
}
