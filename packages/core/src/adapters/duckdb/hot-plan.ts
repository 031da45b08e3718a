import { join } from "node:path";
import type { Snapshot, StoredFile } from "../../storage/snapshot.js";
import { type TableName, tables } from "../../storage/tables.js";
import { expectedKeyedBytes } from "./resident-keys.js";
import { columnsOutside, copiesOf, heldMonths, type ResidentMonths } from "./resident-months.js";
import { isComplete } from "./table-source.js";

/** Tables whose files are copied, in the order in which those of one month are: the small ones first. */
const copiedTables: readonly TableName[] = [
  "markets",
  "source_state",
  "source_coverage",
  "day_reference",
  "traded_reference",
  "market_daily",
  "market_hourly",
  "subject_daily",
  "traded_daily",
  "sector_daily",
  "country_daily",
  "market_days",
  "subject_contributor_daily",
  "sector_contributor_daily",
  "country_contributor_daily",
  "mentions",
];

/** Tables that get what room the others leave: they are large, and only the mentions of one asset are ever read. */
const lastTables: ReadonlySet<TableName> = new Set<TableName>(["mentions"]);

/** Letters of long texts in a row, estimated. */
const lettersOf: Partial<Record<TableName, number>> = { mentions: 700 };

/** Rows for which the engine takes memory at least. */
const fewestRows = 2_048;

/** Bytes of a value in the engine's memory, without the letters of long texts. */
const bytesOf: Readonly<Record<string, number>> = { VARCHAR: 16, DATE: 4, INTEGER: 4, BOOLEAN: 1 };

/** Months beside the newest one that have tables of their own, before all but the newest are copied into one again. */
const apartMonths = 2;

/** How many bytes copies of a table took for each that was expected. */
export type MeasuredSizes = ReadonlyMap<TableName, number>;

/** Months of one table that belong in memory, newest first. */
export interface WantedMonths {
  readonly group: string;
  readonly table: TableName;
  readonly months: Map<string, StoredFile[]>;
}

/** What is to be done for the months of a table. */
export interface DueMonths {
  /** The engine tables that stay. */
  readonly kept: readonly ResidentMonths[];
  /** What is to be copied: the newest month, where it is missing, and older ones, each entry into one table. */
  readonly missing: { readonly newest: WantedMonths | null; readonly older: readonly WantedMonths[] };
}

/**
 * What to have copies of, with absolute paths: the newest months first, as far as the budget goes, mentions last.
 *
 * @param refused Files that were tried in vain.
 * @param measured What is known of the size of copies.
 */
export function wantedCopies(
  snapshot: Snapshot,
  root: string,
  budget: number,
  refused: ReadonlySet<string>,
  measured: MeasuredSizes = new Map(),
): { readonly files: readonly StoredFile[]; readonly months: readonly WantedMonths[] } {
  const stored = snapshot.files
    .filter(({ table, history }) => history !== true && copiedTables.includes(table))
    .map((file) => ({ ...file, path: join(root, file.path) }));
  const units = new Map<string, StoredFile[]>();
  for (const file of stored) {
    const isSingle = file.amends === true || file.month === "all";
    const name = isSingle ? file.path : `${groupOf(file)} ${file.month}`;
    units.set(name, [...(units.get(name) ?? []), file]);
  }
  const order = ([a]: StoredFile[], [b]: StoredFile[]) =>
    a === undefined || b === undefined
      ? 0
      : lastTables.has(a.table) !== lastTables.has(b.table)
        ? Number(lastTables.has(a.table)) - Number(lastTables.has(b.table))
        : a.month === b.month
          ? copiedTables.indexOf(a.table) - copiedTables.indexOf(b.table)
          : a.month > b.month
            ? -1
            : 1;
  let room = budget;
  const files: StoredFile[] = [];
  const months = new Map<string, WantedMonths>();
  for (const unit of [...units.values()].sort(order)) {
    const [first] = unit;
    if (first === undefined) continue;
    const bytes = expectedBytes(unit) * (measured.get(first.table) ?? 1);
    if (bytes > room || unit.some(({ path }) => refused.has(path))) continue;
    room -= bytes;
    if (first.amends === true || first.month === "all") {
      files.push(first);
      continue;
    }
    const group = groupOf(first);
    const wanted = months.get(group) ?? { group, table: first.table, months: new Map<string, StoredFile[]>() };
    wanted.months.set(first.month, unit);
    months.set(group, wanted);
  }
  return { files, months: [...months.values()] };
}

/** Which engine tables of a group stay, and which months need new ones. */
export function dueMonths({ group, table, months }: WantedMonths, resident: readonly ResidentMonths[]): DueMonths {
  const [newest, ...older] = [...months.keys()];
  const held = resident
    .filter((one) => one.group === group)
    .map((one) => ({ resident: one, months: heldMonths(one, months) }))
    .filter((found) => found.months.length > 0);
  const covered = new Set(held.flatMap((found) => found.months));
  const wanted = (names: readonly string[]): WantedMonths => ({
    group,
    table,
    months: new Map(names.map((month) => [month, months.get(month) ?? []])),
  });
  const missing = older.filter((month) => !covered.has(month));
  const newestIsMissing = newest !== undefined && !covered.has(newest);
  const apart = held.filter((found) => found.resident.months.size === 1 && found.months[0] !== newest);
  const kept = held.map((found) => found.resident);
  if (missing.length === 0 || (missing.length + apart.length <= apartMonths && missing.length < older.length))
    return {
      kept,
      missing: { newest: newestIsMissing ? wanted([newest]) : null, older: missing.map((month) => wanted([month])) },
    };
  // Too many months changed: all but the newest are copied into one table again.
  const ofNewest = held.filter((found) => found.months.length === 1 && found.months[0] === newest);
  return {
    kept: ofNewest.map((found) => found.resident),
    missing: {
      newest: newestIsMissing || (ofNewest.length === 0 && newest !== undefined) ? wanted([newest]) : null,
      older: [wanted(older)],
    },
  };
}

/** Files of one namespace and table that can be copied together. */
function groupOf(file: StoredFile): string {
  return `${file.namespace} ${file.table} ${isComplete(file.table, file)}`;
}

/** An estimate from the numbers of rows, before files are copied. */
export function expectedBytes(files: readonly StoredFile[]): number {
  return files.reduce((sum, file) => sum + expectedBytesOf(file), 0);
}

function expectedBytesOf({ table, rows, amends }: StoredFile): number {
  const types = Object.values<string>(tables[table]);
  const width = types.reduce((sum, type) => sum + (bytesOf[type] ?? 8) + 1 / 8, lettersOf[table] ?? 0);
  const outside = columnsOutside(table).map((name) => (tables[table] as Readonly<Record<string, string>>)[name] ?? "");
  const keyed = amends === true || outside.length === 0 ? 0 : expectedKeyedBytes(rows, outside);
  return Math.max(rows, fewestRows) * width * (amends === true ? 1 : copiesOf(table)) + keyed;
}
