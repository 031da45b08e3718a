import type { Snapshot } from "../storage/snapshot.js";
import type { UtcDay } from "../time/utc-day.js";
import type { ActivityChanges } from "./activity-changes.js";
import { stateOfDay } from "./day-part.js";

/** Rows of whole days that other processes computed; see `rollUpPart`. */
export interface RolledDays {
  /** All rows of a day; null unless all of its parts are there and were computed from this state of its mentions. */
  changesOf(day: UtcDay, state: string): ActivityChanges | null;
}

/** How a store rolls up the days of text namespaces. */
export interface RollUpOptions {
  /**
   * Only stores mentions: days that change wait, and the next run without this option rolls them up. Until then their daily
   * rows stay as they are, and no day is closed. False when left out.
   */
  readonly rollUpLater?: boolean | undefined;
  /** What was computed elsewhere of days that wait; the others are rolled up here. */
  readonly rolledDays?: RolledDays | undefined;
}

/** How the days of one namespace are rolled up. */
export interface RollUp {
  /** Days that wait since earlier runs. */
  readonly waiting: readonly UtcDay[];
  readonly isLater: boolean;
  /** What was computed elsewhere of a day; null where nothing of its present mentions was. */
  readonly rolled: (day: UtcDay) => ActivityChanges | null;
}

/** How the days of a namespace are rolled up over a state. */
export function rollUpOf(snapshot: Snapshot, namespace: string, options: RollUpOptions): RollUp {
  return {
    waiting: snapshot.waiting?.[namespace] ?? [],
    isLater: options.rollUpLater === true,
    rolled: (day) => options.rolledDays?.changesOf(day, stateOfDay(snapshot, namespace, day)) ?? null,
  };
}

/** Days are rolled up at once. */
export const rollUpAtOnce: RollUp = { waiting: [], isLater: false, rolled: () => null };
