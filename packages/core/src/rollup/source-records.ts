import { coverageRows, intervalOf, laidOver } from "../collect/coverage.js";
import type { SourceProgress } from "../storage/source-progress.js";
import type { TableChange } from "../storage/table-store.js";
import { addDays, type UtcDay } from "../time/utc-day.js";

/** Days for which polls are kept; coverage is kept for good. */
const POLL_DAYS = 90;

/** Puts the progress of live sources beside the rows that it covers, for the next publication. */
export async function putSourceProgress(
  change: TableChange,
  progress: readonly SourceProgress[],
  today: UtcDay,
): Promise<void> {
  if (progress.length === 0) return;
  const states = new Map(progress.map(({ state }) => [state.source, state]));
  await change.put("source_state", [...states.values()], [...states.values()]);
  const polls = new Map(
    progress.flatMap(({ poll }) => (poll === null ? [] : [[`${poll.started_at} ${poll.source}`, poll]])),
  );
  await change.put("source_polls", [...polls.values()], [...polls.values()]);
  await change.dropBefore("source_polls", addDays(today, -POLL_DAYS));
  for (const source of states.keys()) {
    const added = progress.flatMap(({ state, coverage }) => (state.source === source ? coverage : []));
    const days = coverageRows(source, added).map(({ day }) => day);
    const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)];
    if (from === undefined || to === undefined) continue;
    const stored = (await change.rows("source_coverage", { days: { from, to } })).filter(
      (row) => row.source === source,
    );
    await change.put("source_coverage", coverageRows(source, laidOver(stored.map(intervalOf), added)), stored);
  }
}
