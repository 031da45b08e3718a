import { oracleReference } from "./measure-oracle.js";
import type { StreamMarket, StreamReading, StreamTrade } from "./trading-stream.js";

/**
 * A second, slow implementation of the measures of a prediction market, written from the published formulas without
 * code of core: it reads all readings and fills for every question. Its markets are even bets without a view, and every
 * fill has its wallet.
 */
export interface TradingRow {
  readonly key: string;
  readonly trades: number;
  readonly volume: number;
  readonly wallets: number;
  readonly markets: number;
  readonly liquidity: number;
  readonly buzz: number;
  readonly sentiment: number | null;
  readonly bullish: number;
  readonly bearish: number;
}

interface DayMeasures {
  readonly trading: number;
  readonly traders: number;
  readonly money: number;
  readonly markets: number;
  readonly depth: number;
  readonly liquidity: number;
  readonly trades: number;
  readonly volume: number;
  readonly sum: number;
  readonly weight: number;
  readonly votes: readonly number[];
}

type Term = "trading" | "traders" | "money" | "markets" | "depth";
export type GroupOf = (subject: string) => string | null;

const weights: Readonly<Record<Term, number>> = { trading: 0.4, traders: 0.25, money: 0.15, markets: 0.1, depth: 0.1 };
const starts: Readonly<Record<Term, number>> = { trading: 20, traders: 15, money: 15, markets: 4, depth: 10 };
const terms = Object.keys(weights) as Term[];

const dayMs = 86_400_000;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayText = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);
const total = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

function grouped<Item>(items: readonly Item[], of: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(of(item), [...(groups.get(of(item)) ?? []), item]);
  return [...groups.values()];
}

/** The weight limit of an event, 40 % of the total after capping, found by bisection. */
function capOf(all: readonly number[]): number {
  const share = Math.max(0.4, 1 / all.length);
  const fits = (cap: number) => cap <= share * total(all, (weight) => Math.min(weight, cap)) + 1e-12;
  let [low, high] = [0, Math.max(...all)];
  if (fits(high)) return high;
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The oracle over one stream. */
export class TradingOracle {
  readonly #markets: readonly StreamMarket[];
  readonly #readings: readonly StreamReading[];
  readonly #trades: readonly StreamTrade[];
  readonly #firstDay: string;
  readonly #cache = new Map<string, DayMeasures | null>();

  constructor(stream: {
    readonly markets: readonly StreamMarket[];
    readonly readings: readonly StreamReading[];
    readonly trades: readonly StreamTrade[];
  }) {
    this.#markets = stream.markets;
    this.#readings = stream.readings;
    this.#trades = stream.trades;
    this.#firstDay = stream.readings.map(({ day }) => day).sort()[0] ?? "";
  }

  /** Keys with a trade in the window, hottest first. */
  ranking(level: string, groupOf: GroupOf, from: string, to: string): TradingRow[] {
    const inside = this.#trades.filter(({ day }) => day >= from && day <= to);
    const keys = new Set(inside.map(({ market }) => groupOf(market.subject)));
    return [...keys]
      .flatMap((key) => (key === null ? [] : [this.row(level, groupOf, key, from, to)]))
      .sort((a, b) => b.buzz - a.buzz || (a.key < b.key ? -1 : 1));
  }

  /** One key in the window. */
  row(level: string, groupOf: GroupOf, key: string, from: string, to: string): TradingRow {
    const length = dayNumber(to) - dayNumber(from) + 1;
    const days = this.#span(from, to).flatMap((day) => this.#day(level, groupOf, key, day) ?? []);
    const inside = (market: StreamMarket) => groupOf(market.subject) === key;
    const trades = this.#trades.filter(({ market, day }) => inside(market) && day >= from && day <= to);
    const weight = total(days, (day) => day.weight);
    const votes = days.flatMap((day) => day.votes);
    const share = (count: number) => (votes.length === 0 ? 0 : Math.round((100 * count) / votes.length));
    const bullish = share(votes.filter((score) => score > 0.05).length);
    const mean = Object.fromEntries(terms.map((term) => [term, total(days, (day) => day[term]) / length]));
    return {
      key,
      trades: trades.length,
      volume: total(trades, ({ usd }) => usd),
      wallets: new Set(trades.map(({ wallet }) => wallet)).size,
      markets: this.#markets.filter((market) => inside(market) && market.from <= to && market.to >= from).length,
      liquidity: days.length === 0 ? 0 : total(days, (day) => day.liquidity) / days.length,
      buzz: this.#buzz(level, groupOf, mean as Record<Term, number>, to),
      sentiment: weight > 0 ? total(days, (day) => day.sum) / weight : null,
      bullish,
      bearish: Math.min(share(votes.filter((score) => score < -0.05).length), 100 - bullish),
    };
  }

  /** Daily buzz of a key up to a day, oldest first. */
  history(level: string, groupOf: GroupOf, key: string, to: string, length: number): number[] {
    return this.#span(dayText(dayNumber(to) - length + 1), to).map(
      (day) => this.row(level, groupOf, key, day, day).buzz,
    );
  }

  #span(from: string, to: string): string[] {
    return Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, index) => dayText(dayNumber(from) + index));
  }

  /** Everything about one key and day; null when none of its markets was seen. */
  #day(level: string, groupOf: GroupOf, key: string, day: string): DayMeasures | null {
    const name = `${level} ${key} ${day}`;
    const known = this.#cache.get(name);
    if (known !== undefined) return known;
    const readings = this.#readings.filter(({ market, day: seen }) => seen === day && groupOf(market.subject) === key);
    const trades = this.#trades.filter(({ market, day: seen }) => seen === day && groupOf(market.subject) === key);
    const made = readings.length === 0 && trades.length === 0 ? null : measured(readings, trades);
    this.#cache.set(name, made);
    return made;
  }

  #buzz(level: string, groupOf: GroupOf, measures: Readonly<Record<Term, number>>, day: string): number {
    if (measures.trading <= 0) return 0;
    const m = this.#reference(level, groupOf, day);
    return 100 * total(terms, (term) => (weights[term] * measures[term]) / (measures[term] + m[term]));
  }

  #reference(level: string, groupOf: GroupOf, day: string): Readonly<Record<Term, number>> {
    const past = this.#span(dayText(dayNumber(day) - 90), dayText(dayNumber(day) - 1)).filter(
      (known) => known >= this.#firstDay,
    );
    const keys = [...new Set(this.#markets.map(({ subject }) => groupOf(subject)))].filter((key) => key !== null);
    const active = past.flatMap((known) =>
      keys
        .map((key) => this.#day(level, groupOf, key, known))
        .filter((found) => found !== null && found.trades > 0)
        .map((found) => ({ known, found: found as DayMeasures })),
    );
    const history = new Set(active.map(({ known }) => known)).size;
    return oracleReference<Term>(
      active.map(({ found }) => found),
      history,
      weights,
      starts,
    );
  }
}

function measured(readings: readonly StreamReading[], trades: readonly StreamTrade[]): DayMeasures {
  const wallets = grouped(trades, ({ wallet }) => wallet);
  const liquidity = total(readings, (reading) => reading.liquidity);
  const votes = grouped(readings, ({ market }) => market.event).map((rungs) => {
    const depth = total(rungs, (rung) => rung.liquidity);
    const mean = (of: (rung: StreamReading) => number) => total(rungs, (rung) => of(rung) * rung.liquidity) / depth;
    const ofEvent = trades.filter(({ market }) => market.event === rungs[0]?.market.event);
    const tight = mean(({ bid, ask }) => 1 - Math.min(1, (ask - bid) / 0.1));
    return {
      score: mean(({ bid, ask }) => Math.max(-1, Math.min(1, bid + ask - 1))),
      weight: ofEvent.length === 0 ? 0 : Math.sqrt(total(ofEvent, ({ usd }) => usd)) * tight,
    };
  });
  const heard = votes.filter(({ weight }) => weight > 0);
  const cap = heard.length === 0 ? 0 : capOf(heard.map(({ weight }) => weight));
  return {
    trading: total(wallets, (fills) => 1 + Math.log(fills.length)),
    traders: wallets.length,
    money: total(wallets, (fills) => Math.log(1 + total(fills, ({ usd }) => usd)) / Math.log(101)),
    markets: new Set(trades.map(({ market }) => market.id)).size,
    depth: Math.log(1 + liquidity),
    liquidity,
    trades: trades.length,
    volume: total(trades, ({ usd }) => usd),
    sum: total(heard, ({ score, weight }) => score * Math.min(weight, cap)),
    weight: total(heard, ({ weight }) => Math.min(weight, cap)),
    // A label is that of the score as it is shown.
    votes: votes.map(({ score }) => Math.round(score * 1000) / 1000),
  };
}
