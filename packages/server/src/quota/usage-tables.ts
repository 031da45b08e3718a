import { MINUTE, type WindowName } from "./journal-line.js";
import type { SqliteFile } from "./sqlite-file.js";

/** Counts of one window of an account: its minute, or its month with the part counted here alone. */
export interface Use {
  readonly used: number;
  readonly backup: number;
}

/** Creates the tables of the counters, if missing. */
export const usageSchema = `
  CREATE TABLE IF NOT EXISTS minute_use (
    start_ms INTEGER NOT NULL, account_id TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (start_ms, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS month_use (
    account_id TEXT NOT NULL, start_ms INTEGER NOT NULL, base INTEGER NOT NULL, backup INTEGER NOT NULL,
    PRIMARY KEY (account_id, start_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS journal (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), number INTEGER NOT NULL) STRICT;`;

/**
 * The counts in the tables, and the number of the journal that continues them. Call every method inside a transaction.
 */
export interface UsageTables {
  /** Changes whenever another connection, in this process or another, commits a change. */
  version(): unknown;
  /** Number of the journal with the requests counted since. */
  journalNumber(): number;
  useOf(window: WindowName): Use;
  /** Adds to the windows, and makes the journal with that number the next one. */
  fold(changes: readonly (WindowName & Use)[], nextJournal: number): void;
  /** Forgets the minutes that began before. */
  forgetMinutes(beforeMs: number): void;
}

/** The tables of {@link usageSchema} in a file. */
export async function usageTables(file: SqliteFile): Promise<UsageTables> {
  const reading = async (sql: string) => (await file.prepare(sql)).raw();
  const dataVersion = await reading("PRAGMA data_version");
  const journal = await reading("SELECT number FROM journal");
  const setJournal = await file.prepare(
    "INSERT INTO journal VALUES (1, ?) ON CONFLICT DO UPDATE SET number = excluded.number",
  );
  const minute = await reading("SELECT used, 0 FROM minute_use WHERE start_ms = ? AND account_id = ?");
  const month = await reading("SELECT base, backup FROM month_use WHERE account_id = ? AND start_ms = ?");
  const addToMinute = await file.prepare(
    "INSERT INTO minute_use VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used",
  );
  const addToMonth = await file.prepare(
    `INSERT INTO month_use VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET base = base + excluded.base, backup = backup + excluded.backup`,
  );
  const forget = await file.prepare("DELETE FROM minute_use WHERE start_ms < ?");
  return {
    version: () => dataVersion.get()?.[0],
    journalNumber: () => Number(journal.get()?.[0] ?? 0),
    useOf: ({ kind, accountId, startMs }) => {
      const row = kind === MINUTE ? minute.get(startMs, accountId) : month.get(accountId, startMs);
      return { used: Number(row?.[0] ?? 0), backup: Number(row?.[1] ?? 0) };
    },
    fold: (changes, nextJournal) => {
      // Sorted like the tables, so that each page is touched once.
      for (const { kind, accountId, startMs, used, backup } of [...changes].sort(byPlace)) {
        if (kind === MINUTE) addToMinute.run(startMs, accountId, used);
        else addToMonth.run(accountId, startMs, used, backup);
      }
      setJournal.run(nextJournal);
    },
    forgetMinutes: (beforeMs) => void forget.run(beforeMs),
  };
}

function byPlace(a: WindowName, b: WindowName): number {
  const byAccount = a.accountId < b.accountId ? -1 : a.accountId > b.accountId ? 1 : 0;
  if (a.kind !== b.kind) return a.kind - b.kind;
  return a.kind === MINUTE ? a.startMs - b.startMs || byAccount : byAccount || a.startMs - b.startMs;
}
