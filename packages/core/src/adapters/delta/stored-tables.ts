import { join, resolve } from "node:path";
import { namespaces } from "../../namespaces/index.js";
import { filesOf } from "../../storage/snapshot.js";
import { tableDescriptions } from "../../storage/table-descriptions.js";
import type { TableName } from "../../storage/tables.js";
import { openReaderOf } from "../duckdb/reader.js";
import { readSnapshot, readVersion } from "../duckdb/snapshot-files.js";
import { readMarker } from "../object-storage/cache-marker.js";
import { tablesOf } from "./open-tables.js";
import { type OpenTableSettings, readOpenTableSettings } from "./settings.js";
import { readShown } from "./shown-snapshot.js";
import { type LogPlace, newestVersion, tableFolder } from "./table-log.js";

/** A stored table and how other engines find it. */
export interface StoredTable {
  readonly namespace: string;
  /** The word for the namespace in commands. */
  readonly shortName: string;
  readonly table: TableName;
  readonly row: string;
  readonly rows: number;
  readonly files: number;
  /** Absolute path, or address in object storage, of the folder that a Delta reader opens. */
  readonly location: string;
  /** Newest version of its Delta log, and the snapshot that it shows; null where there is no log. */
  readonly delta: { readonly version: number; readonly snapshot: number | null } | null;
}

/** Where tables are, for other engines. */
export interface TablePlace {
  /** Absolute path of the data directory; its address, such as `s3://bucket/prefix`, where it is the cache of object storage. */
  readonly root: string;
  /** Address of an object store other than AWS; null for AWS, and for a folder. */
  readonly endpoint: string | null;
  /** Region of the object store; null where none is named. */
  readonly region: string | null;
}

/** The stored tables of a data directory. */
export interface StoredTables {
  readonly place: TablePlace;
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
  const cacheOf = await readMarker(root);
  const states = { version: () => readVersion(root), snapshot: () => readSnapshot(root) };
  const reader = await openReaderOf(root, {}, states, { followsShown: true });
  try {
    const view = await reader.view();
    const { snapshot } = view;
    const settings = await readOpenTableSettings(root);
    // A cache has no logs itself: the store says what they show.
    const shown = cacheOf === null || settings === null ? null : await readShown(root);
    const deltaOf = (place: LogPlace): StoredTable["delta"] | Promise<StoredTable["delta"]> => {
      if (settings === null) return null;
      if (cacheOf === null) return newestVersion(place);
      const version = shown?.versions[`${place.namespace}/${place.table}`];
      return shown === null || version === undefined ? null : { version, snapshot: shown.snapshot };
    };
    const place: TablePlace = {
      root: cacheOf?.address ?? root,
      endpoint: cacheOf?.settings.endpoint ?? null,
      region: cacheOf?.settings.region ?? null,
    };
    const listed: StoredTable[] = [];
    for (const { namespace, table } of tablesOf(snapshot)) {
      const [counted] = await view.query<{ rows: number }>(namespace, {
        sql: `SELECT CAST(count(*) AS DOUBLE) AS rows FROM ${table}`,
        params: [],
      });
      const folder = tableFolder({ namespace, table });
      listed.push({
        namespace,
        shortName: namespaces.find(({ id }) => id === namespace)?.shortName ?? namespace,
        table,
        row: tableDescriptions[table].row,
        rows: counted?.rows ?? 0,
        files: filesOf(snapshot, namespace, table).length,
        location: cacheOf === null ? join(root, folder) : `${cacheOf.address}/${folder}`,
        delta: await deltaOf({ root, namespace, table }),
      });
    }
    return { place, snapshot: snapshot.version, settings, tables: listed };
  } finally {
    await reader.close();
  }
}
