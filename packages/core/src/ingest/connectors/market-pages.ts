import { objectOf, objectsOf } from "../raw-values.js";
import type { RawRecord } from "./market-values.js";

/** Names under which services wrap what they answer; a list, or one object. */
const wrappers = ["markets", "trades", "events", "books", "data", "market", "event"] as const;

/**
 * The records of an answer that wraps them: a page with its cursor, an event with its markets, a search. A record that
 * wraps nothing is the only one of its answer.
 */
export function marketsIn(record: RawRecord): RawRecord[] {
  const isMarket = record.question !== undefined || record.conditionId !== undefined || record.ticker !== undefined;
  // A market names its events too, and a gamma event has a ticker of its own.
  if (isMarket && !Array.isArray(record.markets)) return [record];
  const wrapper = wrappers.find((name) => Array.isArray(record[name]) || objectOf(record[name]) !== null);
  if (wrapper === undefined) return [record];
  const value = record[wrapper];
  const inside = Array.isArray(value) ? objectsOf(value) : [objectOf(value) ?? {}];
  const found = inside.flatMap(marketsIn);
  return wrapper === "markets" && record.title !== undefined ? found.map((market) => ofEvent(market, record)) : found;
}

/** A market that stands inside its event, as the catalogue answers it by itself: with the event inside. */
function ofEvent(market: RawRecord, event: RawRecord): RawRecord {
  if (market.event_ticker !== undefined || market.events !== undefined) return market;
  const { id, slug, title } = event;
  return { ...market, events: [{ id, slug, title }] };
}
