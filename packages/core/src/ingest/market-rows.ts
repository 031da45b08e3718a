import type { HintUse } from "./hint-use.js";
import { createHash } from "node:crypto";
import type { Linker } from "../linking/link.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { priceOfFirst } from "../predmarket/direction.js";
import { readQuestion } from "../predmarket/question.js";
import type { AssetPriceRow, MarketRow, MarketSnapshotRow, MarketTradeRow } from "../storage/market-store.js";
import type { AssetDirectory } from "../subjects/directory.js";
import { dayOf } from "../time/utc-day.js";
import type {
  ObservedMarket,
  ObservedPrices,
  ObservedSharePrice,
  ObservedTrade,
} from "./connectors/market-connector.js";

/** Relevance of an asset named by the source but not by the question. */
const HINT_RELEVANCE = 0.5;

/** What finds the asset of a question. */
export interface QuestionLinking {
  readonly namespace: NamespaceDefinition;
  readonly linker: Linker;
  readonly directory: AssetDirectory;
  readonly hintUse: HintUse;
}

const dayAt = (ms: number) => dayOf(new Date(ms));

/**
 * The stored row of a market after one more observation. The later observation decides the state, and an earlier one
 * only fills gaps, so the order of delivery does not matter. The catalogue takes precedence over trades.
 */
export function withMarket(
  stored: MarketRow | undefined,
  seen: ObservedMarket,
  linking: QuestionLinking,
  nowMs: number,
): MarketRow {
  const isNewer =
    stored === undefined ||
    (seen.catalogued === stored.catalogued ? seen.observedMs > stored.state_at : seen.catalogued);
  const pick = <Value>(fresh: Value | null, old: Value | null | undefined) =>
    isNewer ? (fresh ?? old ?? null) : (old ?? fresh);
  const words = {
    question: pick(seen.question, stored?.question) ?? seen.question,
    outcomes:
      pick(
        seen.outcomes.length === 0 ? null : JSON.stringify(seen.outcomes),
        stored?.outcomes === "[]" ? null : stored?.outcomes,
      ) ?? "[]",
    rung: pick(seen.rung === "" ? null : seen.rung, stored?.rung === "" ? null : stored?.rung) ?? "",
    event_title: pick(seen.eventTitle, stored?.event_title),
    hint: pick(seen.hint, stored?.hint),
  };
  const isSameText =
    stored !== undefined &&
    (["question", "outcomes", "rung", "event_title", "hint"] as const).every((name) => stored[name] === words[name]);
  const closed = isNewer ? seen.closed : stored.closed;
  const times = [stored?.closed_at, seen.closedMs].filter((time) => typeof time === "number");
  const eventId = pick(seen.eventId, stored?.event_id);
  return {
    condition_id: seen.conditionId,
    event_id: eventId,
    event_key: eventId ?? seen.conditionId,
    market_slug: pick(seen.slug, stored?.market_slug),
    ...words,
    first_token: pick(seen.tokens[0] ?? null, stored?.first_token),
    second_token: pick(seen.tokens[1] ?? null, stored?.second_token),
    ...(isSameText ? readingOf(stored) : readWords(words, linking)),
    created_at: earliest(stored?.created_at, seen.createdMs),
    end_at: pick(seen.endMs, stored?.end_at),
    closed_at: closed && times.length > 0 ? Math.min(...times) : null,
    active: isNewer ? seen.active : stored.active,
    closed,
    accepting_orders: pick(seen.acceptingOrders, stored?.accepting_orders),
    catalogued: seen.catalogued || stored?.catalogued === true,
    state_at: isNewer ? seen.observedMs : stored.state_at,
    opening_price: stored?.opening_price ?? null,
    opening_at: stored?.opening_at ?? null,
    first_seen_utc: stored?.first_seen_utc ?? nowMs,
  };
}

type Reading = Pick<
  MarketRow,
  "subject" | "relevance" | "market_type" | "form" | "polarity" | "barrier" | "strike" | "upper_strike"
>;

function readingOf(row: MarketRow): Reading {
  const { subject, relevance, market_type, form, polarity, barrier, strike, upper_strike } = row;
  return { subject, relevance, market_type, form, polarity, barrier, strike, upper_strike };
}

function readWords(
  words: Pick<MarketRow, "question" | "outcomes" | "rung" | "event_title" | "hint">,
  linking: QuestionLinking,
): Reading {
  const outcomes = JSON.parse(words.outcomes) as string[];
  const reading = readQuestion({ question: words.question, outcomes, rung: words.rung });
  return {
    ...subjectOf(words, reading.form, linking),
    market_type: reading.type,
    form: reading.form,
    polarity: reading.polarity,
    barrier: reading.barrier,
    strike: reading.strike,
    upper_strike: reading.upperStrike,
  };
}

/**
 * The asset of a question: the link with the highest relevance in its words, else in the event's title, else the
 * source's hint.
 */
function subjectOf(
  words: Pick<MarketRow, "question" | "event_title" | "hint">,
  form: MarketRow["form"],
  { namespace, linker, directory, hintUse }: QuestionLinking,
): Pick<MarketRow, "subject" | "relevance"> {
  const hints = hintUse !== "none" && words.hint !== null ? [words.hint] : [];
  const served = (key: string) => {
    const asset = directory.lookup(key);
    return asset !== null && namespace.assetTypes.includes(asset.type) ? asset.key : null;
  };
  // Questions about a price or a result are about a traded asset, so a bare ticker may be meant as one.
  const styles = form === "none" ? [namespace.textStyle] : ([namespace.textStyle, "informal"] as const);
  for (const style of styles) {
    for (const text of [words.question, words.event_title]) {
      if (text === null) continue;
      const link = linker.link(text, { style, hints }).find(({ key }) => served(key) !== null);
      if (link !== undefined) return { subject: served(link.key), relevance: link.confidence };
    }
  }
  const hinted = hints[0] === undefined ? null : served(hints[0]);
  return hinted === null ? { subject: null, relevance: null } : { subject: hinted, relevance: HINT_RELEVANCE };
}

function earliest(a: number | null | undefined, b: number | null): number | null {
  return a == null ? b : b === null ? a : Math.min(a, b);
}

/** The market with its opening price: the earliest one seen. */
export function withOpening(market: MarketRow, seen: ObservedPrices): MarketRow {
  const price = priceOfFirst({ bid: seen.bid, ask: seen.ask, last: seen.firstPrice });
  const isFirst =
    price !== null && seen.closed !== true && (market.opening_at === null || seen.observedMs < market.opening_at);
  return isFirst ? { ...market, opening_price: price, opening_at: seen.observedMs } : market;
}

/** A snapshot row. A book of the second token is inverted: its asks are bids on the first. */
export function snapshotRow(seen: ObservedPrices, market: MarketRow | undefined, nowMs: number): MarketSnapshotRow {
  const isSecond = seen.token !== null && seen.token === market?.second_token;
  const turned = (price: number | null) => (price === null ? null : Math.round((1 - price) * 1e6) / 1e6);
  return {
    condition_id: seen.conditionId,
    fetched_at: seen.observedMs,
    day: dayAt(seen.observedMs),
    first_price: seen.firstPrice,
    second_price: seen.secondPrice,
    bid: isSecond ? turned(seen.ask) : seen.bid,
    ask: isSecond ? turned(seen.bid) : seen.ask,
    last_price: seen.lastPrice,
    liquidity: seen.liquidity === null ? null : Math.max(0, seen.liquidity),
    volume_24h: seen.volume24h === null ? null : Math.max(0, seen.volume24h),
    closed: seen.closed,
    first_seen_utc: nowMs,
  };
}

/** A trade row. `occurrence` numbers otherwise equal fills. */
export function tradeRow(seen: ObservedTrade, occurrence: number, nowMs: number): MarketTradeRow {
  const identity = seen.hasOwnId ? seen.identity : `${seen.identity} ${occurrence}`;
  return {
    trade_id: createHash("sha256").update(identity).digest("hex").slice(0, 32),
    condition_id: seen.conditionId,
    traded_at: seen.tradedMs,
    day: dayAt(seen.tradedMs),
    wallet: seen.wallet,
    side: seen.side,
    outcome_index: seen.outcomeIndex,
    size: seen.size,
    price: seen.price,
    usd: seen.size * seen.price,
    first_seen_utc: nowMs,
  };
}

/** A share price under the reference graph's key; null for an unknown asset. */
export function priceRow(seen: ObservedSharePrice, directory: AssetDirectory, nowMs: number): AssetPriceRow | null {
  const asset = directory.lookup(seen.asset.replace(/^\$/, ""));
  if (asset === null) return null;
  return {
    subject: asset.key,
    observed_at: seen.observedMs,
    day: dayAt(seen.observedMs),
    price: seen.price,
    first_seen_utc: nowMs,
  };
}
