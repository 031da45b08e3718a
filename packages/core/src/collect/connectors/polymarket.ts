import { z } from "zod";
import { marketRecords } from "../../ingest/connectors/market-records.js";
import { objectsOf } from "../../ingest/raw-values.js";
import { jsonOf } from "../answer-text.js";
import { timesOf } from "../item-times.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource, type PollContext, type SourceAnswer, type SourcePage } from "../source-connector.js";

const MARKETS_PAGE = 100;
const TRADES_PAGE = 1_000;
/** Most trades that the service gives for one window. */
const MOST_TRADES = 10_000;
/** Trades settle on a blockchain, so they are read this long after they were made. */
const LAG_S = 30;
const FIRST_WINDOW_S = 300;
/** Days for which closed markets are read, because results may be settled late. */
const CLOSED_DAYS = 3;

const optionsSchema = z.object({
  objects: z.enum(["markets", "trades"]).default("markets").meta({
    description: "`markets`: open markets with their prices; `trades`: fills.",
  }),
  tagId: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional()
    .meta({ description: "Id of a tag, to read only its markets; all markets when left out." }),
  markets: z
    .array(z.string().regex(/^0x[0-9a-fA-F]{64}$/, "must be a condition id"))
    .max(50)
    .default([])
    .meta({ description: "Condition ids, to read only trades of these markets; all trades when left out." }),
  catalogueUrl: z.url().default("https://gamma-api.polymarket.com").meta({ description: "Address of the catalogue." }),
  tradesUrl: z.url().default("https://data-api.polymarket.com").meta({ description: "Address of the trade service." }),
});
const cursorSchema = z.object({
  /** Trades before this second have been read; seconds since the epoch. */
  doneS: z.int(),
});
const memorySchema = z
  .object({
    /** For the catalogue: whether closed markets are being read, and from where. */
    closed: z.boolean(),
    offset: z.int(),
    /** For trades: length of the next window, and the end of the poll's range. */
    spanS: z.int().nullable(),
    targetS: z.int().nullable(),
  })
  .catch({ closed: false, offset: 0, spanS: null, targetS: null });
type Memory = z.infer<typeof memorySchema>;
type Cursor = z.infer<typeof cursorSchema>;
type Context = PollContext<z.infer<typeof optionsSchema>, Cursor>;

/**
 * Open markets with their prices and results of closed ones, or trades. Deep offsets repeat rows, so trades are read in
 * time windows, which are halved while one exceeds a page. The service queues requests over its limit instead of
 * refusing them.
 */
export const polymarket = defineSource<z.infer<typeof optionsSchema>, Cursor>({
  kind: "polymarket",
  title: "Polymarket: markets with their prices, or trades",
  terms: {
    holds: "Nothing: both services are public.",
    may: "At most 300 requests for markets and 200 for trades in 10 seconds; what the platform's terms allow for its data.",
  },
  reads: [marketRecords],
  options: optionsSchema,
  example: { namespace: "predmarket", objects: "markets" },
  secrets: [],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 60,
  hostPauseMs: 200,
  maxPages: 300,
  canBackfill: true,
  plan: (context) => {
    const { options, backfill } = context;
    const memory = memorySchema.parse(context.memory);
    if (options.objects === "markets") {
      if (backfill !== null) return null;
      const url = new URL("/markets", options.catalogueUrl);
      url.search = new URLSearchParams({
        closed: String(memory.closed),
        // Results are listed for some days after a market closes.
        ...(memory.closed ? { end_date_min: new Date(context.nowMs - CLOSED_DAYS * 86_400_000).toISOString() } : {}),
        order: "volume24hr",
        ascending: "false",
        limit: String(MARKETS_PAGE),
        offset: String(memory.offset),
        ...(options.tagId === undefined ? {} : { tag_id: options.tagId }),
      }).toString();
      return { url: url.href };
    }
    const { fromS, toS } = windowOf(context, memory);
    if (fromS >= toS) return null;
    const url = new URL("/trades", options.tradesUrl);
    url.search = new URLSearchParams({
      start: String(fromS),
      end: String(toS),
      limit: String(pageOf(fromS, toS)),
      takerOnly: "true",
      ...(options.markets.length === 0 ? {} : { market: options.markets.join(",") }),
    }).toString();
    return { url: url.href };
  },
  read: (answer, context) =>
    context.options.objects === "markets" ? marketsPage(answer, context) : tradesPage(answer, context),
});

function listOf(answer: SourceAnswer) {
  const list = jsonOf(answer);
  if (!Array.isArray(list)) throw new PollFailure("wrong_content", "The answer is not a list.");
  return objectsOf(list);
}

function marketsPage(answer: SourceAnswer, { cursor, memory, nowMs }: Context): SourcePage<Cursor> {
  // The catalogue has no reading time, but its prices need one.
  const markets = listOf(answer).map((market) => ({ ...market, fetched_at: new Date(nowMs).toISOString() }));
  const { offset, closed, ...rest } = memorySchema.parse(memory);
  const isFull = markets.length >= MARKETS_PAGE;
  const next = isFull ? { closed, offset: offset + markets.length } : { closed: !closed, offset: 0 };
  const more = isFull || !closed;
  return {
    records: markets.length === 0 ? [] : [{ markets }],
    items: markets.length,
    itemsNew: markets.length,
    oldestMs: null,
    newestMs: null,
    cursor: { doneS: Math.floor(nowMs / 1_000) },
    memory: { ...rest, ...next },
    more,
    coverage: more ? null : { contiguous: cursor !== null },
  };
}

function tradesPage(answer: SourceAnswer, context: Context): SourcePage<Cursor> {
  const memory = memorySchema.parse(context.memory);
  const { fromS, toS, targetS } = windowOf(context, memory);
  const all = listOf(answer);
  const isFull = all.length >= pageOf(fromS, toS);
  const spanS = toS - fromS;
  if (isFull && spanS > 1) {
    // Unknown which trades are missing: read the window again in two halves.
    return {
      ...{ records: [], items: 0, itemsNew: 0, oldestMs: null, newestMs: null },
      cursor: context.cursor ?? { doneS: fromS },
      memory: { ...memory, spanS: Math.floor(spanS / 2), targetS },
      more: true,
      coverage: null,
    };
  }
  // Keep whole seconds together, because equal fills are numbered within a delivery.
  const trades = all.filter(({ timestamp }) => Number(timestamp) >= fromS && Number(timestamp) < toS);
  const more = toS < targetS;
  const hole = { fromMs: fromS * 1_000, toMs: toS * 1_000, reason: "too_many_trades" };
  return {
    records: trades.length === 0 ? [] : [{ trades }],
    items: trades.length,
    itemsNew: trades.length,
    ...timesOf(
      trades.map(({ timestamp }) => timestamp),
      context.nowMs,
    ),
    cursor: { doneS: toS },
    // After a window that fitted, try one twice as long.
    memory: { ...memory, ...(more ? { spanS: spanS * 2, targetS } : { spanS: null, targetS: null }) },
    more,
    coverage: {
      contiguous: context.cursor !== null,
      fromMs: fromS * 1_000,
      toMs: toS * 1_000,
      ...(isFull ? { holes: [hole] } : {}),
    },
    truncated: isFull,
  };
}

/** The window to read next, and the end of the poll's range. */
function windowOf({ cursor, backfill, nowMs }: Context, { spanS, targetS: kept }: Memory) {
  const targetS = kept ?? Math.floor((backfill?.toMs ?? nowMs - LAG_S * 1_000) / 1_000);
  const fromS = cursor?.doneS ?? (backfill === null ? targetS - FIRST_WINDOW_S : Math.floor(backfill.fromMs / 1_000));
  return { fromS, toS: spanS === null ? targetS : Math.min(targetS, fromS + Math.max(1, spanS)), targetS };
}

const pageOf = (fromS: number, toS: number) => (toS - fromS <= 1 ? MOST_TRADES : TRADES_PAGE);
