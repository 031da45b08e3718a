import { resolve } from "node:path";
import type { CompiledQuery, DataStore, DataView, QueryOptions, RowsQuery, WriteOptions } from "../../engine.js";
import { MarketDataError } from "../../errors.js";
import { sqlText } from "../../query/sql-dialect.js";
import { emptySnapshot, type Snapshot } from "../../storage/snapshot.js";
import type { TableName } from "../../storage/tables.js";
import { readShown, type ShownSnapshot } from "../delta/shown-snapshot.js";
import { openReaderOf, type ReaderOptions } from "../duckdb/reader.js";
import { readSnapshotFile } from "../duckdb/snapshot-files.js";
import { isRefusal, TrinoClient } from "./client.js";
import { trinoDialect } from "./dialect.js";
import { checkedTrinoOptions, schemaOf, type TrinoOptions } from "./options.js";
import { noRows, rowsAt, statementOf, withTables } from "./statement.js";

/**
 * Opens a data directory whose rows a Trino reads, from the Delta logs that the directory keeps. What is in force (the
 * snapshot's number and first days) comes from the directory; each view is tied to the version of every log that shows its
 * snapshot, so no answer mixes two.
 *
 * What the logs do not hold is read from the directory's own files by DuckDB: states of the past, and panels, which say since
 * when each value was known.
 *
 * @throws MarketDataError `engine_unavailable` when the directory keeps no logs, a client is not installed, or Trino
 * answers that it lacks the catalog or a table; `invalid_parameters`.
 */
export async function openTrinoReader(
  directory: string,
  given: TrinoOptions,
  reader: ReaderOptions = {},
): Promise<DataStore> {
  const options = checkedTrinoOptions(given);
  const root = resolve(directory);
  const states = { version: async () => (await shownOf(root)).snapshot, snapshot: () => snapshotOf(root) };
  const files = await openReaderOf(root, reader, states, { followsShown: true });
  try {
    const shown = await shownOf(root, files);
    const client = new TrinoClient(options.url);
    if (options.onAway !== undefined) await checkTables(client, options, shown, options.onAway);
    return new TrinoReader(root, client, options, files);
  } catch (cause) {
    await files.close();
    throw cause;
  }
}

class TrinoReader implements DataStore {
  readonly #root: string;
  readonly #client: TrinoClient;
  readonly #options: TrinoOptions;
  /** Reads the same states from the files. */
  readonly #files: DataStore;
  #current: { readonly files: DataView; readonly view: DataView } | null = null;

  constructor(root: string, client: TrinoClient, options: TrinoOptions, files: DataStore) {
    this.#root = root;
    this.#client = client;
    this.#options = options;
    this.#files = files;
  }

  get fault(): string | null {
    return this.#files.fault ?? null;
  }

  async view(asOf?: Date): Promise<DataView> {
    const newest = await this.#files.view();
    if (asOf !== undefined) {
      const past = await this.#files.view(asOf);
      if (past !== newest) return past;
    }
    if (this.#current?.files === newest) return this.#current.view;
    const { snapshot, versions } = await shownOf(this.#root);
    // Something else may be shown since; then its view is the newest.
    if (snapshot !== newest.snapshot.version) return this.view(asOf);
    const view = new TrinoView(this.#client, this.#options, versions, newest);
    this.#current = { files: newest, view };
    return view;
  }

  async close(): Promise<void> {
    await this.#files.close();
  }
}

/** The tables of one snapshot. */
class TrinoView implements DataView {
  readonly snapshot: Snapshot;
  readonly #client: TrinoClient;
  readonly #options: TrinoOptions;
  readonly #versions: ShownSnapshot["versions"];
  readonly #files: DataView;

  constructor(client: TrinoClient, options: TrinoOptions, versions: ShownSnapshot["versions"], files: DataView) {
    this.snapshot = files.snapshot;
    this.#client = client;
    this.#options = options;
    this.#versions = versions;
    this.#files = files;
  }

  query<Row>(namespace: string, query: CompiledQuery, { signal }: QueryOptions = {}): Promise<Row[]> {
    const sql = withTables(sqlText(query, trinoDialect), (table) => this.#source(namespace, table));
    return this.#client.rows<Row>(statementOf(sql, query.params), signal);
  }

  write(namespace: string, query: RowsQuery, options: WriteOptions): AsyncGenerator<Uint8Array> {
    return this.#files.write(namespace, query, options);
  }

  #source(namespace: string, table: TableName): string {
    const version = this.#versions[`${namespace}/${table}`];
    return version === undefined
      ? noRows(table)
      : rowsAt(this.#options.catalog, schemaOf(namespace, this.#options), table, version);
  }
}

/** @param files May know why nothing is shown: the object store of the directory is away. */
async function shownOf(root: string, files?: Pick<DataStore, "fault">): Promise<ShownSnapshot> {
  const shown = await readShown(root);
  if (shown !== null) return shown;
  const fault = files?.fault ?? null;
  if (fault !== null) throw new MarketDataError("engine_unavailable", fault);
  const message = `Trino reads the Delta logs of ${root}, and it keeps none. Switch them on: sentiment tables --delta on`;
  throw new MarketDataError("engine_unavailable", message);
}

/** The snapshot that the logs show. */
async function snapshotOf(root: string): Promise<Snapshot> {
  // Between the two reads the next one may be shown and this one deleted: try again.
  for (let attempt = 0; ; attempt += 1) {
    const { snapshot } = await shownOf(root);
    if (snapshot === emptySnapshot.version) return emptySnapshot;
    try {
      return await readSnapshotFile(root, snapshot);
    } catch (cause) {
      if (cause instanceof MarketDataError) throw cause;
      if (attempt < 3) continue;
      const message = `Snapshot ${snapshot}, which the Delta logs show, cannot be read.`;
      throw new MarketDataError("store_damaged", message, { version: snapshot }, { cause });
    }
  }
}

/** Checks that the catalog has all tables, where Trino answers. */
async function checkTables(
  client: TrinoClient,
  options: TrinoOptions,
  { versions }: ShownSnapshot,
  onAway: (cause: Error) => void,
): Promise<void> {
  const { catalog } = options;
  const sql = `SELECT table_schema || '.' || table_name AS name FROM "${catalog}".information_schema.tables`;
  let registered: readonly { readonly name: string }[];
  try {
    registered = await client.rows(sql);
  } catch (error) {
    if (isRefusal(error)) throw error;
    onAway(error as Error);
    return;
  }
  const known = new Set(registered.map(({ name }) => name));
  const wanted = Object.keys(versions).map((key) => {
    const [namespace = "", table = ""] = key.split("/");
    return `${schemaOf(namespace, options)}.${table}`;
  });
  const missing = wanted.filter((name) => !known.has(name));
  const [first] = missing;
  if (first === undefined) return;
  const others = missing.length === 1 ? "" : ` and ${missing.length - 1} more`;
  const message = `Trino's catalog ${catalog} lacks the table ${first}${others}. Register what is missing with what this prints: sentiment tables --with trino`;
  throw new MarketDataError("engine_unavailable", message, { missing: missing.slice(0, 10) });
}
