import { cp } from "node:fs/promises";
import { join } from "node:path";
import { openReader, openWriter } from "@market-sentiment/core/node";
import { ingestRecords, namespaceNamed } from "./memory-ingest.js";
import { temporaryDirectory } from "./temporary-directory.js";

/** The namespace of the small stores: the one with the fewest tables. */
export const crypto = namespaceNamed("forum-crypto");

/** Posts about one token, `count` of them from the `first` on, an hour apart; their text is the same at every call. */
export const postsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(first + index),
    title: `Bitcoin $BTC gains, post number ${first + index}`,
    subreddit: "coins",
    author: `holder_${first + index}`,
    created_utc: Date.UTC(2026, 2, 1) / 1_000 + (first + index) * 3_600,
  }));

/** Ingests posts; a run of its own. */
export async function ingestPosts(data: string, first: number, count: number, now?: string): Promise<void> {
  await ingestRecords(data, crypto, postsFrom(first, count), now === undefined ? {} : { now });
}

/**
 * A data directory with a few posts in several snapshots. Copied from one original, because building it takes a second.
 */
export async function smallStore(): Promise<string> {
  made ??= makeStore();
  const copy = join(await temporaryDirectory(), "data");
  await cp(await made, copy, { recursive: true });
  return copy;
}

let made: Promise<string> | null = null;

async function makeStore(): Promise<string> {
  const data = join(await temporaryDirectory(), "data");
  for (const first of [0, 10, 20]) await ingestPosts(data, first, 10);
  return data;
}

/** Ids of the stored posts, in their order; reading them proves that every named file is whole. */
export async function storedIds(data: string): Promise<number[]> {
  const store = await openReader(data);
  try {
    const view = await store.view();
    const sql = `SELECT CAST(regexp_extract(document_id, '\\d+$') AS INTEGER) AS id, (SELECT SUM(mentions) FROM subject_daily) AS daily
FROM mentions ORDER BY id`;
    const rows = await view.query<{ id: number; daily: number }>(crypto.id, { sql, params: [] });
    const wrong = rows.find(({ daily }) => daily !== rows.length);
    if (wrong !== undefined) throw new Error(`${rows.length} mentions, but ${wrong.daily} in the daily table.`);
    return rows.map(({ id }) => id);
  } finally {
    await store.close();
  }
}

/** Opens the directory for writing and leaves it. */
export async function openAndLeave(data: string): Promise<void> {
  await (await openWriter(data)).close();
}
