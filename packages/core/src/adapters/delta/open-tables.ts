import { createHash, randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { SERVICE_VERSION } from "../../service-version.js";
import { filesOf, type Snapshot, type StoredFile } from "../../storage/snapshot.js";
import { tableDescriptions } from "../../storage/table-descriptions.js";
import { sortKeys, type TableName, tables } from "../../storage/tables.js";
import { layout, newTableFileName } from "../duckdb/data-layout.js";
import { makeDirectory, moveDurably } from "../duckdb/durable-files.js";
import { quoted, readRows } from "../duckdb/instance.js";
import { folders, plainFiles } from "../duckdb/leftovers.js";
import { newest } from "../duckdb/table-source.js";
import {
  type Action,
  type AddFile,
  APPLICATION,
  type LogState,
  type MetaData,
  protocol,
  schemaString,
} from "./actions.js";
import { fileStatistics } from "./file-statistics.js";
import type { OpenTableSettings } from "./settings.js";
import { neededPaths, pathsOfShown, removeShown, writeShown } from "./shown-snapshot.js";
import { addVersion, type LogPlace, newestVersion, readLog, removeLog, tableFolder } from "./table-log.js";

/** Folder, below that of a table, with the rows of running days as a Delta reader must see them. */
const RUNNING = "running";
const runningForm = /^running-[0-9a-f]{16}\.parquet$/;
/** Names, in a log, the amending files that a file of running days was made of. */
const MADE_OF = "madeOf";

/** A table of a namespace, and its log. */
interface OpenTable {
  readonly place: LogPlace;
  state: LogState;
}

/**
 * Keeps a Delta log beside each table, so that other engines read the rows of a snapshot. A log follows the snapshot: it is
 * written after that was published, never before, and never decides what the data are. If the process dies in between, the
 * next writer brings the logs up to date.
 *
 * The rows of running days are in amending files, of which the newest row of an identity counts; Delta has no such thing, so
 * a log names one file with the rows that count in their place.
 */
export class OpenTables {
  readonly #root: string;
  readonly #connection: DuckDBConnection;
  readonly #settings: OpenTableSettings;
  readonly #tables = new Map<string, OpenTable>();
  #followedAt = Number.NEGATIVE_INFINITY;
  #followedVersion = -1;
  /** What readers of the shown snapshot need. */
  #shown: ReadonlySet<string> = new Set();

  private constructor(root: string, connection: DuckDBConnection, settings: OpenTableSettings) {
    this.#root = root;
    this.#connection = connection;
    this.#settings = settings;
  }

  /** Reads the logs of a data directory. Only its writer may have them open. */
  static async open(
    root: string,
    connection: DuckDBConnection,
    settings: OpenTableSettings,
    snapshot: Snapshot,
  ): Promise<OpenTables> {
    const opened = new OpenTables(root, connection, settings);
    opened.#shown = await pathsOfShown(root);
    for (const { namespace, table } of tablesOf(snapshot)) await opened.#tableOf(namespace, table);
    // A table may have lost its last row meanwhile.
    for (const { namespace, table } of await tablesWithLog(root)) await opened.#tableOf(namespace, table);
    return opened;
  }

  /** Whether a version that may still be read, or the shown snapshot, needs a file of the data directory. */
  keeps(path: string): boolean {
    if (this.#shown.has(path)) return true;
    const [, namespace, table] = path.split("/");
    const open = this.#tables.get(`${namespace}/${table}`);
    if (open === undefined) return false;
    const name = basename(path);
    return open.state.files.has(name) || open.state.removed.has(name);
  }

  /**
   * Brings every log up to a published snapshot, unless that was done a short time ago.
   *
   * @param isLast Whether to do it now in any case.
   */
  async follow(snapshot: Snapshot, isLast: boolean): Promise<void> {
    const at = Date.parse(snapshot.publishedAt);
    if (snapshot.version === this.#followedVersion) return;
    if (!isLast && at - this.#followedAt < this.#settings.everySeconds * 1_000) return;
    for (const { namespace, table } of tablesOf(snapshot)) await this.#tableOf(namespace, table);
    for (const open of this.#tables.values()) await this.#bring(open, snapshot, at);
    const logs = [...this.#tables].filter(([, { state }]) => state.version >= 0);
    const versions = Object.fromEntries(logs.map(([key, { state }]) => [key, state.version]));
    await writeShown(this.#root, { snapshot: snapshot.version, versions });
    this.#shown = neededPaths(snapshot);
    this.#followedAt = at;
    this.#followedVersion = snapshot.version;
  }

  async #tableOf(namespace: string, table: TableName): Promise<OpenTable> {
    const key = `${namespace}/${table}`;
    const known = this.#tables.get(key);
    if (known !== undefined) return known;
    const place = { root: this.#root, namespace, table };
    const open = { place, state: await readLog(place, this.#connection) };
    this.#tables.set(key, open);
    return open;
  }

  async #bring(open: OpenTable, snapshot: Snapshot, at: number): Promise<void> {
    const { namespace, table } = open.place;
    const files = filesOf(snapshot, namespace, table);
    await this.#removeExpired(open, snapshot, at);
    // Somebody else may have written a version: then ours comes after it, and the snapshot decides again what belongs to it.
    for (let isWritten = false; !isWritten;) {
      const actions = await this.#changes(open, files, snapshot, at);
      if (actions.length === 0) break;
      const keepMs = this.#settings.keepHours * 3_600_000;
      const next = await addVersion(open.place, this.#connection, open.state, { actions, at, keepMs });
      isWritten = next !== null;
      open.state = next ?? (await readLog(open.place, this.#connection));
    }
  }

  /** What a version must say so that the log shows the files; nothing when it does. */
  async #changes(open: OpenTable, files: readonly StoredFile[], snapshot: Snapshot, at: number): Promise<Action[]> {
    const { place, state } = open;
    const wanted = new Map<string, () => Promise<AddFile>>();
    for (const file of files.filter(({ amends }) => amends !== true)) {
      const name = basename(file.path);
      wanted.set(name, () => this.#added(place, name, file.rows, at));
    }
    const amending = files.filter(({ amends }) => amends === true);
    if (amending.length > 0) {
      const madeOf = nameOf(amending);
      const known = [...state.files.values()].find(({ tags }) => tags?.[MADE_OF] === madeOf);
      const running = known === undefined ? await this.#writeRunning(place, amending, madeOf, at) : known;
      if (running !== null) wanted.set(running.path, () => Promise.resolve(running));
    }
    const time = Math.max(at, state.at + 1);
    const gone = [...state.files.values()].filter(({ path }) => !wanted.has(path));
    const removes = gone.map(({ path, size }): Action => ({
      remove: {
        path,
        deletionTimestamp: time,
        dataChange: true,
        extendedFileMetadata: true,
        partitionValues: {},
        size,
      },
    }));
    const adds: Action[] = [];
    for (const [path, added] of wanted) if (!state.files.has(path)) adds.push({ add: await added() });
    const metaData = this.#metaData(place, state.metaData, time);
    if (removes.length + adds.length === 0 && metaData === null) return [];
    return [
      {
        commitInfo: {
          timestamp: time,
          operation: state.version < 0 ? "CREATE TABLE" : "WRITE",
          operationParameters: { snapshot: String(snapshot.version) },
          engineInfo: `${APPLICATION}/${SERVICE_VERSION}`,
        },
      },
      ...(state.version < 0 ? [{ protocol }] : []),
      ...(metaData === null ? [] : [{ metaData }]),
      { txn: { appId: APPLICATION, version: snapshot.version, lastUpdated: time } },
      ...removes,
      ...adds,
    ];
  }

  /** The table's schema and settings, where the log has none or others. */
  #metaData({ namespace, table }: LogPlace, known: MetaData | null, time: number): MetaData | null {
    const { keepHours } = this.#settings;
    const next: MetaData = {
      id: known?.id ?? randomUUID(),
      name: `${namespace.replaceAll("-", "_")}_${table}`,
      description: tableDescriptions[table].row,
      format: { provider: "parquet", options: {} },
      schemaString: schemaString(table),
      partitionColumns: [],
      configuration: {
        "delta.deletedFileRetentionDuration": `interval ${keepHours} hours`,
        "delta.logRetentionDuration": `interval ${keepHours} hours`,
      },
      createdTime: known?.createdTime ?? time,
    };
    const isSame =
      known?.schemaString === next.schemaString &&
      JSON.stringify(known.configuration) === JSON.stringify(next.configuration);
    return isSame ? null : next;
  }

  async #added(place: LogPlace, name: string, rows: number, at: number): Promise<AddFile> {
    const path = join(this.#root, tableFolder(place), name);
    const stats = await fileStatistics(place.table, path, rows, this.#connection);
    return {
      path: name,
      partitionValues: {},
      size: (await stat(path)).size,
      modificationTime: at,
      dataChange: true,
      stats: JSON.stringify(stats),
    };
  }

  /** Writes the rows that count of amending files; null when none does. */
  async #writeRunning(
    place: LogPlace,
    amending: readonly StoredFile[],
    madeOf: string,
    at: number,
  ): Promise<AddFile | null> {
    const { table } = place;
    const sources = amending.map((file) => ({ ...file, path: join(this.#root, file.path) }));
    const columns = Object.keys(tables[table]).join(", ");
    const name = newTableFileName(RUNNING);
    await makeDirectory(join(this.#root, layout.staging));
    const staged = join(this.#root, layout.staging, name);
    const [copied] = await readRows<{ Count: number }>(
      this.#connection,
      `COPY (SELECT ${columns} FROM (${newest(table, sources)}) AS amended WHERE NOT gone ORDER BY ${sortKeys[table]})
TO ${quoted(staged)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)`,
    );
    const rows = copied?.Count ?? 0;
    if (rows === 0) {
      await rm(staged, { force: true });
      return null;
    }
    const path = `${RUNNING}/${name}`;
    await moveDurably(staged, join(this.#root, tableFolder(place), path));
    return { ...(await this.#added(place, path, rows, at)), tags: { [MADE_OF]: madeOf } };
  }

  /** Deletes files that only versions beyond the retention named. */
  async #removeExpired({ place, state }: OpenTable, snapshot: Snapshot, at: number): Promise<void> {
    const folder = join(this.#root, tableFolder(place));
    const before = at - this.#settings.keepHours * 3_600_000;
    const isRead = (path: string) =>
      state.files.has(path) || (state.removed.get(path)?.deletionTimestamp ?? Number.NEGATIVE_INFINITY) >= before;
    for (const name of await plainFiles(folder, RUNNING))
      if (runningForm.test(name) && !isRead(`${RUNNING}/${name}`))
        await rm(join(folder, RUNNING, name), { force: true });
    const known = new Set([...snapshot.files, ...snapshot.retired].map(({ path }) => basename(path)));
    for (const [path, { deletionTimestamp }] of state.removed)
      if (!path.includes("/") && deletionTimestamp < before && !known.has(path))
        await rm(join(folder, path), { force: true });
  }
}

/** Deletes all logs of a data directory, and the files that only they name. */
export async function removeOpenTables(root: string): Promise<void> {
  await removeShown(root);
  for (const of of await tablesWithLog(root)) {
    const place = { root, ...of };
    await removeLog(place);
    const folder = join(root, tableFolder(place), RUNNING);
    for (const name of await plainFiles(folder))
      if (runningForm.test(name)) await rm(join(folder, name), { force: true });
  }
}

/** The tables that have a log on disk. */
async function tablesWithLog(root: string): Promise<{ readonly namespace: string; readonly table: TableName }[]> {
  const found: { readonly namespace: string; readonly table: TableName }[] = [];
  for (const namespace of await folders(root, layout.files))
    for (const table of await folders(root, layout.files, namespace))
      if (isTable(table) && (await newestVersion({ root, namespace, table })) !== null)
        found.push({ namespace, table });
  return found;
}

function isTable(name: string): name is TableName {
  return Object.hasOwn(tables, name);
}

/** The tables that have files, in the order of their names. */
export function tablesOf(snapshot: Snapshot): { readonly namespace: string; readonly table: TableName }[] {
  const found = new Map(
    snapshot.files
      .filter(({ history }) => history !== true)
      .map(({ namespace, table }) => [`${namespace}/${table}`, { namespace, table }]),
  );
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, of]) => of);
}

function nameOf(files: readonly StoredFile[]): string {
  const paths = files.map(({ path }) => path).sort();
  return createHash("sha256").update(paths.join("\n")).digest("hex").slice(0, 32);
}
