import type { Row, SqliteFile } from "./sqlite-file.js";

/** What one window of an account has: its minute, or its month with what of that was counted here alone. */
export interface Use {
  readonly used: number;
  readonly backup: number;
}

/** Kinds of windows, as the journal writes them. */
const MINUTE = 0;
const MONTH = 1;
type Kind = typeof MINUTE | typeof MONTH;

/**
 * What a transaction adds: an account, then kind, start, use without backup and backup of each of its windows in one row,
 * then the next account. Flat and short, because it is written for every few requests.
 */
type Changes = (string | number[])[];

/** Numbers of one window in {@link Changes}. */
const NUMBERS_A_WINDOW = 4;

/** A window as it is remembered: what the tables say, what the journal adds, and what this transaction does. */
interface Window {
  readonly kind: Kind;
  readonly accountId: string;
  readonly startMs: number;
  /** Null until it was asked for. */
  stored: Use | null;
  since: number;
  sinceBackup: number;
  pending: number;
  pendingBackup: number;
}

/** Transactions after which the journal goes into the tables. */
const TRANSACTIONS_BETWEEN_FOLDS = 1_000;

/** Windows whose stored counts are remembered. */
const REMEMBERED_WINDOWS = 100_000;

export const usageSchema = `
  CREATE TABLE IF NOT EXISTS minute_use (
    start_ms INTEGER NOT NULL, account_id TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (start_ms, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS month_use (
    account_id TEXT NOT NULL, start_ms INTEGER NOT NULL, base INTEGER NOT NULL, backup INTEGER NOT NULL,
    PRIMARY KEY (account_id, start_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS journal (seq INTEGER PRIMARY KEY, changes TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS folded (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), seq INTEGER NOT NULL) STRICT;`;

/**
 * Counts of a file that several processes write. A transaction adds one row to a journal, whatever it changes: rows of
 * many accounts, each in a page of its own, would cost most of a request's time. Now and then the journal goes into the
 * tables. What a window has is what the tables say and all of the journal since; every process remembers both, and
 * reads what others have added when its next transaction begins.
 *
 * Every method belongs inside a transaction of the file, after {@link begin}.
 */
export class UsageCounts {
  readonly #statements: Awaited<ReturnType<typeof prepare>>;
  /** By kind, account and start. */
  readonly #windows = [new Map<string, Map<number, Window>>(), new Map<string, Map<number, Window>>()] as const;
  /** Those that the journal changes. */
  readonly #inJournal = new Set<Window>();
  /** Those that this transaction has touched. */
  readonly #touched = new Set<Window>();
  #remembered = 0;
  #version: unknown = null;
  #foldedSeq = 0;
  #lastSeq = 0;

  private constructor(statements: Awaited<ReturnType<typeof prepare>>) {
    this.#statements = statements;
  }

  /** Counts of a file with the tables of {@link usageSchema}. */
  static async of(file: SqliteFile): Promise<UsageCounts> {
    return new UsageCounts(await prepare(file));
  }

  /** Reads what others have added. */
  begin(): void {
    const { dataVersion, foldedSeq, journalAfter } = this.#statements;
    const version = dataVersion.get()?.[0];
    if (version === this.#version) return;
    const folded = Number(foldedSeq.get()?.[0] ?? 0);
    if (folded !== this.#foldedSeq) this.#journalIsFolded(folded);
    for (const [seq, text] of journalAfter.all(this.#lastSeq) as Row[]) {
      this.#read(JSON.parse(String(text)) as Changes);
      this.#lastSeq = Number(seq);
    }
    this.#version = version;
  }

  /** Adds to a minute (a negative number takes back) and gives the new count. */
  addToMinute(accountId: string, startMs: number, requests: number): number {
    return this.#add(this.#windowOf(MINUTE, accountId, startMs), requests, 0).used;
  }

  /** Adds to a month, and gives all that it has; `backup` of them were counted here alone. */
  addToMonth(accountId: string, startMs: number, requests: number, backup: number): number {
    const { used, backup: all } = this.#add(this.#windowOf(MONTH, accountId, startMs), requests - backup, backup);
    return used + all;
  }

  /** What a month has; null when nothing. */
  month(accountId: string, startMs: number): Use | null {
    const use = this.#now(this.#windowOf(MONTH, accountId, startMs));
    return use.used === 0 && use.backup === 0 ? null : use;
  }

  /** Forgets the minutes that began before. */
  forgetMinutes(beforeMs: number): void {
    this.#statements.forgetMinutes.run(beforeMs);
    for (const ofAccount of this.#windows[MINUTE].values()) {
      for (const [startMs, window] of ofAccount) {
        if (startMs >= beforeMs) continue;
        ofAccount.delete(startMs);
        this.#inJournal.delete(window);
      }
    }
  }

  /** Writes what this transaction has changed. {@link committed} or {@link undone} is to follow. */
  write(): void {
    const changes: Changes = [];
    let last: string | null = null;
    let numbers: number[] = [];
    for (const window of this.#touched) {
      if (!isChanged(window)) continue;
      const { kind, accountId, startMs, pending, pendingBackup } = window;
      if (accountId !== last) changes.push(accountId, (numbers = []));
      last = accountId;
      numbers.push(kind, startMs, pending, pendingBackup);
    }
    if (changes.length > 0) this.#statements.append.run(this.#lastSeq + 1, JSON.stringify(changes));
  }

  /** What was written is there for all. */
  committed(): void {
    let isWritten = false;
    for (const window of this.#touched) {
      if (!isChanged(window)) continue;
      isWritten = true;
      this.#journal(window, window.pending, window.pendingBackup);
      window.pending = 0;
      window.pendingBackup = 0;
    }
    if (isWritten) this.#lastSeq += 1;
    this.#touched.clear();
  }

  /** Nothing of this transaction has happened: all is read anew. */
  undone(): void {
    this.#touched.clear();
    this.#version = null;
    this.#forgetAll();
    this.#inJournal.clear();
    this.#foldedSeq = 0;
    this.#lastSeq = 0;
  }

  /** Whether the journal is so long that it should be folded. */
  get isFoldDue(): boolean {
    return this.#lastSeq - this.#foldedSeq >= TRANSACTIONS_BETWEEN_FOLDS;
  }

  /** Puts the journal into the tables, in a transaction that changes nothing else. */
  fold(): void {
    const { foldMinute, foldMonth, clearJournal, setFolded } = this.#statements;
    // In the order of the tables, so that each page is touched once.
    for (const { kind, accountId, startMs, since, sinceBackup } of [...this.#inJournal].sort(byPlace)) {
      if (kind === MINUTE) foldMinute.run(startMs, accountId, since);
      else foldMonth.run(accountId, startMs, since, sinceBackup);
    }
    clearJournal.run(this.#lastSeq);
    setFolded.run(this.#lastSeq);
    this.#journalIsFolded(this.#lastSeq);
  }

  /** The tables hold the journal up to `seq` now, whoever has put it there. */
  #journalIsFolded(seq: number): void {
    const hasSeenAll = seq === this.#lastSeq;
    for (const window of this.#inJournal) {
      const { stored, since, sinceBackup } = window;
      if (stored !== null) window.stored = { used: stored.used + since, backup: stored.backup + sinceBackup };
      window.since = 0;
      window.sinceBackup = 0;
    }
    this.#inJournal.clear();
    // What others folded unseen is in the tables alone.
    if (!hasSeenAll || this.#remembered > REMEMBERED_WINDOWS) this.#forgetAll();
    this.#foldedSeq = seq;
    this.#lastSeq = seq;
  }

  #read(changes: Changes): void {
    for (let at = 0; at < changes.length; at += 2) {
      const [accountId, numbers] = changes.slice(at, at + 2) as [string, number[]];
      for (let from = 0; from < numbers.length; from += NUMBERS_A_WINDOW) {
        const [kind, startMs, used, backup] = numbers.slice(from) as [Kind, number, number, number];
        this.#journal(this.#windowOf(kind, accountId, startMs), used, backup);
      }
    }
  }

  #journal(window: Window, used: number, backup: number): void {
    window.since += used;
    window.sinceBackup += backup;
    this.#inJournal.add(window);
  }

  #add(window: Window, used: number, backup: number): Use {
    this.#touched.add(window);
    window.pending += used;
    window.pendingBackup += backup;
    return this.#now(window);
  }

  #now(window: Window): Use {
    window.stored ??= this.#storedOf(window);
    return {
      used: window.stored.used + window.since + window.pending,
      backup: window.stored.backup + window.sinceBackup + window.pendingBackup,
    };
  }

  #windowOf(kind: Kind, accountId: string, startMs: number): Window {
    let ofAccount = this.#windows[kind].get(accountId);
    if (ofAccount === undefined) this.#windows[kind].set(accountId, (ofAccount = new Map<number, Window>()));
    const known = ofAccount.get(startMs);
    if (known !== undefined) return known;
    const changes = { since: 0, sinceBackup: 0, pending: 0, pendingBackup: 0 };
    const window: Window = { kind, accountId, startMs, stored: null, ...changes };
    ofAccount.set(startMs, window);
    this.#remembered += 1;
    return window;
  }

  #forgetAll(): void {
    for (const ofKind of this.#windows) ofKind.clear();
    this.#remembered = 0;
  }

  #storedOf({ kind, accountId, startMs }: Window): Use {
    const { storedMinute, storedMonth } = this.#statements;
    const row = kind === MINUTE ? storedMinute.get(startMs, accountId) : storedMonth.get(accountId, startMs);
    return { used: Number(row?.[0] ?? 0), backup: Number(row?.[1] ?? 0) };
  }
}

function isChanged({ pending, pendingBackup }: Window): boolean {
  return pending !== 0 || pendingBackup !== 0;
}

function byPlace(a: Window, b: Window): number {
  const byAccount = a.accountId < b.accountId ? -1 : a.accountId > b.accountId ? 1 : 0;
  if (a.kind !== b.kind) return a.kind - b.kind;
  return a.kind === MINUTE ? a.startMs - b.startMs || byAccount : byAccount || a.startMs - b.startMs;
}

async function prepare(file: SqliteFile) {
  const reading = async (sql: string) => (await file.prepare(sql)).raw();
  return {
    // Changes with every commit of any other connection, in this process or another.
    dataVersion: await reading("PRAGMA data_version"),
    foldedSeq: await reading("SELECT seq FROM folded"),
    journalAfter: await reading("SELECT seq, changes FROM journal WHERE seq > ? ORDER BY seq"),
    append: await file.prepare("INSERT INTO journal VALUES (?, ?)"),
    storedMinute: await reading("SELECT used, 0 FROM minute_use WHERE start_ms = ? AND account_id = ?"),
    storedMonth: await reading("SELECT base, backup FROM month_use WHERE account_id = ? AND start_ms = ?"),
    foldMinute: await file.prepare(
      "INSERT INTO minute_use VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used",
    ),
    foldMonth: await file.prepare(
      `INSERT INTO month_use VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET base = base + excluded.base, backup = backup + excluded.backup`,
    ),
    clearJournal: await file.prepare("DELETE FROM journal WHERE seq <= ?"),
    setFolded: await file.prepare("INSERT INTO folded VALUES (1, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq"),
    forgetMinutes: await file.prepare("DELETE FROM minute_use WHERE start_ms < ?"),
  };
}
