import { createRequire } from "node:module";
import type { DuckDBDataChunk } from "@duckdb/node-api";

const require = createRequire(import.meta.url);

/** Rows of a chunk; the engine works on as many at a time. */
export const CHUNK_ROWS = 2_048;

/** Column type that the store uses. */
export type FilledType = "VARCHAR" | "BLOB" | "BIGINT" | "INTEGER" | "DOUBLE" | "BOOLEAN" | "DATE" | "TIMESTAMP";

/** A column of a chunk inside the engine. */
type Vector = object;

/**
 * The part of the client's binding that fills vectors from arrays. The client's own vectors make a `bigint` of every large
 * number and every null, and its appender calls the engine for every value.
 */
export interface VectorBinding {
  data_chunk_get_vector(chunk: DuckDBDataChunk["chunk"], column: number): Vector;
  copy_data_to_vector(to: Vector, at: number, from: ArrayBufferLike, start: number, bytes: number): void;
  copy_data_to_vector_validity(to: Vector, at: number, from: ArrayBufferLike, start: number, bytes: number): void;
  vector_ensure_validity_writable(vector: Vector): void;
  vector_assign_string_element(vector: Vector, row: number, text: string): void;
  vector_assign_string_element_len(vector: Vector, row: number, bytes: Uint8Array): void;
}

let binding: VectorBinding | undefined;

/** The binding of the installed client, which has it as its dependency. */
export function loadVectorBinding(): VectorBinding {
  binding ??= createRequire(require.resolve("@duckdb/node-api"))("@duckdb/node-bindings") as VectorBinding;
  return binding;
}

const dayMs = 86_400_000;
const halfRange = 2 ** 32;

/** Fills one column of chunk after chunk. Days are `YYYY-MM-DD`, instants milliseconds since the epoch. */
export class ColumnFiller {
  readonly name: string;
  readonly #binding: VectorBinding;
  readonly #put: (row: number, value: unknown) => void;
  /** What the vector holds; texts and bytes are put into it one by one. */
  readonly #values: ArrayBufferView | null;
  readonly #rows: number;
  /** A bit for each row, in whole words of 64; 0 for null. */
  readonly #valid: Uint8Array;
  #hadNulls = false;
  #vector: Vector = {};

  /** @param rows Most rows at a time, at most {@link CHUNK_ROWS}. */
  constructor(name: string, type: FilledType, rows: number, from: VectorBinding) {
    this.name = name;
    this.#rows = rows;
    this.#valid = new Uint8Array(8 * Math.ceil(rows / 64)).fill(255);
    this.#binding = from;
    const { values, put } = this.#fillerOf(type);
    this.#values = values;
    this.#put = put;
  }

  /** Fills the column from a property of the rows from `start` to before `end`; absent values are null. */
  fill(vector: Vector, rows: readonly object[], start: number, end: number): void {
    this.#vector = vector;
    if (this.#hadNulls) this.#valid.fill(255);
    let nulls = 0;
    const { name } = this;
    for (let at = start; at < end; at += 1) {
      const value = (rows[at] as Readonly<Record<string, unknown>>)[name];
      if (value === null || value === undefined) {
        nulls += 1;
        this.#putNull(at - start);
      } else this.#put(at - start, value);
    }
    const values = this.#values;
    if (values !== null) {
      const bytes = (values.byteLength / this.#rows) * (end - start);
      this.#binding.copy_data_to_vector(vector, 0, values.buffer, values.byteOffset, bytes);
    }
    this.#hadNulls = nulls > 0;
    if (nulls === 0) return;
    this.#binding.vector_ensure_validity_writable(vector);
    this.#binding.copy_data_to_vector_validity(vector, 0, this.#valid.buffer, 0, this.#valid.byteLength);
  }

  #putNull(row: number): void {
    this.#valid[row >> 3] = (this.#valid[row >> 3] ?? 0) & ~(1 << (row & 7));
  }

  #fillerOf(type: FilledType): { values: ArrayBufferView | null; put: (row: number, value: unknown) => void } {
    switch (type) {
      case "VARCHAR":
        return { values: null, put: (row, value) => this.#putText(row, value as string) };
      case "BLOB":
        return { values: null, put: (row, value) => this.#putBytes(row, value as Uint8Array) };
      case "BIGINT":
        return fillerOfLongs(this.#rows, 1);
      case "TIMESTAMP":
        return fillerOfLongs(this.#rows, 1000);
      case "DOUBLE":
        return fillerOf(new Float64Array(this.#rows), (value) => value as number);
      case "BOOLEAN":
        return fillerOf(new Uint8Array(this.#rows), Number);
      case "INTEGER":
        return fillerOf(new Int32Array(this.#rows), (value) => value as number);
      case "DATE":
        return fillerOf(new Int32Array(this.#rows), daysOf());
    }
  }

  #putText(row: number, text: string): void {
    // The fast path would end at a zero character.
    if (text.includes("\0")) this.#putBytes(row, Buffer.from(text));
    else this.#binding.vector_assign_string_element(this.#vector, row, text);
  }

  #putBytes(row: number, bytes: Uint8Array): void {
    this.#binding.vector_assign_string_element_len(this.#vector, row, bytes);
  }
}

function fillerOf(values: Float64Array | Uint8Array | Int32Array, numberOf: (value: unknown) => number) {
  return {
    values,
    put: (row: number, value: unknown) => {
      values[row] = numberOf(value);
    },
  };
}

/** 64-bit numbers, as two halves: a `bigint` of each is garbage. */
function fillerOfLongs(rows: number, factor: number) {
  const halves = new Int32Array(2 * rows);
  const wholes = new BigInt64Array(halves.buffer);
  return {
    values: halves,
    put: (row: number, value: unknown) => {
      const number = (value as number) * factor;
      if (Number.isSafeInteger(number)) {
        halves[2 * row] = number;
        halves[2 * row + 1] = Math.floor(number / halfRange);
      } else wholes[row] = BigInt(value as number) * BigInt(factor);
    },
  };
}

/** Days since the epoch of a day's text. The same day comes many times in a row. */
function daysOf(): (day: unknown) => number {
  let [last, days]: [unknown, number] = [null, 0];
  return (day) => {
    if (day !== last) {
      last = day;
      days = Date.parse(day as string) / dayMs;
    }
    return days;
  };
}
