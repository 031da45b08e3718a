import { objectsOf } from "../raw-values.js";
import { RefusedValue } from "../record-fault.js";
import { requiredIdentity, stateTime } from "./market-identity.js";
import type { MarketObservation, ObservedMarket, ObservedPrices } from "./market-connector.js";
import {
  checkedPrice,
  firstNumber,
  firstTime,
  flagAt,
  idAt,
  idsAt,
  listAt,
  numberAt,
  objectAt,
  pastTime,
  priceAt,
  type RawRecord,
  requiredId,
  requiredText,
  textAt,
  textsAt,
} from "./market-values.js";

const noPrices = {
  firstPrice: null,
  secondPrice: null,
  bid: null,
  ask: null,
  lastPrice: null,
  liquidity: null,
  volume24h: null,
  closed: null,
  token: null,
};

/** A market of the catalogue or of the order-book service: question, state and current prices. */
export function gammaMarket(sent: RawRecord, nowMs: number): MarketObservation[] {
  const record = Array.isArray(sent.tokens) ? fromBooks(sent) : sent;
  const conditionId = requiredIdentity(record, "conditionId, slug, clobTokenIds, or question with endDate");
  const [event] = listAt(record, "events").filter(
    (entry): entry is RawRecord => typeof entry === "object" && entry !== null,
  );
  const closed = flagAt(record, "closed") ?? false;
  const observedMs = stateTime(record, closed, nowMs);
  const outcomes = textsAt(record, "outcomes");
  const prices = listAt(record, "outcomePrices").map((price) =>
    price === null || price === "" ? null : checkedPrice(Number(price), "outcomePrices"),
  );
  if (prices.some((price) => price !== null && Number.isNaN(price)))
    throw new RefusedValue("invalid_field", "outcomePrices has no numbers");
  const market: ObservedMarket = {
    kind: "market",
    conditionId,
    question: requiredText(record, "question"),
    outcomes,
    slug: textAt(record, "slug"),
    eventId: event === undefined ? idAt(record, "eventId") : (idAt(event, "id") ?? idAt(event, "slug")),
    eventTitle: event === undefined ? null : textAt(event, "title"),
    rung: textAt(record, "groupItemTitle") ?? "",
    tokens: idsAt(record, "clobTokenIds"),
    hint: textAt(record, "ticker"),
    createdMs: firstTime(record, ["createdAt", "startDate", "startDateIso"]),
    endMs: firstTime(record, ["endDate", "endDateIso"]),
    closedMs: closed ? (firstTime(record, ["closedTime", "umaEndDate"]) ?? observedMs) : null,
    active: flagAt(record, "active") ?? true,
    closed,
    acceptingOrders: flagAt(record, "acceptingOrders"),
    catalogued: true,
    observedMs,
  };
  // Closed and empty markets show a book of 0 and 1, which means no bids and no asks.
  const bid = closed ? null : priceAt(record, "bestBid");
  const ask = closed ? null : priceAt(record, "bestAsk");
  const hasBook = bid !== null && ask !== null && !(bid <= 0 && ask >= 1) && ask >= bid;
  return [
    market,
    {
      ...noPrices,
      kind: "prices",
      conditionId,
      observedMs,
      firstPrice: prices[0] ?? null,
      secondPrice: prices[1] ?? null,
      bid: hasBook ? bid : null,
      ask: hasBook ? ask : null,
      lastPrice: priceAt(record, "lastTradePrice"),
      liquidity: firstNumber(record, ["liquidityNum", "liquidity"]),
      volume24h: firstNumber(record, ["volume24hr", "volume24hrClob"]),
      closed,
    },
  ];
}

/** The order-book service lists markets under other field names, with an object for each outcome. */
function fromBooks(record: RawRecord): RawRecord {
  const tokens = objectsOf(record.tokens);
  return {
    ...record,
    outcomes: tokens.map(({ outcome }) => outcome),
    outcomePrices: tokens.map(({ price }) => price),
    clobTokenIds: tokens.map(({ token_id }) => token_id),
    slug: record.market_slug,
    endDate: record.end_date_iso,
    acceptingOrders: record.accepting_orders,
  };
}

/** A market of a flat export: `question`, times and outcome, and `market_id` or another identity. */
export function exportedMarket(record: RawRecord, nowMs: number): MarketObservation[] {
  const closedMs = firstTime(record, ["resolved_at"]);
  const createdMs = firstTime(record, ["created_at"]);
  const token = idAt(record, "yes_token");
  return [
    {
      kind: "market",
      conditionId: requiredIdentity(record, "market_id, slug, yes_token, or question with resolved_at"),
      question: requiredText(record, "question"),
      outcomes: ["Yes", "No"],
      slug: textAt(record, "slug"),
      eventId: null,
      eventTitle: null,
      rung: "",
      tokens: token === null ? [] : [token],
      hint: textAt(record, "ticker"),
      createdMs,
      endMs: closedMs,
      closedMs,
      active: true,
      closed: closedMs !== null,
      acceptingOrders: null,
      catalogued: true,
      observedMs: pastTime(record, ["resolved_at", "created_at"], nowMs),
    },
  ];
}

/** A price history whose points are named by their distance from the end. */
export function priceHistory(record: RawRecord, nowMs: number): MarketObservation[] {
  const conditionId = requiredIdentity(record, "conditionId, market_id or slug");
  const times = objectAt(record, "snapshot_source_ts_yes") ?? {};
  const yes = objectAt(record, "prices_yes") ?? {};
  const no = objectAt(record, "prices_no") ?? {};
  const observed = Object.keys(yes).flatMap((label): ObservedPrices[] => {
    const price = priceAt(yes, label);
    if (price === null || numberAt(times, label) === null) return [];
    const observedMs = pastTime(times, [label], nowMs);
    return [
      {
        ...noPrices,
        kind: "prices",
        conditionId,
        observedMs,
        firstPrice: price,
        secondPrice: priceAt(no, label),
        closed: false,
      },
    ];
  });
  if (observed.length === 0) throw new RefusedValue("missing_field", "prices_yes has no price with a time");
  return observed;
}

/** One hourly price. */
export function hourlyPrice(record: RawRecord, nowMs: number): MarketObservation[] {
  const conditionId = requiredIdentity(record, "conditionId, market_id or slug");
  const observedMs = pastTime(record, ["timestamp"], nowMs);
  return [
    { ...noPrices, kind: "prices", conditionId, observedMs, firstPrice: priceAt(record, "probability"), closed: false },
  ];
}

/** A fill of the trade service. Traders' names and pictures are ignored. */
export function dataTrade(record: RawRecord, nowMs: number): MarketObservation[] {
  const conditionId = requiredId(record, "conditionId");
  const tradedMs = pastTime(record, ["timestamp"], nowMs);
  const size = numberAt(record, "size");
  const price = priceAt(record, "price");
  if (size === null || price === null)
    throw new RefusedValue("missing_field", `${size === null ? "size" : "price"} is missing or empty`);
  if (size < 0) throw new RefusedValue("invalid_field", "size is below 0");
  const wallet = idAt(record, "proxyWallet")?.toLowerCase() ?? null;
  const sent = textAt(record, "side")?.toUpperCase() ?? null;
  const side = sent === "BUY" || sent === "SELL" ? sent : null;
  const outcome = textAt(record, "outcome") ?? "";
  const index =
    numberAt(record, "outcomeIndex") ?? (/^(?:yes|up)$/i.test(outcome) ? 0 : /^(?:no|down)$/i.test(outcome) ? 1 : null);
  const token = idAt(record, "asset");
  const identity = JSON.stringify([
    idAt(record, "transactionHash"),
    token,
    wallet,
    side,
    size,
    price,
    tradedMs,
    conditionId,
  ]);
  const title = textAt(record, "title");
  const trade: MarketObservation = {
    kind: "trade",
    conditionId,
    identity,
    hasOwnId: false,
    tradedMs,
    wallet,
    side,
    outcomeIndex: index === 0 || index === 1 ? index : null,
    size,
    price,
  };
  if (title === null) return [trade];
  const named: ObservedMarket = {
    kind: "market",
    conditionId,
    question: title,
    outcomes: [],
    slug: textAt(record, "slug"),
    eventId: idAt(record, "eventSlug"),
    eventTitle: null,
    rung: "",
    tokens: [],
    hint: null,
    createdMs: null,
    endMs: null,
    closedMs: null,
    active: true,
    closed: false,
    acceptingOrders: null,
    catalogued: false,
    observedMs: tradedMs,
  };
  return [named, trade];
}

/** An order book: the highest bid and the lowest ask, whatever the order of the list. */
export function orderBook(record: RawRecord, nowMs: number): MarketObservation[] {
  const best = (name: "bids" | "asks") =>
    listAt(record, name)
      .filter((level): level is RawRecord => typeof level === "object" && level !== null)
      .filter((level) => (numberAt(level, "size") ?? 0) > 0)
      .map((level) => priceAt(level, "price"))
      .filter((price) => price !== null);
  const bids = best("bids");
  const asks = best("asks");
  return [
    {
      ...noPrices,
      kind: "prices",
      conditionId: requiredId(record, "market"),
      observedMs: pastTime(record, ["timestamp"], nowMs),
      bid: bids.length === 0 ? null : Math.max(...bids),
      ask: asks.length === 0 ? null : Math.min(...asks),
      token: idAt(record, "asset_id"),
    },
  ];
}
