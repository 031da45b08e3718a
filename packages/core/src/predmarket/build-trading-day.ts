import type { Asset } from "../subjects/asset.js";
import type { MarketRow, MarketSnapshotRow, MarketTradeRow } from "../storage/market-store.js";
import { startOfDayMs, type UtcDay } from "../time/utc-day.js";
import {
  type DirectedMarket,
  directionParts,
  eventVotes,
  ladderScore,
  marketScore,
  priceOfFirst,
  spreadOf,
  tradingDaysBetween,
} from "./direction.js";
import type { QuestionReading } from "./question.js";
import { type AttentionTrade, tradingMeasures } from "./trading-buzz.js";

const dayMs = 86_400_000;

/** Retained trades below this share of the volume that the source reports count as incomplete. */
const COVERED_VOLUME_SHARE = 0.5;

/** Everything that is stored about one day, and the trades of the day before. */
export interface TradingDayInput {
  readonly day: UtcDay;
  /** Markets of the rows below. */
  readonly markets: readonly MarketRow[];
  /** Of the day, in any order. */
  readonly snapshots: readonly MarketSnapshotRow[];
  /** Of the day and of the day before. */
  readonly trades: readonly MarketTradeRow[];
  /** Price of a share at an instant, USD; null when none is known that is recent enough. */
  readonly sharePriceAt: (subject: string, atMs: number) => number | null;
  readonly assetOf: (key: string) => Asset | null;
}

/** One row of `market_days`, `buzz` left to the day's reference. */
export interface MarketDayRow {
  readonly condition_id: string;
  readonly subject: string;
  readonly event_key: string;
  readonly day: UtcDay;
  readonly trade_count: number;
  readonly volume: number;
  readonly traders: number | null;
  readonly trading: number;
  readonly money: number;
  readonly liquidity: number;
  readonly volume_24h: number;
  readonly spread: number | null;
  readonly score: number | null;
  readonly lacks_reference: boolean;
  readonly snapshot_at: number | null;
  readonly buzz: number | null;
}

/** Level of a row of `traded_daily`. */
export type TradedScope = "subject" | "sector" | "country" | "market";

/** One row of `traded_daily`, `buzz` left to the day's reference. */
export interface TradedDailyRow {
  readonly scope: TradedScope;
  readonly key: string;
  readonly day: UtcDay;
  readonly asset_type: string | null;
  readonly trade_count: number;
  readonly volume: number;
  readonly subjects: number;
  readonly covered: boolean;
  readonly traders: number | null;
  readonly trading: number;
  readonly money: number;
  readonly markets: number;
  readonly liquidity: number;
  readonly depth: number;
  readonly sentiment_sum: number;
  readonly sentiment_weight: number;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  readonly buzz: number | null;
}

/** Rows of one day for every derived table. */
export interface TradingDay {
  readonly markets: MarketDayRow[];
  readonly daily: TradedDailyRow[];
  readonly hourly: { readonly day: UtcDay; readonly hour: number; readonly mentions: number }[];
}

interface DayMarket {
  readonly row: MarketDayRow;
  readonly trades: readonly MarketTradeRow[];
  readonly covered: boolean;
  readonly directed: DirectedMarket;
}

/** The reading of a stored question. */
export function questionOf(market: MarketRow): QuestionReading {
  const { market_type, form, polarity, barrier, strike, upper_strike } = market;
  return { type: market_type, form, polarity, barrier, strike, upperStrike: upper_strike };
}

/** The last reading before resolution, completed by earlier ones of the day field by field; null when there is none. */
export function lastOpenReading(
  snapshots: readonly MarketSnapshotRow[],
  closedMs: number | null,
): MarketSnapshotRow | null {
  const open = snapshots
    .filter(({ closed, fetched_at }) => closed !== true && (closedMs === null || fetched_at < closedMs))
    .sort((a, b) => a.fetched_at - b.fetched_at);
  return open.reduce<MarketSnapshotRow | null>((before, row) => {
    // A book is one observation: a new bid does not go with an old ask.
    const book = row.bid === null && row.ask === null ? before : row;
    return {
      ...row,
      first_price: row.first_price ?? before?.first_price ?? null,
      second_price: row.second_price ?? before?.second_price ?? null,
      bid: book?.bid ?? null,
      ask: book?.ask ?? null,
      last_price: row.last_price ?? before?.last_price ?? null,
      liquidity: row.liquidity ?? before?.liquidity ?? null,
      volume_24h: row.volume_24h ?? before?.volume_24h ?? null,
    };
  }, null);
}

/** Price of a trade as one of the first outcome; null when its outcome is not known. */
export function firstOutcomePrice(trade: Pick<MarketTradeRow, "price" | "outcome_index">): number | null {
  return trade.outcome_index === 0 ? trade.price : trade.outcome_index === 1 ? 1 - trade.price : null;
}

/** What a market says at one reading. */
export interface DirectionReading {
  readonly score: number | null;
  readonly lacksReference: boolean;
}

/** Direction of a market from one reading and the trades of the 24 hours before it. */
export function readDirection(
  market: MarketRow,
  reading: Pick<MarketSnapshotRow, "bid" | "ask" | "last_price" | "first_price" | "volume_24h"> | null,
  lastTrade: number | null,
  atMs: number,
  sharePrice: number | null,
): DirectionReading {
  const question = questionOf(market);
  const last = lastTrade ?? ((reading?.volume_24h ?? 0) > 0 ? (reading?.last_price ?? null) : null);
  const bid = reading?.bid ?? null;
  const ask = reading?.ask ?? null;
  // A price without a book (a history of prices, say) is the best that is known.
  const shown = bid === null && ask === null ? (reading?.first_price ?? null) : null;
  const price = priceOfFirst({ bid, ask, last: last ?? shown });
  const daysLeft = market.end_at === null ? null : tradingDaysBetween(atMs, market.end_at);
  const score = marketScore(question, price, { sharePrice, daysLeft, openingPrice: market.opening_price });
  const isStrike = question.form === "close" || question.form === "touch" || question.form === "range";
  return { score, lacksReference: isStrike && price !== null && (sharePrice === null || daysLeft === null) };
}

/**
 * Everything that is derived from one day. Pure: a function of the rows alone, whatever their order. Markets that are
 * about no known asset are left out.
 */
export function buildTradingDay(input: TradingDayInput): TradingDay {
  const { day, assetOf } = input;
  const snapshots = grouped(input.snapshots, ({ condition_id }) => condition_id);
  const trades = grouped(input.trades, ({ condition_id }) => condition_id);
  const markets = [...input.markets]
    .sort((a, b) => (a.condition_id < b.condition_id ? -1 : 1))
    .flatMap((market) => {
      const found = dayMarket(
        market,
        snapshots.get(market.condition_id) ?? [],
        trades.get(market.condition_id) ?? [],
        input,
      );
      return found === null ? [] : [found];
    });
  const scored = withLadders(markets, input);
  const level = (scope: TradedScope, keyOf: (subject: string) => string | null) =>
    [...grouped(scored, ({ row }) => keyOf(row.subject))].map(([key, members]) =>
      summary(scope, key, day, members, assetOf),
    );
  const daily = [
    ...level("subject", (subject) => subject),
    ...level("sector", (subject) => assetOf(subject)?.sector ?? null),
    ...level("country", (subject) => assetOf(subject)?.country ?? null),
    ...level("market", () => "market"),
  ];
  const hours = new Map<number, number>();
  for (const { trades: filled } of scored) {
    for (const { traded_at } of filled) {
      const hour = new Date(traded_at).getUTCHours();
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
    }
  }
  const hourly = [...hours].sort(([a], [b]) => a - b).map(([hour, mentions]) => ({ day, hour, mentions }));
  return { markets: scored.map(({ row }) => row), daily, hourly };
}

/** A market's day; null when it was neither seen open nor traded, or is about no asset. */
function dayMarket(
  market: MarketRow,
  snapshots: readonly MarketSnapshotRow[],
  recent: readonly MarketTradeRow[],
  { day, sharePriceAt }: TradingDayInput,
): DayMarket | null {
  const { subject } = market;
  const trades = recent
    .filter((trade) => trade.day === day)
    .sort((a, b) => a.traded_at - b.traded_at || (a.trade_id < b.trade_id ? -1 : 1));
  const reading = lastOpenReading(snapshots, market.closed_at);
  if (subject === null || (trades.length === 0 && reading === null)) return null;
  const endOfDayMs = startOfDayMs(day) + dayMs;
  const readAtMs = reading?.fetched_at ?? trades[trades.length - 1]?.traded_at ?? endOfDayMs;
  const beforeResolution = recent.filter(
    ({ traded_at }) => (market.closed_at === null || traded_at < market.closed_at) && traded_at > readAtMs - dayMs,
  );
  const lastTrade =
    beforeResolution
      .sort((a, b) => a.traded_at - b.traded_at)
      .map(firstOutcomePrice)
      .filter((price) => price !== null)
      .at(-1) ?? null;
  const direction = readDirection(market, reading, lastTrade, readAtMs, sharePriceAt(subject, readAtMs));
  const attention = trades.map((trade): AttentionTrade => ({
    market: trade.condition_id,
    wallet: trade.wallet,
    usd: trade.usd,
  }));
  const covered = isCovered(market, snapshots, recent);
  const liquidity = reading?.liquidity ?? 0;
  const measures = tradingMeasures(attention, liquidity, covered);
  const volume = trades.reduce((sum, { usd }) => sum + usd, 0);
  const volume24h = Math.max(volume, reading?.volume_24h ?? 0);
  const spread = reading === null ? null : spreadOf({ bid: reading.bid, ask: reading.ask, last: null });
  return {
    row: {
      condition_id: market.condition_id,
      subject,
      event_key: market.event_key,
      day,
      trade_count: trades.length,
      volume,
      traders: measures.traders,
      trading: measures.trading,
      money: measures.money,
      liquidity,
      volume_24h: volume24h,
      spread,
      score: direction.score,
      lacks_reference: direction.lacksReference,
      snapshot_at: reading?.fetched_at ?? null,
      buzz: null,
    },
    trades,
    covered,
    directed: {
      event: market.event_key,
      score: direction.score,
      liquidity,
      volume: volume24h,
      spread,
      trades: trades.length,
    },
  };
}

/**
 * Whether the retained trades tell who traded: the catalogue knows the market, every trade has its wallet, and no reading
 * reports more than twice the volume of 24 hours that the retained trades make.
 */
function isCovered(
  market: MarketRow,
  snapshots: readonly MarketSnapshotRow[],
  trades: readonly MarketTradeRow[],
): boolean {
  if (!market.catalogued || trades.some(({ wallet }) => wallet === null)) return false;
  return snapshots.every(({ fetched_at, volume_24h }) => {
    if (volume_24h === null || volume_24h <= 0) return true;
    const retained = trades
      .filter(({ traded_at }) => traded_at <= fetched_at && traded_at > fetched_at - dayMs)
      .reduce((sum, { usd }) => sum + usd, 0);
    return retained >= COVERED_VOLUME_SHARE * volume_24h;
  });
}

/** Ranges of one event are read together where they make a whole ladder. */
function withLadders(
  markets: readonly DayMarket[],
  { markets: rows, day, sharePriceAt, snapshots }: TradingDayInput,
): DayMarket[] {
  const known = new Map(rows.map((row) => [row.condition_id, row]));
  const ranges = grouped(
    markets.filter(({ row }) => known.get(row.condition_id)?.form === "range"),
    ({ row }) => row.event_key,
  );
  const scores = new Map<string, number>();
  for (const [event, members] of ranges) {
    const [first] = members;
    const market = first === undefined ? undefined : known.get(first.row.condition_id);
    if (first === undefined || market?.end_at == null) continue;
    const atMs = first.row.snapshot_at ?? startOfDayMs(day) + dayMs;
    const sharePrice = sharePriceAt(first.row.subject, atMs);
    if (sharePrice === null) continue;
    const rungs = members.flatMap(({ row, trades }) => {
      const rung = known.get(row.condition_id);
      const own = snapshots.filter(({ condition_id }) => condition_id === row.condition_id);
      const reading = lastOpenReading(own, rung?.closed_at ?? null);
      const traded =
        trades
          .map(firstOutcomePrice)
          .filter((price) => price !== null)
          .at(-1) ?? null;
      const price = priceOfFirst({
        bid: reading?.bid ?? null,
        ask: reading?.ask ?? null,
        last: traded ?? reading?.first_price ?? null,
      });
      return rung?.strike == null || rung.upper_strike === null || price === null
        ? []
        : [{ strike: rung.strike, upperStrike: rung.upper_strike, price }];
    });
    const score = ladderScore(rungs, sharePrice, tradingDaysBetween(atMs, market.end_at));
    if (score !== null) scores.set(event, score);
  }
  return markets.map((market) => {
    const score = known.get(market.row.condition_id)?.form === "range" ? scores.get(market.row.event_key) : undefined;
    return score === undefined
      ? market
      : { ...market, row: { ...market.row, score }, directed: { ...market.directed, score } };
  });
}

function summary(
  scope: TradedScope,
  key: string,
  day: UtcDay,
  members: readonly DayMarket[],
  assetOf: (key: string) => Asset | null,
): TradedDailyRow {
  const trades = members.flatMap((member) => member.trades);
  const covered = members.every((member) => member.covered);
  const liquidity = members.reduce((sum, { row }) => sum + row.liquidity, 0);
  const attention = trades.map(({ condition_id, wallet, usd }): AttentionTrade => ({
    market: condition_id,
    wallet,
    usd,
  }));
  const measures = tradingMeasures(attention, liquidity, covered);
  const direction = directionParts(eventVotes(members.map(({ directed }) => directed)));
  return {
    scope,
    key,
    day,
    asset_type: scope === "subject" ? (assetOf(key)?.type ?? null) : null,
    trade_count: trades.length,
    volume: members.reduce((sum, { row }) => sum + row.volume, 0),
    subjects: new Set(members.filter(({ row }) => row.trade_count > 0).map(({ row }) => row.subject)).size,
    covered,
    ...measures,
    liquidity,
    sentiment_sum: direction.sum,
    sentiment_weight: direction.weight,
    positive: direction.positive,
    neutral: direction.neutral,
    negative: direction.negative,
    buzz: null,
  };
}

/** Groups in the order of their keys; members without a key are left out. */
function grouped<Member>(members: readonly Member[], keyOf: (member: Member) => string | null): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
