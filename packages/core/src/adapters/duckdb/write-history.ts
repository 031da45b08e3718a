import { join } from "node:path";
import type { StoredFile } from "../../storage/snapshot.js";
import { identities } from "../../storage/table-store.js";
import { derivedTables, recordedStates, type RecordedState, type TableName, tables } from "../../storage/tables.js";
import { isDueAt, keptSince, type ValueHistory } from "../../storage/value-history.js";
import type { UtcDay } from "../../time/utc-day.js";
import { dayParts, identityParts, scanOf } from "./bounded-parts.js";
import { overlaps } from "./file-days.js";
import { dueMerges, lastMerges } from "./file-levels.js";
import { halvesOf } from "./id-filter.js";
import { idHash } from "./id-index.js";
import { readRows } from "./instance.js";
import { historySource, lastWritten, newest, scan, tableSource, timestamp } from "./table-source.js";
import type { Waiting, WritingParts } from "./waiting-rows.js";

/** Columns that decide how a mention counts. If they do not change, the earlier row need not be kept. */
const countedColumns = [
  "document_id",
  "subject",
  "created_utc",
  "day",
  "place",
  "author",
  "thread_id",
  "inherited",
  "excluded",
] as const;
/** Words are kept in the newest row only, so that deleted words are gone. */
const wordColumns: ReadonlySet<string> = new Set(["title", "body", "url", "page", "text_print"]);

/**
 * Records the state of a namespace's tables before a publication changes it; see `ValueHistory`. Called before anything
 * else of the publication is written.
 *
 * @param firstOpen Days from this one on are running; their rows are in amending files.
 */
export async function writeHistory(
  waiting: ReadonlyMap<TableName, Waiting>,
  at: Date,
  firstOpen: UtcDay,
  parts: WritingParts,
): Promise<void> {
  const { files, namespace, historyDays } = parts;
  const history = files.before.history?.[namespace];
  const isDue = history !== undefined && isDueAt(history, at);
  const states = (Object.keys(recordedStates) as RecordedState[]).map((table) => new HistoryWriter(table, parts));
  // Data written without a history begins with its newest state.
  for (const writer of states) if (history === undefined || isDue) await writer.recordState(history ?? files.before);
  const derived = [...derivedTables].map((table) => new HistoryWriter(table, parts));
  for (const writer of derived) {
    if (history === undefined) await writer.begin();
    else if (isDue) await writer.recordRunning(history);
    const changed = waiting.get(writer.table);
    const hasClosed = [...(changed?.days ?? [])].some((day) => day < firstOpen);
    if (changed !== undefined && hasClosed) await writer.recordClosed(changed, at, firstOpen);
  }
  const mentions = new HistoryWriter("mentions", parts);
  const replaced = waiting.get("mentions");
  if (replaced?.hasGone === true) await mentions.recordSuperseded(replaced, at);
  const all = [mentions, ...states, ...derived];
  const since = history === undefined || historyDays === null ? null : keptSince(history, at, historyDays);
  if (since !== null) {
    for (const writer of all) await writer.keepFrom(since);
    files.historySince = since.toISOString();
  }
  for (const writer of all) await writer.merge(at);
  files.isRecorded = isDue;
}

class HistoryWriter {
  readonly table: TableName;
  readonly #parts: WritingParts;

  constructor(table: TableName, parts: WritingParts) {
    this.table = table;
    this.#parts = parts;
  }

  /** Data written without a history gets one that begins with its newest state. */
  async begin(): Promise<void> {
    const { before } = this.#parts.files;
    const files = this.#stored();
    if (files.length === 0) return;
    const at = new Date(before.publishedAt);
    const known = `${before.version} AS written, false AS gone, ${timestamp(at)} AS known_at`;
    await this.#write(at, `SELECT *, ${known} FROM (${tableSource(this.table, this.#absolute(files))}) AS stored`);
  }

  /** Rows of running days that changed since they were last recorded, in their current state. */
  async recordRunning({ publishedAt, recorded }: ValueHistory): Promise<void> {
    const running = this.#stored().filter(({ amends }) => amends === true);
    if (running.length === 0) return;
    const at = new Date(publishedAt);
    const files = this.#absolute(running);
    // The newest version of a row that changed since then was written since then.
    const isNew = `written > ${recorded}`;
    const [counted] = await readRows<{ rows: number }>(
      this.#parts.connection,
      `SELECT CAST(count(*) AS DOUBLE) AS rows FROM ${scan(files)} WHERE ${isNew}`,
    );
    for (const part of identityParts(this.table, counted?.rows ?? 0)) {
      const rows = newest(this.table, files, scanOf(`${isNew} AND ${part}`));
      await this.#write(at, `SELECT *, ${timestamp(at)} AS known_at FROM (${rows}) AS running`);
    }
  }

  /** Rows of a table that changes in place, in their current state, if not recorded yet; and which of them are gone. */
  async recordState({ publishedAt, version }: Pick<ValueHistory, "publishedAt" | "version">): Promise<void> {
    const stored = this.#stored();
    if (stored.length === 0) return;
    const recorded = this.#parts.files.history(this.#parts.namespace, this.table);
    const at = new Date(publishedAt);
    const kept: readonly string[] | null = recordedStates[this.table as RecordedState];
    const known = (isGone: boolean) => `${version} AS written, ${isGone} AS gone, ${timestamp(at)} AS known_at`;
    const now = `SELECT ${this.#columns((name) => kept?.includes(name) ?? true)} FROM (${tableSource(this.table, this.#absolute(stored))}) AS stored`;
    const before = historySource(this.table, this.#absolute(recorded), at);
    const identity = identities[this.table];
    const gone = this.#columns((name) => (identity as readonly string[]).includes(name));
    await this.#write(
      at,
      `SELECT *, ${known(false)} FROM (${now} EXCEPT ${before}) AS changed
UNION ALL BY NAME SELECT ${gone}, ${known(true)} FROM (${before}) AS b ANTI JOIN (${now}) AS n USING (${identity.join(", ")})`,
    );
  }

  /**
   * Keeps what answers from an instant on need: of the rows known before it the newest of each identity, and of replaced mentions
   * those that held then.
   */
  async keepFrom(since: Date): Promise<void> {
    const { files, namespace, connection } = this.#parts;
    const old = files.history(namespace, this.table).filter(({ month }) => month < monthOf(since));
    const last = old
      .map(({ month }) => month)
      .sort()
      .at(-1);
    if (last === undefined) return;
    if (this.table !== "mentions") {
      const scanned = (some: readonly StoredFile[]) => scan(this.#absolute(some), ", union_by_name = true");
      const count = old.reduce((sum, { rows }) => sum + rows, 0);
      for (const { condition, days } of await dayParts(this.table, scanned(old), count, connection)) {
        const holding = days === null ? old : old.filter((file) => overlaps(file, { from: days[0], to: days[1] }));
        const told = `SELECT * FROM ${scanned(holding)} WHERE ${condition}`;
        await this.#writeIn(last, lastWritten(this.table, ["gone", "known_at"], told));
      }
    }
    await files.drop(old);
  }

  /**
   * Rows that the publication replaces by rows that count differently. Here `known_at` is the time until which they
   * held.
   */
  async recordSuperseded({ rows, gone }: Waiting, at: Date): Promise<void> {
    const { connection, ids, files } = this.#parts;
    const hashes = await connection.runAndReadAll(`SELECT ${idHash("document_id")} FROM ${gone}`);
    const wanted = (hashes.getColumns()[0] as bigint[]).map(halvesOf);
    const holding = await ids.among(this.#stored(), wanted, connection);
    if (holding.length === 0) return;
    const source = tableSource(this.table, this.#absolute(holding));
    const counted = countedColumns.join(", ");
    const kept = this.#columns((name) => !wordColumns.has(name));
    const known = `${files.version} AS written, false AS gone, ${timestamp(at)} AS known_at`;
    await this.#write(
      at,
      `WITH old AS (SELECT * FROM (${source}) AS stored SEMI JOIN ${gone} USING (document_id)),
fresh AS (SELECT ${counted} FROM ${rows} SEMI JOIN ${gone} USING (document_id)),
changed AS ((SELECT ${counted} FROM old EXCEPT ALL FROM fresh) UNION ALL (FROM fresh EXCEPT ALL SELECT ${counted} FROM old))
SELECT ${kept}, ${known} FROM old SEMI JOIN changed USING (document_id)`,
    );
  }

  /** Changes of the publication to closed days, with their new values. */
  async recordClosed({ rows, gone, hasGone, days }: Waiting, at: Date, firstOpen: UtcDay): Promise<void> {
    if (![...days].some((day) => day < firstOpen)) return;
    const known = (isGone: boolean) =>
      `${this.#parts.files.version} AS written, ${isGone} AS gone, ${timestamp(at)} AS known_at`;
    const isClosed = `day < DATE '${firstOpen}'`;
    const parts = [`SELECT *, ${known(false)} FROM ${rows} WHERE ${isClosed}`];
    if (hasGone) {
      const identity = identities[this.table];
      const columns = this.#columns((name) => (identity as readonly string[]).includes(name));
      const names = identity.join(", ");
      parts.push(
        `SELECT ${columns}, ${known(true)} FROM (SELECT DISTINCT ${names} FROM ${gone} WHERE ${isClosed}) AS g ANTI JOIN ${rows} USING (${names})`,
      );
    }
    await this.#write(at, parts.join(" UNION ALL BY NAME "));
  }

  /** Merges due files of a month; the files of a past month become as few as can be. */
  async merge(at: Date): Promise<void> {
    const byMonth = new Map<string, StoredFile[]>();
    for (const file of this.#parts.files.history(this.#parts.namespace, this.table))
      byMonth.set(file.month, [...(byMonth.get(file.month) ?? []), file]);
    for (const [month, files] of byMonth) {
      for (const group of month < monthOf(at) ? lastMerges(files) : dueMerges(files)) {
        await this.#writeIn(month, `SELECT * FROM ${scan(this.#absolute(group), ", union_by_name = true")}`);
        await this.#parts.files.drop(group);
      }
    }
  }

  #write(at: Date, select: string): Promise<StoredFile | null> {
    return this.#writeIn(monthOf(at), select);
  }

  #writeIn(month: string, select: string): Promise<StoredFile | null> {
    const { files, namespace } = this.#parts;
    return files.write({ namespace, table: this.table, month, history: true }, select);
  }

  /** The table's columns; those that are not kept are null. */
  #columns(isKept: (name: string) => boolean): string {
    return Object.entries(tables[this.table])
      .map(([name, type]) => (isKept(name) ? name : `CAST(NULL AS ${type}) AS ${name}`))
      .join(", ");
  }

  #stored(): StoredFile[] {
    return this.#parts.files.files(this.#parts.namespace, this.table);
  }

  #absolute(files: readonly StoredFile[]): StoredFile[] {
    return files.map((file) => ({ ...file, path: join(this.#parts.root, file.path) }));
  }
}

/**
 * Earlier values are filed by the month in which they were known, so that a query about the past skips later months.
 */
function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}
