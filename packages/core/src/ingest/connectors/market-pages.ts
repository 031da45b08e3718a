import { entriesOf, objectOf } from "../raw-values.js";
import type { RecordFault } from "../record.js";
import type { RawRecord } from "./market-values.js";

/** Fields in which services wrap their answers: a list, or one object. */
const wrappers = ["markets", "trades", "events", "books", "data", "market", "event"] as const;

/** The records of an answer, and a fault for each entry of its lists that is not a record. */
export interface MarketPage {
  readonly records: readonly RawRecord[];
  readonly faults: readonly RecordFault[];
}

/**
 * Records inside a wrapped answer: a page with its cursor, an event with its markets, a search result. An answer
 * without a wrapper is itself the only record.
 */
export function marketsIn(record: RawRecord): MarketPage {
  const isMarket = record.question !== undefined || record.conditionId !== undefined || record.ticker !== undefined;
  // A market lists its events too, and a Gamma event has a ticker of its own.
  if (isMarket && !Array.isArray(record.markets)) return { records: [record], faults: [] };
  const wrapper = wrappers.find((name) => Array.isArray(record[name]) || objectOf(record[name]) !== null);
  if (wrapper === undefined) return { records: [record], faults: [] };
  const value = record[wrapper];
  const { objects, faults } = Array.isArray(value)
    ? entriesOf(value)
    : { objects: [objectOf(value) ?? {}], faults: [] };
  const pages = objects.map(marketsIn);
  const records = pages.flatMap((page) => page.records);
  const isEvent = wrapper === "markets" && record.title !== undefined;
  return {
    records: isEvent ? records.map((market) => ofEvent(market, record)) : records,
    faults: [...faults, ...pages.flatMap((page) => page.faults)],
  };
}

/** A market nested in an event, in the form that the catalogue gives it by itself: with the event inside. */
function ofEvent(market: RawRecord, event: RawRecord): RawRecord {
  if (market.event_ticker !== undefined || market.events !== undefined) return market;
  const { id, slug, title } = event;
  return { ...market, events: [{ id, slug, title }] };
}
