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
  /** All requests that this machine knows of, including `backup`. */
  readonly used: number;
  /** Requests counted here alone while the shared counters were away. Never decreases. */
  readonly backup: number;
}

/** The counters, inside one transaction. */
export interface UsageCounters {
  /** Adds to the requests of a minute (a negative number takes back) and gives the new count. */
  addToMinute(accountId: string, startMs: number, requests: number): number;
  /** Adds to the requests of a month; `backup` of them are also recorded as counted here alone. */
  addToMonth(accountId: string, startMs: number, requests: number, backup: number): number;
  /** Raises the month's count without `backup` to the shared counters' value, unless it is higher already. */
  raiseMonth(accountId: string, startMs: number, usedWithoutBackup: number): void;
  /** Null if nothing was counted. */
  month(accountId: string, startMs: number): MonthUse | null;
  /** Forgets the minutes that began before. */
  forgetMinutes(beforeMs: number): void;
}

/**
 * Counters of requests in one SQLite file, shared by every process that has it open. A transaction survives the end of
 * this process once its promise resolves. A crash of the whole machine may lose it; the next boot then takes the leases
 * as the counts, which are never lower. Waiting for other processes does not block the event loop.
 */
export interface UsageFile {
  /** Id of this file among the machines that share counters. Stays the same as long as the file exists. */
  readonly machineId: string;
  /** Runs `work` while no other process writes. Keeps its changes when it returns and undoes them when it throws. */
  transaction<Result>(work: (counters: UsageCounters) => Result): Promise<Result>;
  /**
   * Makes leases durable, even if the machine crashes. No request may be served beyond them. Fails once the file is
   * being closed.
   */
  lease(leases: readonly Lease[]): Promise<void>;
  /** Months with requests that were counted here alone, of the last 70 days before `at`. */
  backupMonths(at: Date): Promise<MonthUse[]>;
  close(): Promise<void>;
}

const schema = `${usageSchema}
  CREATE TABLE IF NOT EXISTS machine (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id TEXT NOT NULL) STRICT;`;

/** Longer than any month, with some reserve for a wrong clock. */
const backupDays = 70;

/** Options for tests. */
export interface UsageFileOptions {
  /** Id of the machine's current boot. */
  readonly bootId?: string;
  /** Length at which a journal is merged into the tables, in bytes. */
  readonly journalBytes?: number;
}

/** Path of the lease file beside a file of counters. */
const leasesPathOf = (path: string) => path.replace(/(\.db)?$/, "-leases.db");

/**
 * Opens the file of counters and its lease file. They and their folder are created if missing, readable by their owner
 * only.
 *
 * @throws AccountError `unreadable_store` when it is not such a file.
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
  /** A commit that waits for the disk makes all earlier ones durable too. */
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
      // The journal alone gives no guarantee that its lines are on the disk.
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
      // Answer first, merge afterwards.
      if (counts.isFoldDue) fold().catch(() => undefined);
      return result;
    },
    // A lease written after the others were removed would be counted at the next boot.
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

/** @param forgotten Called at every new minute, after old rows were deleted. */
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
