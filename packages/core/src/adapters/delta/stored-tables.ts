import { join, resolve } from "node:path";
import { namespaces } from "../../namespaces/index.js";
import { filesOf } from "../../storage/snapshot.js";
import { tableDescriptions } from "../../storage/table-descriptions.js";
import type { TableName } from "../../storage/tables.js";
import { openReader } from "../duckdb/reader.js";
import { readSnapshot } from "../duckdb/snapshot-files.js";
import { tablesOf } from "./open-tables.js";
import { type OpenTableSettings, readOpenTableSettings } from "./settings.js";
import { newestVersion, tableFolder } from "./table-log.js";

/** A stored table and how other engines find it. */
export interface StoredTable {
  readonly namespace: string;
  /** The word for the namespace in commands. */
  readonly shortName: string;
  readonly table: TableName;
  readonly row: string;
  readonly rows: number;
  readonly files: number;
  /** Absolute path of the folder that a Delta reader opens. */
  readonly location: string;
  /** Newest version of its Delta log, and the snapshot that it shows; null where there is no log. */
  readonly delta: { readonly version: number; readonly snapshot: number | null } | null;
}

/** The stored tables of a data directory. */
export interface StoredTables {
  /** Number of the newest snapshot; 0 for an empty directory. */
  readonly snapshot: number;
  /** Null where no logs are kept. */
  readonly settings: OpenTableSettings | null;
  /** By namespace, then by name; tables without files are left out. */
  readonly tables: readonly StoredTable[];
}

/**
 * Lists the tables of a data directory with their rows.
 *
 * @throws MarketDataError `store_damaged`, `engine_unavailable`.
 */
export async function storedTables(directory: string): Promise<StoredTables> {
  const root = resolve(directory);
  const [snapshot, settings] = [await readSnapshot(root), await readOpenTableSettings(root)];
  const reader = await openReader(root);
  try {
    const view = await reader.view();
    const listed: StoredTable[] = [];
    for (const { namespace, table } of tablesOf(snapshot)) {
      const [counted] = await view.query<{ rows: number }>(namespace, {
        sql: `SELECT CAST(count(*) AS DOUBLE) AS rows FROM ${table}`,
        params: [],
      });
      const place = { root, namespace, table };
      listed.push({
        namespace,
        shortName: namespaces.find(({ id }) => id === namespace)?.shortName ?? namespace,
        table,
        row: tableDescriptions[table].row,
        rows: counted?.rows ?? 0,
        files: filesOf(snapshot, namespace, table).length,
        location: join(root, tableFolder(place)),
        delta: settings === null ? null : await newestVersion(place),
      });
    }
    return { snapshot: snapshot.version, settings, tables: listed };
  } finally {
    await reader.close();
  }
}
