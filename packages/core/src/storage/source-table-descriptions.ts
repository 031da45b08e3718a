import type { sourceTables } from "./source-tables.js";
import type { TableDescription } from "./table-description.js";

/** What each table and column about live sources holds. */
export const sourceTableDescriptions: {
  readonly [Table in keyof typeof sourceTables]: TableDescription<keyof (typeof sourceTables)[Table] & string>;
} = {
  source_state: {
    row: "A live source: its cursor, and the figures that health shows.",
    columns: {
      source: "Name of the source in the configuration.",
      kind: "Kind of connector; a cursor is never handed to another kind.",
      cursor:
        "Where the next poll continues, as JSON; null before the first page. Stored together with the rows that it covers.",
      cursor_version: "Version of the cursor's form; a cursor of another version is ignored.",
      since: "Since when the source is known.",
      polled_at: "When the last poll ended.",
      succeeded_at: "When the last poll that got an answer ended.",
      covered_to: "Up to when its coverage is settled.",
      due_at: "Deadline of the next poll. If it has passed, no collector is running any more.",
      outcome: "Outcome of the last poll.",
      reason: "Why it failed; null where it did not.",
      enabled: "False while it is paused.",
      polls: "Polls ever.",
      errors: "Failed polls ever.",
      newest_item: "Time of the newest item ever seen.",
      budget_day: "UTC day of `budget_used`.",
      budget_used: "Paid items read on that day.",
    },
  },
  source_polls: {
    row: "A poll of a live source.",
    columns: {
      source: "Name of the source.",
      day: "UTC day of `started_at`.",
      started_at: "When the poll began.",
      ended_at: "When it ended.",
      outcome: "`new`, `unchanged`, `empty`, `blocked`, `error`, `truncated`.",
      status: "HTTP status of the last answer; null without one.",
      reason: "Why it failed; null where it did not.",
      oldest_item: "Time of the oldest item read.",
      newest_item: "Time of the newest item read.",
      items: "Items in the pages.",
      items_new: "Items that were new.",
    },
  },
  source_coverage: {
    row: "An interval of time of a source, cut at midnight UTC. Intervals of one source never overlap.",
    columns: {
      source: "Name of the source.",
      day: "UTC day of the interval.",
      from_at: "Its start, included.",
      to_at: "Its end, excluded.",
      state: "`observed`, `gap`, `backfilled`, `disabled`.",
      reason: "Why it is a gap; null where it is none.",
    },
  },
};
