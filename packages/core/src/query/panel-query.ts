import type { RowsQuery } from "../engine.js";
import type { TableName } from "../storage/tables.js";
import { daysFrom, type UtcDay } from "../time/utc-day.js";

/** Most rows of one piece: they are sorted in memory. */
const pieceRows = 400_000;

/** How a field of a panel row comes from the stored row of its asset and day, as SQL. */
export interface PanelValue {
  /** Stored type of the value. */
  readonly type: "BIGINT" | "DOUBLE";
  /** From the columns of the stored row, which is called `r`. */
  readonly ofRow: string;
  /** Where the day was seen and there is no row. */
  readonly silent: "0" | "NULL";
}

/** Where the values of a panel are stored. */
export interface PanelSource {
  readonly table: TableName;
  readonly referenceTable: TableName;
  /** Condition by which the stored row `r` is one of an asset; null where all are. */
  readonly isOfAsset: string | null;
  /** Values by wire field. */
  readonly values: Readonly<Record<string, PanelValue>>;
  /** Columns of the reference table by wire field. */
  readonly references: Readonly<Record<string, string>>;
}

/** A day of a panel, and how much of it was seen. */
export interface PanelDay {
  readonly day: UtcDay;
  /** 0 to 1. */
  readonly coverage: number;
}

/**
 * One row per day and asset, by day, then by asset. A piece never holds days of two months.
 *
 * @param fields Wire fields in their order; `keyField` is that of the asset.
 * @param of `isText`: instants are written as ISO 8601 text.
 */
export function panelQuery(
  source: PanelSource,
  fields: readonly string[],
  of: {
    readonly keyField: string;
    /** Oldest first. */
    readonly days: readonly PanelDay[];
    /** Sorted. */
    readonly keys: readonly string[];
    readonly isText: boolean;
  },
): RowsQuery {
  const select = fields.map((name) => `${fieldSql(source, name, of)} AS ${name}`).join(", ");
  const months = new Map<string, PanelDay[]>();
  for (const day of of.days) {
    const month = day.day.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  return {
    tables: [source.table, source.referenceTable],
    given: {
      panel_days: { columns: { day: "DATE", coverage: "DOUBLE" }, rows: of.days },
      panel_assets: { columns: { key: "VARCHAR", nth: "INTEGER" }, rows: of.keys.map((key, nth) => ({ key, nth })) },
    },
    parts: [...months.values()].map((days) => ({
      chosen: { panel_rows: chosenRows(source, days), panel_references: chosenReferences(source, days) },
      pieces: slicesOf(days, of.keys.length).map(
        (slice) => `SELECT ${select}
FROM panel_days AS d CROSS JOIN panel_assets AS a
LEFT JOIN panel_rows AS r ON r.day = d.day AND r.key = a.key
LEFT JOIN panel_references AS f ON f.day = d.day
WHERE ${within("d.day", slice)}
ORDER BY d.day, a.nth`,
      ),
    })),
  };
}

function fieldSql(
  { values, references }: PanelSource,
  name: string,
  { keyField, isText }: { readonly keyField: string; readonly isText: boolean },
): string {
  const value = values[name];
  if (value !== undefined) {
    const silent = `CAST(${value.silent} AS ${value.type})`;
    return `CASE WHEN r.key IS NOT NULL AND NOT r.gone THEN r.${name} WHEN d.coverage > 0 THEN ${silent} END`;
  }
  if (references[name] !== undefined) return `f.${name}`;
  switch (name) {
    case keyField:
      return "a.key";
    case "date":
      return "d.day";
    case "coverage":
      return "round(d.coverage, 3)";
    case "known_at":
      return isText
        ? "strftime(COALESCE(r.known_at, f.known_at), '%Y-%m-%dT%H:%M:%S.%gZ')"
        : "COALESCE(r.known_at, f.known_at)";
    case "revision":
      return "COALESCE(f.revision, 0)";
    case "frozen":
      return "COALESCE(f.frozen, false)";
    default:
      throw new RangeError(`No field of a panel is called ${name}.`);
  }
}

function chosenRows({ table, isOfAsset, values }: PanelSource, days: readonly PanelDay[]): string {
  const columns = Object.entries(values).map(([name, { ofRow, type }]) => `CAST(${ofRow} AS ${type}) AS ${name}`);
  const condition = isOfAsset === null ? "" : ` AND ${isOfAsset}`;
  return `SELECT r.day, r.key, r.known_at, r.gone, ${columns.join(", ")}
FROM ${table}_known AS r SEMI JOIN panel_assets AS a ON a.key = r.key
WHERE ${within("r.day", days)}${condition}`;
}

function chosenReferences({ referenceTable, references }: PanelSource, days: readonly PanelDay[]): string {
  const columns = Object.entries(references).map(([name, column]) => `${column} AS ${name}`);
  return `SELECT day, known_at, revision, frozen, ${columns.join(", ")}
FROM ${referenceTable}_known WHERE scope = 'subject' AND NOT gone AND ${within("day", days)}`;
}

/** Runs of days that have no more rows than a piece may have; a single day may have more. */
function slicesOf(days: readonly PanelDay[], assets: number): PanelDay[][] {
  const length = Math.max(1, Math.floor(pieceRows / Math.max(1, assets)));
  const slices: PanelDay[][] = [];
  for (let at = 0; at < days.length; at += length) slices.push(days.slice(at, at + length));
  return slices;
}

/** Days are of our own form, never what a caller wrote. */
function within(column: string, days: readonly PanelDay[]): string {
  const [first, last] = [days[0]?.day ?? "0001-01-01", days.at(-1)?.day ?? "0001-01-01"];
  return `${column} BETWEEN DATE '${first}' AND DATE '${last}'`;
}

/** All days from one to another with what is known of how much of them was seen; 0 for the others. */
export function panelDays(from: UtcDay, to: UtcDay, coverage: ReadonlyMap<UtcDay, number>): PanelDay[] {
  return daysFrom(from, to).map((day) => ({ day, coverage: coverage.get(day) ?? 0 }));
}
