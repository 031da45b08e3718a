/** One news record in the documented form. */
export interface NewsRecord {
  readonly id: string;
  readonly source: string;
  readonly title: string;
  readonly published_at: string;
  readonly tickers?: readonly string[];
  readonly url?: string;
  readonly summary?: string;
}

const companies = [
  ["AAPL", "Apple"],
  ["MSFT", "Microsoft"],
  ["NVDA", "Nvidia"],
  ["TSLA", "Tesla"],
  ["AMZN", "Amazon"],
  ["JPM", "JPMorgan"],
  ["XOM", "Exxon Mobil"],
  ["AZN.L", "AstraZeneca"],
  ["7203.T", "Toyota"],
  ["SPY", "SPDR S&P 500 ETF"],
] as const;
const sources = ["Reuters", "Bloomberg", "CNBC", "Benzinga", "MarketWatch"] as const;
const events = [
  "gains after earnings beat",
  "falls on weak guidance",
  "names a new finance chief",
  "opens a plant",
] as const;

/**
 * Records of `count` articles spread evenly over `days` days from `firstDay`: the same for the same arguments. Companies
 * come round with different frequencies, so that every day has a clear order.
 */
export function newsRecords(count: number, firstDay: string, days: number): NewsRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const [ticker, name] = companies[Math.floor((index * index + 3 * index) % 23) % companies.length] ?? companies[0];
    const source = sources[index % sources.length] ?? sources[0];
    const event = events[(index * 7 + Math.floor(index / 5)) % events.length] ?? events[0];
    const at = Date.parse(`${firstDay}T00:00:00Z`) + Math.floor((index / count) * days * 86_400_000);
    return {
      id: `n-${index}`,
      source,
      title: `${name} shares: ${event}, item ${index} of the wire`,
      published_at: new Date(at).toISOString(),
      tickers: [ticker],
    };
  });
}
