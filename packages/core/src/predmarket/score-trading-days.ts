import { BASELINE_WINDOW_DAYS } from "../metrics/market-buzz.js";
import { isProvisionalReference, REFERENCE_WINDOW_DAYS } from "../metrics/buzz-reference.js";
import { baselineOf, type MarketDay, marketBuzzAgainst, marketReference } from "../rollup/day-reference.js";
import { type DayOutcome, keptReference, referenceTakenAnew } from "../rollup/kept-reference.js";
import { addDays, type UtcDay } from "../time/utc-day.js";
import type { MarketDayRow, TradedDailyRow, TradedScope } from "./trading-day-rows.js";
import { tradingBuzz, type TradingMeasures, tradingReference } from "./trading-buzz.js";

/** `<day> <scope>`. */
export type DayScope = `${UtcDay} ${TradedScope}`;

/** One row of `traded_reference`; the buzz columns are null on the market and the other way round. */
export interface StoredTradedReference {
  readonly day: UtcDay;
  readonly scope: TradedScope;
  readonly trading: number | null;
  readonly traders: number | null;
  readonly money: number | null;
  readonly markets: number | null;
  readonly depth: number | null;
  readonly market_centre: number | null;
  readonly market_scale: number | null;
  readonly market_offset: number | null;
  readonly history_days: number;
  /** Null in rows of release 0.1.0. */
  readonly provisional: boolean | null;
  readonly frozen: boolean;
  readonly revision: number;
  /** Null in rows of release 0.1.0. */
  readonly revised: boolean | null;
  /** Null in rows of release 0.1.0. */
  readonly history: boolean | null;
}

/** What live sources say of the days before a day. */
export interface SeenBefore {
  /** Days left out of other days' references because too little of them was seen. */
  readonly missed: ReadonlySet<UtcDay>;
  /** Days that were seen: one of them without a row is a day without trade. */
  readonly seen: readonly UtcDay[];
}

const nothingSeen: SeenBefore = { missed: new Set(), seen: [] };

/** Levels with buzz references of their own. */
const buzzScopes = ["subject", "sector", "country"] as const;

/** The market level's activity in the terms of market-wide buzz: trades, wallets (else markets), USD. */
export function marketActivityOf(
  row: Pick<TradedDailyRow, "day" | "trade_count" | "traders" | "markets" | "volume">,
): MarketDay {
  return { day: row.day, mentions: row.trade_count, people: row.traders ?? row.markets, engagement: row.volume };
}

const noTrade = (day: UtcDay): MarketDay => ({ day, mentions: 0, people: 0, engagement: 0 });

/** Measures of a stored row. */
export function measuresOf(
  row: Pick<TradedDailyRow, "trading" | "traders" | "money" | "markets" | "depth">,
): TradingMeasures {
  return { trading: row.trading, traders: row.traders, money: row.money, markets: row.markets, depth: row.depth };
}

/**
 * Measures days against earlier ones, oldest first; `keptReference` says when a stored reference stays.
 *
 * @param of `history`: stored rows of other days.
 */
export function scoreDays(of: {
  readonly days: readonly UtcDay[];
  readonly markets: readonly MarketDayRow[];
  readonly daily: readonly TradedDailyRow[];
  readonly history: readonly TradedDailyRow[];
  readonly stored: ReadonlyMap<DayScope, StoredTradedReference>;
  /** What live sources say of the days before each day; nothing where there are none. */
  readonly seenBefore?: ReadonlyMap<UtcDay, SeenBefore>;
  /**
   * What the publication does with the days, and those whose rows changed; or today's date, to recompute all
   * references.
   */
  readonly outcome:
    (Omit<DayOutcome, "isChanged"> & { readonly changed: ReadonlySet<UtcDay> }) | { readonly takenAnew: UtcDay };
}): {
  readonly markets: MarketDayRow[];
  readonly daily: TradedDailyRow[];
  readonly references: StoredTradedReference[];
} {
  const references: StoredTradedReference[] = [];
  const all = [...of.history, ...of.daily];
  const byScope = new Map(
    buzzScopes.map((scope) => [scope, all.filter((row) => row.scope === scope && row.trade_count > 0)]),
  );
  const market = all.filter(({ scope }) => scope === "market").map(marketActivityOf);
  for (const day of of.days) {
    const { missed, seen } = of.seenBefore?.get(day) ?? nothingSeen;
    const keep = (fresh: StoredTradedReference) => {
      const stored = of.stored.get(`${day} ${fresh.scope}`);
      const { outcome } = of;
      references.push(
        "takenAnew" in outcome
          ? referenceTakenAnew(stored, fresh, { today: outcome.takenAnew, isSame: sameNumbers })
          : keptReference(stored, fresh, { ...outcome, isChanged: outcome.changed.has(day) }),
      );
    };
    for (const scope of buzzScopes) {
      const window = (byScope.get(scope) ?? []).filter(
        (row) => row.day < day && row.day >= addDays(day, -REFERENCE_WINDOW_DAYS) && !missed.has(row.day),
      );
      const historyDays = new Set(window.map((row) => row.day)).size;
      const reference = tradingReference(window.map(measuresOf), historyDays);
      const provisional = isProvisionalReference(historyDays, window.length);
      keep({ ...noMarket, day, scope, ...reference, history_days: historyDays, provisional });
    }
    const past = market.filter((row) => row.day < day && row.day >= addDays(day, -BASELINE_WINDOW_DAYS));
    const traded = new Set(past.map((row) => row.day));
    const silent = seen.filter((other) => !traded.has(other) && !missed.has(other));
    const baseline = marketReference(
      day,
      baselineOf(day, [...past.filter((row) => !missed.has(row.day)), ...silent.map(noTrade)]),
    );
    const { market_centre, market_scale, market_offset, history_days, provisional } = baseline;
    keep({ ...noMarket, day, scope: "market", market_centre, market_scale, market_offset, history_days, provisional });
  }
  const referenceOf = new Map(references.map((row) => [`${row.day} ${row.scope}`, row]));
  const buzzOf = (row: TradedDailyRow) => {
    const reference = referenceOf.get(`${row.day} ${row.scope}`);
    if (reference === undefined) return null;
    return row.scope === "market"
      ? marketBuzzAgainst(marketActivityOf(row), row.day, reference)
      : tradingBuzz(measuresOf(row), referenceValues(reference));
  };
  return {
    references,
    daily: of.daily.map((row) => ({ ...row, buzz: buzzOf(row) })),
    markets: of.markets.map((row) => {
      const reference = referenceOf.get(`${row.day} subject`);
      return { ...row, buzz: reference === undefined ? null : marketRowBuzz(row, reference) };
    }),
  };
}

/** Buzz of one market of an asset, against what asset-days are measured against. */
function marketRowBuzz(row: MarketDayRow, reference: StoredTradedReference): number {
  const measures = { ...row, markets: row.trade_count > 0 ? 1 : 0, depth: Math.log1p(row.liquidity) };
  return tradingBuzz(measures, referenceValues(reference));
}

const numbers = [
  "trading",
  "traders",
  "money",
  "markets",
  "depth",
  "market_centre",
  "market_scale",
  "market_offset",
  "history_days",
] as const;

function sameNumbers(stored: StoredTradedReference, row: StoredTradedReference): boolean {
  return numbers.every((name) => stored[name] === row[name]);
}

/** The buzz columns of a reference as numbers; 1 stands in where there are none. */
export function referenceValues(
  row: Pick<StoredTradedReference, "trading" | "traders" | "money" | "markets" | "depth">,
) {
  return {
    trading: row.trading ?? 1,
    traders: row.traders ?? 1,
    money: row.money ?? 1,
    markets: row.markets ?? 1,
    depth: row.depth ?? 1,
  };
}

const noMarket = {
  trading: null,
  traders: null,
  money: null,
  markets: null,
  depth: null,
  market_centre: null,
  market_scale: null,
  market_offset: null,
  provisional: false,
  frozen: false,
  revision: 0,
  revised: false,
  history: false,
} as const;
