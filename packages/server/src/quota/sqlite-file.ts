import { setTimeout as wait } from "node:timers/promises";
import Database from "libsql";
import BackgroundDatabase from "libsql/promise";
import type { Awaitable } from "../awaitable.js";
import { BUSY_TIMEOUT_MS, connectionSettings, makePrivateFile } from "../accounts/private-file.js";

type Value = string | number;

/** A row: its columns in order. */
export type Row = readonly Value[];

/** The driver's statements, as far as used here. They run synchronously. */
export interface Statement {
  raw(): Statement;
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Awaitable<Row[]>;
  run(...values: Value[]): unknown;
}

/** The driver's connections, as far as used here. */
interface Connection {
  /** Runs off the event loop, in a thread of the driver. */
  exec(sql: string): Awaitable<unknown>;
  prepare(sql: string): Awaitable<Statement>;
  close(): void;
}

/** One SQLite file, shared with every process that has it open. */
export interface SqliteFile {
  prepare(sql: string): Promise<Statement>;
  /** Changes a setting of this connection, after the transactions asked for before. */
  settings(sql: string): Promise<void>;
  /** Moves committed changes from the log into the file, in the background. */
  checkpoint(): void;
  /**
   * Runs `work` while no other process writes. Keeps its changes when it returns and undoes them when it throws. Tells
   * `ending` which, before the next transaction begins.
   */
  transaction<Result>(work: () => Result | Promise<Result>, ending?: TransactionEnding): Promise<Result>;
  /** Runs `work` after the transactions asked for before. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** A cache of the file's content must know how a transaction ended. */
export interface TransactionEnding {
  committed(): void;
  undone(): void;
}

/**
 * What a commit survives. `machine`: a crash of the machine; it waits for the disk, off the event loop. `process`: the
 * end of the process; it takes some tens of microseconds on the event loop.
 */
export type Durability = "machine" | "process";

/**
 * Opens the file. It and its folder are created if missing, readable by their owner only.
 *
 * @throws The driver's error when it is not such a file.
 */
export async function openSqliteFile(path: string, schema: string, durability: Durability): Promise<SqliteFile> {
  makePrivateFile(path);
  const Driver = durability === "machine" ? BackgroundDatabase : Database;
  const connection = new Driver(path, { timeout: BUSY_TIMEOUT_MS }) as unknown as Connection;
  const background = durability === "machine" ? null : (new BackgroundDatabase(path, {}) as unknown as Connection);
  try {
    // Of several that open a new file at once, one makes it a file with a log; that does not wait for the others' locks.
    for (const setting of connectionSettings) await whenFree(() => connection.exec(setting));
    if (durability === "process") {
      await connection.exec("PRAGMA synchronous = NORMAL");
      // A checkpoint waits for the disk, so it runs in the background.
      await connection.exec("PRAGMA wal_autocheckpoint = 0");
    }
    // The driver would wait for other processes in a thread that those may need to finish. So waiting is done here.
    await connection.exec("PRAGMA busy_timeout = 0");
    const begin = await connection.prepare("BEGIN IMMEDIATE");
    const quick = await connection.prepare("COMMIT");
    // Only the driver's `exec` waits for the disk off the event loop.
    const commit = durability === "machine" ? () => connection.exec("COMMIT") : () => quick.run();
    await inTransaction(connection, { begin, commit }, () => connection.exec(schema));
    return sqliteFile(connection, { begin, commit }, background);
  } catch (error) {
    connection.close();
    background?.close();
    throw error;
  }
}

function sqliteFile(connection: Connection, ends: TransactionEnds, background: Connection | null): SqliteFile {
  let checkpoint: Promise<unknown> | null = null;
  // One connection has one transaction at a time.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    // Without its result, which would otherwise stay in memory until the next transaction ends.
    last = done.then(settled, settled);
    return done;
  };
  return {
    prepare: async (sql) => connection.prepare(sql),
    settings: (sql) =>
      inTurn(async () => {
        await connection.exec(sql);
      }),
    checkpoint: () => {
      if (background === null || checkpoint !== null) return;
      // While another process is busy, this moves what it can; the next checkpoint does the rest.
      checkpoint = Promise.resolve(background.exec("PRAGMA wal_checkpoint(PASSIVE)"))
        .catch(() => undefined)
        .finally(() => (checkpoint = null));
    },
    transaction: (work, ending) => inTurn(() => inTransaction(connection, ends, work, ending)),
    inTurn,
    close: () =>
      inTurn(async () => {
        await checkpoint;
        background?.close();
        connection.close();
      }),
  };
}

const settled = (): void => undefined;

/** Begins and ends transactions. */
interface TransactionEnds {
  readonly begin: Statement;
  readonly commit: () => unknown;
}

async function inTransaction<Result>(
  connection: Connection,
  { begin, commit }: TransactionEnds,
  work: () => Result | Promise<Result>,
  ending?: TransactionEnding,
): Promise<Result> {
  await whenFree(() => begin.run());
  try {
    const result = await work();
    await commit();
    ending?.committed();
    return result;
  } catch (error) {
    try {
      await connection.exec("ROLLBACK");
    } catch {
      // SQLite has undone it already.
    }
    ending?.undone();
    throw error;
  }
}

/** Does it as soon as no other connection is in the way. */
async function whenFree(act: () => unknown): Promise<void> {
  const patienceEnds = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      const isBusy = error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
      if (!isBusy || performance.now() > patienceEnds) throw error;
      await wait(1 + Math.random() * 2);
    }
  }
}
