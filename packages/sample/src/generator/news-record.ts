import { isoSeconds } from "./rhythm.js";
import type { Rng } from "./rng.js";
import type { IntendedAsset } from "./sample-types.js";
import { sampleStocks } from "./universe.js";
import { wordLists } from "./word-lists.js";

/** A news document as plain object. */
export interface NewsRecord {
  readonly id: string;
  /** Display name of the publisher. */
  readonly source: string;
  readonly title: string;
  readonly summary: string;
  readonly url: string;
  readonly author: string | null;
  /** ISO 8601 with seconds. */
  readonly published_at: string;
  /** Tickers named by the feed: sometimes missing, sometimes imprecise. */
  readonly tickers?: readonly string[];
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)
    .replace(/-$/, "");

interface Draft {
  readonly id: string;
  readonly source: string;
  readonly title: string;
  readonly summary: string;
  readonly time: number;
  readonly named: readonly IntendedAsset[];
}

/** Completes a document. Addresses end in `.example`, so that no real publisher's article is imitated. */
export function newsRecord(rng: Rng, draft: Draft): NewsRecord {
  const { id, source, title, summary, time, named } = draft;
  const published = isoSeconds(time);
  const author = rng.chance(0.6) ? rng.pick(wordLists.author) : null;
  const loose = rng.chance(0.06) ? [rng.weighted(sampleStocks, ({ popularity }) => popularity).key] : [];
  const hinted = named.filter(({ role }) => role === "subject" || rng.chance(0.6)).map(({ key }) => key);
  const record: NewsRecord = {
    id,
    source,
    title,
    summary,
    url: `https://${slug(source)}.example/${published.slice(0, 10).replaceAll("-", "/")}/${slug(title)}-${id.slice(0, 6)}`,
    author,
    published_at: published,
  };
  const tickers = [...new Set([...hinted, ...loose])];
  return tickers.length > 0 && rng.chance(0.72) ? { ...record, tickers } : record;
}
