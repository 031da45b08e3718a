import type { StoredFile } from "../../storage/snapshot.js";
import type { UtcDay } from "../../time/utc-day.js";

/** Whether a file may have rows of the days. */
export function overlaps(file: StoredFile, days: { readonly from: UtcDay; readonly to: UtcDay }): boolean {
  if (file.days !== undefined) return file.days[0] <= days.to && file.days[1] >= days.from;
  return file.month === "all" || (file.month >= days.from.slice(0, 7) && file.month <= days.to.slice(0, 7));
}
