import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import Database from "libsql/promise";
import { AccountError } from "../accounts/store.js";
import { BUSY_TIMEOUT_MS, connectionSettings, makePrivateFile } from "../accounts/private-file.js";

/** Requests counted in a month of an account. */
export interface MonthUse {
  readonly accountId: string;
  readonly startMs: number;
  /** All that this machine knows of, `backup` included. */
  readonly used: number;
  /** Those counted here alone while the shared counters were away. Never falls. */
  readonly backup: number;
}

/** The counters, inside one transaction. */
export interface UsageCounters {
  /** Adds to the requests of a minute (a negative number takes back) and gives the new count. */
  addToMinute(accountId: string, startMs: number, requests: number): number;
  /** Adds to the requests of a month; `backup` of them are also kept apart as not yet shared. */
  addToMonth(accountId: string, startMs: number, requests: number, backup: number): number;
  /**
   * Lifts what is known of a month, apart from `backup`, to what shared counters say; what is higher already stays.
   */
  raiseMonth(accountId: string, startMs: number, usedWithoutBackup: number): void;
  /** Null when nothing was counted. */
  month(accountId: string, startMs: number): MonthUse | null;
  /** Forgets the minutes that began before. */
  forgetMinutes(beforeMs: number): void;
}

/**
 * Counters of requests in one SQLite file, shared by every process that has it open. A transaction is on the disk when
 * its promise resolves; waiting for the disk and for other processes happens outside the event loop.
 */
export interface UsageFile {
  /** Names this file among the machines that share counters. Stays the same for as long as the file does. */
  readonly machineId: string;
  /** Runs `work` alone among all processes. What it changed is kept when it returns, and undone when it throws. */
  transaction<Result>(work: (counters: UsageCounters) => Result): Promise<Result>;
  /** Months with requests that were counted here alone, of the last 70 days before `at`. */
  backupMonths(at: Date): Promise<MonthUse[]>;
  close(): Promise<void>;
}

const schema = `
  CREATE TABLE IF NOT EXISTS minute_use (
    start_ms INTEGER NOT NULL, account_id TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (start_ms, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS month_use (
    account_id TEXT NOT NULL, start_ms INTEGER NOT NULL, base INTEGER NOT NULL, backup INTEGER NOT NULL,
    PRIMARY KEY (account_id, start_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS machine (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id TEXT NOT NULL) STRICT;`;

/** Longer than any month, and then some for a clock that was wrong. */
const backupDays = 70;

type Value = string | number;
type Row = readonly Value[];

/** The part of the driver that is used: statements run at once, `exec` away from the event loop. */
interface Connection {
  exec(sql: string): Promise<void>;
  prepare(sql: string): Promise<Statement>;
  close(): void;
}
interface Statement {
  raw(): Statement;
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Promise<Row[]>;
  run(...values: Value[]): unknown;
}

/**
 * Opens the file; it and its folder are made when missing, readable by their owner only.
 *
 * @throws AccountError `unreadable_store` when it is no such file.
 */
export async function openUsageFile(path: string): Promise<UsageFile> {
  makePrivateFile(path);
  const connection = new Database(path, { timeout: BUSY_TIMEOUT_MS }) as unknown as Connection;
  try {
    for (const setting of connectionSettings) await connection.exec(setting);
    // The driver would wait for other processes on a thread that their own end may need: waiting is done here instead.
    await connection.exec("PRAGMA busy_timeout = 0");
    const begin = await connection.prepare("BEGIN IMMEDIATE");
    await inTransaction(connection, begin, async () => {
      await connection.exec(schema);
      (await connection.prepare("INSERT OR IGNORE INTO machine VALUES (1, ?)")).run(randomUUID());
    });
    const machine = (await connection.prepare("SELECT id FROM machine")).raw().get();
    return await usageFile(connection, begin, String(machine?.[0]));
  } catch (cause) {
    connection.close();
    throw new AccountError("unreadable_store", "The usage file cannot be opened.", { cause });
  }
}

async function usageFile(connection: Connection, begin: Statement, machineId: string): Promise<UsageFile> {
  const counters = await countersOf(connection);
  const backups = (
    await connection.prepare(
      "SELECT account_id, start_ms, base + backup, backup FROM month_use WHERE backup > 0 AND start_ms >= ?",
    )
  ).raw();
  // One connection has one transaction at a time.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    machineId,
    transaction: (work) => inTurn(() => inTransaction(connection, begin, () => work(counters))),
    backupMonths: (at) =>
      inTurn(async () => (await backups.all(at.getTime() - backupDays * 86_400_000)).map(monthFrom)),
    close: () => inTurn(() => Promise.resolve(connection.close())),
  };
}

async function inTransaction<Result>(
  connection: Connection,
  begin: Statement,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  await beginWhenFree(begin);
  try {
    const result = await work();
    await connection.exec("COMMIT");
    return result;
  } catch (error) {
    await connection.exec("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Begins as soon as no other process is writing. */
async function beginWhenFree(begin: Statement): Promise<void> {
  const patienceEnds = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      begin.run();
      return;
    } catch (error) {
      const isBusy = error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
      if (!isBusy || performance.now() > patienceEnds) throw error;
      await wait(1 + Math.random() * 2);
    }
  }
}

async function countersOf(connection: Connection): Promise<UsageCounters> {
  const reading = async (sql: string) => (await connection.prepare(sql)).raw();
  const addToMinute = await reading(
    `INSERT INTO minute_use VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET used = used + excluded.used RETURNING used`,
  );
  const addToMonth = await reading(
    `INSERT INTO month_use VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET base = base + excluded.base, backup = backup + excluded.backup
     RETURNING base + backup`,
  );
  const raiseMonth = await connection.prepare(
    "INSERT INTO month_use VALUES (?, ?, ?, 0) ON CONFLICT DO UPDATE SET base = max(base, excluded.base)",
  );
  const month = await reading(
    "SELECT account_id, start_ms, base + backup, backup FROM month_use WHERE account_id = ? AND start_ms = ?",
  );
  const forgetMinutes = await connection.prepare("DELETE FROM minute_use WHERE start_ms < ?");
  return {
    addToMinute: (accountId, startMs, requests) => countOf(addToMinute.get(startMs, accountId, requests)),
    addToMonth: (accountId, startMs, requests, backup) =>
      countOf(addToMonth.get(accountId, startMs, requests - backup, backup)),
    raiseMonth: (accountId, startMs, usedWithoutBackup) => void raiseMonth.run(accountId, startMs, usedWithoutBackup),
    month: (accountId, startMs) => {
      const row = month.get(accountId, startMs);
      return row === undefined ? null : monthFrom(row);
    },
    forgetMinutes: (beforeMs) => void forgetMinutes.run(beforeMs),
  };
}

function countOf(row: Row | undefined): number {
  return Number(row?.[0]);
}

function monthFrom(row: Row): MonthUse {
  const [accountId, startMs, used, backup] = row as [string, number, number, number];
  return { accountId, startMs, used, backup };
}
