import { REFERENCE_WINDOW_DAYS } from "../metrics/buzz-reference.js";
import { addDays, type UtcDay, utcDay } from "../time/utc-day.js";

/** A day that is first seen later than this many days after it was over is history, not live data. */
const LIVE_DAYS = 2;

/** Earlier than every stored day. */
const beforeAll = utcDay("0001-01-01");

/** State of a reference row, in text and market namespaces alike. */
export interface FrozenState {
  readonly day: UtcDay;
  readonly frozen: boolean;
  readonly revision: number;
  readonly revised: boolean | null;
  readonly history: boolean | null;
}

/** The day of a publication, and which days it closes. */
export interface PublicationDays {
  readonly today: UtcDay;
  /** At the end of a run, days before this one are closed. Null during the run. */
  readonly closeBefore: UtcDay | null;
  /** Days before this one count as history when they are first seen now. */
  readonly historyBefore: UtcDay;
}

/**
 * The days of a publication.
 *
 * @param run `isLast`: the publication ends the run. `isHistory`: the run loads history and closes no day.
 */
export function publicationDays(
  today: UtcDay,
  run: { readonly isLast: boolean; readonly isHistory: boolean },
): PublicationDays {
  const historyBefore = run.isHistory ? today : addDays(today, -LIVE_DAYS);
  if (!run.isLast) return { today, closeBefore: null, historyBefore };
  return { today, closeBefore: run.isHistory ? beforeAll : today, historyBefore };
}

/** A publication as one day sees it. */
export interface DayOutcome extends Pick<PublicationDays, "closeBefore" | "historyBefore"> {
  /** Whether the day's rows changed. */
  readonly isChanged: boolean;
}

/** For a day that is only measured again. */
export const lookedAt: DayOutcome = { isChanged: false, closeBefore: null, historyBefore: beforeAll };

/**
 * The reference that a day is measured against from now on.
 *
 * - A frozen reference stays as it is. Late data raises its revision, once per run.
 * - An open day takes the fresh reference. The end of a run freezes it when the day is over.
 * - A day that was first seen long after it was over is history. More of it, and of the days before it, may still come in
 *   any order. It stays open until an operator recomputes references, which declares the history complete.
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
 * The reference of a day whose history is complete: the fresh one, frozen when the day is over. The revision goes up where
 * it replaces a frozen reference with other numbers.
 *
 * @param isSame Whether two references have the same numbers.
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
 * The days whose references a publication computes again, in order. During a run these are the changed days, and open days
 * from today on if an earlier day changed. The last publication of a run adds the days that it closes, the days that its
 * earlier publications changed, and open days whose window contains a changed day (days may arrive in any order).
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
