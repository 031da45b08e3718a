import { REFERENCE_WINDOW_DAYS } from "../metrics/buzz-reference.js";
import { addDays, type UtcDay, utcDay } from "../time/utc-day.js";

/** Days after which what is first seen of a day is history that is filled in, and no longer the day as it goes on. */
const LIVE_DAYS = 2;

/** A day before every other. */
const beforeAll = utcDay("0001-01-01");

/** What every reference row says of its day, for texts and markets alike. */
export interface FrozenState {
  readonly day: UtcDay;
  readonly frozen: boolean;
  readonly revision: number;
  readonly revised: boolean | null;
  readonly history: boolean | null;
}

/** When a publication happens, and what it closes. */
export interface PublicationDays {
  readonly today: UtcDay;
  /** The run is over: days before this one are closed with their references. Null while it goes on. */
  readonly closeBefore: UtcDay | null;
  /** Days before this one that are seen for the first time are history. */
  readonly historyBefore: UtcDay;
}

/**
 * The days of a publication.
 *
 * @param run `isLast`: it ends the run. `isHistory`: all that it reads of past days is history, and no day is closed by it.
 */
export function publicationDays(
  today: UtcDay,
  run: { readonly isLast: boolean; readonly isHistory: boolean },
): PublicationDays {
  const historyBefore = run.isHistory ? today : addDays(today, -LIVE_DAYS);
  if (!run.isLast) return { today, closeBefore: null, historyBefore };
  return { today, closeBefore: run.isHistory ? beforeAll : today, historyBefore };
}

/** What happens to a day in a publication. */
export interface DayOutcome extends Pick<PublicationDays, "closeBefore" | "historyBefore"> {
  /** The day's rows are not as they were. */
  readonly isChanged: boolean;
}

/** A day that is only looked at again. */
export const lookedAt: DayOutcome = { isChanged: false, closeBefore: null, historyBefore: beforeAll };

/**
 * The reference that a day is measured against from now on. One that is frozen stays as it is: late data raises its
 * revision, once a run, whatever the number of publications in it. One that is open is the fresh one; the end of a run
 * freezes it when its day is over. A day that was first seen long after it was over is history: more of it, and of the days
 * before it, may come in any order, so it stays open until its references are taken anew, which says that it is complete.
 */
export function keptReference<Row extends FrozenState>(
  stored: Row | undefined,
  fresh: Row,
  { isChanged, closeBefore, historyBefore }: DayOutcome,
): Row {
  const isLast = closeBefore !== null;
  const isRevised = stored?.revised === true;
  if (stored?.frozen !== true) {
    const history = stored === undefined ? fresh.day < historyBefore : stored.history === true;
    return {
      ...fresh,
      frozen: isLast && fresh.day < closeBefore && !history,
      revision: stored?.revision ?? 0,
      revised: !isLast && (isRevised || isChanged),
      history,
    };
  }
  return {
    ...stored,
    revision: stored.revision + Number(isChanged && !isRevised),
    revised: !isLast && (isRevised || isChanged),
  };
}

/**
 * The reference of a day whose history is complete: the fresh one, frozen when the day is over. Where a frozen one is other
 * than that, the revision tells.
 *
 * @param isSame Whether both are the same numbers.
 */
export function referenceTakenAnew<Row extends FrozenState>(
  stored: Row | undefined,
  fresh: Row,
  { today, isSame }: { readonly today: UtcDay; readonly isSame: (stored: Row, fresh: Row) => boolean },
): Row {
  const isFrozen = stored?.frozen === true;
  if (isFrozen && isSame(stored, fresh)) return stored;
  return {
    ...fresh,
    frozen: isFrozen || fresh.day < today,
    revision: (stored?.revision ?? 0) + Number(isFrozen),
    revised: false,
    history: stored?.history ?? false,
  };
}

/**
 * Days whose references are taken anew in a publication, in order. While a run goes on: the changed days, and open ones
 * from today on, when a day before them changed. At its end also what it closes, what it has changed in its publications
 * before, and the open days that look back at a day that it has changed: days may have come in any order.
 *
 * @param stored Every stored reference of one scope.
 */
export function daysToMeasure(
  changed: ReadonlySet<UtcDay>,
  stored: Iterable<FrozenState>,
  { today, closeBefore }: Pick<PublicationDays, "today" | "closeBefore">,
): UtcDay[] {
  const days = new Set(changed);
  const all = [...stored];
  const open = all.filter(({ frozen }) => !frozen);
  const first = [...changed].sort()[0];
  for (const { day } of open) if (first !== undefined && day >= today && day > first) days.add(day);
  if (closeBefore !== null) {
    for (const { day, revised } of all) if (revised === true) days.add(day);
    const moved = [...days];
    for (const { day, history } of open) {
      const isOver = day < closeBefore && history !== true;
      const since = addDays(day, -REFERENCE_WINDOW_DAYS);
      if (isOver || moved.some((other) => other >= since && other < day)) days.add(day);
    }
  }
  return [...days].sort();
}
