import type { CountedRead, GroupedRead, RankedRead } from "../../engine.js";
import { countValues, type GroupedRow, groupRows } from "./group-keys.js";
import { type KeptRows, type RankedKey, rankKeys } from "./rank-keys.js";
import type { KeyedRow, WantedRows } from "./resident-keys.js";
import { byMonth, type DaysRead, heldMonths, outsideDays, type ResidentMonths } from "./resident-months.js";
import type { FileSource } from "./table-source.js";

/** Answers from the rows of copied months that are kept outside the engine. */
export class OutsideRows {
  readonly #months: readonly ResidentMonths[];

  constructor(months: readonly ResidentMonths[]) {
    this.#months = months;
  }

  /**
   * Rows by key from what is kept outside the engine, and the files whose rows must be read as well; null where nothing is kept.
   *
   * @param files All files of the table in the months of the days.
   */
  rowsOf(
    files: readonly FileSource[],
    wanted: WantedRows,
  ): { readonly rows: readonly KeyedRow[]; readonly rest: readonly FileSource[] } | null {
    const parts = heldBy(this.#months, files).filter(({ resident: { keyed } }) => keyed?.has(wanted.columns) === true);
    if (parts.length === 0) return null;
    const held = new Set(parts.flatMap(({ held: months }) => months));
    const rest = files.filter(({ amends, month = "" }) => amends === true || !held.has(month));
    const kept = parts.map(({ resident, held: months }) => ({ resident, isOut: outsideDays(resident, months) }));
    const rows = wanted.keys.flatMap((key) => {
      const found = kept.flatMap(({ resident: { keyed }, isOut }) => keyed?.rowsOf(key, wanted, isOut) ?? []);
      return kept.length === 1 ? found : found.sort((a, b) => (a.day < b.day ? -1 : 1));
    });
    return { rows, rest };
  }

  /**
   * The answer of a ranking from what is kept outside the engine; null where not all of its rows are.
   *
   * @param files All files of the table in the months of the days.
   */
  ranked(files: readonly FileSource[], days: DaysRead, ranked: RankedRead): readonly RankedKey[] | null {
    const parts = this.#keptRows(files);
    return parts === null ? null : rankKeys(parts, days, ranked);
  }

  /** The same for sums of one key's rows. */
  grouped(files: readonly FileSource[], days: DaysRead, grouped: GroupedRead): readonly GroupedRow[] | null {
    const parts = this.#keptRows(files);
    return parts === null ? null : groupRows(parts, days, grouped);
  }

  /** The same for numbers of values by key. */
  counted(files: readonly FileSource[], days: DaysRead, counted: CountedRead): readonly GroupedRow[] | null {
    const parts = this.#keptRows(files);
    return parts === null ? null : countValues(parts, days, counted);
  }

  /** The rows of these files outside the engine, in the order of days; null where not all are there, or months of one part lie between those of another. */
  #keptRows(files: readonly FileSource[]): KeptRows[] | null {
    const parts = heldBy(this.#months, files).map(({ resident, held }) => ({ resident, held: [...held].sort() }));
    const held = new Set(parts.flatMap(({ held: months }) => months));
    if (files.some(({ amends, month = "" }) => amends === true || !held.has(month))) return null;
    parts.sort((a, b) => ((a.held[0] ?? "") < (b.held[0] ?? "") ? -1 : 1));
    if (parts.some((part, at) => (part.held[0] ?? "") <= (parts[at - 1]?.held.at(-1) ?? ""))) return null;
    const kept = parts.flatMap(({ resident, held: months }) =>
      resident.keyed === null ? [] : [{ keyed: resident.keyed, isOut: outsideDays(resident, months) }],
    );
    return kept.length < parts.length ? null : kept;
  }
}

/** Which copied months hold exactly rows of these files, each month once. */
export function heldBy(
  copied: readonly ResidentMonths[],
  files: readonly FileSource[],
): { readonly resident: ResidentMonths; readonly held: readonly string[] }[] {
  const months = byMonth(files.filter(({ amends }) => amends !== true));
  const taken = new Set<string>();
  return copied.flatMap((resident) => {
    const held = heldMonths(resident, months).filter((month) => !taken.has(month));
    for (const month of held) taken.add(month);
    return held.length === 0 ? [] : [{ resident, held }];
  });
}
