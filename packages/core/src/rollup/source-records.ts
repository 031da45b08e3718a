import { coverageRows, intervalOf, laidOver } from "../collect/coverage.js";
import type { SourceProgress } from "../storage/source-progress.js";
import type { TableChange } from "../storage/table-store.js";
import { addDays, type UtcDay } from "../time/utc-day.js";

/** Days for which polls are kept. Coverage is kept for good. */
const POLL_DAYS = 90;

/**
 * Adds the progress of live sources to the next publication, together with the rows that it covers.
 *
 * @returns The days whose coverage changed.
 */
export async function putSourceProgress(
  change: TableChange,
  progress: readonly SourceProgress[],
  today: UtcDay,
): Promise<ReadonlySet<UtcDay>> {
  if (progress.length === 0) return new Set();
  const states = new Map(progress.map(({ state }) => [state.source, state]));
  await change.put("source_state", [...states.values()], [...states.values()]);
  const polls = new Map(
    progress.flatMap(({ poll }) => (poll === null ? [] : [[`${poll.started_at} ${poll.source}`, poll]])),
  );
  await change.put("source_polls", [...polls.values()], [...polls.values()]);
  await change.dropBefore("source_polls", addDays(today, -POLL_DAYS));
  const added = new Map(
    [...states.keys()].map((source) => {
      return [source, progress.flatMap(({ state, coverage }) => (state.source === source ? coverage : []))];
    }),
  );
  const days = new Set([...added].flatMap(([source, own]) => coverageRows(source, own).map(({ day }) => day)));
  const [from, to] = [[...days].sort()[0], [...days].sort().at(-1)];
  if (from === undefined || to === undefined) return days;
  const stored = await change.rows("source_coverage", {
    days: { from, to },
    where: { column: "source", values: [...states.keys()] },
  });
  const rows = [...added].flatMap(([source, own]) => {
    const before = stored.filter((row) => row.source === source).map(intervalOf);
    return own.length === 0 ? [] : [{ source, intervals: laidOver(before, own) }];
  });
  const touched = new Set(rows.map(({ source }) => source));
  await change.put(
    "source_coverage",
    rows.flatMap(({ source, intervals }) => coverageRows(source, intervals)),
    stored.filter(({ source }) => touched.has(source)),
  );
  return days;
}
