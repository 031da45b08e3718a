import { join } from "node:path";
import type { CompiledQuery, DailyRead } from "../../engine.js";
import { sqlText } from "../../query/sql-dialect.js";
import { filesOf, type Snapshot, type StoredFile } from "../../storage/snapshot.js";
import type { TableName } from "../../storage/tables.js";
import { duckDbDialect } from "./dialect.js";
import { overlaps } from "./file-days.js";
import type { HotFiles } from "./hot-files.js";
import type { GroupedRow } from "./group-keys.js";
import type { RankedKey } from "./rank-keys.js";
import type { KeyedRow } from "./resident-keys.js";
import { isIn, textInOrder } from "./resident-months.js";
import { type FileScan, type FileSource, tableSource } from "./table-source.js";

/** How a query that tells what it reads is answered. */
export interface NarrowRead {
  /** Rows that are known without a statement. */
  readonly rows: readonly (KeyedRow | RankedKey | GroupedRow)[];
  /** What gives the others; null where there are none. It names copies that may be dropped before it runs. */
  readonly sql: string | null;
}

/** Texts of sources that are remembered. */
const keptSources = 500;

/**
 * Reads no more of a snapshot than the days of a query: a view names all files and copies of its table, and the engine opens or plans
 * every one of them for each statement. Without any file in these days there is nothing to read.
 */
export class NarrowReads {
  readonly #root: string;
  readonly #snapshot: Snapshot;
  readonly #hot: HotFiles | null;
  readonly #files = new Map<string, readonly StoredFile[]>();
  /** By namespace, table, order and days. */
  readonly #sources = new Map<string, string>();

  constructor(root: string, snapshot: Snapshot, hot: HotFiles | null) {
    this.#root = root;
    this.#snapshot = snapshot;
    this.#hot = hot;
  }

  /** Must be called when other copies are in memory than before. */
  forgetSources(): void {
    this.#sources.clear();
  }

  /** How the newest state answers a query; null where it does not tell what it reads. */
  of(namespace: string, query: CompiledQuery): NarrowRead | null {
    const { reads, order } = query;
    if (reads === undefined) return null;
    const files = this.#filesIn(namespace, reads);
    if (files.length === 0) return { rows: [], sql: null };
    const whole = this.#hot === null ? null : answerOf(this.#hot, files, reads);
    if (whole !== null) return { rows: whole, sql: null };
    const kept = reads.rowsOf === undefined ? null : this.#keyedRows(files, reads, reads.rowsOf);
    if (kept !== null) {
      if (kept.rest.length === 0) return { rows: kept.rows, sql: null };
      const rest = this.#sourceOf(reads, kept.rest, order);
      return { rows: kept.rows, sql: readingFrom(sqlText(query, duckDbDialect), reads.table, rest) };
    }
    const name = [namespace, reads.table, order ?? "", reads.from, reads.to].join(" ");
    let source = this.#sources.get(name);
    if (source === undefined) {
      source = this.#sourceOf(reads, files, order);
      if (this.#sources.size >= keptSources) this.#sources.clear();
      this.#sources.set(name, source);
    }
    return { rows: [], sql: readingFrom(sqlText(query, duckDbDialect), reads.table, source) };
  }

  /** With copies, every file of the months: a copy counts for a whole month. */
  #filesIn(namespace: string, reads: DailyRead): readonly StoredFile[] {
    const name = `${namespace} ${reads.table}`;
    let files = this.#files.get(name);
    if (files === undefined) {
      files = filesOf(this.#snapshot, namespace, reads.table).map((file) => ({
        ...file,
        path: join(this.#root, file.path),
      }));
      this.#files.set(name, files);
    }
    if (this.#hot === null) return files.filter((file) => overlaps(file, reads));
    const near = files.filter((file) =>
      file.amends === true || file.month === "all" ? overlaps(file, reads) : isIn(file.month, reads),
    );
    return near.some((file) => overlaps(file, reads)) ? near : [];
  }

  #keyedRows(files: readonly FileSource[], { from, to }: DailyRead, rowsOf: NonNullable<DailyRead["rowsOf"]>) {
    // By key, as the engine orders texts.
    const spelt = [...new Set(rowsOf.keys)].map((key) => ({ key, bytes: Buffer.from(key) }));
    const keys = spelt.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ key }) => key);
    return this.#hot?.outside.rowsOf(files, { keys, from, to, columns: rowsOf.columns }) ?? null;
  }

  #sourceOf(reads: DailyRead, files: readonly FileSource[], order: CompiledQuery["order"]): string {
    const hot = this.#hot;
    const read: FileScan | undefined =
      hot === null ? undefined : (these, columns) => hot.scan(these, columns, order ?? null, reads);
    return tableSource(reads.table, files, read);
  }
}

/** The whole answer from rows outside the engine; null where they do not give it. */
function answerOf(
  hot: HotFiles,
  files: readonly FileSource[],
  reads: DailyRead,
): readonly (RankedKey | GroupedRow)[] | null {
  const { ranked, grouped, counted } = reads;
  if (ranked !== undefined) return hot.outside.ranked(files, reads, ranked);
  if (grouped !== undefined) return hot.outside.grouped(files, reads, grouped);
  return counted === undefined ? null : hot.outside.counted(files, reads, counted);
}

/** Rows by key and day, where some come from memory and others from a statement: both are in this order. */
export function mergedByKey<Row extends KeyedRow>(rows: readonly Row[], others: readonly Row[]): Row[] {
  const byKey = (a: KeyedRow, b: KeyedRow) =>
    a.key === b.key ? (a.day < b.day ? -1 : 1) : Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
  return [...rows, ...others].sort(byKey);
}

/** The text of a query with something else in place of one of its tables. */
export function readingFrom(sql: string, table: TableName, source: string): string {
  const named = new RegExp(`\\bFROM ${table}\\b( AS \\w+)?`);
  return sql.replace(named, (_, alias: string | undefined) => `FROM (${source})${alias ?? ` AS ${table}`}`);
}

/** The text of a query over the views of a snapshot. */
export function readingViews(query: CompiledQuery, hot: HotFiles | null): string {
  const text = sqlText(query, duckDbDialect);
  return hot === null ? text : textInOrder(text, query.order);
}
