import { openSqliteFile } from "./sqlite-file.js";

/** How many requests of a month may have been counted when the machine crashes. */
export interface Lease {
  readonly accountId: string;
  readonly startMs: number;
  /** Requests in the month, all processes of the machine together. */
  readonly upTo: number;
}

/** Leases in one SQLite file beside the counters, shared by every process of the machine. */
export interface LeaseFile {
  /** Durable when it resolves, even if the machine crashes. */
  write(leases: readonly Lease[]): Promise<void>;
  /** Removes the leases of this process. Call it once the counters themselves are on the disk. */
  forget(): Promise<void>;
  /**
   * Once per boot of the machine, in whichever process comes first: gives all leases to `apply`, which must make them
   * durable.
   *
   * @param bootId Id of the machine's current boot.
   */
  afterBoot(bootId: string, apply: (leases: readonly Lease[]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const schema = `
  CREATE TABLE IF NOT EXISTS lease (
    process TEXT NOT NULL, account_id TEXT NOT NULL, start_ms INTEGER NOT NULL, up_to INTEGER NOT NULL,
    PRIMARY KEY (process, account_id, start_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS boot (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), id TEXT NOT NULL) STRICT;`;

/** Longer than any month. */
const keptDays = 70;

/**
 * Opens the file.
 *
 * @param processId Unique id of the writing process.
 * @throws The driver's error when the file is not a lease file.
 */
export async function openLeaseFile(path: string, processId: string): Promise<LeaseFile> {
  const file = await openSqliteFile(path, schema, "machine");
  const put = await file.prepare(
    `INSERT INTO lease VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET up_to = max(up_to, excluded.up_to)`,
  );
  const forget = await file.prepare("DELETE FROM lease WHERE process = ?");
  const forgetOld = await file.prepare("DELETE FROM lease WHERE start_ms < ?");
  const highest = (
    await file.prepare("SELECT account_id, start_ms, max(up_to) FROM lease GROUP BY account_id, start_ms")
  ).raw();
  const boot = (await file.prepare("SELECT id FROM boot")).raw();
  const setBoot = await file.prepare("INSERT INTO boot VALUES (1, ?) ON CONFLICT DO UPDATE SET id = excluded.id");
  return {
    write: (leases) =>
      file.transaction(() => {
        for (const { accountId, startMs, upTo } of leases) put.run(processId, accountId, startMs, upTo);
      }),
    forget: () => file.transaction(() => void forget.run(processId)),
    afterBoot: (bootId, apply) =>
      file.transaction(async () => {
        if (boot.get()?.[0] === bootId) return;
        const leases = (await highest.all()).map(leaseFrom);
        await apply(leases);
        const newestMs = Math.max(...leases.map(({ startMs }) => startMs));
        forgetOld.run(Number.isFinite(newestMs) ? newestMs - keptDays * 86_400_000 : 0);
        setBoot.run(bootId);
      }),
    close: () => file.close(),
  };
}

function leaseFrom(row: readonly (string | number)[]): Lease {
  const [accountId, startMs, upTo] = row as [string, number, number];
  return { accountId, startMs, upTo };
}
