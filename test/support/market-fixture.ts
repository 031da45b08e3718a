import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Dataset, namespaceOf, type NamespaceDefinition } from "@market-sentiment/core";
import { ingestFiles, openLocalDataset } from "@market-sentiment/core/node";
import { wordModel } from "./word-model.js";

type MarketRecord = Readonly<Record<string, unknown>>;

/** The instant up to which the fixture reaches. */
export const FIXTURE_NOW = "2026-03-06T20:00:00Z";

/** The prediction-market namespace. */
export function predmarket(): NamespaceDefinition {
  const namespace = namespaceOf("predmarket");
  if (namespace === undefined) throw new Error("The prediction-market namespace is missing.");
  return namespace;
}

interface Planned {
  readonly id: number;
  readonly question: string;
  readonly event: string;
  readonly outcomes?: readonly [string, string];
  /** Middle of the book on each day; null while the market does not exist, "won" or "lost" once it is resolved. */
  readonly mids: readonly (number | null | "won" | "lost")[];
  readonly halfSpread?: number;
  readonly liquidity: number;
  readonly ends: string;
  readonly closedTime?: string;
  /** Trades on each day. */
  readonly trades: readonly number[];
}

const days = ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"] as const;

const plans: readonly Planned[] = [
  {
    id: 1,
    question: "Nvidia (NVDA): up or down on March 6?",
    event: "NVDA on March 6",
    outcomes: ["Up", "Down"],
    mids: [null, null, null, 0.56, 0.62],
    liquidity: 20_000,
    ends: "2026-03-06T21:00:00Z",
    trades: [0, 0, 0, 4, 9],
  },
  {
    id: 2,
    question: "Will Nvidia (NVDA) close above $180 on March 6?",
    event: "NVDA weekly close",
    mids: [0.5, 0.52, 0.47, 0.58, 0.7],
    liquidity: 9_000,
    ends: "2026-03-06T21:00:00Z",
    trades: [3, 5, 2, 6, 7],
  },
  {
    id: 3,
    question: "Will Nvidia (NVDA) close above $190 on March 6?",
    event: "NVDA weekly close",
    mids: [0.14, 0.15, 0.1, 0.12, 0.06],
    liquidity: 4_000,
    ends: "2026-03-06T21:00:00Z",
    trades: [1, 0, 2, 0, 1],
  },
  {
    id: 4,
    question: "Will Nvidia (NVDA) dip to $165 by March 31?",
    event: "What will NVDA hit in March?",
    mids: [0.5, 0.52, 0.55, 0.6, 0.65],
    halfSpread: 0.03,
    liquidity: 2_500,
    ends: "2026-03-31T21:00:00Z",
    trades: [0, 2, 0, 3, 2],
  },
  {
    id: 5,
    question: "Will General Mills (GIS) beat quarterly earnings estimates?",
    event: "GIS earnings",
    mids: [0.7, 0.72, 0.8, 0.85, "won"],
    liquidity: 6_000,
    ends: "2026-03-05T22:00:00Z",
    closedTime: "2026-03-06 09:30:00+00",
    trades: [2, 3, 4, 8, 1],
  },
  {
    id: 6,
    question: "Will Apple (AAPL) ship the next Vision Pro by April 30?",
    event: "AAPL product",
    mids: [0.2, 0.2, 0.25, 0.22, 0.21],
    liquidity: 3_000,
    ends: "2026-04-30T23:00:00Z",
    trades: [1, 1, 0, 2, 4],
  },
  {
    id: 7,
    question: "Will it rain in Oslo on March 31?",
    event: "Weather",
    mids: [0.4, 0.4, 0.4, 0.4, 0.4],
    liquidity: 500,
    ends: "2026-03-31T23:00:00Z",
    trades: [5, 5, 5, 5, 5],
  },
];

const conditionId = (id: number) => `0x${String(id).padStart(64, "0")}`;
const token = (id: number, outcome: 0 | 1) => `${id}0000${outcome}`;
const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** One working week of six markets about four assets, one market about none, and the shares' prices. */
export function marketFixture(): MarketRecord[] {
  const records: MarketRecord[] = [];
  for (const [index, day] of days.entries()) {
    records.push({ ticker: "NVDA", price: [178, 179, 176, 181, 184][index], observed_at: `${day}T15:00:00Z` });
    for (const plan of plans) {
      const mid = plan.mids[index];
      const trades = Array.from({ length: plan.trades[index] ?? 0 }, (_, number) => trade(plan, day, index, number));
      records.push(...trades);
      if (mid === null || mid === undefined) continue;
      const half = plan.halfSpread ?? 0.01;
      const isClosed = typeof mid !== "number";
      const prices = isClosed ? (mid === "won" ? [1, 0] : [0, 1]) : [mid, round(1 - mid)];
      const volume = trades.reduce((sum, { size, price }) => sum + Number(size) * Number(price), 0);
      records.push({
        id: String(plan.id),
        question: plan.question,
        conditionId: conditionId(plan.id),
        slug: `market-${plan.id}`,
        outcomes: JSON.stringify(plan.outcomes ?? ["Yes", "No"]),
        outcomePrices: JSON.stringify(prices.map(String)),
        clobTokenIds: JSON.stringify([token(plan.id, 0), token(plan.id, 1)]),
        liquidity: String(plan.liquidity),
        volume24hr: round(volume),
        bestBid: isClosed ? 0 : round(mid - half),
        bestAsk: isClosed ? 1 : round(mid + half),
        lastTradePrice: isClosed ? prices[0] : mid,
        active: true,
        closed: isClosed,
        acceptingOrders: !isClosed,
        createdAt: `${days[plan.mids.findIndex((value) => value !== null)] ?? day}T09:00:00Z`,
        endDate: plan.ends,
        ...(isClosed ? { closedTime: plan.closedTime } : {}),
        updatedAt: `${day}T16:00:00Z`,
        groupItemTitle: "",
        events: [{ id: `event-${plan.event}`, title: plan.event, slug: "" }],
      });
    }
  }
  return records;
}

function trade(plan: Planned, day: string, index: number, number: number): MarketRecord {
  const mid = plan.mids[index];
  const first = typeof mid === "number" ? mid : 0.85;
  const outcomeIndex = number % 3 === 2 ? 1 : 0;
  return {
    proxyWallet: `0x${String((plan.id * 7 + number * 3 + index) % 11).padStart(40, "a")}`,
    side: number % 2 === 0 ? "BUY" : "SELL",
    asset: token(plan.id, outcomeIndex),
    conditionId: conditionId(plan.id),
    size: 20 + 10 * number,
    price: round(outcomeIndex === 0 ? first : 1 - first),
    timestamp: Date.parse(`${day}T0${9 - Math.floor(number / 60)}:0${number % 10}:00Z`) / 1000,
    title: plan.question,
    slug: `market-${plan.id}`,
    eventSlug: `event-${plan.event}`,
    outcome: (plan.outcomes ?? ["Yes", "No"])[outcomeIndex],
    outcomeIndex,
    name: "Somebody",
    pseudonym: "Quiet Otter",
    transactionHash: `0x${String(plan.id * 10_000 + index * 100 + number).padStart(64, "b")}`,
  };
}

/** The same fixture from a source that lists every market's outcomes in reverse. */
export function turnedRound(records: readonly MarketRecord[]): MarketRecord[] {
  const reversed = (text: unknown) => JSON.stringify((JSON.parse(String(text)) as unknown[]).reverse());
  return records.map((record) => {
    if ("outcomes" in record) {
      return {
        ...record,
        outcomes: reversed(record.outcomes),
        outcomePrices: reversed(record.outcomePrices),
        clobTokenIds: reversed(record.clobTokenIds),
        bestBid: round(1 - Number(record.bestAsk)),
        bestAsk: round(1 - Number(record.bestBid)),
        lastTradePrice: round(1 - Number(record.lastTradePrice)),
      };
    }
    return "outcomeIndex" in record ? { ...record, outcomeIndex: 1 - Number(record.outcomeIndex) } : record;
  });
}

/** Ingests the records as of {@link FIXTURE_NOW}. */
export async function ingestMarketRecords(
  dataDirectory: string,
  records: readonly object[],
  options: { readonly now?: string; readonly batchDocuments?: number } = {},
) {
  const file = join(dataDirectory, "..", `markets-${String(Math.random()).slice(2)}.jsonl`);
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return ingestFiles({
    dataDirectory,
    namespace: predmarket(),
    files: [file],
    now: () => new Date(options.now ?? FIXTURE_NOW),
    textModel: wordModel(),
    ...(options.batchDocuments === undefined ? {} : { batchDocuments: options.batchDocuments }),
  });
}

/** A dataset over the records. */
export async function marketDataset(dataDirectory: string, records: readonly object[]): Promise<Dataset> {
  await ingestMarketRecords(dataDirectory, records);
  return openLocalDataset({ dataDirectory, textModel: wordModel() });
}
