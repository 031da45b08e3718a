import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { JournalFile } from "./journal-file.js";
import { changesIn, JournalLine, MINUTE, MONTH } from "./journal-line.js";
import { RememberedWindows, type Window } from "./remembered-windows.js";
import type { SqliteFile } from "./sqlite-file.js";
import { type Use, type UsageTables, usageTables } from "./usage-tables.js";

/** Length at which a journal is merged into the tables, in bytes. Tests may set it shorter. */
const JOURNAL_BYTES = 8_000_000;

/** Most windows whose counts are cached. */
const REMEMBERED_WINDOWS = 100_000;

/**
 * Counts in a file that several processes write. Each transaction only adds one line to a journal, a file beside the
 * database: updating rows of many accounts, each in its own page, would take most of a request's time. When the journal
 * is long it is merged into the tables, and the next one begins. The count of a window is that of the tables plus the
 * journal after them; every process caches both, and reads the others' additions when its next transaction begins.
 *
 * Call every method inside a transaction of the database, after {@link begin}: the transaction also locks the journal.
 */
export class UsageCounts {
  readonly #tables: UsageTables;
  readonly #windows = new RememberedWindows();
  /** Windows that the journal changes, by their number in it. */
  #inJournal: Window[] = [];
  /** Windows that this transaction has changed. */
  readonly #touched = new Set<Window>();
  #version: unknown = null;
  readonly #path: string;
  readonly #journalBytes: number;
  /** Null until it was asked for. */
  #journal: { readonly number: number; readonly file: JournalFile } | null = null;
  /** The next journal, when this transaction has merged the current one into the tables. */
  #next: number | null = null;

  private constructor(tables: UsageTables, path: string, journalBytes: number) {
    this.#tables = tables;
    this.#path = path;
    this.#journalBytes = journalBytes;
  }

  /**
   * Opens the counts of a database that already has the tables.
   *
   * @param path Path of the database; journals lie beside it.
   */
  static async of(file: SqliteFile, path: string, journalBytes = JOURNAL_BYTES): Promise<UsageCounts> {
    const counts = new UsageCounts(await usageTables(file), path, journalBytes);
    await file.transaction(() => counts.#removeOldJournals());
    return counts;
  }

  /** Reads the lines that others have added. */
  begin(): void {
    const version = this.#tables.version();
    if (this.#journal === null || version !== this.#version) this.#follow(this.#tables.journalNumber());
    this.#version = version;
    this.#readNew();
  }

  /** Adds to a minute (a negative number takes back) and gives the new count. */
  addToMinute(accountId: string, startMs: number, requests: number): number {
    return this.#add(this.#windows.get(accountId, MINUTE, startMs), requests, 0).used;
  }

  /** Adds to a month and returns its new count; `backup` says how many of them were counted on this machine alone. */
  addToMonth(accountId: string, startMs: number, requests: number, backup: number): number {
    const { used, backup: all } = this.#add(this.#windows.get(accountId, MONTH, startMs), requests - backup, backup);
    return used + all;
  }

  /** The month's counts; null if there are none. */
  month(accountId: string, startMs: number): Use | null {
    const use = this.#now(this.#windows.get(accountId, MONTH, startMs));
    return use.used === 0 && use.backup === 0 ? null : use;
  }

  /** Forgets the minutes that began before. */
  forgetMinutes(beforeMs: number): void {
    this.#tables.forgetMinutes(beforeMs);
    this.#windows.forgetMinutes(beforeMs);
  }

  /** Writes the changes of this transaction. Call {@link committed} or {@link undone} afterwards. */
  write(): void {
    const line = new JournalLine();
    for (const window of this.#touched) {
      if (isChanged(window)) line.add(window.number ?? window, window.pending, window.pendingBackup);
    }
    const { text } = line;
    if (text !== null) this.#journal?.file.append(text);
  }

  /** The transaction was committed: all processes see it. */
  committed(): void {
    for (const window of this.#touched) {
      if (!isChanged(window)) continue;
      this.#count(window, window.pending, window.pendingBackup);
      window.pending = 0;
      window.pendingBackup = 0;
    }
    this.#touched.clear();
    if (this.#next === null) return;
    const folded = this.#journal?.number;
    this.#follow(this.#next);
    this.#next = null;
    if (folded !== undefined) rmSync(this.#journalPath(folded), { force: true });
  }

  /** The transaction was undone: read everything again. */
  undone(): void {
    this.#touched.clear();
    this.#next = null;
    this.#forgetAll();
    this.close();
  }

  /** Whether the journal is long enough to be merged. */
  get isFoldDue(): boolean {
    return this.#journal !== null && this.#journal.file.bytes >= this.#journalBytes;
  }

  /** Merges the journal into the tables and begins the next one. Call it in a transaction that changes nothing else. */
  fold(): void {
    const changes = this.#inJournal.map((window) => ({ ...window, used: window.since, backup: window.sinceBackup }));
    this.#next = (this.#journal?.number ?? 0) + 1;
    this.#tables.fold(changes, this.#next);
  }

  /** Closes open files. Call it outside any transaction; the files are opened again on use. */
  close(): void {
    this.#journal?.file.close();
    this.#journal = null;
  }

  /** Switches to the tables' current journal, whichever process began it. */
  #follow(number: number): void {
    if (this.#journal?.number === number) return;
    if (this.#journal?.number === number - 1) {
      // The old journal is complete and merged into the tables, so the cached counts are only added up.
      this.#readNew();
      this.#journalIsFolded();
    } else this.#forgetAll();
    this.close();
    this.#journal = { number, file: new JournalFile(this.#journalPath(number)) };
  }

  #journalIsFolded(): void {
    for (const window of this.#inJournal) {
      const { stored, since, sinceBackup } = window;
      if (stored !== null) window.stored = { used: stored.used + since, backup: stored.backup + sinceBackup };
      window.since = 0;
      window.sinceBackup = 0;
      window.number = null;
    }
    this.#inJournal = [];
    if (this.#windows.size > REMEMBERED_WINDOWS) this.#forgetAll();
  }

  #readNew(): void {
    this.#journal?.file.readNew((line) => {
      const changes = changesIn(line, this.#inJournal.length);
      for (const { at, used, backup } of changes ?? []) {
        const window =
          typeof at === "number" ? this.#inJournal[at] : this.#windows.get(at.accountId, at.kind, at.startMs);
        if (window !== undefined) this.#count(window, used, backup);
      }
      return changes !== null;
    });
  }

  #journalPath(number: number): string {
    return `${journalsOf(this.#path)}${number}.jsonl`;
  }

  /** Deletes journals that are merged but were left behind by a killed process. */
  #removeOldJournals(): void {
    const number = this.#tables.journalNumber();
    const folder = dirname(this.#path);
    const isOld = (name: string) =>
      name.startsWith(basename(journalsOf(this.#path))) && join(folder, name) !== this.#journalPath(number);
    for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { force: true });
  }

  #count(window: Window, used: number, backup: number): void {
    window.since += used;
    window.sinceBackup += backup;
    if (window.number !== null) return;
    window.number = this.#inJournal.length;
    this.#inJournal.push(window);
  }

  #add(window: Window, used: number, backup: number): Use {
    this.#touched.add(window);
    window.pending += used;
    window.pendingBackup += backup;
    return this.#now(window);
  }

  #now(window: Window): Use {
    window.stored ??= this.#tables.useOf(window);
    return {
      used: window.stored.used + window.since + window.pending,
      backup: window.stored.backup + window.sinceBackup + window.pendingBackup,
    };
  }

  #forgetAll(): void {
    this.#windows.forgetAll();
    this.#inJournal = [];
  }
}

/** Path of the journals, without number and extension. */
const journalsOf = (path: string) => path.replace(/(\.db)?$/, "-journal-");

function isChanged({ pending, pendingBackup }: Window): boolean {
  return pending !== 0 || pendingBackup !== 0;
}
