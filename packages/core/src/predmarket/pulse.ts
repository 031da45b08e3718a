import { NEUTRAL_BAND } from "../metrics/polarity.js";
import { inTicks, SPREAD_LIMIT } from "./direction.js";

/** Moods that a pulse may have. */
export const pulseMoods = ["bullish", "bearish", "mixed", "event_driven", "illiquid", "unclear"] as const;

/** Why a pulse has its mood. The list is closed; codes are never renamed. */
export const pulseReasons = {
  directional_agreement: "Nearly all of the weight points one way.",
  opposing_market_signals: "Both directions carry at least a quarter of the directional weight.",
  balanced_odds: "The weighted score lies within ±0.05.",
  single_event: "All direction comes from one event.",
  event_questions_dominate: "Most trades are in questions without a direction for the share.",
  no_directional_markets: "No market of the period has a direction.",
  no_trades: "Nothing was traded in the period.",
  low_confidence: "Confidence is below 20.",
} as const;

/** Warnings about the data behind a pulse. The list is closed; codes are never renamed. */
export const pulseWarnings = {
  high_average_spread: "Bid and ask are on average more than 0.10 apart.",
  no_order_book: "No market has both a bid and an ask.",
  few_trades: "Fewer than 5 trades in the period.",
  low_directional_coverage: "Fewer than 30 % of the open markets have a direction.",
  missing_reference_price: "A price question could not be read because the share's price is not known.",
  incomplete_trades: "The retained trades do not cover the period.",
  stale_snapshot: "The newest snapshot is more than 24 hours older than the end of the period.",
  no_open_markets: "No market is open.",
} as const;

/** One of {@link pulseMoods}. */
export type PulseMood = (typeof pulseMoods)[number];
/** One of the codes of {@link pulseReasons}. */
export type PulseReason = keyof typeof pulseReasons;
/** One of the codes of {@link pulseWarnings}. */
export type PulseWarning = keyof typeof pulseWarnings;

/** One market of the period in its latest snapshot. */
export interface PulseMarket {
  readonly event: string;
  readonly isOpen: boolean;
  readonly score: number | null;
  /** Why it has no score: the share's price is missing. */
  readonly lacksReference: boolean;
  readonly liquidity: number;
  readonly spread: number | null;
  /** Trades in the latest UTC day of the period. */
  readonly tradesOfDay: number;
  /** Trades in the whole period. */
  readonly trades: number;
}

/** What a pulse is made from. */
export interface PulseInput {
  readonly markets: readonly PulseMarket[];
  /** Weighted score of the period; null without directional evidence. */
  readonly score: number | null;
  /** Newest snapshot of the period, ms since the epoch; null without. */
  readonly snapshotMs: number | null;
  /** End of the period, or now when it still runs. */
  readonly asOfMs: number;
  readonly tradesCovered: boolean;
}

/** Direction and confidence in short. Codes in the order of their lists. */
export interface Pulse {
  readonly mood: PulseMood;
  /** 0 to 100: coverage · min(1, trades/20) · (1 − spread/0.10). */
  readonly confidence: number;
  readonly thinData: boolean;
  readonly why: readonly PulseReason[];
  readonly warnings: readonly PulseWarning[];
  readonly evidence: {
    /** Shares of the open markets (of all markets of the period when none is open); null without markets. */
    readonly directionalCoverage: number | null;
    readonly tradedMarketShare: number | null;
    readonly zeroTradeMarketShare: number | null;
    /** Liquidity-weighted; null when no market has both bid and ask. */
    readonly averageSpread: number | null;
    readonly snapshotMs: number | null;
  };
}

/** Reads the pulse of an asset. Swapping bullish and bearish everywhere swaps the moods and changes nothing else. */
export function pulseOf(input: PulseInput): Pulse {
  const open = input.markets.filter(({ isOpen }) => isOpen);
  const looked = open.length > 0 ? open : input.markets;
  const share = (test: (market: PulseMarket) => boolean) =>
    looked.length === 0 ? null : looked.filter(test).length / looked.length;
  const coverage = share(({ score }) => score !== null);
  const averageSpread = spreadOfAll(looked);
  const trades = input.markets.reduce((sum, market) => sum + market.trades, 0);
  const tightness = averageSpread === null ? 0.5 : Math.max(0, 1 - averageSpread / SPREAD_LIMIT);
  const confidence = 100 * (coverage ?? 0) * Math.min(1, trades / 20) * tightness;
  const isWide = averageSpread !== null && inTicks(averageSpread) > inTicks(SPREAD_LIMIT);
  const isThin = trades < 5 || (coverage ?? 0) < 0.3 || isWide;
  const sides = sidesOf(input.markets);
  const events = new Set(
    input.markets.filter(({ score, trades }) => score !== null && trades > 0).map(({ event }) => event),
  );
  const undirected = input.markets.reduce((sum, market) => sum + (market.score === null ? market.trades : 0), 0);
  const isEventDriven = trades > 0 && undirected * 2 > trades;
  const isBalanced = input.score !== null && Math.abs(input.score) <= NEUTRAL_BAND;
  const isLow = confidence < 20;
  const why: Record<PulseReason, boolean> = {
    directional_agreement: input.score !== null && !isBalanced && sides.minority < 0.1,
    opposing_market_signals: sides.minority >= 0.25,
    balanced_odds: isBalanced,
    single_event: events.size === 1,
    event_questions_dominate: isEventDriven,
    no_directional_markets: input.markets.every(({ score }) => score === null),
    no_trades: trades === 0,
    low_confidence: isLow,
  };
  const warnings: Record<PulseWarning, boolean> = {
    high_average_spread: isWide,
    no_order_book: averageSpread === null,
    few_trades: trades < 5,
    low_directional_coverage: (coverage ?? 0) < 0.3,
    missing_reference_price: input.markets.some(({ lacksReference }) => lacksReference),
    incomplete_trades: !input.tradesCovered,
    stale_snapshot: input.snapshotMs !== null && input.asOfMs - input.snapshotMs > 86_400_000,
    no_open_markets: open.length === 0,
  };
  return {
    mood: moodOf({ isWide, isLow, isEventDriven, isMixed: isBalanced || sides.minority >= 0.25, score: input.score }),
    confidence,
    thinData: isThin,
    why: codesOf(pulseReasons, why),
    warnings: codesOf(pulseWarnings, warnings),
    evidence: {
      directionalCoverage: coverage,
      tradedMarketShare: share(({ tradesOfDay }) => tradesOfDay > 0),
      zeroTradeMarketShare: share(({ tradesOfDay }) => tradesOfDay === 0),
      averageSpread,
      snapshotMs: input.snapshotMs,
    },
  };
}

function moodOf(of: {
  isWide: boolean;
  isLow: boolean;
  isEventDriven: boolean;
  isMixed: boolean;
  score: number | null;
}): PulseMood {
  if (of.isWide) return "illiquid";
  if (of.score === null || of.isLow) return of.isEventDriven ? "event_driven" : "unclear";
  if (of.isMixed) return "mixed";
  return of.score > 0 ? "bullish" : "bearish";
}

/** Share of the weaker direction in the directional weight of traded markets, 0 to one half. */
function sidesOf(markets: readonly PulseMarket[]): { readonly minority: number } {
  const weightOf = (sign: number) =>
    markets.reduce((sum, { score, trades, liquidity }) => {
      const isSide = score !== null && score * sign > NEUTRAL_BAND && trades > 0;
      return sum + (isSide ? Math.abs(score) * Math.sqrt(1 + liquidity) : 0);
    }, 0);
  const [bulls, bears] = [weightOf(1), weightOf(-1)];
  return { minority: bulls + bears === 0 ? 0 : Math.min(bulls, bears) / (bulls + bears) };
}

function spreadOfAll(markets: readonly PulseMarket[]): number | null {
  const quoted = markets.filter(({ spread }) => spread !== null);
  const depth = quoted.reduce((sum, { liquidity }) => sum + Math.max(1, liquidity), 0);
  return quoted.length === 0
    ? null
    : quoted.reduce((sum, { spread, liquidity }) => sum + (spread ?? 0) * Math.max(1, liquidity), 0) / depth;
}

function codesOf<Code extends string>(
  list: Readonly<Record<Code, string>>,
  holds: Readonly<Record<Code, boolean>>,
): Code[] {
  return (Object.keys(list) as Code[]).filter((code) => holds[code]);
}
