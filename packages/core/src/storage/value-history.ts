import type { UtcDay } from "../time/utc-day.js";

/**
 * The recorded history of a namespace's derived values. A publication that changes a closed day records the change.
 * Today and yesterday change with every publication, so only their last state of each hour is recorded, by the first
 * publication after it.
 */
export interface ValueHistory {
  /** ISO time of the earliest state that can be queried. */
  readonly since: string;
  /** ISO time and number of the namespace's newest state. For times from then on, its current tables answer. */
  readonly publishedAt: string;
  readonly version: number;
  /** Number of the newest state whose running days are recorded. */
  readonly recorded: number;
  /** First day with data, and the time since when it was so; oldest first. */
  readonly firstDays: readonly { readonly at: string; readonly day: UtcDay }[];
}

/** What a publication adds to its namespace's history. */
export interface RecordedPublication {
  readonly at: string;
  readonly version: number;
  readonly firstDay: UtcDay | null;
  /** Whether it also records the running days of the previous state. */
  readonly isRecorded: boolean;
  /** Start of what can be asked for from now on; null where it stays. */
  readonly since: string | null;
}

/** The history extended by a publication. `before`: the state of a namespace that had none. Pure. */
export function withPublication(
  history: ValueHistory | undefined,
  { at, version, firstDay, isRecorded, since }: RecordedPublication,
  before: { readonly publishedAt: string; readonly version: number; readonly firstDay: UtcDay | null } | null,
): ValueHistory {
  const known = history ?? begun(before, at);
  const last = known.firstDays.at(-1)?.day ?? null;
  const days = since === null ? known.firstDays : keptFrom(known.firstDays, since);
  return {
    since: since ?? known.since,
    publishedAt: at,
    version,
    recorded: isRecorded ? known.version : known.recorded,
    firstDays: firstDay === null || firstDay === last ? days : [...days, { at, day: firstDay }],
  };
}

/** What held at an instant, and everything after it. */
function keptFrom(days: ValueHistory["firstDays"], since: string): ValueHistory["firstDays"] {
  const held = days.findLastIndex(({ at }) => Date.parse(at) <= Date.parse(since));
  return days.slice(Math.max(0, held));
}

/**
 * The instant before which earlier values need not be kept any more, when it is later than the start of the history: the
 * start of the month in which the wanted days begin, so that files are rewritten once a month.
 */
export function keptSince({ since }: ValueHistory, at: Date, historyDays: number): Date | null {
  const first = new Date(at.getTime() - historyDays * 86_400_000);
  const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth()));
  return month.getTime() > Date.parse(since) ? month : null;
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

/** Whether the running days of the newest state must be recorded before a state at `at` replaces it. */
export function isDueAt({ publishedAt, version, recorded }: ValueHistory, at: Date): boolean {
  const hourOf = (instant: Date) => Math.floor(instant.getTime() / 3_600_000);
  return version > recorded && hourOf(at) !== hourOf(new Date(publishedAt));
}

/** First day with data as known at an instant; null when there was none. */
export function firstDayAt({ firstDays }: ValueHistory, at: Date): UtcDay | null {
  return firstDays.findLast((entry) => Date.parse(entry.at) <= at.getTime())?.day ?? null;
}
