import { randomUUID } from "node:crypto";
import { AccountError } from "../accounts/store.js";
import { bootId } from "./boot-id.js";
import { type Lease, openLeaseFile } from "./lease-file.js";
import { openSqliteFile, type Row, type SqliteFile } from "./sqlite-file.js";
import { UsageCounts } from "./usage-counts.js";
import { usageSchema } from "./usage-tables.js";

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
 * Counters of requests in one SQLite file, shared by every process that has it open. A transaction outlives this process
 * when its promise resolves. It may be missing when the whole machine is lost: then the next start of the machine takes
 * the leases for what was counted, which is never less. Waiting for other processes happens outside the event loop.
 */
export interface UsageFile {
  /** Names this file among the machines that share counters. Stays the same for as long as the file does. */
  readonly machineId: string;
  /** Runs `work` alone among all processes. What it changed is kept when it returns, and undone when it throws. */
  transaction<Result>(work: (counters: UsageCounters) => Result): Promise<Result>;
  /**
   * Puts leases on the disk, also if the machine is lost then: no request may be served beyond them. Fails once the file
   * is being closed.
   */
  lease(leases: readonly Lease[]): Promise<void>;
  /** Months with requests that were counted here alone, of the last 70 days before `at`. */
  backupMonths(at: Date): Promise<MonthUse[]>;
  close(): Promise<void>;
}

const schema = `${usageSchema}
  CREATE TABLE IF NOT EXISTS machine (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id TEXT NOT NULL) STRICT;`;

/** Longer than any month, and then some for a clock that was wrong. */
const backupDays = 70;

/** What a test may set. */
export interface UsageFileOptions {
  /** Names this run of the machine. */
  readonly bootId?: string;
  /** Length of a journal after which it goes into the tables, in bytes. */
  readonly journalBytes?: number;
}

/** File of the leases beside a file of counters. */
const leasesPathOf = (path: string) => path.replace(/(\.db)?$/, "-leases.db");

/**
 * Opens the file and that of its leases; they and their folder are made when missing, readable by their owner only.
 *
 * @throws AccountError `unreadable_store` when it is no such file.
 */
export async function openUsageFile(path: string, options: UsageFileOptions = {}): Promise<UsageFile> {
  let file: SqliteFile | null = null;
  try {
    file = await openSqliteFile(path, schema, "process");
    const name = await file.prepare("INSERT OR IGNORE INTO machine VALUES (1, ?)");
    await file.transaction(() => void name.run(randomUUID()));
    const machine = (await file.prepare("SELECT id FROM machine")).raw().get();
    return await usageFile(file, path, String(machine?.[0]), options);
  } catch (cause) {
    await file?.close();
    throw new AccountError("unreadable_store", "The usage file cannot be opened.", { cause });
  }
}

async function usageFile(
  file: SqliteFile,
  path: string,
  machineId: string,
  options: UsageFileOptions,
): Promise<UsageFile> {
  const counts = await UsageCounts.of(file, path, options.journalBytes);
  const counters = countersOver(counts, () => file.checkpoint());
  const inTransaction = <Result>(work: () => Result): Promise<Result> =>
    file.transaction(() => {
      counts.begin();
      const result = work();
      counts.write();
      return result;
    }, counts);
  const fold = async () => {
    await inTransaction(() => counts.fold());
    file.checkpoint();
  };
  const backups = (
    await file.prepare(
      "SELECT account_id, start_ms, base + backup, backup FROM month_use WHERE backup > 0 AND start_ms >= ?",
    )
  ).raw();
  const mark = await file.prepare("UPDATE machine SET id = id");
  /** A commit that waits for the disk takes all earlier ones along. */
  const sync = async () => {
    await file.settings("PRAGMA synchronous = FULL");
    await file.transaction(() => void mark.run());
    await file.settings("PRAGMA synchronous = NORMAL");
  };
  const leases = await openLeaseFile(leasesPathOf(path), randomUUID());
  try {
    await leases.afterBoot(options.bootId ?? bootId(), async (left) => {
      await inTransaction(() => {
        for (const { accountId, startMs, upTo } of left) {
          counters.raiseMonth(accountId, startMs, upTo - (counters.month(accountId, startMs)?.backup ?? 0));
        }
      });
      // The journal's own file is on the disk when the disk likes.
      await fold();
      await sync();
    });
  } catch (error) {
    await leases.close();
    counts.close();
    throw error;
  }
  let isClosing = false;
  return {
    machineId,
    transaction: async (work) => {
      const result = await inTransaction(() => work(counters));
      // Answer first, fold afterwards.
      if (counts.isFoldDue) fold().catch(() => undefined);
      return result;
    },
    // One that came after the others were taken back would be counted at the machine's next start.
    lease: (wanted) => (isClosing ? Promise.reject(new Error("The usage file is closing.")) : leases.write(wanted)),
    backupMonths: async (at) => {
      await fold();
      return file.inTurn(async () => (await backups.all(at.getTime() - backupDays * 86_400_000)).map(monthFrom));
    },
    close: async () => {
      isClosing = true;
      await fold();
      await sync();
      await leases.forget();
      await leases.close();
      await file.inTurn(() => Promise.resolve(counts.close()));
      await file.close();
    },
  };
}

/** @param forgotten Called for every minute that begins: then rows have gone. */
function countersOver(counts: UsageCounts, forgotten: () => void): UsageCounters {
  return {
    addToMinute: (accountId, startMs, requests) => counts.addToMinute(accountId, startMs, requests),
    addToMonth: (accountId, startMs, requests, backup) => counts.addToMonth(accountId, startMs, requests, backup),
    raiseMonth: (accountId, startMs, usedWithoutBackup) => {
      const missing = usedWithoutBackup - (counts.month(accountId, startMs)?.used ?? 0);
      if (missing > 0) counts.addToMonth(accountId, startMs, missing, 0);
    },
    month: (accountId, startMs) => {
      const use = counts.month(accountId, startMs);
      return use === null ? null : { accountId, startMs, used: use.used + use.backup, backup: use.backup };
    },
    forgetMinutes: (beforeMs) => {
      counts.forgetMinutes(beforeMs);
      forgotten();
    },
  };
}

function monthFrom(row: Row): MonthUse {
  const [accountId, startMs, used, backup] = row as [string, number, number, number];
  return { accountId, startMs, used, backup };
}
