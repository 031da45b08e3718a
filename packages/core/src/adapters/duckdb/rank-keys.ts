import type { DailyRead, RankedRead } from "../../engine.js";
import { dayValuesOf } from "./day-values.js";
import { dayNumber, firstAt, MANY_ROWS_PER_KEY, type ResidentKeys } from "./resident-keys.js";
import { type Ranked, WorstFirst } from "./worst-first.js";

/** Rows kept by key, of which some days are left out. */
export interface KeptRows {
  readonly keyed: ResidentKeys;
  /** Days that are left out, as numbers since 1970. */
  readonly isOut: (day: number) => boolean;
}

/** A key with its number, under the name that the query gives it. */
export type RankedKey = Readonly<Record<string, string | number>>;

/**
 * Ranks keys by rows that are kept outside the engine: same sums in the same order as its statement, without planning one, hashing
 * keys and sorting all of them.
 *
 * @param parts Rows of different days.
 * @returns Null where the engine has to do it: a column is not kept as numbers, or days of one part lie between those of another.
 */
export function rankKeys(
  parts: readonly KeptRows[],
  window: Pick<DailyRead, "from" | "to">,
  ranked: RankedRead,
): RankedKey[] | null {
  const days = { from: dayNumber(window.from), to: dayNumber(window.to) };
  const read = parts.map((part) => partOf(part, days, ranked));
  const inOrder = read.filter((part) => part !== null).filter(({ last }) => last >= 0);
  inOrder.sort((a, b) => a.first - b.first);
  if (read.includes(null) || inOrder.some((part, at) => part.first <= (inOrder[at - 1]?.last ?? -1))) return null;
  // The keys of the largest part keep their numbers, which are in the order of keys; further keys get numbers behind them.
  const [base] = [...inOrder].sort((a, b) => b.keyed.keys.length - a.keyed.keys.length);
  if (base === undefined) return [];
  const numbers = new KeyNumbers(base.keyed);
  const numbered = inOrder.map((part) => ({ part, numbers: part === base ? null : numbers.of(part.keyed) }));
  const sums = takeSums(numbers.count, ranked.sums.length);
  try {
    for (const { part, numbers: own } of numbered) {
      if (part.rows > MANY_ROWS_PER_KEY * part.keyed.keys.length) addByKey(sums, part, own);
      else addByDay(sums, part, own);
    }
    return hottest(sums, ranked, numbers);
  } finally {
    leaveSums(sums);
  }
}

/** One part, ready to be added. */
interface ReadPart {
  readonly keyed: ResidentKeys;
  /** The names of the columns that are added, and their numbers. */
  readonly names: readonly string[];
  readonly columns: readonly (ArrayLike<number> | number)[];
  /** Which of its days count, from its first one on. */
  readonly counts: Uint8Array;
  /** The first and the last day that counts, as numbers since 1970; −1 where none does. */
  readonly first: number;
  readonly last: number;
  /** How many rows the days that count have. */
  readonly rows: number;
  /** Whether every row from the first to the last day counts. */
  readonly isWhole: boolean;
  /** Which rows count; null for all. */
  readonly isOne: ((row: number) => boolean) | null;
}

function partOf(
  { keyed, isOut }: KeptRows,
  { from, to }: { readonly from: number; readonly to: number },
  { sums, only }: RankedRead,
): ReadPart | null {
  const found = sums.map((name) => keyed.numbersOf(name));
  const columns = found.filter((column) => column !== null);
  if (columns.length < found.length || (only !== null && !keyed.has([only.column]))) return null;
  const valueOf = only === null ? null : keyed.valueIn(only.column);
  const isOne = valueOf === null ? null : (row: number) => valueOf(row) === only?.value;
  const { firstDay, starts } = keyed.byDay;
  const counts = new Uint8Array(starts.length - 1);
  let [first, last, rows, isWhole] = [-1, -1, 0, isOne === null];
  let hasHole = false;
  const end = Math.min(to, firstDay + counts.length - 1);
  for (let day = Math.max(from, firstDay); day <= end; day += 1) {
    const ofDay = (starts[day - firstDay + 1] ?? 0) - (starts[day - firstDay] ?? 0);
    if (ofDay === 0) continue;
    if (isOut(day)) {
      hasHole = first >= 0;
      continue;
    }
    // Days that are left out at the end are no hole.
    if (hasHole) isWhole = false;
    counts[day - firstDay] = 1;
    if (first < 0) first = day;
    last = day;
    rows += ofDay;
  }
  return { keyed, names: sums, columns, counts, first, last, rows, isWhole, isOne };
}

/** Numbers for the keys of several parts. */
class KeyNumbers {
  readonly #base: ResidentKeys;
  readonly #more = new Map<string, number>();
  readonly #moreKeys: string[] = [];

  constructor(base: ResidentKeys) {
    this.#base = base;
  }

  /** How many there are. */
  get count(): number {
    return this.#base.keys.length + this.#moreKeys.length;
  }

  keyOf(number: number): string {
    return this.#base.keys[number] ?? this.#moreKeys[number - this.#base.keys.length] ?? "";
  }

  /** Whether a key stands before another one. */
  isBefore(a: number, b: number): boolean {
    const known = this.#base.keys.length;
    if (a < known && b < known) return a < b;
    return Buffer.compare(Buffer.from(this.keyOf(a)), Buffer.from(this.keyOf(b))) < 0;
  }

  /** The number of each key of a further part. */
  of(part: ResidentKeys): Uint32Array {
    return Uint32Array.from(part.keys, (key) => {
      const known = this.#base.indexOf(key) ?? this.#more.get(key);
      if (known !== undefined) return known;
      const next = this.count;
      this.#more.set(key, next);
      this.#moreKeys.push(key);
      return next;
    });
  }
}

/** Sums by the numbers of keys. */
interface KeySums {
  /** How many there are for each key. */
  readonly width: number;
  /** Those of a key side by side, since they are read and written together; 0 where a key is not seen. */
  readonly sums: Float64Array;
  readonly isSeen: Uint8Array;
  /** The numbers of the keys that have a row. */
  readonly seen: Uint32Array;
  count: number;
}

/** Used again by every ranking, and left with zeros: made anew, they would be megabytes of garbage for each. */
let spare: KeySums = {
  width: 0,
  sums: new Float64Array(),
  isSeen: new Uint8Array(),
  seen: new Uint32Array(),
  count: 0,
};

function takeSums(keys: number, width: number): KeySums {
  const size = Math.max(keys, spare.isSeen.length);
  if (size > spare.isSeen.length || size * width > spare.sums.length)
    spare = {
      width,
      sums: new Float64Array(size * width),
      isSeen: new Uint8Array(size),
      seen: new Uint32Array(size),
      count: 0,
    };
  return spare.width === width ? spare : (spare = { ...spare, width });
}

function leaveSums(sums: KeySums): void {
  const { width, seen, isSeen, sums: values } = sums;
  for (let at = 0; at < sums.count; at += 1) {
    const number = seen[at] ?? 0;
    isSeen[number] = 0;
    for (let place = number * width, end = place + width; place < end; place += 1) values[place] = 0;
  }
  sums.count = 0;
}

function see(sums: KeySums, number: number): void {
  if (sums.isSeen[number] === 1) return;
  sums.isSeen[number] = 1;
  sums.seen[sums.count] = number;
  sums.count += 1;
}

/** Adds the rows of the days that count, one day after the other. */
function addByDay(sums: KeySums, { keyed, names, counts, isOne }: ReadPart, numbers: Uint32Array | null): void {
  const { rows, keys, starts } = keyed.byDay;
  const { width, sums: into } = sums;
  const ofDay = dayValuesOf(keyed);
  for (const [day, isCounted] of counts.entries()) {
    if (isCounted === 0) continue;
    const [start, end] = [starts[day] ?? 0, starts[day + 1] ?? 0];
    const values = ofDay.of(day, names);
    for (let at = start, from = 0; at < end; at += 1, from += width) {
      if (isOne !== null && !isOne(rows[at] ?? 0)) continue;
      const key = keys[at] ?? 0;
      const number = numbers === null ? key : (numbers[key] ?? 0);
      see(sums, number);
      const place = number * width;
      for (let column = 0; column < width; column += 1)
        into[place + column] = (into[place + column] ?? 0) + (values[from + column] ?? 0);
    }
  }
}

/** Adds the same rows one key after the other, those of a key in the order of days. */
function addByKey(sums: KeySums, part: ReadPart, numbers: Uint32Array | null): void {
  const {
    days,
    ends,
    byDay: { firstDay },
  } = part.keyed;
  const isCounted = (row: number) =>
    part.isWhole || (part.counts[(days[row] ?? 0) - firstDay] === 1 && (part.isOne === null || part.isOne(row)));
  let start = 0;
  for (let key = 0; key < ends.length; key += 1) {
    const end = ends[key] ?? 0;
    const from = firstAt(days, start, end, part.first);
    const to = firstAt(days, from, end, part.last + 1);
    start = end;
    if (from === to) continue;
    const number = numbers === null ? key : (numbers[key] ?? 0);
    if (part.isWhole) see(sums, number);
    else {
      let row = from;
      while (row < to && !isCounted(row)) row += 1;
      if (row === to) continue;
      see(sums, number);
    }
    for (let column = 0; column < part.columns.length; column += 1) {
      const [place, values] = [number * sums.width + column, part.columns[column]];
      if (values === undefined) continue;
      let total = sums.sums[place] ?? 0;
      if (!part.isWhole) {
        for (let row = from; row < to; row += 1)
          if (isCounted(row)) total += typeof values === "number" ? values : (values[row] ?? 0);
      } else if (typeof values === "number") for (let row = from; row < to; row += 1) total += values;
      else for (let row = from; row < to; row += 1) total += values[row] ?? 0;
      sums.sums[place] = total;
    }
  }
}

/** A page of the keys: the best so far in a heap with the worst of them on top, so that most keys cost one comparison. */
function hottest(
  sums: KeySums,
  { numberOf, sums: columns, name, offset, limit }: RankedRead,
  keys: KeyNumbers,
): RankedKey[] {
  const size = offset + limit;
  const isBefore = (a: Ranked, b: Ranked) =>
    a.value === b.value ? keys.isBefore(a.number, b.number) : a.value > b.value;
  const heap = new WorstFirst(isBefore);
  const of = new Float64Array(columns.length);
  const { sums: values, seen } = sums;
  for (let at = 0; at < sums.count; at += 1) {
    const number = seen[at] ?? 0;
    const place = number * of.length;
    for (let column = 0; column < of.length; column += 1) of[column] = values[place + column] ?? 0;
    const value = numberOf(of);
    if (heap.size < size) heap.add({ number, value });
    else if (heap.worst !== undefined && value >= heap.worst.value && isBefore({ number, value }, heap.worst))
      heap.replaceWorst({ number, value });
  }
  const page = heap.bestFirst().slice(offset);
  return page.map(({ number, value }) => ({ key: keys.keyOf(number), [name]: value }));
}
