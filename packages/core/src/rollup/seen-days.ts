import { intervalOf } from "../collect/coverage.js";
import { seenByHour } from "../collect/seen-hours.js";
import type { TableChange } from "../storage/table-store.js";
import { addDays, daysFrom, startOfDayMs, type UtcDay } from "../time/utc-day.js";

/** Days of which live sources saw less than this share are left out of other days' references. */
const LEAST_SHARE = 0.5;
/** A day without rows was silent if live sources saw at least this share of it. */
const SILENT_SHARE = 0.95;

/** How much of each past day the live sources of a namespace saw. */
export class SeenDays {
  readonly #change: TableChange;
  /** Shares from 0 to 1, without days of which nothing is known. Null until they are read. */
  #shares: Map<UtcDay, number> | null = null;

  constructor(change: TableChange) {
    this.#change = change;
  }

  /**
   * Reads the shares of some days again.
   *
   * @returns The days that are newly left out of other days' references, or newly part of them.
   */
  async changed(days: ReadonlySet<UtcDay>): Promise<UtcDay[]> {
    if (this.#shares === null || days.size === 0) return [];
    const sorted = [...days].sort();
    const [from, to] = [sorted[0] as UtcDay, sorted.at(-1) as UtcDay];
    const fresh = await this.#read({ from, to });
    return sorted.filter((day) => {
      const [before, now] = [this.#shares?.get(day), fresh.get(day)];
      if (now === undefined) this.#shares?.delete(day);
      else this.#shares?.set(day, now);
      return isMissed(before) !== isMissed(now) || isSilent(before) !== isSilent(now);
    });
  }

  /**
   * The days of a window to leave out of references: less than half of each was seen. When that holds for most days, partial
   * coverage is normal for this namespace, and no day is left out.
   */
  async missed(from: UtcDay, to: UtcDay): Promise<ReadonlySet<UtcDay>> {
    const shares = await this.#known();
    if (shares.size === 0) return new Set();
    const known = daysFrom(from, to).filter((day) => shares.has(day));
    const missed = known.filter((day) => isMissed(shares.get(day)));
    return new Set(missed.length * 2 > known.length ? [] : missed);
  }

  /** The days of a window that were seen almost whole. If such a day has no rows, nobody spoke on it. */
  async seen(from: UtcDay, to: UtcDay): Promise<UtcDay[]> {
    const shares = await this.#known();
    return shares.size === 0 ? [] : daysFrom(from, to).filter((day) => isSilent(shares.get(day)));
  }

  async #known(): Promise<Map<UtcDay, number>> {
    this.#shares ??= await this.#read();
    return this.#shares;
  }

  async #read(days?: { readonly from: UtcDay; readonly to: UtcDay }): Promise<Map<UtcDay, number>> {
    const states = await this.#change.rows("source_state");
    if (states.length === 0) return new Map();
    const rows = await this.#change.rows("source_coverage", { days });
    const all = rows.map(({ day }) => day).sort();
    const [first, last] = [days?.from ?? all[0], days?.to ?? all.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const intervals = new Map(states.map(({ source }) => [source, rows.filter((row) => row.source === source)]));
    const sources = states.map((state) => ({
      ...state,
      intervals: (intervals.get(state.source) ?? []).map(intervalOf),
    }));
    const window = daysFrom(first, last);
    const hours = seenByHour(
      sources,
      { fromMs: startOfDayMs(first), hours: 24 * window.length },
      startOfDayMs(addDays(last, 1)),
    );
    const shares = new Map<UtcDay, number>();
    for (const [index, day] of window.entries()) {
      const known = hours.slice(24 * index, 24 * (index + 1)).filter((share) => share !== null);
      if (known.length > 12) shares.set(day, known.reduce((sum, share) => sum + share, 0) / known.length);
    }
    return shares;
  }
}

const isMissed = (share: number | undefined) => share !== undefined && share < LEAST_SHARE;
const isSilent = (share: number | undefined) => share !== undefined && share >= SILENT_SHARE;
