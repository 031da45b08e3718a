import {
  BUZZ_REFERENCE_START,
  REFERENCE_QUANTILE,
  REFERENCE_WINDOW_DAYS,
  referenceFromPercentiles,
} from "../metrics/buzz-reference.js";
import type { BuzzReference, BuzzTerm } from "../metrics/buzz.js";
import type { BuzzMeasures } from "../metrics/evidence.js";
import { quantile } from "../metrics/quantile.js";
import { addDays, daysFrom, type UtcDay } from "../time/utc-day.js";

type DayMeasures = Readonly<Record<keyof BuzzMeasures, Float64Array>>;

/** Reads the measures of the active keys of some days from what is stored. */
export type ReadMeasures = (from: UtcDay, to: UtcDay) => Promise<readonly (BuzzMeasures & { readonly day: UtcDay })[]>;

/** What days of one level are measured against, remembered for as long as no day before them changes. */
export class MeasureHistory {
  readonly #read: ReadMeasures;
  readonly #terms: readonly BuzzTerm[];
  /** Days that were read; null for a day without activity. */
  readonly #days = new Map<UtcDay, DayMeasures | null>();
  readonly #references = new Map<UtcDay, { readonly reference: BuzzReference; readonly historyDays: number }>();

  constructor(read: ReadMeasures, terms: readonly BuzzTerm[]) {
    this.#read = read;
    this.#terms = terms;
  }

  /** The day's rows are no longer as they were read. */
  forget(day: UtcDay): void {
    this.#days.delete(day);
    for (const later of daysFrom(addDays(day, 1), addDays(day, REFERENCE_WINDOW_DAYS))) this.#references.delete(later);
  }

  /** The reference of a day, from the days before it alone. */
  async reference(day: UtcDay): Promise<{ readonly reference: BuzzReference; readonly historyDays: number }> {
    const known = this.#references.get(day);
    if (known !== undefined) return known;
    const [from, to] = [addDays(day, -REFERENCE_WINDOW_DAYS), addDays(day, -1)];
    const window = await this.#window(from, to);
    const percentileOf = (name: keyof BuzzMeasures) =>
      window.length === 0 ? null : quantile(joined(window.map((measures) => measures[name])), REFERENCE_QUANTILE);
    const percentiles = {
      evidence: percentileOf("evidence"),
      people: percentileOf("people"),
      places: percentileOf("places"),
    };
    const reference = referenceFromPercentiles(percentiles, window.length, BUZZ_REFERENCE_START, this.#terms);
    const found = { reference, historyDays: window.length };
    this.#references.set(day, found);
    return found;
  }

  async #window(from: UtcDay, to: UtcDay): Promise<DayMeasures[]> {
    const days = daysFrom(from, to);
    const missing = days.filter((day) => !this.#days.has(day));
    const [first] = missing;
    const last = missing.at(-1);
    if (first !== undefined && last !== undefined) {
      const rows = new Map<UtcDay, BuzzMeasures[]>();
      for (const row of await this.#read(first, last)) {
        const group = rows.get(row.day);
        if (group === undefined) rows.set(row.day, [row]);
        else group.push(row);
      }
      for (const day of missing) this.#days.set(day, columnsOf(rows.get(day) ?? []));
    }
    // Days far before the window are not asked for again in a run that goes forward.
    for (const day of this.#days.keys()) if (day < addDays(from, -REFERENCE_WINDOW_DAYS)) this.#days.delete(day);
    return days.flatMap((day) => this.#days.get(day) ?? []);
  }
}

function columnsOf(rows: readonly BuzzMeasures[]): DayMeasures | null {
  if (rows.length === 0) return null;
  const column = (name: keyof BuzzMeasures) => Float64Array.from(rows, (row) => row[name]);
  return { evidence: column("evidence"), people: column("people"), places: column("places") };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
