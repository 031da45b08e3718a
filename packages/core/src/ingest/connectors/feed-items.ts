import { htmlText } from "../html-text.js";
import {
  createdOf,
  eachEntry,
  HTML_MAX_CHARS,
  idOf,
  missing,
  objectOf,
  objectsOf,
  type RawObject,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
  timeOrNull,
  wordOf,
} from "../raw-values.js";
import type { SourceDocument } from "../document.js";
import type { NormalisedRecord, RecordFault } from "../record.js";
import type { Connector, ConnectorContext } from "./connector.js";
import { newsDocument, placeOf } from "./news-records.js";

/** One entry of a feed, in terms common to RSS, Atom, RDF and JSON Feed. */
interface FeedEntry {
  readonly id: string | null;
  readonly link: string | null;
  readonly title: unknown;
  readonly body: unknown;
  readonly author: string | null;
  readonly published: unknown;
  readonly updated: unknown;
  /** Publisher, where an aggregator names it. */
  readonly publisher: string | null;
}

/** What the feed says about itself. */
interface FeedHead {
  readonly title: string | null;
  readonly link: string | null;
}

/**
 * Items of news feeds: RSS 2.0, RSS 1.0 and Atom (one record an item, `{ feed_format, feed_title, feed_link, item }`, as
 * the reader of feed files gives them) and whole JSON Feeds. An item without a date is dated by its first sight.
 */
export const feedItems: Connector = {
  title: "RSS, Atom and JSON Feed",
  fields: [],
  recognises: (record) =>
    isJsonFeed(record) || (typeof record.feed_format === "string" && objectOf(record.item) !== null),
  normalize: (record, context) => (isJsonFeed(record) ? jsonFeed(record, context) : feedItem(record, context)),
};

function isJsonFeed(record: RawObject): boolean {
  return typeof record.version === "string" && record.version.includes("jsonfeed.org/version");
}

function jsonFeed(record: RawObject, context: ConnectorContext): NormalisedRecord {
  const head = { title: wordOf(record.title), link: wordOf(record.home_page_url) };
  const { good, faults } = eachEntry(record.items, (item) =>
    documentOf(
      {
        id: idOf(item.id),
        link: wordOf(item.url) ?? wordOf(item.external_url),
        title: item.title,
        body: item.summary ?? item.content_text ?? item.content_html,
        author: wordOf(objectsOf(item.authors)[0]?.name),
        published: item.date_published,
        updated: item.date_modified,
        publisher: null,
      },
      head,
      context,
    ),
  );
  return { documents: good, faults };
}

function feedItem(record: RawObject, context: ConnectorContext): NormalisedRecord {
  const item = objectOf(record.item) ?? {};
  const head = { title: wordOf(record.feed_title), link: wordOf(record.feed_link) };
  const document = documentOf(record.feed_format === "atom" ? atomEntry(item) : rssItem(item), head, context);
  return "fault" in document ? document : { documents: [document] };
}

function rssItem(item: RawObject): FeedEntry {
  const dc = objectOf(item.dc);
  const guid = objectOf(item.guid);
  const identity = idOf(guid?.value);
  const isAddress = guid?.isPermaLink !== false && identity !== null && URL.canParse(identity);
  return {
    id: isAddress ? null : (identity ?? null),
    link: wordOf(item.link) ?? (isAddress ? identity : wordOf(objectOf(item.rdf)?.about)),
    title: item.title,
    body: item.description ?? objectOf(item.content)?.encoded,
    author: wordOf(first(dc?.creators)) ?? authorOf(first(item.authors)),
    published: item.pubDate ?? first(dc?.dates),
    updated: null,
    publisher: wordOf(objectOf(item.source)?.title),
  };
}

function atomEntry(entry: RawObject): FeedEntry {
  const links = objectsOf(entry.links);
  const link = links.find(({ rel }) => rel === undefined || rel === "alternate");
  return {
    id: idOf(entry.id),
    link: wordOf(link?.href),
    title: valueOf(entry.title),
    body: valueOf(entry.summary) ?? valueOf(entry.content),
    author: authorOf(first(entry.authors)),
    published: entry.published ?? entry.updated,
    updated: entry.updated,
    publisher: wordOf(valueOf(objectOf(entry.source)?.title)),
  };
}

const first = (list: unknown): unknown => (Array.isArray(list) ? (list as unknown[])[0] : undefined);
const valueOf = (text: unknown): unknown => objectOf(text)?.value ?? text;
const authorOf = (author: unknown): string | null => wordOf(objectOf(author)?.name) ?? wordOf(author);

function documentOf(entry: FeedEntry, head: FeedHead, context: ConnectorContext): SourceDocument | RecordFault {
  const html = { title: wordOf(entry.title), body: wordOf(entry.body) };
  if ((html.title?.length ?? 0) + (html.body?.length ?? 0) > HTML_MAX_CHARS) {
    return { fault: "invalid_field", message: `The text with its markup is longer than ${HTML_MAX_CHARS} characters` };
  }
  const title = htmlText(html.title)?.replaceAll(/\s+/g, " ") ?? null;
  if (title === null) return missing("title");
  const body = htmlText(html.body);
  if (title.length > TITLE_MAX_CHARS)
    return { fault: "invalid_field", message: `The title is longer than ${TITLE_MAX_CHARS} characters` };
  if (title.length + (body?.length ?? 0) > TEXT_MAX_CHARS) {
    return { fault: "invalid_field", message: `The text is longer than ${TEXT_MAX_CHARS} characters` };
  }
  const dated = wordOf(entry.published) !== null;
  const created = dated ? createdOf(entry.published, "date", context.nowMs) : null;
  if (typeof created === "object" && created !== null) return created;
  const url = absolute(entry.link, head.link);
  const place = publisherOf(entry, url, head, context);
  if (place === null) return missing("source");
  const article = {
    id: entry.id,
    place,
    author: entry.author,
    title,
    body,
    url,
    hints: [],
    asOfMs: timeOrNull(entry.updated, "updated", context.nowMs),
  };
  const document = newsDocument({ ...article, createdMs: created ?? 0 });
  return { ...document, createdMs: created };
}

/** The publisher that the item names, else a known one by address or feed title, else the host. */
function publisherOf(entry: FeedEntry, url: string | null, head: FeedHead, context: ConnectorContext): string | null {
  const { sources } = context;
  if (entry.publisher !== null) return placeOf(entry.publisher, url, context);
  const known =
    (url === null ? null : sources.resolve(url)) ?? (head.title === null ? null : sources.resolve(head.title));
  return known ?? placeOf(null, url, context) ?? (head.title === null ? null : placeOf(head.title, null, context));
}

function absolute(link: string | null, base: string | null): string | null {
  if (link === null || URL.canParse(link)) return link;
  return base !== null && URL.canParse(link, base) ? new URL(link, base).href : link;
}
