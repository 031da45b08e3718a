import type { TextNamespace } from "../namespaces/define.js";
import type { TableRead } from "../storage/table-store.js";
import type { ActivityRow, HourlyRow } from "./activity.js";
import type { ActivityTable, ChangedRows } from "./activity-changes.js";
import { type AssetOf, DayActivity } from "./day-activity.js";
import { type DayPart, isInPart } from "./day-part.js";
import { loadDay } from "./load-day.js";

/** Which part of which state of a day a line belongs to. */
export interface RolledPart extends DayPart {
  /** Of the mentions that it was computed from, see `stateOfDay`. */
  readonly state: string;
}

/** Some rows of a part, or its end, which says how many lines came before it. `buzz` is null: it is measured when they are stored. */
export type RolledLine = RolledPart &
  (
    | { readonly table: ActivityTable; readonly rows: readonly ActivityRow[] }
    | { readonly end: number; readonly hourly: readonly HourlyRow[] }
  );

/** Rows of a line. */
const rowsOfLine = 500;

/**
 * Rolls up a part of a day from its stored mentions: the rows of some of its groups, and of those that spoke about them. All parts
 * of a day together give what rolling it up in one piece gives, to the last bit.
 */
export async function* rollUpPart(
  read: TableRead,
  of: { readonly namespace: TextNamespace; readonly assetOf: AssetOf; readonly state: string },
  { day, part, of: parts }: DayPart,
): AsyncGenerator<RolledLine> {
  const activity = new DayActivity(day, of.namespace, of.assetOf, (level, key) =>
    isInPart(level, key, { part, of: parts }),
  );
  await loadDay(activity, read);
  const { groups, contributors, hourly } = activity.everything();
  // The order of the properties is that in which they are read back.
  const from = { day, part, of: parts, state: of.state };
  let lines = 0;
  for (const [table, pages] of [...[...groups].map(inOnePage), ...contributors]) {
    for (const { rows } of pages)
      for (let at = 0; at < rows.length; at += rowsOfLine) {
        lines += 1;
        yield { ...from, table, rows: rows.slice(at, at + rowsOfLine) };
      }
  }
  yield { ...from, end: lines, hourly };
}

function inOnePage([table, rows]: [ActivityTable, ChangedRows]): [ActivityTable, Iterable<ChangedRows>] {
  return [table, [rows]];
}
