import { addDays, utcDay, type UtcDay } from "@market-sentiment/core";

/** First and last day of the stream. */
export const TRADING_FIRST = utcDay("2026-01-12");
export const TRADING_LAST = utcDay("2026-03-08");

/** A market of the stream. Its first outcome is the bullish one, and a price of 0.5 means no view. */
export interface StreamMarket {
  readonly id: string;
  readonly subject: string;
  readonly event: string;
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/** A market's state at the end of a day. */
export interface StreamReading {
  readonly market: StreamMarket;
  readonly day: UtcDay;
  readonly bid: number;
  readonly ask: number;
  readonly liquidity: number;
}

/** One fill. */
export interface StreamTrade {
  readonly market: StreamMarket;
  readonly day: UtcDay;
  readonly wallet: string;
  readonly usd: number;
}

const companies = [
  ["NVDA", "Nvidia"],
  ["AAPL", "Apple"],
  ["TSLA", "Tesla"],
  ["JPM", "JPMorgan"],
  ["XOM", "Exxon Mobil"],
] as const;

const months = ["January", "February", "March", "April"];
const inWords = (day: UtcDay) => `${months[Number(day.slice(5, 7)) - 1] ?? ""} ${Number(day.slice(8))}`;
const cents = (value: number) => Math.round(value * 100) / 100;

/** Weekly up-or-down markets and one on earnings for each of five companies, with daily readings and fills. */
export function tradingStream() {
  let state = 77;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const markets: StreamMarket[] = [];
  const readings: StreamReading[] = [];
  const trades: StreamTrade[] = [];
  const records: object[] = [];

  const play = (market: StreamMarket, question: string, outcomes: readonly string[], eagerness: number) => {
    const number = markets.push(market);
    const tokens = [`${number}00000`, `${number}00001`];
    for (let day = market.from; day <= market.to && day <= TRADING_LAST; day = addDays(day, 1)) {
      const mid = 0.2 + 0.6 * random();
      const half = [0.005, 0.01, 0.02, 0.04][Math.floor(random() * 4)] ?? 0.01;
      const reading = {
        market,
        day,
        bid: cents(mid - half),
        ask: cents(mid + half),
        liquidity: 500 + Math.floor(random() * 20_000),
      };
      readings.push(reading);
      let volume = 0;
      const count = Math.floor(random() * random() * eagerness * (random() < 0.1 ? 6 : 1));
      for (let index = 0; index < count; index += 1) {
        const wallet = `0x${String(Math.floor(random() * random() * 24)).padStart(40, "a")}`;
        const size = 10 + Math.floor(random() * 400);
        const price = cents(0.1 + 0.8 * random());
        const usd = size * price;
        volume += usd;
        trades.push({ market, day, wallet, usd });
        records.push({
          proxyWallet: wallet,
          side: random() < 0.5 ? "BUY" : "SELL",
          asset: tokens[index % 2],
          conditionId: market.id,
          size,
          price,
          timestamp: Date.parse(`${day}T01:00:00Z`) / 1000 + index * 300,
          title: question,
          outcome: outcomes[index % 2],
          outcomeIndex: index % 2,
          transactionHash: `0x${String(trades.length).padStart(64, "b")}`,
        });
      }
      records.push({
        id: String(number),
        question,
        conditionId: market.id,
        slug: `market-${number}`,
        outcomes: JSON.stringify(outcomes),
        outcomePrices: JSON.stringify([String(cents(mid)), String(cents(1 - mid))]),
        clobTokenIds: JSON.stringify(tokens),
        liquidity: String(reading.liquidity),
        volume24hr: volume,
        bestBid: reading.bid,
        bestAsk: reading.ask,
        lastTradePrice: cents(mid),
        active: true,
        closed: false,
        acceptingOrders: true,
        createdAt: `${market.from}T00:30:00Z`,
        endDate: `${market.to}T23:50:00Z`,
        updatedAt: `${day}T23:40:00Z`,
        groupItemTitle: "",
        events: [{ id: market.event, title: market.event, slug: "" }],
      });
    }
  };

  companies.forEach(([subject, name], index) => {
    const idOf = (number: number) => `0x${String(index * 100 + number).padStart(64, "0")}`;
    play(
      { id: idOf(0), subject, event: `earnings-${subject}`, from: TRADING_FIRST, to: utcDay("2026-04-20") },
      `Will ${name} (${subject}) beat quarterly earnings estimates?`,
      ["Yes", "No"],
      8 - index,
    );
    for (let week = 0; week < 8; week += 1) {
      const from = addDays(TRADING_FIRST, week * 7);
      const to = addDays(from, 4);
      play(
        { id: idOf(week + 1), subject, event: `week-${subject}-${week}`, from, to },
        `${name} (${subject}): up or down on ${inWords(to)}?`,
        ["Up", "Down"],
        10 - index,
      );
    }
  });
  return { markets, readings, trades, records };
}
