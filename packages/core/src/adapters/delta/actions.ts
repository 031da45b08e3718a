import { tableDescriptions } from "../../storage/table-descriptions.js";
import { type TableName, tables } from "../../storage/tables.js";

// The actions of a Delta log that a table of ours needs, by the names and forms of the Delta protocol
// (https://github.com/delta-io/delta/blob/master/PROTOCOL.md).

/** A file that belongs to the table. */
export interface AddFile {
  /** Below the folder of the table. */
  readonly path: string;
  readonly partitionValues: Readonly<Record<string, never>>;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, as all times in a log. */
  readonly modificationTime: number;
  readonly dataChange: true;
  /** JSON of {@link FileStatistics}. */
  readonly stats: string;
  readonly tags?: Readonly<Record<string, string>>;
}

/** A file that no longer belongs to the table. It stays on disk until the retention is over. */
export interface RemoveFile {
  readonly path: string;
  readonly deletionTimestamp: number;
  readonly dataChange: true;
  readonly extendedFileMetadata: true;
  readonly partitionValues: Readonly<Record<string, never>>;
  readonly size: number;
}

/** What engines read to skip files. Values as JSON: days as `YYYY-MM-DD`, instants as `YYYY-MM-DDTHH:MM:SS.sss`. */
export interface FileStatistics {
  readonly numRecords: number;
  readonly minValues: Readonly<Record<string, unknown>>;
  readonly maxValues: Readonly<Record<string, unknown>>;
  readonly nullCount: Readonly<Record<string, number>>;
}

/** Schema and settings of the table. */
export interface MetaData {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly format: { readonly provider: "parquet"; readonly options: Readonly<Record<string, never>> };
  readonly schemaString: string;
  readonly partitionColumns: readonly [];
  readonly configuration: Readonly<Record<string, string>>;
  readonly createdTime: number;
}

/** One line of a log. */
export interface Action {
  readonly commitInfo?: { readonly timestamp: number } & Readonly<Record<string, unknown>>;
  readonly protocol?: typeof protocol;
  readonly metaData?: MetaData;
  /** Ties a version to the snapshot that it shows. */
  readonly txn?: { readonly appId: string; readonly version: number; readonly lastUpdated: number };
  readonly add?: AddFile;
  readonly remove?: RemoveFile;
}

/** What a reader must be able to do: our instants have no time zone. */
export const protocol = {
  minReaderVersion: 3,
  minWriterVersion: 7,
  readerFeatures: ["timestampNtz"],
  writerFeatures: ["timestampNtz"],
} as const;

/** Who writes the versions; with the number of a snapshot the identity of a `txn`. */
export const APPLICATION = "market-sentiment";

/** State of a table after some version of its log. */
export interface LogState {
  /** -1 before the first version. */
  readonly version: number;
  /** Time of the newest version. */
  readonly at: number;
  /** Number of the snapshot that it shows; null before the first. */
  readonly snapshot: number | null;
  readonly metaData: MetaData | null;
  readonly files: ReadonlyMap<string, AddFile>;
  readonly removed: ReadonlyMap<string, RemoveFile>;
}

/** A log without versions. */
export const emptyLog: LogState = {
  version: -1,
  at: 0,
  snapshot: null,
  metaData: null,
  files: new Map<string, AddFile>(),
  removed: new Map<string, RemoveFile>(),
};

/** The state after one more version. Pure. */
export function withVersion(state: LogState, version: number, actions: readonly Action[]): LogState {
  const [files, removed] = [new Map(state.files), new Map(state.removed)];
  let { at, snapshot, metaData } = state;
  for (const action of actions) {
    at = action.commitInfo?.timestamp ?? at;
    metaData = action.metaData ?? metaData;
    if (action.txn?.appId === APPLICATION) snapshot = action.txn.version;
    if (action.remove !== undefined) {
      files.delete(action.remove.path);
      removed.set(action.remove.path, action.remove);
    }
    if (action.add !== undefined) {
      removed.delete(action.add.path);
      files.set(action.add.path, action.add);
    }
  }
  return { version, at, snapshot, metaData, files, removed };
}

const deltaTypes: Readonly<Record<string, string>> = {
  VARCHAR: "string",
  BIGINT: "long",
  INTEGER: "integer",
  DOUBLE: "double",
  BOOLEAN: "boolean",
  DATE: "date",
  TIMESTAMP: "timestamp_ntz",
  BLOB: "binary",
};

/**
 * The schema of a table as a log holds it, with the description of each column as its comment.
 *
 * @throws RangeError for a column of a type without equal.
 */
export function schemaString(table: TableName): string {
  const descriptions: Readonly<Record<string, string>> = tableDescriptions[table].columns;
  const fields = Object.entries(tables[table]).map(([name, stored]) => {
    const type = deltaTypes[stored];
    if (type === undefined) throw new RangeError(`${table}.${name}: ${stored} has no type of the Delta protocol.`);
    return { name, type, nullable: true, metadata: { comment: descriptions[name] ?? "" } };
  });
  return JSON.stringify({ type: "struct", fields });
}
