import { z } from "zod";
import { stocktwitsStreams } from "../../ingest/connectors/stocktwits.js";
import { idOf, objectOf, objectsOf, type RawObject } from "../../ingest/raw-values.js";
import { jsonObjectOf } from "../answer-text.js";
import { timesOf } from "../item-times.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource } from "../source-connector.js";

const optionsSchema = z.object({
  symbol: z
    .string()
    .regex(/^[A-Z0-9._-]{1,12}$/, "must be a symbol such as AAPL or BTC.X")
    .meta({ description: "Symbol of the stream; tokens end in `.X`." }),
  key: z.string().min(1).meta({ description: "Your partner key as `user:password`, given as `${NAME}`." }),
  baseUrl: z.url().default("https://api.stocktwits.com").meta({ description: "Address of the API." }),
});
const cursorSchema = z.object({ sinceId: z.string().regex(/^\d+$/).nullable() });
const memorySchema = z
  .object({ max: z.string().nullable(), newestId: z.string().nullable() })
  .catch({ max: null, newestId: null });

/** The stream of a symbol: pages of 30 from the newest message back to the last one read. */
export const stocktwits = defineSource<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>({
  kind: "stocktwits",
  title: "StockTwits: the stream of a symbol",
  terms: {
    holds: "A partner key: anonymous requests get a page for browsers.",
    may: "What your contract says. A key allows a number of requests per hour; the source waits after a 429.",
  },
  reads: [stocktwitsStreams],
  options: optionsSchema,
  example: { namespace: "microblog", symbol: "AAPL", key: "${STOCKTWITS_KEY}" },
  secrets: ["key"],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 120,
  hostPauseMs: 1_000,
  maxPages: 40,
  canBackfill: false,
  plan: ({ options, cursor, memory }) => {
    const { max } = memorySchema.parse(memory);
    const url = new URL(`/api/2/streams/symbol/${options.symbol}.json`, options.baseUrl);
    if (cursor?.sinceId != null) url.searchParams.set("since", cursor.sinceId);
    if (max !== null) url.searchParams.set("max", max);
    return { url: url.href, headers: { authorization: `Basic ${Buffer.from(options.key).toString("base64")}` } };
  },
  read: (answer, { cursor, memory, nowMs }) => {
    const page = jsonObjectOf(answer);
    if (!Array.isArray(page.messages)) throw new PollFailure("wrong_content", "The answer has no messages.");
    const since = cursor?.sinceId == null ? null : BigInt(cursor.sinceId);
    const messages = objectsOf(page.messages);
    const fresh = messages.filter((message) => since === null || numberOf(message) > since);
    const earlier = memorySchema.parse(memory);
    const newest = fresh.map(numberOf).reduce((a, b) => (b > a ? b : a), BigInt(earlier.newestId ?? since ?? 0n));
    const paging = objectOf(page.cursor);
    const max = idOf(paging?.max);
    // Stop at a page that does not lead further back.
    const more = since !== null && paging?.more === true && max !== null && max !== earlier.max && fresh.length > 0;
    const times = timesOf(
      fresh.map(({ created_at }) => created_at),
      nowMs,
    );
    return {
      records: fresh.length === 0 ? [] : [{ messages: fresh }],
      items: messages.length,
      itemsNew: fresh.length,
      ...times,
      cursor: { sinceId: more ? (cursor?.sinceId ?? null) : newest === 0n ? null : String(newest) },
      memory: more ? { max, newestId: String(newest) } : { max: null, newestId: null },
      more,
      coverage: more ? null : { contiguous: since !== null },
    };
  },
});

/** @throws PollFailure `wrong_content` for a message without a number. */
function numberOf(message: RawObject): bigint {
  const id = idOf(message.id);
  if (id === null || !/^\d+$/.test(id)) throw new PollFailure("wrong_content", "A message has no id.");
  return BigInt(id);
}
