import type { UtcDay } from "@market-sentiment/core";
import type { Direction } from "./event-kinds.js";

/** Subject of a market. */
export type QuestionKind = "up_down" | "close_above" | "hit_high" | "hit_low" | "earnings" | "other";

/** A market of the sample world, before conversion to the wire format. */
export interface SampleMarketPlan {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly asset: string;
  readonly question: string;
  readonly eventTitle: string;
  readonly eventId: string;
  readonly outcomes: readonly [string, string];
  readonly strike: number | null;
  /** Rung of a ladder. */
  readonly rung: number | null;
  readonly rungTitle: string | null;
  readonly createdAt: number;
  readonly endsAt: number;
  /** Closing time; after the end while resolution is pending. */
  readonly closesAt: number;
  /** Index of the outcome that wins; null for a void. */
  readonly winner: 0 | 1 | null;
  /** What the first outcome means for the asset. */
  readonly polarity: Direction;
  /** Relative interest of traders. */
  readonly popularity: number;
  readonly firstDay: UtcDay;
  readonly lastDay: UtcDay;
}

/** A trade in the data service's format. */
export interface TradeRecord {
  readonly proxyWallet: string;
  readonly side: "BUY" | "SELL";
  readonly asset: string;
  readonly conditionId: string;
  readonly size: number;
  readonly price: number;
  readonly timestamp: number;
  readonly title: string;
  readonly slug: string;
  readonly icon: string;
  readonly eventSlug: string;
  readonly outcome: string;
  readonly outcomeIndex: number;
  readonly name: string;
  readonly pseudonym: string;
  readonly transactionHash: string;
}

/** A market in the catalogue's format at one moment. */
export interface GammaMarketRecord {
  readonly id: string;
  readonly question: string;
  readonly conditionId: string;
  readonly questionID: string;
  readonly slug: string;
  readonly description: string;
  readonly resolutionSource: string;
  readonly outcomes: string;
  readonly outcomePrices: string;
  readonly clobTokenIds: string;
  readonly liquidity: string;
  readonly liquidityNum: number;
  readonly volume: string;
  readonly volumeNum: number;
  readonly volume24hr: number;
  readonly bestBid: number;
  readonly bestAsk: number;
  readonly lastTradePrice: number;
  readonly spread: number;
  readonly oneDayPriceChange: number;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly restricted: boolean;
  readonly acceptingOrders: boolean;
  readonly enableOrderBook: boolean;
  readonly negRisk: boolean;
  readonly startDate: string;
  readonly endDate: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly startDateIso: string;
  readonly endDateIso: string;
  readonly closedTime?: string;
  readonly umaResolutionStatus?: string;
  readonly groupItemTitle: string;
  readonly groupItemThreshold: string;
  readonly orderPriceMinTickSize: number;
  readonly orderMinSize: number;
  readonly competitive: number;
  readonly events: readonly {
    readonly id: string;
    readonly ticker: string;
    readonly slug: string;
    readonly title: string;
  }[];
}

/** An order book in the order service's format. */
export interface OrderBookRecord {
  readonly market: string;
  readonly asset_id: string;
  readonly timestamp: string;
  readonly hash: string;
  readonly bids: readonly { readonly price: string; readonly size: string }[];
  readonly asks: readonly { readonly price: string; readonly size: string }[];
  readonly min_order_size: string;
  readonly neg_risk: boolean;
  readonly tick_size: string;
}

/** A price of the underlying share. */
export interface SharePriceRecord {
  readonly ticker: string;
  readonly price: number;
  readonly observed_at: string;
}
