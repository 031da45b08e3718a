import { z } from "zod";
import { newsRecords } from "../../ingest/connectors/news-records.js";
import type { RawObject } from "../../ingest/raw-values.js";
import { markup } from "../../ingest/markup.js";
import { utf8 } from "../answer-text.js";
import { timesOf } from "../item-times.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource, type PollContext } from "../source-connector.js";

const SLOT_MS = 900_000;
/** Longest delay of a file; if it is missing after that, it will never come. */
const LATE_MS = 4 * SLOT_MS;
/** The columns used of the knowledge graph, version 2.1. */
const column = { id: 0, date: 1, source: 3, url: 4, themes: 7, extras: 26 } as const;

const optionsSchema = z.object({
  themes: z
    .array(z.string().regex(/^[A-Z0-9_]+$/, "must be a theme such as ECON_STOCKMARKET"))
    .default(["ECON_STOCKMARKET"])
    .meta({ description: "Only articles with one of these themes; an empty list takes all articles." }),
  baseUrl: z.url().default("http://data.gdeltproject.org").meta({ description: "Address of the files." }),
});
const cursorSchema = z.object({
  /** Time of the last file that was read or skipped, ms since the epoch. */
  slotMs: z.number(),
});
type Cursor = z.infer<typeof cursorSchema>;
type Context = PollContext<z.infer<typeof optionsSchema>, Cursor>;

/** Headlines of the world's news from files that are published every 15 minutes. A missing file is a gap. */
export const gdelt = defineSource<z.infer<typeof optionsSchema>, Cursor>({
  kind: "gdelt",
  title: "GDELT: a file every 15 minutes",
  terms: {
    holds: "Nothing.",
    may: "Open data; credit the project where you show it. There is one file every 15 minutes.",
  },
  reads: [newsRecords],
  options: optionsSchema,
  example: { namespace: "news", themes: ["ECON_STOCKMARKET"] },
  secrets: [],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 300,
  hostPauseMs: 1_000,
  maxPages: 96,
  canBackfill: true,
  plan: (context) => {
    const slotMs = nextSlot(context);
    if (slotMs > (context.backfill?.toMs ?? context.nowMs)) return null;
    const name = new Date(slotMs)
      .toISOString()
      .replaceAll(/[^0-9]/g, "")
      .slice(0, 14);
    return {
      url: new URL(`/gdeltv2/${name}.gkg.csv.zip`, context.options.baseUrl).href,
      statuses: [404],
      unzip: true,
      maxBytes: 128 * 1024 * 1024,
    };
  },
  read: (answer, context) => {
    const slotMs = nextSlot(context);
    const slot = { fromMs: slotMs - SLOT_MS, toMs: slotMs };
    const end = context.backfill?.toMs ?? context.nowMs;
    const more = slotMs + SLOT_MS <= end;
    if (answer.status === 404) {
      const nothing = { records: [], items: 0, itemsNew: 0, oldestMs: null, newestMs: null };
      // The file may still come, so the cursor waits.
      if (context.nowMs - slotMs < LATE_MS)
        return { ...nothing, cursor: context.cursor ?? { slotMs: slotMs - SLOT_MS }, more: false, coverage: null };
      const holes = [{ ...slot, reason: "never_published" }];
      return {
        ...nothing,
        cursor: { slotMs },
        more,
        coverage: { contiguous: context.cursor !== null, ...slot, holes },
      };
    }
    const rows = articlesOf(utf8(answer.body), context.options.themes);
    return {
      records: rows,
      items: rows.length,
      itemsNew: rows.length,
      ...timesOf(
        rows.map(({ published_at }) => published_at),
        context.nowMs,
      ),
      cursor: { slotMs },
      more,
      coverage: { contiguous: context.cursor !== null, ...slot },
    };
  },
});

/** The file after the last one; the first poll starts with the newest that should exist. */
function nextSlot({ cursor, backfill, nowMs }: Context): number {
  if (cursor !== null) return cursor.slotMs + SLOT_MS;
  // A file holds the quarter of an hour before its time.
  if (backfill !== null) return Math.floor(backfill.fromMs / SLOT_MS) * SLOT_MS + SLOT_MS;
  return Math.floor(nowMs / SLOT_MS) * SLOT_MS;
}

/** @throws PollFailure `wrong_content` when it is none of these files. */
function articlesOf(text: string, themes: readonly string[]): RawObject[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const rows = lines.map((line) => line.split("\t"));
  if (rows.length > 0 && !rows.some((row) => row.length > column.extras))
    throw new PollFailure("wrong_content", "The file is not a knowledge graph table.");
  return rows.flatMap((row) => {
    const title = /<PAGE_TITLE>([^]*?)<\/PAGE_TITLE>/.exec(row[column.extras] ?? "")?.[1];
    const own = new Set((row[column.themes] ?? "").split(";"));
    if (title === undefined || (themes.length > 0 && !themes.some((theme) => own.has(theme)))) return [];
    const exact = /<PAGE_PRECISEPUBTIMESTAMP>(\d{14})</.exec(row[column.extras] ?? "")?.[1];
    return [
      {
        id: row[column.id],
        title: markup().decodeHTML(title),
        source: row[column.source],
        url: row[column.url],
        published_at: isoOf(exact ?? row[column.date] ?? ""),
      },
    ];
  });
}

/** `YYYYMMDDhhmmss` as ISO 8601. Anything else is passed on and rejected as a record. */
function isoOf(digits: string): string {
  return digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
}
