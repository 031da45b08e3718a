import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { RowFormat, RowsQuery, WriteOptions } from "../../engine.js";
import { MarketDataError } from "../../errors.js";
import type { TableName } from "../../storage/tables.js";
import { arrowStream } from "./arrow-stream.js";
import { makeExportDirectory } from "./export-directory.js";
import { openInstance, quoted } from "./instance.js";
import { type ByteRange, JoinedParquet } from "./joined-parquet.js";
import { loadRows } from "./load-rows.js";
import { scan } from "./table-source.js";

/** Memory that the engine may take for one answer, in megabytes; what does not fit goes to the temporary folder. */
const memoryMegabytes = 128;

/** Bytes that are read from a finished piece at a time. */
const chunkBytes = 256 * 1024;

/** Where the rows of a query come from, and where its pieces are put while they wait to be sent. */
export interface RowsSource {
  /** Folder of the stored files. */
  readonly filesDirectory: string;
  readonly temporaryDirectory: string;
  readonly threads: number;
  /** A `SELECT` over the rows of a stored table with `known_at` and `gone`. */
  readonly known: (table: TableName) => string;
}

/**
 * Writes the answer of a query piece by piece, in an instance and a folder of its own, so that neither its memory nor its
 * settings touch other queries. The stored files are read first: later publications may delete them while the answer is sent.
 */
export async function* writeRows(
  source: RowsSource,
  query: RowsQuery,
  { format, signal, onStep = () => undefined }: WriteOptions,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const folder = await makeExportDirectory(source.temporaryDirectory);
  try {
    const bound = { megabytes: memoryMegabytes, spillDirectory: join(folder, "spill") };
    const instance = await openInstance([source.filesDirectory, folder], source.threads, bound);
    const connection = await instance.connect();
    const interrupt = () => connection.interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });
    try {
      const writer = new PieceWriter(connection, folder, onStep);
      await writer.prepare(source, query);
      signal?.throwIfAborted();
      for await (const chunk of writer.bytes(query, format)) {
        yield chunk;
        signal?.throwIfAborted();
      }
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof MarketDataError) throw cause;
      throw new MarketDataError("engine_unavailable", "The rows cannot be written.", {}, { cause });
    } finally {
      signal?.removeEventListener("abort", interrupt);
      connection.closeSync();
      instance.closeSync();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class PieceWriter {
  readonly #connection: DuckDBConnection;
  readonly #folder: string;
  readonly #onStep: () => void;
  #files = 0;

  constructor(connection: DuckDBConnection, folder: string, onStep: () => void) {
    this.#connection = connection;
    this.#folder = folder;
    this.#onStep = onStep;
  }

  /** Reads everything that is needed of the stored tables. */
  async prepare(source: RowsSource, { tables, given, parts }: RowsQuery): Promise<void> {
    for (const table of tables) await this.#connection.run(`CREATE TEMP VIEW ${table}_known AS ${source.known(table)}`);
    for (const [name, { columns, rows }] of Object.entries(given))
      await loadRows(this.#connection, name, columns, rows);
    for (const [part, { chosen }] of parts.entries()) {
      for (const [name, select] of Object.entries(chosen)) {
        await this.#copy(select, this.#chosenFile(part, name), "FORMAT parquet");
      }
    }
  }

  /** The bytes of the answer. */
  async *bytes(query: RowsQuery, format: RowFormat): AsyncGenerator<Uint8Array> {
    if (format === "parquet") yield* this.#parquet(query);
    else if (format === "arrow") yield* arrowStream(this.#connection, this.#selects(query));
    else yield* this.#text(query, format);
  }

  /** The pieces, each when the tables that it reads are bound. */
  async *#selects({ parts }: RowsQuery): AsyncGenerator<string> {
    for (const [part, { chosen, pieces }] of parts.entries()) {
      for (const name of Object.keys(chosen)) {
        const rows = `SELECT * FROM ${scan([{ path: this.#chosenFile(part, name) }])}`;
        await this.#connection.run(`CREATE OR REPLACE TEMP VIEW ${name} AS ${rows}`);
      }
      for (const piece of pieces) {
        yield piece;
        this.#onStep();
      }
    }
  }

  async *#text(query: RowsQuery, format: "csv" | "ndjson"): AsyncGenerator<Uint8Array> {
    let isFirst = true;
    for await (const select of this.#selects(query)) {
      const file = this.#newFile();
      await this.#copy(select, file, format === "csv" ? `FORMAT csv, HEADER ${isFirst}` : "FORMAT json");
      isFirst = false;
      yield* this.#sent(file);
    }
  }

  /** Each piece becomes row groups of one file, which is sent as it grows; its index stands at its end. */
  async *#parquet(query: RowsQuery): AsyncGenerator<Uint8Array> {
    const joined = new JoinedParquet();
    yield joined.begin();
    for await (const select of this.#selects(query)) {
      const file = this.#newFile();
      await this.#copy(select, file, "FORMAT parquet");
      yield* this.#sent(file, await joined.add(file));
    }
    yield joined.end();
  }

  async *#sent(file: string, range: ByteRange | null = null): AsyncGenerator<Uint8Array> {
    // The last byte is included there.
    const within = range === null ? {} : { start: range.start, end: range.end - 1 };
    const isEmpty = range !== null && range.end <= range.start;
    if (!isEmpty) {
      const stream = createReadStream(file, { highWaterMark: chunkBytes, ...within });
      yield* Readable.from(stream) as AsyncIterable<Uint8Array>;
    }
    await rm(file, { force: true });
  }

  async #copy(select: string, file: string, options: string): Promise<void> {
    await this.#connection.run(`COPY (${select}) TO ${quoted(file)} (${options})`);
    this.#onStep();
  }

  #newFile(): string {
    this.#files += 1;
    return join(this.#folder, `piece-${this.#files}`);
  }

  #chosenFile(part: number, name: string): string {
    return join(this.#folder, `${name}-${part}`);
  }
}
