import { readFile } from "node:fs/promises";
import { parseFeed } from "feedsmith";
import { MarketDataError } from "../../errors.js";
import type { ExtractedRecord } from "../../ingest/record.js";

/**
 * Items of an RSS, RDF or Atom file, one record an item: `{ feed_format, feed_title, feed_link, item }`. Entities that a
 * document declares are never expanded.
 *
 * @throws MarketDataError `invalid_file` when the file is XML, but no feed.
 */
export async function* feedRecords(path: string, bytes: Buffer): AsyncGenerator<ExtractedRecord> {
  const feed = parsed(path, bytes);
  for (const [index, item] of feed.items.entries()) {
    const record = { feed_format: feed.format, feed_title: feed.title, feed_link: feed.link, item };
    yield await Promise.resolve({ position: { file: path, line: index + 1 }, bytesRead: bytes.length, record });
  }
}

interface ParsedFeed {
  readonly format: string;
  readonly title: string | null;
  readonly link: string | null;
  readonly items: readonly unknown[];
}

function parsed(path: string, bytes: Buffer): ParsedFeed {
  try {
    const found = parseFeed(xmlText(bytes));
    if (found.format === "atom") {
      const { title, links, entries } = found.feed;
      const home = links?.find(({ rel }) => rel === undefined || rel === "alternate");
      return { format: "atom", title: title?.value ?? null, link: home?.href ?? null, items: entries ?? [] };
    }
    if (found.format === "json") return { format: "json", title: null, link: null, items: [] };
    const { title, link, items } = found.feed;
    return { format: found.format, title: title ?? null, link: link ?? null, items: items ?? [] };
  } catch (cause) {
    throw new MarketDataError("invalid_file", `${path} is not a feed: neither RSS nor Atom.`, { path }, { cause });
  }
}

/** The text of an XML file: UTF-8, whatever it declares, as long as its bytes are; else in the declared encoding. */
function xmlText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const declared = /encoding=["']([\w-]+)["']/.exec(bytes.subarray(0, 200).toString("latin1"))?.[1];
    try {
      return new TextDecoder(declared ?? "windows-1252").decode(bytes);
    } catch {
      return bytes.toString("latin1");
    }
  }
}

/** All bytes of a stream, for files that can only be read whole. */
export async function wholeFile(path: string, limitBytes: number): Promise<Buffer> {
  const bytes = await readFile(path);
  if (bytes.length <= limitBytes) return bytes;
  const message = `${path} is larger than ${limitBytes / 1024 / 1024} MiB and can only be read whole.`;
  throw new MarketDataError("invalid_file", message, { path });
}
