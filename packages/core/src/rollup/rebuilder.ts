import type { TableName } from "../storage/tables.js";
import type { UtcDay } from "../time/utc-day.js";

/** One day made anew. */
export interface RebuiltDay {
  /** Derived rows of the day. */
  readonly rows: number;
  /** Derived rows that were missing, other than stored, or stored without a reason. */
  readonly differing: ReadonlyMap<TableName, number>;
  /** Rows of mentions that lacked what a rollup compares texts by. */
  readonly completed: number;
}

/** The days of a namespace that can be made anew, one after the other. */
export interface Rebuilder {
  /** Days with stored or derived rows, in order. */
  days(): Promise<readonly UtcDay[]>;
  /** Makes a day anew and puts what differs into the change; null for a day that has to stay as it is. */
  rebuild(day: UtcDay): Promise<RebuiltDay | null>;
}
