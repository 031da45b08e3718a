import {
  BUZZ_REFERENCE_START,
  isProvisionalReference,
  type MeasureColumns,
  REFERENCE_WINDOW_DAYS,
  referenceOfColumns,
} from "../metrics/buzz-reference.js";
import type { BuzzReference, BuzzTerm } from "../metrics/buzz.js";
import type { BuzzMeasures } from "../metrics/evidence.js";
import type { SeenDays } from "./seen-days.js";
import { addDays, daysFrom, type UtcDay } from "../time/utc-day.js";

/** What a day is measured against, and how much history that rests on. */
export interface MeasuredReference {
  readonly reference: BuzzReference;
  /** Days with activity within the window. */
  readonly historyDays: number;
  /** True while the history is short or has few asset-days. */
  readonly provisional: boolean;
}

/** Reads the stored measures of active keys between two days, both included. */
export type ReadMeasures = (from: UtcDay, to: UtcDay) => Promise<readonly (BuzzMeasures & { readonly day: UtcDay })[]>;

/** References of one level. Caches each until an earlier day changes. */
export class MeasureHistory {
  readonly #read: ReadMeasures;
  readonly #terms: readonly BuzzTerm[];
  readonly #seen: SeenDays;
  /** Days read so far; null for a day without activity. */
  readonly #days = new Map<UtcDay, MeasureColumns | null>();
  readonly #references = new Map<UtcDay, MeasuredReference>();

  constructor(read: ReadMeasures, terms: readonly BuzzTerm[], seen: SeenDays) {
    this.#read = read;
    this.#terms = terms;
    this.#seen = seen;
  }

  /**
   * Call it when a day's rows changed.
   *
   * @param rows All current rows of the day; null to have them read again.
   */
  change(day: UtcDay, rows: readonly BuzzMeasures[] | null): void {
    if (rows === null) this.#days.delete(day);
    else this.#days.set(day, columnsOf(rows));
    for (const later of daysFrom(addDays(day, 1), addDays(day, REFERENCE_WINDOW_DAYS))) this.#references.delete(later);
  }

  /** The reference of a day, from earlier days only. */
  async reference(day: UtcDay): Promise<MeasuredReference> {
    const known = this.#references.get(day);
    if (known !== undefined) return known;
    const [from, to] = [addDays(day, -REFERENCE_WINDOW_DAYS), addDays(day, -1)];
    const window = await this.#window(from, to);
    const all = (name: keyof BuzzMeasures) => joined(window.map((measures) => measures[name]));
    const columns = { evidence: all("evidence"), people: all("people"), places: all("places") };
    const found = {
      reference: referenceOfColumns(columns, window.length, BUZZ_REFERENCE_START, this.#terms),
      historyDays: window.length,
      provisional: isProvisionalReference(window.length, columns.evidence.length),
    };
    this.#references.set(day, found);
    return found;
  }

  async #window(from: UtcDay, to: UtcDay): Promise<MeasureColumns[]> {
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
    // Runs mostly go forward in time, so days far before the window will not be needed again.
    for (const day of this.#days.keys()) if (day < addDays(from, -REFERENCE_WINDOW_DAYS)) this.#days.delete(day);
    const missed = await this.#seen.missed(from, to);
    return days.flatMap((day) => (missed.has(day) ? [] : (this.#days.get(day) ?? [])));
  }
}

function columnsOf(rows: readonly BuzzMeasures[]): MeasureColumns | null {
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
