import type { ResidentKeys } from "./resident-keys.js";

/** Values of the rows of a day, in the order of keys, those of a row side by side. */
interface ValuesOfDay {
  readonly columns: string;
  readonly values: Float64Array;
}

/**
 * Values of single days side by side. The rows of a day lie far apart where rows are kept in the order of keys, so that reading a
 * column of them costs a miss of the processor's cache for each; the days that rankings ask for are few and mostly the same.
 */
class DayValues {
  readonly #keyed: ResidentKeys;
  /** The days that were asked for, the longest unused first. */
  readonly #days = new Map<number, ValuesOfDay>();
  #bytes = 0;

  constructor(keyed: ResidentKeys) {
    this.#keyed = keyed;
  }

  /**
   * The values of a day, row by row.
   *
   * @param day Counted from the first day that has rows, which is 0.
   * @param columns Names of columns that are kept as numbers.
   */
  of(day: number, columns: readonly string[]): Float64Array {
    const name = columns.join(" ");
    const known = this.#days.get(day);
    this.#days.delete(day);
    if (known?.columns === name) {
      this.#days.set(day, known);
      return known.values;
    }
    this.#bytes -= known?.values.byteLength ?? 0;
    const values = this.#read(day, columns);
    this.#bytes += values.byteLength;
    this.#days.set(day, { columns: name, values });
    this.#leave();
    return values;
  }

  #read(day: number, columns: readonly string[]): Float64Array {
    const { rows, starts } = this.#keyed.byDay;
    const [start, end] = [starts[day] ?? 0, starts[day + 1] ?? 0];
    const values = new Float64Array((end - start) * columns.length);
    for (const [column, name] of columns.entries()) {
      const numbers = this.#keyed.numbersOf(name);
      if (numbers === null) throw new Error(`${name} is not kept as numbers.`);
      for (let at = start, place = column; at < end; at += 1, place += columns.length)
        values[place] = typeof numbers === "number" ? numbers : (numbers[rows[at] ?? 0] ?? 0);
    }
    return values;
  }

  /** Gives up the days that were not used for longest, until the others fit. */
  #leave(): void {
    for (const [day, { values }] of this.#days) {
      if (this.#bytes <= this.#keyed.dayBytes) return;
      this.#days.delete(day);
      this.#bytes -= values.byteLength;
    }
  }
}

const known = new WeakMap<ResidentKeys, DayValues>();

/** The values of days of some rows, kept as long as the rows are. */
export function dayValuesOf(keyed: ResidentKeys): DayValues {
  let values = known.get(keyed);
  if (values === undefined) known.set(keyed, (values = new DayValues(keyed)));
  return values;
}
