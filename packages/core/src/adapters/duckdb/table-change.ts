import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Snapshot, StoredFile } from "../../storage/snapshot.js";
import {
  identities,
  type Publication,
  type ReplacedRows,
  type RowQuery,
  type TableChange,
  type TableRows,
} from "../../storage/table-store.js";
import { type TableName, tables } from "../../storage/tables.js";
import type { UtcDay } from "../../time/utc-day.js";
import { identityParts, scanOf } from "./bounded-parts.js";
import { CollectedRows } from "./collected-rows.js";
import { overlaps } from "./file-days.js";
import { FileSet } from "./file-set.js";
import { identityColumns, sameIdentity } from "./identity-columns.js";
import { halvesOf } from "./id-filter.js";
import { type IdLookup, idHash, threadHash } from "./id-index.js";
import { readRows } from "./instance.js";
import { appendRows, columnList, loadRows, plainColumn } from "./load-rows.js";
import { notPublished } from "./publication.js";
import { readPages } from "./read-pages.js";
import { tableSource } from "./table-source.js";
import { isAnything, noteRows, nothingWaits, type Waiting } from "./waiting-rows.js";
import { writeWaiting } from "./write-waiting.js";

/** Parts that the store provides. */
export interface ChangeParts {
  readonly root: string;
  readonly namespace: string;
  readonly connection: DuckDBConnection;
  readonly ids: IdLookup;
  readonly snapshot: () => Snapshot;
  /** For how many days every answer can be asked for again; null for all. */
  readonly historyDays: number | null;
  /** Publishes the files as the next state, or deletes them. */
  readonly publish: (files: FileSet, publication: Publication, namespace: string) => Promise<Snapshot>;
}

/** Changes with fewer rows are collected; larger ones get statements of their own. */
const collectedBelow = 1_000;

/** The next publication of a namespace. Pending rows are in temporary tables of a connection of its own. */
export class DuckDbChange implements TableChange {
  readonly #parts: ChangeParts;
  readonly #waiting = new Map<TableName, Waiting>();
  readonly #collected = new CollectedRows();
  #loads = 0;

  constructor(parts: ChangeParts) {
    this.#parts = parts;
  }

  async rows<Table extends TableName, Column extends keyof TableRows[Table] & string>(
    table: Table,
    query: RowQuery<Column, keyof TableRows[Table] & string> = {},
  ): Promise<Pick<TableRows[Table], Column>[]> {
    if (this.#isEmpty(table, query)) return [];
    const { sql, release } = await this.#select(table, query);
    const rows = await readRows<Pick<TableRows[Table], Column>>(this.#parts.connection, sql);
    await release();
    return rows;
  }

  async *pages<Table extends TableName, Column extends keyof TableRows[Table] & string>(
    table: Table,
    query: RowQuery<Column, keyof TableRows[Table] & string> = {},
  ): AsyncGenerator<Pick<TableRows[Table], Column>[]> {
    if (this.#isEmpty(table, query)) return;
    for (const part of identityParts(table, this.#amendingRows(table, query))) {
      const { sql, release } = await this.#select(table, query, part);
      yield* readPages<Pick<TableRows[Table], Column>>(this.#parts.connection, sql, identities[table]);
      await release();
    }
  }

  async put<Table extends TableName>(
    table: Table,
    rows: readonly TableRows[Table][],
    gone: readonly Partial<TableRows[Table]>[] = [],
  ): Promise<void> {
    if (rows.length + gone.length === 0) return;
    const waiting = await this.#waitingOf(table);
    noteRows(waiting, rows);
    noteRows(waiting, gone);
    if (rows.length + gone.length < collectedBelow) {
      if (this.#collected.add(table, rows, gone)) await this.#hand(table);
      return;
    }
    await this.#hand(table);
    await this.#dropAndAdd(table, rows, gone);
  }

  async replace<Table extends Exclude<TableName, "mentions">>(
    table: Table,
    rows: readonly TableRows[Table][],
    gone: readonly Partial<TableRows[Table]>[] = [],
  ): Promise<void> {
    if (rows.length + gone.length >= collectedBelow) return this.replacePages(table, [{ rows, gone }]);
    return this.put(table, rows, [...rows, ...gone] as Partial<TableRows[Table]>[]);
  }

  async replacePages<Table extends Exclude<TableName, "mentions">>(
    table: Table,
    pages: Iterable<ReplacedRows<TableRows[Table]>>,
  ): Promise<void> {
    await this.#hand(table);
    const waiting = await this.#waitingOf(table);
    const { hasRows } = waiting;
    for (const { rows, gone } of pages) {
      if (rows.length + gone.length < collectedBelow) {
        await this.replace(table, rows, gone);
        continue;
      }
      noteRows(waiting, rows);
      noteRows(waiting, gone);
      waiting.hasGone = true;
      if (hasRows) await this.#drop(table, [...rows, ...gone]);
      else await appendRows(this.#parts.connection, waiting.gone, identityColumns(table), gone);
      await this.#add(table, rows);
    }
    if (hasRows || !waiting.hasRows) return;
    // No row was waiting: the engine copies the identities itself, which is cheaper than handing them over twice.
    const identity = identities[table].join(", ");
    await this.#parts.connection.run(`INSERT INTO ${waiting.gone} SELECT ${identity} FROM ${waiting.rows}`);
  }

  async dropBefore(table: TableName, day: UtcDay): Promise<void> {
    const files = this.#files().files(this.#parts.namespace, table);
    if (!files.some((file) => (file.days?.[0] ?? `${file.month}-01`) < day)) return;
    await this.#hand(table);
    const waiting = await this.#waitingOf(table);
    waiting.dropBefore = day;
    await this.#parts.connection.run(`DELETE FROM ${waiting.rows} WHERE day < DATE '${day}'`);
  }

  async publish(publication: Publication): Promise<Snapshot> {
    const files = this.#files();
    const { root, namespace, connection, ids, historyDays } = this.#parts;
    try {
      for (const table of this.#collected.tables()) await this.#hand(table);
      const parts = { root, namespace, connection, ids, files, historyDays };
      await writeWaiting(this.#waiting, publication.at, parts);
    } catch (cause) {
      await files.discard();
      throw notPublished(cause);
    }
    const snapshot = await this.#parts.publish(files, publication, namespace);
    await this.#forget();
    return snapshot;
  }

  discard(): Promise<void> {
    return this.#forget();
  }

  /**
   * Drops the temporary tables. Emptied tables would grow for ever: in memory, the engine keeps deleted rows until the table
   * is dropped.
   */
  async #forget(): Promise<void> {
    for (const [table, waiting] of this.#waiting) {
      if (waiting.hasRows || waiting.hasGone) {
        await this.#parts.connection.run(`DROP TABLE ${waiting.rows}; DROP TABLE ${waiting.gone}`);
        this.#waiting.delete(table);
      } else Object.assign(waiting, nothingWaits());
    }
    this.#collected.clear();
  }

  /** Moves the collected rows of a table into the engine. */
  async #hand(table: TableName): Promise<void> {
    const collected = this.#collected.take(table);
    if (collected !== null) await this.#dropAndAdd(table, collected.rows, collected.gone);
  }

  /** Drops identities and adds rows in the engine. */
  async #dropAndAdd(table: TableName, rows: readonly object[], gone: readonly object[]): Promise<void> {
    await this.#drop(table, gone);
    await this.#add(table, rows);
  }

  async #add(table: TableName, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    const waiting = await this.#waitingOf(table);
    waiting.hasRows = true;
    await appendRows(this.#parts.connection, waiting.rows, tables[table], rows);
  }

  async #drop(table: TableName, gone: readonly object[]): Promise<void> {
    if (gone.length === 0) return;
    const { connection } = this.#parts;
    const waiting = await this.#waitingOf(table);
    const columns = identityColumns(table);
    waiting.hasGone = true;
    if (!waiting.hasRows) return appendRows(connection, waiting.gone, columns, gone);
    const name = await this.#load(columns, gone);
    await connection.run(
      `DELETE FROM ${waiting.rows} AS w USING ${name} AS g WHERE ${sameIdentity(table, "w", "g")};
INSERT INTO ${waiting.gone} SELECT * FROM ${name};
DROP TABLE ${name}`,
    );
  }

  /** Whether the table cannot have rows of the days; saves a query. */
  #isEmpty(table: TableName, { days }: RowQuery): boolean {
    if (days === undefined) return false;
    for (const day of this.#waiting.get(table)?.days ?? []) if (day >= days.from && day <= days.to) return false;
    return !this.#files()
      .files(this.#parts.namespace, table)
      .some((file) => overlaps(file, days));
  }

  #files(): FileSet {
    return new FileSet(this.#parts.root, this.#parts.connection, this.#parts.snapshot());
  }

  /** How many versions of rows of running days a query reads; they are grouped to find the newest ones. */
  #amendingRows(table: TableName, { days }: RowQuery): number {
    return this.#files()
      .files(this.#parts.namespace, table)
      .filter((file) => file.amends === true && (days === undefined || overlaps(file, days)))
      .reduce((sum, { rows }) => sum + rows, 0);
  }

  /** A query for rows that meet a condition, and a function that drops its temporary values. */
  async #select(
    table: TableName,
    query: RowQuery,
    condition = "true",
  ): Promise<{ sql: string; release: () => Promise<void> }> {
    const { days, where } = query;
    const { connection } = this.#parts;
    await this.#hand(table);
    let files = this.#files().files(this.#parts.namespace, table);
    if (days !== undefined) files = files.filter((file) => overlaps(file, days));
    let wanted: string | null = null;
    if (where !== undefined) {
      wanted = await this.#load(
        { wanted: "VARCHAR" },
        [...new Set(where.values)].map((value) => ({ wanted: value })),
      );
      const hashOf = table === "mentions" ? idHashes[where.column] : undefined;
      if (hashOf !== undefined && files.length > 0) {
        const hashes = await connection.runAndReadAll(`SELECT ${hashOf("wanted")} FROM ${wanted}`);
        files = await this.#parts.ids.among(files, (hashes.getColumns()[0] as bigint[]).map(halvesOf), connection);
      }
    }
    const names = query.columns ?? Object.keys(tables[table]);
    const plain = names.map((name) => plainColumn(name, (tables[table] as Record<string, string>)[name] ?? ""));
    const inDays = days === undefined ? "true" : `day BETWEEN DATE '${days.from}' AND DATE '${days.to}'`;
    const among = wanted === null || where === undefined ? "" : `SEMI JOIN ${wanted} ON ${where.column} = wanted`;
    const sql = `SELECT ${query.distinct === true ? "DISTINCT " : ""}${plain.join(", ")} FROM (${this.#source(table, files, condition)}) AS r ${among} WHERE ${inDays} AND ${condition}`;
    return {
      sql,
      release: async () => {
        if (wanted !== null) await connection.run(`DROP TABLE ${wanted}`);
      },
    };
  }

  /** The table after publication, over the given files. */
  #source(table: TableName, files: readonly StoredFile[], condition: string): string {
    const absolute = files.map((file) => ({ ...file, path: join(this.#parts.root, file.path) }));
    const stored = tableSource(table, absolute, scanOf(condition));
    const waiting = this.#waiting.get(table);
    if (waiting === undefined || !isAnything(waiting)) return stored;
    const without = waiting.hasGone ? `ANTI JOIN ${waiting.gone} AS g ON ${sameIdentity(table, "stored", "g")}` : "";
    const kept = waiting.dropBefore === null ? "" : `WHERE day >= DATE '${waiting.dropBefore}'`;
    return `SELECT * FROM (${stored}) AS stored ${without} ${kept} UNION ALL BY NAME SELECT * FROM ${waiting.rows}`;
  }

  async #waitingOf(table: TableName): Promise<Waiting> {
    const known = this.#waiting.get(table);
    if (known !== undefined) return known;
    const { connection } = this.#parts;
    const waiting: Waiting = { rows: `waiting_${table}`, gone: `gone_${table}`, ...nothingWaits() };
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${waiting.rows} (${columnList(tables[table])})`);
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${waiting.gone} (${columnList(identityColumns(table))})`);
    this.#waiting.set(table, waiting);
    return waiting;
  }

  async #load(columns: Readonly<Record<string, string>>, rows: readonly object[]): Promise<string> {
    this.#loads += 1;
    const name = `loaded_${this.#loads}`;
    await loadRows(this.#parts.connection, name, columns, rows);
    return name;
  }
}

const idHashes: Readonly<Record<string, ((expression: string) => string) | undefined>> = {
  document_id: idHash,
  thread_id: threadHash,
};
