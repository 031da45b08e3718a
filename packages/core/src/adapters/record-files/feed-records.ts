import { MarketDataError } from "../../errors.js";
import type { ExtractedRecord } from "../../ingest/record.js";
import { type FileContent, wholeContent } from "./open-file.js";

/**
 * Items of an RSS, RDF or Atom file, one record an item: `{ feed_format, feed_title, feed_link, item }`; positions are
 * those in the feed.
 *
 * @throws MarketDataError `invalid_file` when the file is no feed, or damaged inside; `damaged_file` when it ends before
 * its end tag, after the items that are whole.
 */
export async function* feedRecords(path: string, content: FileContent): AsyncGenerator<ExtractedRecord> {
  // Loaded by the first feed: most programs never read one.
  const { feedDocument, feedRecord } = await import("../../ingest/feed-document.js");
  const feed = feedDocument(path, await wholeContent(path, content, "a feed"));
  for (const [index, item] of feed.items.entries()) {
    const record = feedRecord(feed, item);
    yield { position: { file: path, line: index + 1 }, bytesRead: content.bytesRead(), record };
  }
  if (feed.truncated)
    throw new MarketDataError("damaged_file", `${path} ends before the end tag of its feed.`, { path });
}
