import type { CountedRead, DailyRead, GroupedRead } from "../../engine.js";
import type { KeptRows } from "./rank-keys.js";
import { dayNumber } from "./resident-keys.js";

/** A row of sums or of a number, under the names that the query gives them. */
export type GroupedRow = Readonly<Record<string, string | number>>;

/**
 * Sums of one key's rows by the values of a column, from rows that are kept outside the engine: the same sums in the same order as
 * its statement.
 *
 * @param parts Rows of different days, in the order of days.
 * @returns Null where a column is not kept, or a row has no value to group it by.
 */
export function groupRows(
  parts: readonly KeptRows[],
  { from, to }: Pick<DailyRead, "from" | "to">,
  { key, by, as, sums, count, limit }: GroupedRead,
): GroupedRow[] | null {
  const groups = new Map<string, number[]>();
  for (const { keyed, isOut } of parts) {
    const columns = sums.map((name) => keyed.numbersOf(name));
    if (!keyed.has([by]) || columns.includes(null)) return null;
    const nameIn = keyed.valueIn(by);
    const [start, end] = keyed.rangeOf(key, dayNumber(from), dayNumber(to));
    for (let row = start; row < end; row += 1) {
      if (isOut(keyed.days[row] ?? 0)) continue;
      const name = nameIn(row);
      if (typeof name !== "string") return null;
      let group = groups.get(name);
      if (group === undefined) groups.set(name, (group = sums.map(() => 0)));
      for (const [at, column] of columns.entries())
        group[at] = (group[at] ?? 0) + (typeof column === "number" ? column : (column?.[row] ?? 0));
    }
  }
  const ordered = [...groups].sort(([a, [mostA = 0]], [b, [mostB = 0]]) =>
    mostA === mostB ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : mostB - mostA,
  );
  return ordered.slice(0, limit).map(([name, values]) => ({
    [as]: name,
    ...Object.fromEntries(sums.map((column, at) => [column, values[at] ?? 0])),
    [count]: groups.size,
  }));
}

/**
 * How many values of a column each key has, from rows that are kept outside the engine. Keys without rows are missing.
 *
 * @returns Null where the column is not kept, or a row has no value: that one would not count.
 */
export function countValues(
  parts: readonly KeptRows[],
  { from, to }: Pick<DailyRead, "from" | "to">,
  { keys, column, as }: CountedRead,
): GroupedRow[] | null {
  if (parts.some(({ keyed }) => !keyed.has([column]))) return null;
  const counted: GroupedRow[] = [];
  for (const key of new Set(keys)) {
    const seen = new Set<string>();
    for (const { keyed, isOut } of parts) {
      const valueIn = keyed.valueIn(column);
      const [start, end] = keyed.rangeOf(key, dayNumber(from), dayNumber(to));
      for (let row = start; row < end; row += 1) {
        if (isOut(keyed.days[row] ?? 0)) continue;
        const value = valueIn(row);
        if (typeof value !== "string") return null;
        seen.add(value);
      }
    }
    if (seen.size > 0) counted.push({ key, [as]: seen.size });
  }
  return counted;
}
