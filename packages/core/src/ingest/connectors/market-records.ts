import type { RecordFault } from "../record.js";
import { orFault, RefusedValue } from "../record-fault.js";
import type { RecordField } from "./connector.js";
import { kalshiMarket, kalshiTrade } from "./kalshi.js";
import type { MarketConnector, MarketObservation } from "./market-connector.js";
import { marketsIn } from "./market-pages.js";
import { numberAt, pastTime, type RawRecord, requiredText } from "./market-values.js";
import { dataTrade, exportedMarket, gammaMarket, hourlyPrice, orderBook, priceHistory } from "./polymarket.js";

type Shape = readonly [
  has: (record: RawRecord) => boolean,
  read: (record: RawRecord, nowMs: number) => MarketObservation[],
];

const has = (record: RawRecord, ...names: readonly string[]) => names.every((name) => record[name] !== undefined);

/** Known record forms, recognised by their keys; the first that fits reads the record. */
const shapes: readonly Shape[] = [
  [(record) => has(record, "trade_id", "ticker"), kalshiTrade],
  [(record) => has(record, "ticker", "event_ticker"), kalshiMarket],
  [(record) => has(record, "asset_id") && (has(record, "bids") || has(record, "asks")), orderBook],
  [(record) => has(record, "conditionId", "size", "price"), dataTrade],
  [(record) => has(record, "prices_yes"), priceHistory],
  [(record) => has(record, "probability") && (has(record, "market_id") || has(record, "slug")), hourlyPrice],
  [(record) => has(record, "question") && (has(record, "market_id") || has(record, "resolved_at")), exportedMarket],
  [(record) => has(record, "question"), gammaMarket],
  [(record) => has(record, "ticker", "price"), sharePrice],
];

/** A price of the share itself: `ticker`, `price`, `observed_at`. */
function sharePrice(record: RawRecord, nowMs: number): MarketObservation[] {
  const price = numberAt(record, "price");
  if (price === null || price <= 0) throw new RefusedValue("invalid_field", "price is not above 0");
  const observedMs = pastTime(record, ["observed_at", "timestamp", "time", "date"], nowMs);
  return [{ kind: "share_price", asset: requiredText(record, "ticker").toUpperCase(), observedMs, price }];
}

const field = (name: string, description: string): RecordField => ({ name, columns: [], required: false, description });

/** Prediction-market records in the form of their services, mixed in any order. */
export const marketRecords: MarketConnector = {
  title: "Prediction-market records",
  fields: [
    field(
      "question",
      "A market: as the catalogue answers it, lists as text or as lists. Known by `conditionId`, else `id`, `slug`, its first token, or its words and `endDate`.",
    ),
    field("conditionId", "A trade: with `size`, `price`, `timestamp`, `proxyWallet`, `outcomeIndex`."),
    field("asset_id", "An order book: with `market`, `timestamp`, `bids`, `asks`."),
    field("prices_yes", "A history of prices of one market."),
    field("market_id", "A price (`probability`; `slug` will do too) or a market of a flat export."),
    field(
      "ticker",
      "A market or trade of an exchange with `event_ticker` or `trade_id`; a share's price with `price` and `observed_at`.",
    ),
  ],
  observe: (sent, { nowMs, columnMap }) => {
    const record = {
      ...sent,
      ...Object.fromEntries(Object.entries(columnMap).map(([name, column]) => [name, sent[column]])),
    };
    const page = marketsIn(record);
    const parts = page.records.map((part) => readPart(part, nowMs));
    return {
      records: parts.flatMap((part) => ("fault" in part ? [] : [part])),
      faults: [...page.faults, ...parts.flatMap((part) => ("fault" in part ? [part] : []))],
    };
  },
};

const nothingThere =
  "No market, trade, order book or price is in the record. A market has question; a trade conditionId, size and price; a book asset_id with bids or asks; a price market_id or slug with probability.";

/** Observations of one market, trade, book or history, or what is wrong with it. */
function readPart(record: RawRecord, nowMs: number): MarketObservation[] | RecordFault {
  const shape = shapes.find(([fits]) => fits(record));
  return shape === undefined
    ? { fault: "missing_field", message: nothingThere }
    : orFault(() => shape[1](record, nowMs));
}
