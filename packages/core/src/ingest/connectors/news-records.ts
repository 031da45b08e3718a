import { canonicalAddress } from "../../metrics/canonical-address.js";
import { ADDRESS_ORIGIN, noReactions, type SourceDocument } from "../document.js";
import {
  createdOf,
  hintList,
  idOf,
  missing,
  proseOf,
  TEXT_MAX_CHARS,
  timeOrNull,
  TITLE_MAX_CHARS,
  wordOf,
} from "../raw-values.js";
import type { NormalisedRecord } from "../record.js";
import { type Connector, type ConnectorContext, fieldValue, type RecordField, recordField } from "./connector.js";

const fields = {
  title: recordField("title", ["headline", "name"], true, "Headline."),
  published_at: recordField(
    "published_at",
    ["published", "pubDate", "date", "datetime", "created_at", "created_utc", "time", "timestamp"],
    true,
    "When it was published: ISO 8601 (UTC where it names no zone), RFC 822 with its zone, or epoch.",
  ),
  source: recordField(
    "source",
    ["publisher", "source_name", "site", "provider"],
    false,
    "Publisher; else the host of `url` decides.",
  ),
  id: recordField(
    "id",
    ["article_id", "guid", "uuid"],
    false,
    "The source's own id; else the canonical `url`, else source, time and title.",
  ),
  url: recordField("url", ["link"], false, "Address of the article."),
  summary: recordField("summary", ["description", "text", "body", "content"], false, "Summary."),
  author: recordField("author", ["byline", "creator"], false, "Writer."),
  tickers: recordField(
    "tickers",
    ["ticker", "symbols", "symbol"],
    false,
    "What the feed says it is about: a list, or text parted by commas.",
  ),
  updated_at: recordField(
    "updated_at",
    ["updated", "modified_at", "date_modified", "fetched_at", "retrieved_on"],
    false,
    "When it was last changed, or read in this state: of two versions the later one counts, in any order of arrival.",
  ),
} as const;

/** Longest values as they come, in UTF-16 units. */
const lengthLimits: Readonly<Partial<Record<keyof typeof fields, number>>> = {
  title: TITLE_MAX_CHARS,
  source: 2_000,
  author: 20_000,
  url: 8_192,
};

/** News articles as flat records: JSONL, CSV or Parquet rows with the fields below. */
export const newsRecords: Connector = {
  title: "News records",
  fields: Object.values(fields),
  recognises: () => true,
  normalize,
};

function normalize(record: Readonly<Record<string, unknown>>, context: ConnectorContext): NormalisedRecord {
  const read = (spec: RecordField) => fieldValue(spec, record, context.columnMap);
  const texts: Record<string, string | null> = {};
  for (const name of ["title", "source", "id", "url", "summary", "author"] as const) {
    const value = read(fields[name]);
    const limit = lengthLimits[name] ?? TEXT_MAX_CHARS;
    if (typeof value === "string" && value.length > limit) return invalid(name, `is longer than ${limit} characters`);
    const text = name === "id" ? idTextOf(value) : textOf(value);
    if (text === undefined) return invalid(name, "must be text");
    texts[name] = text;
  }
  const title = texts.title ?? null;
  if (title === null) return missing("title");
  const body = texts.summary ?? null;
  const createdMs = createdOf(read(fields.published_at), "published_at", context.nowMs);
  if (typeof createdMs === "object") return createdMs;
  const asOfMs = timeOrNull(read(fields.updated_at), "updated_at", context.nowMs);
  const url = texts.url ?? null;
  const place = placeOf(texts.source ?? null, url, context);
  if (place === null) return missing("source");
  const hints = hintsOf(read(fields.tickers));
  if (hints === null) return invalid("tickers", "must be text or a list of texts");
  return {
    documents: [
      newsDocument({
        id: texts.id ?? null,
        place,
        author: texts.author ?? null,
        title,
        body,
        url,
        createdMs,
        asOfMs,
        hints,
      }),
    ],
  };
}

function invalid(name: string, why: string): NormalisedRecord {
  return { fault: "invalid_field", message: `${name} ${why}` };
}

/** Collapsed text; null when absent or empty, undefined when it is something else. Numbers serve as text. */
function textOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  if (typeof value === "object" || typeof value === "boolean") return undefined;
  return proseOf(wordOf(value))?.replaceAll(/\s+/gu, " ") ?? null;
}

/** Like {@link textOf} for an id, which must not stand for several. @throws RefusedValue. */
function idTextOf(value: unknown): string | null | undefined {
  const text = textOf(value);
  return typeof value === "string" ? idOf(text) : text;
}

/** Source id of an article: by the name of its publisher, else by the host of its address; null without either. */
export function placeOf(source: string | null, url: string | null, { sources }: ConnectorContext): string | null {
  if (source !== null) {
    const slug = sources.slugOf(source);
    if (slug !== "") return slug;
  }
  if (url === null) return null;
  const known = sources.resolve(url);
  if (known !== null) return known;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
  return host === "" ? null : sources.slugOf(host);
}

/** Facts about an article. */
export interface NewsArticle {
  readonly id: string | null;
  readonly place: string;
  readonly author: string | null;
  readonly title: string;
  readonly body: string | null;
  readonly url: string | null;
  readonly createdMs: number;
  readonly asOfMs?: number | null;
  readonly hints: readonly string[];
}

/** An article as a document. */
export function newsDocument({
  id,
  place,
  author,
  title,
  body,
  url,
  createdMs,
  asOfMs,
  hints,
}: NewsArticle): SourceDocument {
  return {
    ...identity(id, url, place, title, createdMs),
    createdMs,
    asOfMs: asOfMs ?? null,
    place,
    author,
    threadId: null,
    parentId: null,
    postId: null,
    commentId: null,
    title,
    body,
    url,
    hints,
    reactions: noReactions,
    excluded: false,
  };
}

/** Several records may carry one article, one per ticker: its address makes them one document. */
function identity(
  id: string | null,
  url: string | null,
  place: string,
  title: string,
  createdMs: number,
): { origin: string; nativeId: string } {
  if (id !== null) return { origin: place, nativeId: id };
  const address = url === null ? null : canonicalAddress(url);
  if (address !== null) return { origin: ADDRESS_ORIGIN, nativeId: address };
  return { origin: place, nativeId: `${new Date(createdMs).toISOString()} ${title}` };
}

/** Distinct upper-case tickers in their order; null when the value is neither text nor a list. */
function hintsOf(value: unknown): string[] | null {
  if (value === undefined || value === null) return [];
  const parts =
    typeof value === "string" ? value.split(/[,;|\s]+/) : Array.isArray(value) ? (value as unknown[]) : null;
  if (parts === null || !parts.every((part) => typeof part === "string")) return null;
  return hintList(parts);
}
