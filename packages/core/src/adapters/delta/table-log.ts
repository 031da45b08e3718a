import { readFile, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { TableName } from "../../storage/tables.js";
import { layout, newStagedName } from "../duckdb/data-layout.js";
import { makeDirectory, moveDurably, writeDurably } from "../duckdb/durable-files.js";
import { quoted, readRows } from "../duckdb/instance.js";
import { plainFiles } from "../duckdb/leftovers.js";
import { isMissing } from "../duckdb/snapshot-files.js";
import { type Action, APPLICATION, emptyLog, type LogState, protocol, withVersion } from "./actions.js";

/** Versions between two checkpoints. */
const CHECKPOINT_EVERY = 10;
/** Folder of a log below that of its table. */
const LOG = "_delta_log";
const versionName = (version: number) => String(version).padStart(20, "0");
const commitForm = /^(\d{20})\.json$/;
const checkpointForm = /^(\d{20})\.checkpoint\.parquet$/;

/** Where a table's log is. */
export interface LogPlace {
  /** The data directory. */
  readonly root: string;
  readonly namespace: string;
  readonly table: TableName;
}

/** Folder of a table's files, below the data directory. */
export function tableFolder({ namespace, table }: Omit<LogPlace, "root">): string {
  return `${layout.files}/${namespace}/${table}`;
}

function logFolder(place: LogPlace): string {
  return join(place.root, tableFolder(place), LOG);
}

/** Reads a log from its newest checkpoint on; {@link emptyLog} where there is none. */
export async function readLog(place: LogPlace, connection: DuckDBConnection): Promise<LogState> {
  const folder = logFolder(place);
  const names = await plainFiles(folder);
  const checkpoint = Math.max(-1, ...numbers(names, checkpointForm));
  let state = emptyLog;
  if (checkpoint >= 0) {
    const path = join(folder, `${versionName(checkpoint)}.checkpoint.parquet`);
    const sql = `SELECT to_json(c) AS action FROM read_parquet(${quoted(path)}) AS c`;
    const rows = await readRows<{ action: string }>(connection, sql);
    const actions = rows.map(({ action }) => withoutNulls(JSON.parse(action) as object) as Action);
    // The checkpoint has no commitInfo, so its time is the newest one in it.
    const at = Math.max(0, ...actions.map(({ txn }) => txn?.lastUpdated ?? 0));
    state = { ...withVersion(emptyLog, checkpoint, actions), at };
  }
  for (const version of numbers(names, commitForm).filter((number) => number > checkpoint)) {
    const text = await readFile(join(folder, `${versionName(version)}.json`), "utf8");
    state = withVersion(state, version, parsed(text));
  }
  return state;
}

function parsed(text: string): Action[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Action);
}

/** The newest version of a log and the snapshot that it shows; null where there is no log. */
export async function newestVersion(
  place: LogPlace,
): Promise<{ readonly version: number; readonly snapshot: number | null } | null> {
  const folder = logFolder(place);
  const version = numbers(await plainFiles(folder), commitForm).at(-1);
  if (version === undefined) return null;
  const text = await readFile(join(folder, `${versionName(version)}.json`), "utf8");
  return { version, snapshot: withVersion(emptyLog, version, parsed(text)).snapshot };
}

/**
 * Adds a version to a log, durably; from time to time also a checkpoint, after which versions that nobody may ask for any
 * more are deleted. If somebody else has added one meanwhile, nothing is written.
 *
 * @returns The new state; null when the log has gone on without us: read it again.
 */
export async function addVersion(
  place: LogPlace,
  connection: DuckDBConnection,
  state: LogState,
  change: { readonly actions: readonly Action[]; readonly at: number; readonly keepMs: number },
): Promise<LogState | null> {
  const version = state.version + 1;
  const path = join(logFolder(place), `${versionName(version)}.json`);
  if (await exists(path)) return null;
  await writeDurably(place.root, path, change.actions.map((action) => `${JSON.stringify(action)}\n`).join(""));
  const next = withVersion(state, version, change.actions);
  if (version === 0 || version % CHECKPOINT_EVERY !== 0) return next;
  const kept = withoutExpired(next, change.at - change.keepMs);
  await writeCheckpoint(place, connection, kept);
  await removeOldVersions(place, change.at - change.keepMs);
  return kept;
}

/** The state without files removed before an instant: nobody may read them any more. Pure. */
function withoutExpired(state: LogState, before: number): LogState {
  return {
    ...state,
    removed: new Map([...state.removed].filter(([, { deletionTimestamp }]) => deletionTimestamp >= before)),
  };
}

const map = "MAP(VARCHAR, VARCHAR)";
const checkpointColumns: Readonly<Record<string, string>> = {
  protocol:
    "STRUCT(minReaderVersion INTEGER, minWriterVersion INTEGER, readerFeatures VARCHAR[], writerFeatures VARCHAR[])",
  metaData: `STRUCT(id VARCHAR, name VARCHAR, description VARCHAR, format STRUCT(provider VARCHAR, options ${map}), schemaString VARCHAR, partitionColumns VARCHAR[], configuration ${map}, createdTime BIGINT)`,
  txn: "STRUCT(appId VARCHAR, version BIGINT, lastUpdated BIGINT)",
  add: `STRUCT(path VARCHAR, partitionValues ${map}, size BIGINT, modificationTime BIGINT, dataChange BOOLEAN, stats VARCHAR, tags ${map})`,
  remove: `STRUCT(path VARCHAR, deletionTimestamp BIGINT, dataChange BOOLEAN, extendedFileMetadata BOOLEAN, partitionValues ${map}, size BIGINT)`,
};

async function writeCheckpoint(place: LogPlace, connection: DuckDBConnection, state: LogState): Promise<void> {
  const actions: Action[] = [
    { protocol },
    ...(state.metaData === null ? [] : [{ metaData: state.metaData }]),
    ...(state.snapshot === null
      ? []
      : [{ txn: { appId: APPLICATION, version: state.snapshot, lastUpdated: state.at } }]),
    ...[...state.files.values()].map((add) => ({ add })),
    ...[...state.removed.values()].map((remove) => ({ remove })),
  ];
  const staging = join(place.root, layout.staging);
  await makeDirectory(staging);
  const [lines, staged] = [join(staging, newStagedName()), join(staging, newStagedName())];
  await writeDurably(place.root, lines, actions.map((action) => `${JSON.stringify(action)}\n`).join(""));
  try {
    const columns = Object.entries(checkpointColumns).map(([name, type]) => `'${name}': ${quoted(type)}`);
    await connection.run(
      `COPY (SELECT * FROM read_json(${quoted(lines)}, format = 'newline_delimited', columns = {${columns.join(", ")}}))
TO ${quoted(staged)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } finally {
    await rm(lines, { force: true });
  }
  const folder = logFolder(place);
  await moveDurably(staged, join(folder, `${versionName(state.version)}.checkpoint.parquet`));
  const last = { version: state.version, size: actions.length };
  await writeDurably(place.root, join(folder, "_last_checkpoint"), JSON.stringify(last));
}

/** Deletes versions and checkpoints below the newest checkpoint that is older than an instant. */
async function removeOldVersions(place: LogPlace, before: number): Promise<void> {
  const folder = logFolder(place);
  const names = await plainFiles(folder);
  const [commits, checkpoints] = [numbers(names, commitForm), numbers(names, checkpointForm)];
  let oldest = -1;
  for (const version of checkpoints) {
    if (!commits.includes(version)) continue;
    const [line = ""] = (await readFile(join(folder, `${versionName(version)}.json`), "utf8")).split("\n", 1);
    const { commitInfo } = JSON.parse(line) as Action;
    if ((commitInfo?.timestamp ?? Infinity) < before) oldest = version;
  }
  const old = [
    ...commits.filter((version) => version < oldest).map((version) => `${versionName(version)}.json`),
    ...checkpoints.filter((version) => version < oldest).map((version) => `${versionName(version)}.checkpoint.parquet`),
  ];
  for (const name of old) await rm(join(folder, name), { force: true });
}

/** Deletes a log, so that nobody takes its last version for the newest state. Only files with names of a log are deleted. */
export async function removeLog(place: LogPlace): Promise<void> {
  const folder = logFolder(place);
  const names = await plainFiles(folder);
  const own = names.filter((name) => commitForm.test(name) || checkpointForm.test(name) || name === "_last_checkpoint");
  // Newest first: what is left of a log when this is killed is an older version, never one with holes.
  for (const name of own.sort().reverse()) await rm(join(folder, name), { force: true });
  // Somebody else's files may be in it.
  await rmdir(folder).catch(() => undefined);
}

function numbers(names: readonly string[], form: RegExp): number[] {
  return names
    .flatMap((name) => form.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (cause: unknown) => {
      if (isMissing(cause)) return false;
      throw cause;
    },
  );
}

/** The value without fields that are null: a checkpoint has every column in every row. */
function withoutNulls(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]) => (held === null ? [] : [[name, withoutNulls(held)]])),
  );
}
