import type { UtcDay } from "../time/utc-day.js";

/** What every reference row says of its day, for texts and markets alike. */
export interface FrozenState {
  readonly day: UtcDay;
  readonly frozen: boolean;
  readonly revision: number;
  readonly revised: boolean | null;
}

/** What happens to a day in a publication. */
export interface DayOutcome {
  /** The day's rows are not as they were. */
  readonly isChanged: boolean;
  /** Days before this one are closed with their references; null while a run goes on. */
  readonly closeBefore: UtcDay | null;
}

/**
 * The reference that a day is measured against from now on. One that is frozen stays as it is: late data raises its
 * revision, once a run, whatever the number of publications in it. One that is open is the fresh one; the end of a run
 * freezes it when its day is over.
 */
export function keptReference<Row extends FrozenState>(
  stored: Row | undefined,
  fresh: Row,
  { isChanged, closeBefore }: DayOutcome,
): Row {
  const isLast = closeBefore !== null;
  if (stored?.frozen !== true) {
    return { ...fresh, frozen: isLast && fresh.day < closeBefore, revision: stored?.revision ?? 0, revised: false };
  }
  const isRevised = stored.revised === true;
  return {
    ...stored,
    revision: stored.revision + Number(isChanged && !isRevised),
    revised: !isLast && (isRevised || isChanged),
  };
}

/**
 * Days whose references are taken anew in a publication, in order. While a run goes on: the changed days, and open ones
 * from today on, when a day before them changed. At its end also what the run has left open or revised: all open days as
 * soon as one of them is over, because days before it may have come later.
 *
 * @param stored Every stored reference of one scope.
 */
export function daysToMeasure(
  changed: ReadonlySet<UtcDay>,
  stored: Iterable<FrozenState>,
  today: UtcDay,
  closeBefore: UtcDay | null,
): UtcDay[] {
  const days = new Set(changed);
  const all = [...stored];
  const open = all.filter(({ frozen }) => !frozen);
  const first = [...changed].sort()[0];
  for (const { day } of open) if (first !== undefined && day >= today && day > first) days.add(day);
  if (closeBefore !== null) {
    if (open.some(({ day }) => day < closeBefore)) for (const { day } of open) days.add(day);
    for (const { day, revised } of all) if (revised === true) days.add(day);
  }
  return [...days].sort();
}
