import { MarketDataError } from "../../errors.js";
import type { ExtractedRecord } from "../../ingest/record.js";
import { type FileContent, wholeContent } from "./open-file.js";

/**
 * Items of an RSS, RDF or Atom file, one record per item: `{ feed_format, feed_title, feed_link, item }`. Positions
 * count items.
 *
 * @throws MarketDataError `invalid_file` when the file is not a feed, or damaged inside; `damaged_file` after the last
 * complete item when it ends before its end tag.
 */
export async function* feedRecords(path: string, content: FileContent): AsyncGenerator<ExtractedRecord> {
  // Loaded on first use: most programs never read a feed.
  const { feedDocument, feedRecord } = await import("../../ingest/feed-document.js");
  const feed = feedDocument(path, await wholeContent(path, content, "a feed"));
  for (const [index, item] of feed.items.entries()) {
    const record = feedRecord(feed, item);
    yield { position: { file: path, line: index + 1 }, bytesRead: content.bytesRead(), record };
  }
  if (feed.truncated)
    throw new MarketDataError("damaged_file", `${path} ends before the end tag of its feed.`, { path });
}
