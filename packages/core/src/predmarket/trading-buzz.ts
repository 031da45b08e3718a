import { saturation } from "../metrics/buzz.js";
import { blendedReference, calibration, REFERENCE_QUANTILES, referenceLevel } from "../metrics/buzz-reference.js";
import { meanQuantile } from "../metrics/quantile.js";

/** One trade for measuring attention: side, outcome and price do not matter. */
export interface AttentionTrade {
  readonly market: string;
  /** Null when the source does not say who traded. */
  readonly wallet: string | null;
  /** Money that changed hands, USD. */
  readonly usd: number;
}

/** The five measures of attention of an asset-day, or their mean per day over a window. All are 0 or more. */
export interface TradingMeasures {
  /** T: trades, damped per wallet (per market where wallets are not known). */
  readonly trading: number;
  /** U: distinct wallets; null where the retained trades do not tell. */
  readonly traders: number | null;
  /** V: money, damped per wallet; 1 is one wallet with 100 USD. */
  readonly money: number;
  /** K: markets traded. */
  readonly markets: number;
  /** L: ln(1 + liquidity in USD). */
  readonly depth: number;
}

/** m: the value of each measure that earns half of its points; all above 0. */
export type TradingReference = { readonly [Measure in keyof TradingMeasures]: number };

/** The formula as a table: weight of each measure, and the reference of a data set without a past. */
export const TRADING_TERMS = [
  { measure: "trading", weight: 0.4, start: 20 },
  { measure: "traders", weight: 0.25, start: 15 },
  { measure: "money", weight: 0.15, start: 15 },
  { measure: "markets", weight: 0.1, start: 4 },
  { measure: "depth", weight: 0.1, start: 10 },
] as const satisfies readonly { measure: keyof TradingMeasures; weight: number; start: number }[];

/** Reference of a data set that is too young to have its own. */
export const TRADING_REFERENCE_START: TradingReference = { trading: 20, traders: 15, money: 15, markets: 4, depth: 10 };

const buzzLimit = 100 - 2 ** -46;
const moneyUnit = Math.log(101);

/**
 * T, U, V and K of some trades. With complete wallets `T = Σ_wallets (1 + ln n)`, `V = Σ_wallets ln(1 + usd)/ln 101`, so a
 * wallet that trades with itself a thousand times adds 7.9; without, markets stand in: `T = Σ_markets ln(1 + n)`.
 */
export function tradingMeasures(
  trades: readonly AttentionTrade[],
  liquidity: number,
  walletsKnown: boolean,
): TradingMeasures {
  const groups = new Map<string, { count: number; usd: number }>();
  for (const { market, wallet, usd } of trades) {
    const key = walletsKnown ? (wallet ?? "") : market;
    const group = groups.get(key) ?? { count: 0, usd: 0 };
    group.count += 1;
    group.usd += Math.max(0, usd);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  const sum = (values: readonly number[]) =>
    Float64Array.from(values)
      .sort()
      .reduce((total, value) => total + value, 0);
  return {
    trading: sum(all.map(({ count }) => (walletsKnown ? 1 + Math.log(count) : Math.log1p(count)))),
    traders: walletsKnown ? all.length : null,
    money: sum(all.map(({ usd }) => Math.log1p(usd) / moneyUnit)),
    markets: new Set(trades.map(({ market }) => market)).size,
    depth: Math.log1p(Math.max(0, liquidity)),
  };
}

/**
 * Non-directional buzz in [0, 100): 0 exactly without a trade, else the weighted saturation of the five measures. Where
 * the number of traders is not known its term is dropped and the other weights are scaled up.
 */
export function tradingBuzz(measures: TradingMeasures, reference: TradingReference): number {
  if (measures.trading <= 0) return 0;
  let points = 0;
  let weights = 0;
  for (const { measure, weight } of TRADING_TERMS) {
    const value = measures[measure];
    if (value === null) continue;
    points += weight * saturation(value, reference[measure]);
    weights += weight;
  }
  return Math.min((100 * points) / weights, buzzLimit);
}

/**
 * m of one day, from the active asset-days of the 90 days before: the same rule as for mentions (`referenceOf`), with the
 * five measures of trading.
 */
export function tradingReference(samples: readonly TradingMeasures[], historyDays: number): TradingReference {
  const active = samples.filter(({ trading }) => trading > 0);
  const levels = referenceFrom(({ measure }) => {
    const known = active.map((sample) => sample[measure]).filter((value) => value !== null);
    return known.length === 0 ? null : referenceLevel(meanQuantile(known, REFERENCE_QUANTILES));
  });
  const divisors = referenceFrom(({ measure, start }) => levels[measure] ?? start);
  const busiest = meanQuantile(
    active.map((sample) => tradingBuzz(sample, divisors)),
    REFERENCE_QUANTILES,
  );
  const factor = calibration(busiest);
  return referenceFrom(({ measure, start }) => blendedReference(levels[measure], factor, start, historyDays));
}

/** One value for each measure of the formula. */
function referenceFrom<Value>(of: (term: (typeof TRADING_TERMS)[number]) => Value) {
  return Object.fromEntries(TRADING_TERMS.map((term) => [term.measure, of(term)])) as Record<
    keyof TradingMeasures,
    Value
  >;
}

/** Mean per day of summed measures; traders stay unknown when they are unknown on any day. */
export function meanTradingPerDay(sums: TradingMeasures, days: number): TradingMeasures {
  return {
    trading: sums.trading / days,
    traders: sums.traders === null ? null : sums.traders / days,
    money: sums.money / days,
    markets: sums.markets / days,
    depth: sums.depth / days,
  };
}
