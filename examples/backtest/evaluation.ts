import { type Mean, meanOf, meanOverDays, rankCorrelation, seeded, shuffled } from "./statistics.js";

/** One asset on one UTC day, as a panel has it. */
export interface PanelRow {
  readonly date: string;
  readonly ticker: string;
  readonly buzz_score: number | null;
  readonly sentiment_score: number | null;
  readonly mentions: number | null;
  readonly coverage: number | null;
  readonly revision: number;
}

/** Closing prices by day, then ticker. */
export type Closes = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Trading days for which an asset is held. */
export const HORIZONS = [1, 2, 5, 10, 20] as const;
/** Days of the holding for quintiles and the placebo. */
const HELD_DAYS = 5;
/** Fewest assets that are ranked on a day, and that are split in five. */
const [LEAST_RANKED, LEAST_SPLIT] = [5, 10];
const QUINTILES = 5;
/** A day's buzz is an event when it lies three deviations above the asset's last 20 days, of which at least 10 are known. */
const [EVENT_Z, BEFORE_DAYS, LEAST_BEFORE, LEAST_DEVIATION] = [3, 20, 10, 1];
/** Calendar days after an event in which the same asset has no second one. */
const QUIET_DAYS = 5;
/** Trading days around an event. */
const [EVENT_FROM, EVENT_TO] = [-5, 10];
const SHUFFLES = 200;

/** What a signal was worth. */
export interface Evaluation {
  /** Rank correlation of the signal with forward returns, by holding period. */
  readonly rank_correlation: Readonly<Record<string, Mean>>;
  /** Mean forward return of each fifth of the assets, from the lowest signal to the highest, and of the highest less the lowest. */
  readonly quintiles: { readonly means: readonly (number | null)[]; readonly spread: Mean };
  /** Share of the highest and of the lowest fifth that was not in it the day before. */
  readonly turnover: { readonly top: number | null; readonly bottom: number | null };
  readonly events: {
    readonly count: number;
    /** Mean sum of abnormal returns from five days before an event on, by day. */
    readonly path: readonly { readonly day: number; readonly cumulative: number }[];
    /** Of the ten days after it. */
    readonly after: Mean;
  };
  /** Share of 200 shuffles of the days whose rank correlation is as far from zero. */
  readonly placebo: { readonly share: number | null; readonly shuffles: number };
}

/** What a panel is made of, and what was changed of it later. */
export interface PanelFacts {
  readonly rows: number;
  /** Rows with a text. */
  readonly spoken: number;
  readonly mean_coverage: number | null;
  /** Days of which less than 95 % was seen, or nothing is known. */
  readonly partly_seen_days: number;
  /** Of the rows that are spoken of then or now: how many have another count or sentiment now. */
  readonly revised_rows: number;
  readonly revised_share: number | null;
  readonly mean_sentiment_change: number | null;
  readonly revised_days: number;
}

/** Results with what was known on each day, and with what is known now. */
export interface Results {
  readonly panel: PanelFacts;
  readonly known: Evaluation;
  readonly hindsight: Evaluation;
}

/** Everything that both scripts compute. */
export function evaluate(known: readonly PanelRow[], hindsight: readonly PanelRow[], closes: Closes): Results {
  return {
    panel: panelFacts(known, hindsight),
    known: evaluation(known, closes),
    hindsight: evaluation(hindsight, closes),
  };
}

function panelFacts(known: readonly PanelRow[], hindsight: readonly PanelRow[]): PanelFacts {
  const before = new Map(known.map((row) => [`${row.date} ${row.ticker}`, row]));
  const pairs = hindsight.flatMap((now) => {
    const then = before.get(`${now.date} ${now.ticker}`);
    return then !== undefined && ((then.mentions ?? 0) > 0 || (now.mentions ?? 0) > 0) ? [[then, now] as const] : [];
  });
  const revised = pairs.filter(
    ([then, now]) => then.mentions !== now.mentions || then.sentiment_score !== now.sentiment_score,
  );
  const changes = pairs.flatMap(([{ sentiment_score: a }, { sentiment_score: b }]) =>
    a === null || b === null ? [] : [Math.abs(b - a)],
  );
  const days = new Map(hindsight.map((row) => [row.date, row]));
  return {
    rows: hindsight.length,
    spoken: hindsight.filter(({ mentions }) => (mentions ?? 0) > 0).length,
    mean_coverage: meanOf([...days.values()].flatMap(({ coverage }) => (coverage === null ? [] : [coverage]))),
    partly_seen_days: [...days.values()].filter(({ coverage }) => (coverage ?? 0) < 0.95).length,
    revised_rows: revised.length,
    revised_share: pairs.length === 0 ? null : revised.length / pairs.length,
    mean_sentiment_change: meanOf(changes),
    revised_days: [...days.values()].filter(({ revision }) => revision > 0).length,
  };
}

function evaluation(rows: readonly PanelRow[], closes: Closes): Evaluation {
  const prices = new Prices(closes);
  const signals = new Map<string, (readonly [ticker: string, signal: number])[]>();
  for (const { date, ticker, sentiment_score, mentions } of rows) {
    if (!closes.has(date) || sentiment_score === null || (mentions ?? 0) < 1) continue;
    signals.set(date, [...(signals.get(date) ?? []), [ticker, sentiment_score]]);
  }
  const days = [...signals].sort(([a], [b]) => (a < b ? -1 : 1));
  const correlations = (horizon: number, dayOf = (at: number) => days[at]?.[0] ?? "") =>
    days.flatMap(([, assets], at) => {
      const pairs = assets.flatMap(([ticker, signal]) => {
        const earned = prices.forward(ticker, dayOf(at), horizon);
        return earned === null ? [] : [[signal, earned] as const];
      });
      const correlation = pairs.length < LEAST_RANKED ? null : rankCorrelation(pairs);
      return correlation === null ? [] : [correlation];
    });
  const held = meanOverDays(correlations(HELD_DAYS), HELD_DAYS);
  const random = seeded(1);
  let asFar = 0;
  for (let round = 0; round < SHUFFLES && held.mean !== null; round += 1) {
    const order = shuffled(days.length, random);
    const mean = meanOf(correlations(HELD_DAYS, (at) => days[order[at] ?? 0]?.[0] ?? ""));
    if (mean !== null && Math.abs(mean) >= Math.abs(held.mean)) asFar += 1;
  }
  return {
    rank_correlation: Object.fromEntries(
      HORIZONS.map((horizon) => [String(horizon), meanOverDays(correlations(horizon), horizon)]),
    ),
    ...split(days, prices),
    events: eventStudy(rows, prices),
    placebo: { share: held.mean === null ? null : (1 + asFar) / (1 + SHUFFLES), shuffles: SHUFFLES },
  };
}

/** Fifths of the assets by their signal, equal ones by ticker. */
function fifths(assets: readonly (readonly [string, number])[]): string[][] {
  const groups: string[][] = Array.from({ length: QUINTILES }, () => []);
  const sorted = [...assets].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
  for (const [at, [ticker]] of sorted.entries()) groups[Math.floor((QUINTILES * at) / sorted.length)]?.push(ticker);
  return groups;
}

function split(
  days: readonly (readonly [string, readonly (readonly [string, number])[]])[],
  prices: Prices,
): Pick<Evaluation, "quintiles" | "turnover"> {
  const means: number[][] = Array.from({ length: QUINTILES }, () => []);
  const spreads: number[] = [];
  const changed = { top: [] as number[], bottom: [] as number[] };
  let before: string[][] | null = null;
  for (const [day, assets] of days) {
    if (assets.length < LEAST_SPLIT) continue;
    const groups = fifths(assets);
    if (before !== null)
      for (const [end, at] of [
        ["bottom", 0],
        ["top", QUINTILES - 1],
      ] as const) {
        const [own = [], last = []] = [groups[at], before[at]];
        changed[end].push(own.filter((ticker) => !last.includes(ticker)).length / own.length);
      }
    before = groups;
    const earned = groups.map((tickers) =>
      meanOf(
        tickers.flatMap((ticker) => {
          const value = prices.forward(ticker, day, HELD_DAYS);
          return value === null ? [] : [value];
        }),
      ),
    );
    for (const [at, value] of earned.entries()) if (value !== null) means[at]?.push(value);
    const [low, high] = [earned[0] ?? null, earned[QUINTILES - 1] ?? null];
    if (low !== null && high !== null) spreads.push(high - low);
  }
  return {
    quintiles: { means: means.map((values) => meanOf(values)), spread: meanOverDays(spreads, HELD_DAYS) },
    turnover: { top: meanOf(changed.top), bottom: meanOf(changed.bottom) },
  };
}

function eventStudy(rows: readonly PanelRow[], prices: Prices): Evaluation["events"] {
  const series = new Map<string, PanelRow[]>();
  for (const row of rows) series.set(row.ticker, [...(series.get(row.ticker) ?? []), row]);
  const paths: number[][] = [];
  for (const [ticker, own] of [...series].sort(([a], [b]) => (a < b ? -1 : 1))) {
    own.sort((a, b) => (a.date < b.date ? -1 : 1));
    let quietUntil = -1;
    for (const [at, { date, buzz_score }] of own.entries()) {
      if (buzz_score === null || at <= quietUntil) continue;
      const before = own
        .slice(Math.max(0, at - BEFORE_DAYS), at)
        .flatMap((row) => (row.buzz_score === null ? [] : [row.buzz_score]));
      const mean = meanOf(before);
      if (mean === null || before.length < LEAST_BEFORE) continue;
      const deviation = Math.sqrt(meanOf(before.map((value) => (value - mean) ** 2)) ?? 0);
      if ((buzz_score - mean) / Math.max(deviation, LEAST_DEVIATION) < EVENT_Z) continue;
      quietUntil = at + QUIET_DAYS;
      const path = prices.abnormal(ticker, date, EVENT_FROM, EVENT_TO);
      if (path !== null) paths.push(path);
    }
  }
  const after = paths.map((path) => path.slice(1 - EVENT_FROM).reduce((sum, value) => sum + value, 0));
  let cumulative = 0;
  const days = paths.length === 0 ? [] : Array.from({ length: EVENT_TO - EVENT_FROM + 1 }, (_, at) => at);
  return {
    count: paths.length,
    path: days.map((at) => {
      cumulative += meanOf(paths.map((path) => path[at] ?? 0)) ?? 0;
      return { day: at + EVENT_FROM, cumulative };
    }),
    after: meanOverDays(after),
  };
}

/** Returns over trading days. */
class Prices {
  readonly #closes: Closes;
  readonly #days: readonly string[];
  readonly #at: ReadonlyMap<string, number>;
  readonly #market = new Map<number, number | null>();

  constructor(closes: Closes) {
    this.#closes = closes;
    this.#days = [...closes.keys()].sort();
    this.#at = new Map(this.#days.map((day, at) => [day, at]));
  }

  /**
   * Return of an asset that is bought at the first close after the day is over, and held: what is known at the end of a UTC day cannot
   * be traded at that day's close.
   */
  forward(ticker: string, day: string, horizon: number): number | null {
    const at = this.#at.get(day);
    return at === undefined ? null : this.#return(ticker, at + 1, at + 1 + horizon);
  }

  /** Returns less those of the mean asset, on each trading day around the first one from a day on; null where one is missing. */
  abnormal(ticker: string, day: string, from: number, to: number): number[] | null {
    const at = this.#days.findIndex((trading) => trading >= day);
    if (at < 0) return null;
    const path: number[] = [];
    for (let step = from; step <= to; step += 1) {
      const [own, mean] = [this.#return(ticker, at + step - 1, at + step), this.#marketReturn(at + step)];
      if (own === null || mean === null) return null;
      path.push(own - mean);
    }
    return path;
  }

  #marketReturn(at: number): number | null {
    const known = this.#market.get(at);
    if (known !== undefined) return known;
    const tickers = [...(this.#closes.get(this.#days[at] ?? "")?.keys() ?? [])].sort();
    const mean = meanOf(
      tickers.flatMap((ticker) => {
        const value = this.#return(ticker, at - 1, at);
        return value === null ? [] : [value];
      }),
    );
    this.#market.set(at, mean);
    return mean;
  }

  #return(ticker: string, from: number, to: number): number | null {
    const close = (at: number) => this.#closes.get(this.#days[at] ?? "")?.get(ticker);
    const [bought, sold] = [close(from), close(to)];
    return bought === undefined || sold === undefined || bought <= 0 ? null : sold / bought - 1;
  }
}
