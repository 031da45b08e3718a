import { parseFeed } from "feedsmith";
import { MarketDataError } from "../errors.js";

/** A parsed XML feed. */
export interface FeedDocument {
  /** `rss`, `rdf` or `atom`. */
  readonly format: string;
  readonly title: string | null;
  readonly link: string | null;
  readonly items: readonly unknown[];
  /** True when it ends before its end tag; then `items` has the complete ones only. */
  readonly truncated: boolean;
  /** Time to live by the feed itself, in minutes; null where not stated. */
  readonly ttlMinutes: number | null;
  /** UTC hours of the day at which the feed asks not to be read. */
  readonly skipHours: readonly number[];
}

/**
 * Reads an RSS, RDF or Atom document. Never expands entities that the document declares.
 *
 * @param path Name for errors.
 * @throws MarketDataError `invalid_file` when it is not a feed, or damaged inside.
 */
export function feedDocument(path: string, bytes: Uint8Array): FeedDocument {
  const { text, truncated } = wholeItems(path, xmlText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  return { ...parsed(path, text), truncated };
}

/** One record an item, as the connector of feed items reads it. */
export function feedRecord({ format, title, link }: FeedDocument, item: unknown): Readonly<Record<string, unknown>> {
  return { feed_format: format, feed_title: title, feed_link: link, item };
}

function parsed(path: string, text: string): Omit<FeedDocument, "truncated"> {
  try {
    const found = parseFeed(text);
    if (found.format === "atom") {
      const { title, links, entries } = found.feed;
      const home = links?.find(({ rel }) => rel === undefined || rel === "alternate");
      const said = { title: title?.value ?? null, link: home?.href ?? null, items: entries ?? [] };
      return { format: "atom", ...said, ttlMinutes: null, skipHours: [] };
    }
    if (found.format === "json") throw new TypeError("JSON feeds are not XML.");
    const { title, link, items } = found.feed;
    const { ttl, skipHours } = found.format === "rss" ? found.feed : {};
    return {
      format: found.format,
      title: title ?? null,
      link: link ?? null,
      items: items ?? [],
      ttlMinutes: ttl ?? null,
      skipHours: skipHours ?? [],
    };
  } catch (cause) {
    throw new MarketDataError("invalid_file", `${path} is a feed with damaged XML.`, { path }, { cause });
  }
}

/**
 * The text up to its last complete item if it ends early; all of it otherwise.
 *
 * @throws MarketDataError `invalid_file` when its first element is not that of a feed.
 */
function wholeItems(path: string, text: string): { readonly text: string; readonly truncated: boolean } {
  const root = rootOf(text);
  const name = root?.replace(/^.*:/, "").toLowerCase();
  if (root === null || (name !== "rss" && name !== "rdf" && name !== "feed")) {
    const what = name === "html" ? "is a web page, not a feed" : "is XML, but neither an RSS nor an Atom feed";
    throw new MarketDataError("invalid_file", `${path} ${what}.`, { path });
  }
  if (text.includes(`</${root}`)) return { text, truncated: false };
  const [last] = [...text.matchAll(/<\/(?:[\w-]{1,100}:)?(?:item|entry)\s{0,100}>/g)].slice(-1);
  const end = last === undefined ? 0 : last.index + last[0].length;
  // The parser closes open elements, so a truncated item would pass for a complete one.
  return { text: end === 0 ? `<${root}></${root}>` : text.slice(0, end), truncated: true };
}

/** Name of the first element after declarations and comments; null without one. */
function rootOf(text: string): string | null {
  let rest = text.trimStart();
  for (let end = endOfDeclaration(rest); end > 0; end = endOfDeclaration(rest)) rest = rest.slice(end).trimStart();
  return /^<([A-Za-z_][\w.:-]{0,100})/.exec(rest)?.[1] ?? null;
}

/** End of the declaration or comment at the start of the text; 0 when there is none, or it never ends. */
function endOfDeclaration(text: string): number {
  const after = (end: string, from: number) => {
    const at = from < 0 ? -1 : text.indexOf(end, from);
    return at < 0 ? 0 : at + end.length;
  };
  if (text.startsWith("<?")) return after("?>", 2);
  if (text.startsWith("<!--")) return after("-->", 4);
  if (!/^<!doctype/i.test(text)) return 0;
  const end = text.indexOf(">");
  const subset = text.slice(0, end + 1).indexOf("[");
  return subset < 0 ? end + 1 : after(">", text.indexOf("]", subset));
}

/** Decodes an XML file: by its byte order mark, else as UTF-8 if valid, else by its declaration. */
function xmlText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const declared = /encoding=["']([\w-]+)["']/.exec(bytes.subarray(0, 200).toString("latin1"))?.[1];
    // Invalid UTF-8 that is declared as UTF-8 usually comes from old Windows programs.
    const encoding = declared === undefined || /^utf-?8$/i.test(declared) ? "windows-1252" : declared;
    try {
      return new TextDecoder(encoding).decode(bytes);
    } catch {
      return bytes.toString("latin1");
    }
  }
}
