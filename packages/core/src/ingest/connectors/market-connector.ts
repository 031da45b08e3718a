import type { RecordFault } from "../record.js";
import type { ConnectorContext, RecordField } from "./connector.js";

/** A market as a source described it at one moment. Absent facts are null; instants in ms since the epoch. */
export interface ObservedMarket {
  readonly kind: "market";
  readonly conditionId: string;
  readonly question: string;
  readonly outcomes: readonly string[];
  readonly slug: string | null;
  readonly eventId: string | null;
  readonly eventTitle: string | null;
  readonly rung: string;
  readonly tokens: readonly string[];
  /** Asset that the source named. */
  readonly hint: string | null;
  readonly createdMs: number | null;
  readonly endMs: number | null;
  readonly closedMs: number | null;
  readonly active: boolean;
  readonly closed: boolean;
  readonly acceptingOrders: boolean | null;
  /** False when only a trade named the market. */
  readonly catalogued: boolean;
  readonly observedMs: number;
}

/** Prices of a market at one moment, of the first outcome, 0 to 1. */
export interface ObservedPrices {
  readonly kind: "prices";
  readonly conditionId: string;
  readonly observedMs: number;
  readonly firstPrice: number | null;
  readonly secondPrice: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly lastPrice: number | null;
  readonly liquidity: number | null;
  readonly volume24h: number | null;
  readonly closed: boolean | null;
  /** Token of bid and ask, where it may not be the first. Prices of the second token are inverted. */
  readonly token: string | null;
}

/** One fill. */
export interface ObservedTrade {
  readonly kind: "trade";
  readonly conditionId: string;
  /** All fields that identify the fill. Fills that agree in all of them are numbered within the delivery. */
  readonly identity: string;
  /** Whether the identity is the source's own id. Then an equal one is the same fill. */
  readonly hasOwnId: boolean;
  readonly tradedMs: number;
  readonly wallet: string | null;
  readonly side: "BUY" | "SELL" | null;
  readonly outcomeIndex: number | null;
  readonly size: number;
  readonly price: number;
}

/** Price of a share. */
export interface ObservedSharePrice {
  readonly kind: "share_price";
  readonly asset: string;
  readonly observedMs: number;
  readonly price: number;
}

/** One fact that a market record tells: a market, its prices, a trade, or the price of its share. */
export type MarketObservation = ObservedMarket | ObservedPrices | ObservedTrade | ObservedSharePrice;

/** Result of a connector for one market record. A page holds many records, some of which may be unusable. */
export type NormalisedMarketRecord =
  | {
      /** Observations by record; a page holds many records. */
      readonly records: readonly (readonly MarketObservation[])[];
      /** Parts of the record that cannot be used; the rest is good. */
      readonly faults: readonly RecordFault[];
    }
  | RecordFault;

/** The pure half of a market source; see `Connector`. */
export interface MarketConnector {
  readonly title: string;
  readonly fields: readonly RecordField[];
  /** Gives observations, or a fault with its reason. May also throw `RefusedValue` for a value. */
  observe(record: Readonly<Record<string, unknown>>, context: ConnectorContext): NormalisedMarketRecord;
}
