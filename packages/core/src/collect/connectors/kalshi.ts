import { z } from "zod";
import { marketRecords } from "../../ingest/connectors/market-records.js";
import { objectsOf, wordOf } from "../../ingest/raw-values.js";
import { jsonObjectOf } from "../answer-text.js";
import { timesOf } from "../item-times.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource, type PollContext } from "../source-connector.js";

const PAGE = 1_000;
/** How far the exchange may lag, and how far windows of trades overlap; trades have ids, so none counts twice. */
const LAG_MS = 10_000;
const OVERLAP_MS = 60_000;
const FIRST_WINDOW_MS = 900_000;
/** How long settled markets are read after they closed. */
const SETTLED_MS = 3 * 86_400_000;

const optionsSchema = z.object({
  objects: z.enum(["markets", "trades"]).default("markets").meta({
    description: "`markets`: the catalogue with its prices; `trades`: fills.",
  }),
  series: z
    .string()
    .max(60)
    .optional()
    .meta({ description: "Series such as `KXINX`, to read only its markets; all markets when left out." }),
  ticker: z
    .string()
    .max(80)
    .optional()
    .meta({ description: "Market, to read only its trades; all trades when left out." }),
  baseUrl: z.url().default("https://api.elections.kalshi.com").meta({ description: "Address of the API." }),
});
const cursorSchema = z.object({ doneMs: z.number() });
const memorySchema = z
  .object({
    next: z.string().nullable(),
    /** The window of the pages. */
    window: z.object({ fromMs: z.number(), toMs: z.number() }).nullable(),
    /** Whether settled markets are being read. */
    settled: z.boolean(),
  })
  .catch({ next: null, window: null, settled: false });
type Context = PollContext<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>;

/** The exchange's catalogue with its prices, or its trades in consecutive windows. */
export const kalshi = defineSource<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>({
  kind: "kalshi",
  title: "Kalshi: markets, or trades",
  terms: {
    holds: "Nothing: market data is public.",
    may: "Calls cost ten tokens of a token bucket; what the exchange's terms allow for its data.",
  },
  reads: [marketRecords],
  options: optionsSchema,
  example: { namespace: "predmarket", objects: "markets", series: "KXINX" },
  secrets: [],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 60,
  hostPauseMs: 500,
  maxPages: 100,
  canBackfill: true,
  plan: (context) => {
    const { options, memory, backfill } = context;
    const { next, settled } = memorySchema.parse(memory);
    const isTrades = options.objects === "trades";
    // The catalogue shows only the present, so there is nothing to backfill.
    if (!isTrades && backfill !== null) return null;
    const { fromMs, toMs } = windowOf(context);
    if (isTrades && fromMs >= toMs) return null;
    const url = new URL(`/trade-api/v2/markets${isTrades ? "/trades" : ""}`, options.baseUrl);
    const query = isTrades
      ? {
          min_ts: seconds(fromMs),
          max_ts: seconds(toMs),
          ...(options.ticker === undefined ? {} : { ticker: options.ticker }),
        }
      : {
          // Results are listed for some days after a market closes.
          ...(settled ? { status: "settled", min_close_ts: seconds(context.nowMs - SETTLED_MS) } : { status: "open" }),
          ...(options.series === undefined ? {} : { series_ticker: options.series }),
        };
    url.search = new URLSearchParams({
      limit: String(PAGE),
      ...query,
      ...(next === null ? {} : { cursor: next }),
    }).toString();
    return { url: url.href };
  },
  read: (answer, context) => {
    const { options, cursor, nowMs } = context;
    const page = jsonObjectOf(answer);
    const list = page[options.objects];
    if (!Array.isArray(list)) throw new PollFailure("wrong_content", `The answer has no ${options.objects}.`);
    const isTrades = options.objects === "trades";
    // The catalogue has no reading time, but its prices need one.
    const objects = objectsOf(list).map((one) => {
      return isTrades ? one : { ...one, fetched_at: new Date(nowMs).toISOString() };
    });
    const { fromMs, toMs } = windowOf(context);
    const { next: before, settled } = memorySchema.parse(context.memory);
    const next = wordOf(page.cursor);
    // Stop at a cursor that does not move, or the poll would never end.
    const hasNext = next !== null && next !== before && objects.length > 0;
    const more = hasNext || (!isTrades && !settled);
    const times = timesOf(isTrades ? objects.map(({ created_time }) => created_time) : [], nowMs);
    const repeated = isTrades && cursor !== null ? objects.filter((trade) => isBefore(trade, cursor.doneMs)).length : 0;
    return {
      records: objects.length === 0 ? [] : [{ [options.objects]: objects }],
      items: objects.length,
      itemsNew: objects.length - repeated,
      ...times,
      cursor: more ? (cursor ?? { doneMs: fromMs }) : { doneMs: isTrades ? toMs : nowMs },
      memory: {
        next: hasNext ? next : null,
        window: more ? { fromMs, toMs } : null,
        settled: hasNext ? settled : more,
      },
      more,
      coverage: more
        ? null
        : { contiguous: cursor !== null, fromMs: isTrades ? fromMs : nowMs, toMs: isTrades ? toMs : nowMs },
    };
  },
});

/** The window that a poll reads; the same for all its pages. */
function windowOf({ cursor, memory, backfill, nowMs }: Context) {
  const { window } = memorySchema.parse(memory);
  if (window !== null) return window;
  if (backfill !== null) return { fromMs: cursor?.doneMs ?? backfill.fromMs, toMs: backfill.toMs };
  const toMs = nowMs - LAG_MS;
  return { fromMs: cursor === null ? toMs - FIRST_WINDOW_MS : cursor.doneMs - OVERLAP_MS, toMs };
}

const seconds = (ms: number) => String(Math.floor(ms / 1_000));

function isBefore({ created_time }: Readonly<Record<string, unknown>>, ms: number): boolean {
  const { newestMs } = timesOf([created_time], Number.MAX_SAFE_INTEGER);
  return newestMs !== null && newestMs < ms;
}
