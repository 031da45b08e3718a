import type { UtcDay } from "../time/utc-day.js";

/**
 * How far the derived values of a namespace are recorded as they were published. Values of closed days are recorded with the
 * publication that changes them. Those of today and yesterday change with every publication: their last state of each hour
 * is, by the first publication after it.
 */
export interface ValueHistory {
  /** ISO time of the first state that can be asked for. */
  readonly since: string;
  /** ISO time and number of the namespace's newest state: from then on its tables are what is known. */
  readonly publishedAt: string;
  readonly version: number;
  /** Number of the newest state whose running days are recorded. */
  readonly recorded: number;
  /** First day with data, and since when it was that: oldest first. */
  readonly firstDays: readonly { readonly at: string; readonly day: UtcDay }[];
}

/** What a publication adds to the history of its namespace. */
export interface RecordedPublication {
  readonly at: string;
  readonly version: number;
  readonly firstDay: UtcDay | null;
  /** Whether the running days of the state before it are recorded with it. */
  readonly isRecorded: boolean;
}

/** The history with a publication. `before`: the state of a namespace that had none. Pure. */
export function withPublication(
  history: ValueHistory | undefined,
  { at, version, firstDay, isRecorded }: RecordedPublication,
  before: { readonly publishedAt: string; readonly version: number; readonly firstDay: UtcDay | null } | null,
): ValueHistory {
  const known = history ?? begun(before, at);
  const last = known.firstDays.at(-1)?.day ?? null;
  return {
    since: known.since,
    publishedAt: at,
    version,
    recorded: isRecorded ? known.version : known.recorded,
    firstDays: firstDay === null || firstDay === last ? known.firstDays : [...known.firstDays, { at, day: firstDay }],
  };
}

function begun(
  before: { readonly publishedAt: string; readonly version: number; readonly firstDay: UtcDay | null } | null,
  at: string,
): ValueHistory {
  if (before === null) return { since: at, publishedAt: at, version: 0, recorded: 0, firstDays: [] };
  const { publishedAt, version, firstDay } = before;
  const firstDays = firstDay === null ? [] : [{ at: publishedAt, day: firstDay }];
  return { since: publishedAt, publishedAt, version, recorded: version, firstDays };
}

/** Whether the running days of the newest state have to be recorded before another one takes its place at `at`. */
export function isDueAt({ publishedAt, version, recorded }: ValueHistory, at: Date): boolean {
  const hourOf = (instant: Date) => Math.floor(instant.getTime() / 3_600_000);
  return version > recorded && hourOf(at) !== hourOf(new Date(publishedAt));
}

/** First day with data as it was known at an instant; null where none was. */
export function firstDayAt({ firstDays }: ValueHistory, at: Date): UtcDay | null {
  return firstDays.findLast((entry) => Date.parse(entry.at) <= at.getTime())?.day ?? null;
}
