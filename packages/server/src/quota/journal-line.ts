/** Code of a UTC minute in the journal. */
export const MINUTE = 0;
/** Code of an account's month in the journal. */
export const MONTH = 1;
/** Code of a kind of window. */
export type Kind = typeof MINUTE | typeof MONTH;

/** Which window of which account. */
export interface WindowName {
  readonly kind: Kind;
  readonly accountId: string;
  readonly startMs: number;
}

/** What one transaction adds to a window. */
export interface Change {
  /**
   * The window's number in the journal, where the first window named has 0; or the window itself, when it has no number
   * yet.
   */
  readonly at: number | WindowName;
  /** Requests, not including `backup`. */
  readonly used: number;
  readonly backup: number;
}

/**
 * A line of the journal: one flat list with the window's number, use and backup of each change. For a window without a
 * number, {@link NEW_WINDOW}, account, kind and start come instead. Short, because a line is written every few
 * requests.
 */
type Values = (string | number)[];

const NEW_WINDOW = -1;

/** A line with these changes, in the given order. */
export class JournalLine {
  readonly #values: Values = [];

  add(at: Change["at"], used: number, backup: number): void {
    if (typeof at === "number") this.#values.push(at, used, backup);
    else this.#values.push(NEW_WINDOW, at.accountId, at.kind, at.startMs, used, backup);
  }

  /** Null if nothing was added. */
  get text(): string | null {
    return this.#values.length === 0 ? null : JSON.stringify(this.#values);
  }
}

/**
 * The changes in a line.
 *
 * @param named How many windows the journal named before this line.
 * @returns Null if the line is not valid: a crash of the machine tore it or an earlier one.
 */
export function changesIn(line: string, named: number): Change[] | null {
  const values = listIn(line)?.values();
  if (values === undefined) return null;
  const next = () => values.next().value;
  const changes: Change[] = [];
  let known = named;
  for (let at = next(); at !== undefined; at = next()) {
    if (at === NEW_WINDOW) {
      const [accountId, kind, startMs] = [String(next()), next() === MINUTE ? MINUTE : MONTH, Number(next())] as const;
      changes.push({ at: { accountId, kind, startMs }, used: Number(next()), backup: Number(next()) });
      known += 1;
    } else if (Number(at) < known) changes.push({ at: Number(at), used: Number(next()), backup: Number(next()) });
    else return null;
  }
  return changes;
}

function listIn(line: string): Values | null {
  try {
    const values: unknown = JSON.parse(line);
    return Array.isArray(values) ? (values as Values) : null;
  } catch {
    return null;
  }
}
