import type { UtcDay } from "../time/utc-day.js";
import { emptySnapshot, type Snapshot, withRun, withWaiting } from "./snapshot.js";
import type { Publication, ReplacedRows, RowQuery, TableChange, TableRows, TableStore } from "./table-store.js";
import { identities } from "./table-store.js";
import type { TableName } from "./tables.js";

type AnyRow = Readonly<Record<string, unknown>>;
type Tables = Map<TableName, Map<string, readonly AnyRow[]>>;

/** Tables in memory, for tests and for programs that want measures without a data directory. */
export function memoryTableStore(): TableStore {
  return new MemoryTables();
}

class MemoryTables implements TableStore {
  snapshot: Snapshot = emptySnapshot;
  readonly #changes = new Map<string, MemoryChange>();

  change(namespace: string): Promise<TableChange> {
    let change = this.#changes.get(namespace);
    if (change === undefined) {
      change = new MemoryChange(namespace, this);
      this.#changes.set(namespace, change);
    }
    return Promise.resolve(change);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Rows by identity. Keeps the published state, to return to on `discard`. */
class MemoryChange implements TableChange {
  readonly #namespace: string;
  readonly #store: MemoryTables;
  #published: Tables = new Map();
  #tables: Tables = new Map();
  #isChanged = false;

  constructor(namespace: string, store: MemoryTables) {
    this.#namespace = namespace;
    this.#store = store;
  }

  rows<Table extends TableName, Column extends keyof TableRows[Table] & string>(
    table: Table,
    query: RowQuery<Column, keyof TableRows[Table] & string> = {},
  ): Promise<Pick<TableRows[Table], Column>[]> {
    const { days, where, columns, distinct } = query;
    const wanted = where === undefined ? null : new Set<unknown>(where.values);
    const found = [...(this.#tables.get(table) ?? new Map<string, AnyRow[]>()).values()]
      .flat()
      .filter((row) => days === undefined || ((row.day as UtcDay) >= days.from && (row.day as UtcDay) <= days.to))
      .filter((row) => wanted === null || where === undefined || wanted.has(row[where.column]))
      .map((row) => (columns === undefined ? row : Object.fromEntries(columns.map((name) => [name, row[name]]))));
    const rows = distinct === true ? [...new Map(found.map((row) => [JSON.stringify(row), row])).values()] : found;
    return Promise.resolve(rows as Pick<TableRows[Table], Column>[]);
  }

  async *pages<Table extends TableName, Column extends keyof TableRows[Table] & string>(
    table: Table,
    query: RowQuery<Column, keyof TableRows[Table] & string> = {},
  ): AsyncGenerator<Pick<TableRows[Table], Column>[]> {
    const rows = await this.rows(table, query);
    yield [...rows].sort((a, b) => (identityOf(table, a) < identityOf(table, b) ? -1 : 1));
  }

  put<Table extends TableName>(
    table: Table,
    rows: readonly TableRows[Table][],
    gone: readonly Partial<TableRows[Table]>[] = [],
  ): Promise<void> {
    const stored = this.#writable(table);
    for (const row of gone) stored.delete(identityOf(table, row));
    this.#add(table, stored, rows);
    this.#isChanged ||= rows.length + gone.length > 0;
    return Promise.resolve();
  }

  replace<Table extends Exclude<TableName, "mentions">>(
    table: Table,
    rows: readonly TableRows[Table][],
    gone: readonly Partial<TableRows[Table]>[] = [],
  ): Promise<void> {
    return this.put(table, rows, [...rows, ...gone] as Partial<TableRows[Table]>[]);
  }

  async replacePages<Table extends Exclude<TableName, "mentions">>(
    table: Table,
    pages: Iterable<ReplacedRows<TableRows[Table]>>,
  ): Promise<void> {
    for (const { rows, gone } of pages) await this.replace(table, rows, gone);
  }

  dropBefore(table: TableName, day: UtcDay): Promise<void> {
    const stored = this.#writable(table);
    for (const [name, group] of stored) if ((group[0]?.day as UtcDay) < day) stored.delete(name);
    return Promise.resolve();
  }

  publish({ at, run, firstDay, waiting }: Publication): Promise<Snapshot> {
    const before = this.#store.snapshot;
    const told = withWaiting(before, this.#namespace, waiting);
    const isChanged = this.#isChanged || told !== before;
    if (!isChanged && (run === undefined || run.outcome === "running")) return Promise.resolve(before);
    const next = run === undefined ? told : withRun(told, run);
    const firstDays = firstDay === null ? next.firstDays : { ...next.firstDays, [this.#namespace]: firstDay };
    this.#store.snapshot = { ...next, firstDays, version: before.version + 1, publishedAt: at.toISOString() };
    this.#published = new Map([...this.#tables].map(([table, rows]) => [table, new Map(rows)]));
    this.#isChanged = false;
    return Promise.resolve(this.#store.snapshot);
  }

  discard(): Promise<void> {
    this.#tables = new Map([...this.#published].map(([table, rows]) => [table, new Map(rows)]));
    this.#isChanged = false;
    return Promise.resolve();
  }

  #writable(table: TableName): Map<string, readonly AnyRow[]> {
    const stored = this.#tables.get(table) ?? new Map<string, readonly AnyRow[]>();
    this.#tables.set(table, stored);
    return stored;
  }

  #add(table: TableName, stored: Map<string, readonly AnyRow[]>, rows: readonly object[]): void {
    for (const row of rows) {
      const name = identityOf(table, row as AnyRow);
      const group = stored.get(name) ?? [];
      if (group.length > 0 && table !== "mentions") throw new RangeError(`${table} holds ${name} already.`);
      stored.set(name, [...group, row as AnyRow]);
    }
  }
}

function identityOf(table: TableName, row: AnyRow): string {
  return JSON.stringify(identities[table].map((column) => row[column as string]));
}
