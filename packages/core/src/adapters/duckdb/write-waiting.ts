import { join } from "node:path";
import type { StoredFile } from "../../storage/snapshot.js";
import { identities } from "../../storage/table-store.js";
import { derivedTables, type TableName, tables } from "../../storage/tables.js";
import { addDays, dayOf, type UtcDay } from "../../time/utc-day.js";
import { dayParts, identityParts, rowsInMemory, scanOf } from "./bounded-parts.js";
import { dueMerges } from "./file-levels.js";
import { halvesOf } from "./id-filter.js";
import { idHash } from "./id-index.js";
import { readRows } from "./instance.js";
import { isAnything, type Waiting, type WritingParts } from "./waiting-rows.js";
import { writeHistory } from "./write-history.js";
import { newest, newestOf, scan, tableSource } from "./table-source.js";

/** A day with at most so many amending rows gets one file with all of them. */
const fewRows = 512;
/** The file set of tables that are not split by month. */
const allMonths = "all";

/**
 * Writes the pending rows as new files. A derived row of today or yesterday is added beside the row that it replaces,
 * because such days change with every publication. Any other change rewrites the affected files. Files are merged by
 * levels.
 */
export async function writeWaiting(
  waiting: ReadonlyMap<TableName, Waiting>,
  at: Date,
  parts: WritingParts,
): Promise<void> {
  const firstOpen = addDays(dayOf(at), -1);
  await writeHistory(waiting, at, firstOpen, parts);
  const all = (Object.keys(tables) as TableName[]).map((table) => new TableWriter(table, null, parts));
  for (const writer of all) await writer.close(firstOpen);
  for (const [table, changed] of waiting) {
    if (!isAnything(changed)) continue;
    const writer = new TableWriter(table, changed, parts);
    if (derivedTables.has(table)) for (const day of changed.days) if (day >= firstOpen) await writer.amend(day);
    await writer.rewrite(derivedTables.has(table) ? firstOpen : null);
  }
  for (const writer of all) await writer.merge();
  for (const file of parts.files.added) if (file.table === "mentions") await parts.ids.add(file, parts.connection);
}

class TableWriter {
  readonly #table: TableName;
  readonly #waiting: Waiting | null;
  readonly #parts: WritingParts;

  constructor(table: TableName, waiting: Waiting | null, parts: WritingParts) {
    this.#table = table;
    this.#waiting = waiting;
    this.#parts = parts;
  }

  /** Writes the rows of one day as an amending file, with marks for removed rows. */
  async amend(day: UtcDay): Promise<void> {
    const waiting = this.#waiting;
    if (waiting === null) return;
    const ofDay = `day = DATE '${day}'`;
    const amending = this.#amending().get(day) ?? [];
    const parts = [`SELECT *, ${this.#version} AS written, false AS gone FROM ${waiting.rows} WHERE ${ofDay}`];
    const whole = await this.#holding(day);
    if (whole.length > 0) {
      // A closed day has changed: move its rows out of the month's files.
      const kept = `SELECT * FROM (${this.#source(whole)}) AS stored WHERE ${ofDay}`;
      parts.push(`SELECT *, 0 AS written, false AS gone FROM (${kept}) AS stored ${this.#without()}`);
      await this.#write(whole[0]?.month ?? "", `SELECT * FROM (${this.#source(whole)}) AS stored WHERE NOT ${ofDay}`);
    }
    if (amending.length > 0 && waiting.hasGone) {
      const columns = Object.entries(tables[this.#table]).map(([name, type]) =>
        (identities[this.#table] as readonly string[]).includes(name) ? name : `CAST(NULL AS ${type}) AS ${name}`,
      );
      const gone = `SELECT DISTINCT ${identities[this.#table].join(", ")} FROM ${waiting.gone} WHERE ${ofDay}`;
      const same = identities[this.#table].join(", ");
      parts.push(
        `SELECT ${columns.join(", ")}, ${this.#version} AS written, true AS gone FROM (${gone}) AS g ANTI JOIN ${waiting.rows} USING (${same})`,
      );
    }
    const fresh = parts.join(" UNION ALL BY NAME ");
    if (amending.length === 0 || amending.reduce((sum, { rows }) => sum + rows, 0) > fewRows) {
      const rows = (await this.#waitingOn(day)) + whole.reduce((sum, file) => sum + file.rows, 0);
      for (const part of identityParts(this.#table, rows)) await this.#writeDay(day, where(part, fresh), true);
      await this.#parts.files.drop(whole);
      return;
    }
    // The file would cost as much as one with all rows of the day, and readers open every file.
    const all = `${fresh} UNION ALL BY NAME SELECT * FROM ${scan(this.#absolute(amending))}`;
    await this.#writeDay(day, newestOf(this.#table, all), true);
    await this.#parts.files.drop([...whole, ...amending]);
  }

  /**
   * Writes the other rows and rewrites the files with rows that they replace.
   *
   * @param firstAmended Days from this one on are left to {@link amend}.
   */
  async rewrite(firstAmended: UtcDay | null): Promise<void> {
    const waiting = this.#waiting;
    if (waiting === null) return;
    const days = [...waiting.days].filter((day) => firstAmended === null || day < firstAmended);
    // Shortcut: nearly every publication changes amended days only.
    if (firstAmended !== null && days.length === 0 && waiting.dropBefore === null) return;
    const isHere = firstAmended === null ? "true" : `day < DATE '${firstAmended}'`;
    const affected = await this.#affected(waiting, isHere);
    const fresh = `SELECT * FROM ${waiting.rows} WHERE ${isHere}`;
    const months = grouped(affected, (file) => file.month);
    const added = this.#hasDays ? days.map((day) => day.slice(0, 7)) : [allMonths];
    if (waiting.hasRows) for (const month of added) months.set(month, months.get(month) ?? []);
    for (const [month, replaced] of [...months].sort()) {
      const inMonth = this.#hasDays ? `strftime(day, '%Y-%m') = '${month}'` : "true";
      const rows = `SELECT * FROM (${fresh}) AS fresh WHERE ${inMonth}`;
      if (replaced.length === 0) {
        await this.#writeParts(month, rows, waiting.count);
        continue;
      }
      const kept = `SELECT * FROM (${this.#source(replaced)}) AS stored ${this.#without()}`;
      const lasting =
        waiting.dropBefore === null ? kept : `SELECT * FROM (${kept}) AS k WHERE day >= DATE '${waiting.dropBefore}'`;
      const count = waiting.count + replaced.reduce((sum, file) => sum + file.rows, 0);
      await this.#writeParts(month, `${lasting} UNION ALL BY NAME ${rows}`, count);
      await this.#parts.files.drop(replaced);
    }
  }

  /** Turns the amending files of each closed day into an ordinary file, or into several where one would not fit into memory. */
  async close(firstOpen: UtcDay): Promise<void> {
    for (const [day, files] of this.#amending()) {
      if (day >= firstOpen) continue;
      const rows = files.reduce((sum, file) => sum + file.rows, 0);
      for (const part of identityParts(this.#table, rows))
        await this.#writeDay(day, tableSource(this.#table, this.#absolute(files), scanOf(part)));
      await this.#parts.files.drop(files);
    }
  }

  /** Merges due files. */
  async merge(): Promise<void> {
    for (const [day, files] of this.#amending()) {
      for (const group of dueMerges(files)) {
        await this.#writeDay(day, newest(this.#table, this.#absolute(group)), true);
        await this.#parts.files.drop(group);
      }
    }
    const whole = this.#files().filter(({ amends }) => amends !== true);
    for (const [month, files] of grouped(whole, (file) => file.month)) {
      for (const group of dueMerges(files)) {
        await this.#write(month, this.#source(group));
        await this.#parts.files.drop(group);
      }
    }
  }

  /** Amending files by day. */
  #amending(): Map<UtcDay, StoredFile[]> {
    return grouped(this.#files(), (file) => (file.amends === true ? (file.days?.[0] ?? null) : null));
  }

  /** Files with a row to be dropped. */
  async #affected(waiting: Waiting, isHere: string): Promise<StoredFile[]> {
    const { ids, connection } = this.#parts;
    const found: StoredFile[] = [];
    const files = this.#files();
    if (waiting.dropBefore !== null) {
      const day = waiting.dropBefore;
      found.push(...files.filter((file) => (file.days?.[0] ?? `${file.month}-01`) < day));
    }
    if (!waiting.hasGone) return found;
    const gone = `(SELECT * FROM ${waiting.gone}${this.#table === "mentions" || !this.#hasDayIdentity ? "" : ` WHERE ${isHere}`}) AS g`;
    let candidates = files.filter((file) => !found.includes(file));
    if (this.#table === "mentions") {
      const hashes = await connection.runAndReadAll(`SELECT ${idHash("document_id")} FROM ${gone}`);
      candidates = await ids.among(candidates, (hashes.getColumns()[0] as bigint[]).map(halvesOf), connection);
    } else {
      const [first, last] = [[...waiting.days].sort()[0], [...waiting.days].sort().at(-1)];
      if (first !== undefined && last !== undefined)
        candidates = candidates.filter(({ days }) => days === undefined || (days[0] <= last && days[1] >= first));
    }
    const same = identities[this.#table].join(", ");
    for (const file of candidates) {
      const sql = `SELECT 1 AS hit FROM ${scan(this.#absolute([file]))} AS stored SEMI JOIN ${gone} USING (${same}) LIMIT 1`;
      if ((await readRows(connection, sql)).length > 0) found.push(file);
    }
    return found;
  }

  /** Files of the month with rows of the day. */
  async #holding(day: UtcDay): Promise<StoredFile[]> {
    const found: StoredFile[] = [];
    for (const file of this.#files()) {
      const { days, month, amends } = file;
      if (amends === true || (days === undefined ? month !== day.slice(0, 7) : day < days[0] || day > days[1]))
        continue;
      const sql = `SELECT 1 AS hit FROM ${scan(this.#absolute([file]))} WHERE day = DATE '${day}' LIMIT 1`;
      if ((await readRows(this.#parts.connection, sql)).length > 0) found.push(file);
    }
    return found;
  }

  /** How many waiting rows and identities a day has at most. */
  async #waitingOn(day: UtcDay): Promise<number> {
    const { rows, gone, count = 0 } = this.#waiting ?? {};
    if (count <= rowsInMemory || rows === undefined) return count;
    const of = (table: string | undefined) => `(SELECT count(*) FROM ${table} WHERE day = DATE '${day}')`;
    const sql = `SELECT CAST(${of(rows)} + ${of(gone)} AS DOUBLE) AS counted`;
    return (await readRows<{ counted: number }>(this.#parts.connection, sql))[0]?.counted ?? 0;
  }

  /** Writes rows of a month: one file, or several where the engine could not sort all at once. */
  async #writeParts(month: string, select: string, count: number): Promise<void> {
    for (const { condition } of await dayParts(this.#table, `(${select})`, count, this.#parts.connection))
      await this.#write(month, where(condition, select));
  }

  #write(month: string, select: string): Promise<StoredFile | null> {
    const { files, namespace } = this.#parts;
    return files.write({ namespace, table: this.#table, month }, select);
  }

  /** Writes rows of one day. */
  #writeDay(day: UtcDay, select: string, amends = false): Promise<StoredFile | null> {
    const { files, namespace } = this.#parts;
    return files.write({ namespace, table: this.#table, month: day.slice(0, 7), day, amends }, select);
  }

  #without(): string {
    if (this.#waiting?.hasGone !== true) return "";
    const same = identities[this.#table].map((name) => `stored.${name} = g.${name}`).join(" AND ");
    return `ANTI JOIN ${this.#waiting.gone} AS g ON ${same}`;
  }

  #source(files: readonly StoredFile[]): string {
    return tableSource(this.#table, this.#absolute(files));
  }

  #absolute(files: readonly StoredFile[]): StoredFile[] {
    return files.map((file) => ({ ...file, path: join(this.#parts.root, file.path) }));
  }

  #files(): StoredFile[] {
    return this.#parts.files.files(this.#parts.namespace, this.#table);
  }

  get #hasDays(): boolean {
    return "day" in tables[this.#table];
  }

  get #hasDayIdentity(): boolean {
    return (identities[this.#table] as readonly string[]).includes("day");
  }

  /** Number of the current publication. */
  get #version(): number {
    return this.#parts.files.version;
  }
}

function where(condition: string, select: string): string {
  return condition === "true" ? select : `SELECT * FROM (${select}) AS whole WHERE ${condition}`;
}

/** Groups members by name; members without a name are left out. */
function grouped<Member, Name extends string>(
  members: readonly Member[],
  nameOf: (member: Member) => Name | null,
): Map<Name, Member[]> {
  const groups = new Map<Name, Member[]>();
  for (const member of members) {
    const name = nameOf(member);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [member]);
    else group.push(member);
  }
  return groups;
}
