import { RefusedValue } from "../record-fault.js";
import type { MarketObservation } from "./market-connector.js";
import {
  checkedPrice,
  firstTime,
  idAt,
  numberAt,
  pastTime,
  type RawRecord,
  requiredId,
  requiredText,
  textAt,
} from "./market-values.js";

/** Identity of a market: its ticker is unique at the source only. */
const marketKey = (ticker: string) => `kalshi:${ticker}`;

/** A price in dollars under its new name, else in cents under the old one. */
function price(record: RawRecord, name: string): number | null {
  const dollars = numberAt(record, `${name}_dollars`);
  const cents = dollars === null ? numberAt(record, name) : null;
  return checkedPrice(dollars ?? (cents === null ? null : cents / 100), name);
}

/** A count of contracts under its new name, else under the old one. */
function contracts(record: RawRecord, name: string): number | null {
  return numberAt(record, `${name}_fp`) ?? numberAt(record, name);
}

/** Dollars under the new name, else cents under the old one. */
function dollars(record: RawRecord, name: string): number | null {
  const old = numberAt(record, name);
  return numberAt(record, `${name}_dollars`) ?? (old === null ? null : old / 100);
}

/** A market of the exchange, with its book and state. Prices of `yes`. */
export function kalshiMarket(record: RawRecord, nowMs: number): MarketObservation[] {
  const conditionId = marketKey(requiredId(record, "ticker"));
  const observedMs = pastTime(record, ["fetched_at", "updated_time", "created_time", "open_time"], nowMs);
  const status = textAt(record, "status") ?? "active";
  const closed = ["settled", "finalized", "determined"].includes(status);
  const subTitle = textAt(record, "yes_sub_title");
  const title = requiredText(record, "title");
  const bid = price(record, "yes_bid");
  const ask = price(record, "yes_ask");
  const hasBook = !closed && bid !== null && ask !== null && !(bid <= 0 && ask >= 1) && ask >= bid && ask > 0;
  const last = price(record, "last_price");
  const traded = contracts(record, "volume_24h");
  return [
    {
      kind: "market",
      conditionId,
      question: withStrike(title, record),
      outcomes: ["Yes", "No"],
      slug: null,
      eventId: idAt(record, "event_ticker"),
      eventTitle: null,
      rung: subTitle ?? "",
      tokens: [],
      hint: null,
      createdMs: firstTime(record, ["open_time", "created_time"]),
      endMs: firstTime(record, ["close_time", "expected_expiration_time", "expiration_time"]),
      closedMs: closed ? (firstTime(record, ["settlement_time", "close_time"]) ?? observedMs) : null,
      active: status === "active" || status === "open" || closed,
      closed,
      acceptingOrders: status === "active" || status === "open",
      catalogued: true,
      observedMs,
    },
    {
      kind: "prices",
      conditionId,
      observedMs,
      firstPrice: hasBook ? (bid + ask) / 2 : last,
      secondPrice: hasBook ? 1 - (bid + ask) / 2 : last === null ? null : 1 - last,
      bid: hasBook ? bid : null,
      ask: hasBook ? ask : null,
      lastPrice: last,
      liquidity: dollars(record, "liquidity"),
      volume24h: traded === null ? null : traded * (last ?? 0.5),
      closed,
      token: null,
    },
  ];
}

/** The strike has fields of its own, but a question is read as one text. */
function withStrike(title: string, record: RawRecord): string {
  if (/\$\s?\d/.test(title)) return title;
  const floor = numberAt(record, "floor_strike");
  const cap = numberAt(record, "cap_strike");
  switch (textAt(record, "strike_type")) {
    case "greater":
    case "greater_or_equal":
      return floor === null ? title : `${title} Will it close above $${floor}?`;
    case "less":
    case "less_or_equal":
      return cap === null ? title : `${title} Will it close below $${cap}?`;
    case "between":
      return floor === null || cap === null ? title : `${title} Will it close between $${floor} and $${cap}?`;
    default:
      return title;
  }
}

/** A fill. The exchange does not say who traded. */
export function kalshiTrade(record: RawRecord, nowMs: number): MarketObservation[] {
  const taker = (textAt(record, "taker_outcome_side") ?? textAt(record, "taker_side"))?.toLowerCase() ?? null;
  const outcomeIndex = taker === "yes" ? 0 : taker === "no" ? 1 : null;
  const yes = price(record, "yes_price");
  const no = price(record, "no_price");
  const paid = outcomeIndex === 1 ? (no ?? (yes === null ? null : 1 - yes)) : (yes ?? (no === null ? null : 1 - no));
  const size = contracts(record, "count");
  if (paid === null) throw new RefusedValue("missing_field", "yes_price_dollars is missing or empty");
  if (size === null) throw new RefusedValue("missing_field", "count_fp is missing or empty");
  return [
    {
      kind: "trade",
      conditionId: marketKey(requiredId(record, "ticker")),
      identity: `kalshi:${requiredId(record, "trade_id")}`,
      hasOwnId: true,
      tradedMs: pastTime(record, ["created_time"], nowMs),
      wallet: null,
      // Every taker of this exchange buys one of the two sides.
      side: outcomeIndex === null ? null : "BUY",
      outcomeIndex: outcomeIndex ?? 0,
      size,
      price: paid,
    },
  ];
}
