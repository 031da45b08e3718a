import { z } from "zod";
import { labelOf } from "../metrics/polarity.js";
import { roundDecimal, roundMoney, roundScore } from "../metrics/rounding.js";
import type { MarketNamespace } from "../namespaces/define.js";
import type { RowsPart } from "../operations/namespace-part.js";
import type { RequestScope } from "../operations/request-scope.js";
import { resource, rowOf } from "../schema/resource.js";
import type { AssetPriceRow, MarketRow, MarketSnapshotRow, MarketTradeRow } from "../storage/market-store.js";
import { addDays, utcDay } from "../time/utc-day.js";
import { firstOutcomePrice, readDirection } from "./read-direction.js";
import { marketStatus } from "./market-state.js";
import {
  marketRowsQuery,
  marketTradesQuery,
  rawSnapshotCountQuery,
  rawSnapshotsQuery,
  sharePricesQuery,
} from "./raw-snapshot-queries.js";
import { SHARE_PRICE_LIFETIME_DAYS, sharePrices } from "./share-prices.js";

const dayMs = 86_400_000;

const reading = resource(
  [
    "condition_id",
    "event_id",
    "market_slug",
    "question",
    "market_type",
    "yes_price",
    "no_price",
    "reference_price",
    "liquidity",
    "volume_24h",
    "trade_count",
    "buy_trades",
    "sell_trades",
    "unique_traders",
    "sentiment_score",
    "sentiment_label",
    "active",
    "fetched_at",
    "market_status",
    "strike_price",
    "reference_price_timestamp",
    "end_date",
  ],
  {
    nullable: [
      "event_id",
      "market_slug",
      "yes_price",
      "no_price",
      "reference_price",
      "liquidity",
      "volume_24h",
      "sentiment_label",
      "strike_price",
      "reference_price_timestamp",
      "end_date",
    ],
    extra: {
      strike_price: z.number().nonnegative().meta({ description: "Share price that the question names, USD." }),
      reference_price_timestamp: z.iso.datetime().meta({ description: "When the reference price was seen." }),
      end_date: z.iso.datetime().meta({ description: "When the market ends.", example: "2026-03-13T21:00:00.000Z" }),
    },
  },
);

type Reading = z.output<typeof reading>;

/** The stored readings of an asset's markets, newest first. */
export function marketReadings({ rawMentions: { retentionDays } }: MarketNamespace): RowsPart<"market", Reading[]> {
  return {
    description: `Stored readings of the markets of one asset by \`fetched_at\`, newest first; more exist while \`offset + len(results) < count\`. Kept for ${retentionDays} days. Trade counts are those of the UTC day up to the reading.`,
    result: z.array(reading),
    filters: [],
    read: async (scope, { key }, period, { offset, limit }) => {
      const [[counted], rows] = await Promise.all([
        scope.query<{ count: number }>(rawSnapshotCountQuery(key, period)),
        scope.query<MarketSnapshotRow>(rawSnapshotsQuery(key, period, { offset, limit })),
      ]);
      return { count: counted?.count ?? 0, results: await rawItems(scope, key, rows) };
    },
  };
}

async function rawItems(scope: RequestScope, subject: string, rows: readonly MarketSnapshotRow[]): Promise<Reading[]> {
  const days = rows.map(({ day }) => day).sort();
  const [first] = days;
  const last = days[days.length - 1];
  if (first === undefined || last === undefined) return [];
  const ids = [...new Set(rows.map(({ condition_id }) => condition_id))];
  const [markets, trades, prices] = await Promise.all([
    scope.query<MarketRow>(marketRowsQuery(ids)),
    scope.query<MarketTradeRow>(marketTradesQuery(ids, addDays(utcDay(first), -1), last)),
    scope.query<AssetPriceRow>(sharePricesQuery(subject, addDays(utcDay(first), -SHARE_PRICE_LIFETIME_DAYS), last)),
  ]);
  const marketOf = new Map(markets.map((market) => [market.condition_id, market]));
  const tradesOf = new Map<string, MarketTradeRow[]>();
  for (const trade of trades) tradesOf.set(trade.condition_id, [...(tradesOf.get(trade.condition_id) ?? []), trade]);
  const priceAt = sharePrices(prices);
  const priceTimeAt = (atMs: number) => prices.findLast(({ observed_at }) => observed_at <= atMs)?.observed_at ?? null;
  return rows.flatMap((row) => {
    const market = marketOf.get(row.condition_id);
    if (market === undefined) return [];
    return [
      rawItem(
        row,
        market,
        tradesOf.get(row.condition_id) ?? [],
        priceAt(subject, row.fetched_at),
        priceTimeAt(row.fetched_at),
        scope,
      ),
    ];
  });
}

function rawItem(
  row: MarketSnapshotRow,
  market: MarketRow,
  trades: readonly MarketTradeRow[],
  sharePrice: number | null,
  sharePriceMs: number | null,
  scope: RequestScope,
): Reading {
  const ofDay = trades.filter((trade) => trade.day === row.day && trade.traded_at <= row.fetched_at);
  const recent = trades.filter(({ traded_at }) => traded_at <= row.fetched_at && traded_at > row.fetched_at - dayMs);
  const lastTrade =
    recent
      .map(firstOutcomePrice)
      .filter((price) => price !== null)
      .at(-1) ?? null;
  const isOpenReading = row.closed !== true && (market.closed_at === null || row.fetched_at < market.closed_at);
  const direction = isOpenReading ? readDirection(market, row, lastTrade, row.fetched_at, sharePrice).score : null;
  const score = ofDay.length === 0 || direction === null ? null : roundScore(direction);
  const wallets = ofDay.map(({ wallet }) => wallet);
  const rounded = (value: number | null) => (value === null ? null : roundDecimal(value, 4));
  const money = (value: number | null) => (value === null ? null : roundMoney(value));
  const first = row.first_price ?? (row.bid === null || row.ask === null ? row.last_price : (row.bid + row.ask) / 2);
  const instant = (ms: number) => new Date(ms).toISOString();
  return rowOf(reading, {
    condition_id: row.condition_id,
    event_id: market.event_id,
    market_slug: market.market_slug,
    question: market.question,
    market_type: market.market_type,
    yes_price: rounded(first),
    no_price: rounded(row.second_price ?? (first === null ? null : 1 - first)),
    reference_price: money(sharePrice),
    liquidity: money(row.liquidity),
    volume_24h: money(row.volume_24h),
    trade_count: ofDay.length,
    buy_trades: ofDay.filter(({ side }) => side === "BUY").length,
    sell_trades: ofDay.filter(({ side }) => side === "SELL").length,
    unique_traders: wallets.includes(null) ? null : new Set(wallets).size,
    sentiment_score: score,
    sentiment_label: score === null ? null : labelOf(score),
    active: market.active,
    fetched_at: instant(row.fetched_at),
    market_status: marketStatus(
      {
        active: market.active,
        closed: market.closed,
        acceptingOrders: market.accepting_orders,
        createdMs: market.created_at,
        endMs: market.end_at,
        closedMs: market.closed_at,
      },
      scope.call.now.getTime(),
    ),
    strike_price: market.strike,
    reference_price_timestamp: sharePrice === null || sharePriceMs === null ? null : instant(sharePriceMs),
    end_date: market.end_at === null ? null : instant(market.end_at),
  });
}
