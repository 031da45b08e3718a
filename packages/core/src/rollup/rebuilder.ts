import type { TableName } from "../storage/tables.js";
import type { UtcDay } from "../time/utc-day.js";

/** One rebuilt day. */
export interface RebuiltDay {
  /** Derived rows of the day. */
  readonly rows: number;
  /** Derived rows that were missing, different or superfluous, by table. */
  readonly differing: ReadonlyMap<TableName, number>;
  /** Mention rows that lacked their text prints. */
  readonly completed: number;
}

/** Rebuilds the days of a namespace one by one. */
export interface Rebuilder {
  /** Days with stored or derived rows, in order. */
  days(): Promise<readonly UtcDay[]>;
  /** Rebuilds a day and puts the differences into the change; null for a day that has to stay as it is. */
  rebuild(day: UtcDay): Promise<RebuiltDay | null>;
}
