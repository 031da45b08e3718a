import type { RowsQuery } from "../engine.js";
import type { TableName } from "../storage/tables.js";
import { daysFrom, type UtcDay } from "../time/utc-day.js";

/** Most rows of one piece, which waits on the disk to be sent. */
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
 * Nearly all rows of a panel are silence. So only the stored rows are sorted: each begins a run of assets, up to the next
 * stored one, and a piece spells the runs out in their order. Sorting the whole panel would take half of its time.
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
      chosen: { panel_runs: chosenRuns(source, days, of.keys.length) },
      pieces: slicesOf(days, of.keys.length).map(
        // Neither a scan nor `unnest` changes the order of rows, so both sides are in that of the panel.
        (slice) => `SELECT ${select}
FROM (SELECT *, unnest(range(first, next)) AS nth FROM panel_runs WHERE ${within("day", slice)}) AS spelt_out
POSITIONAL JOIN (
  SELECT unnest(keys) AS key FROM (SELECT list(key ORDER BY nth) AS keys FROM panel_assets), range(${slice.length})
) AS named`,
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
    return `CASE WHEN nth = stored AND NOT gone THEN ${name} WHEN coverage > 0 THEN ${silent} END`;
  }
  if (references[name] !== undefined) return name;
  switch (name) {
    case keyField:
      return "key";
    case "date":
      return "day";
    case "coverage":
      return "round(coverage, 3)";
    case "known_at": {
      const instant = "COALESCE(CASE WHEN nth = stored THEN row_known_at END, day_known_at)";
      return isText ? `strftime(${instant}, '%Y-%m-%dT%H:%M:%S.%gZ')` : instant;
    }
    case "revision":
      return "COALESCE(revision, 0)";
    case "frozen":
      return "COALESCE(frozen, false)";
    default:
      throw new RangeError(`No field of a panel is called ${name}.`);
  }
}

/**
 * Runs of assets, by day, then by asset, with the values of the day. `stored` is the number of the asset whose stored row
 * begins the run; -1 in the run with which a day begins. A run goes from `first` to before `next`, and may be empty.
 */
function chosenRuns(source: PanelSource, days: readonly PanelDay[], assets: number): string {
  const { table, referenceTable, isOfAsset, values, references } = source;
  const ofRow = Object.entries(values).map(([name, { ofRow: sql, type }]) => `CAST(${sql} AS ${type}) AS ${name}`);
  const ofDay = Object.entries(references).map(([name, column]) => `f.${column} AS ${name}`);
  const condition = isOfAsset === null ? "" : ` AND ${isOfAsset}`;
  return `SELECT d.coverage, f.known_at AS day_known_at, f.revision, f.frozen, ${[...ofDay, "s.*"].join(", ")},
  GREATEST(s.stored, 0) AS first, LEAD(s.stored, 1, ${assets}) OVER (PARTITION BY s.day ORDER BY s.stored) AS next
FROM (
  SELECT r.day, a.nth AS stored, r.known_at AS row_known_at, r.gone, ${ofRow.join(", ")}
  FROM ${table}_known AS r JOIN panel_assets AS a ON a.key = r.key WHERE ${within("r.day", days)}${condition}
  UNION ALL BY NAME SELECT day, -1 AS stored FROM panel_days WHERE ${within("day", days)}
) AS s
JOIN panel_days AS d ON d.day = s.day
LEFT JOIN ${referenceTable}_known AS f ON f.day = s.day AND f.scope = 'subject' AND NOT f.gone AND ${within("f.day", days)}
ORDER BY s.day, s.stored`;
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
