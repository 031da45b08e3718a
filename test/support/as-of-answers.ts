import {
  type Dataset,
  dayOf,
  invoke,
  MarketDataError,
  type NamespaceDefinition,
  NewsSourceDirectory,
  openDataset,
  operationsOf,
} from "@market-sentiment/core";
import { openReader } from "@market-sentiment/core/node";
import { namespaceNamed } from "./memory-ingest.js";
import { streamStocks, streamTokens, textStreams } from "./text-streams.js";
import { tradingStream } from "./trading-stream.js";

export const HOUR_MS = 3_600_000;

/** A data directory of the streams' assets, to ask. */
export async function datasetOf(data: string): Promise<Dataset> {
  return openDataset({
    store: await openReader(data),
    stocks: streamStocks,
    tokens: streamTokens,
    sources: new NewsSourceDirectory([]),
    textModel: null,
  });
}

/** Assets of a stream's namespace. */
export const assetsOf = (namespace: NamespaceDefinition) =>
  namespace.assetTypes.includes("token") ? streamTokens : streamStocks;

/** Every operation that takes `as_of` and reads recorded values, as of an instant. */
export async function answersAt(
  dataset: Dataset,
  namespace: NamespaceDefinition,
  askedAt: Date,
  asOf: string | undefined,
): Promise<Record<string, string>> {
  const [first = "", second = ""] = assetsOf(namespace)
    .all()
    .map(({ key }) => key);
  const inputs: Readonly<Record<string, Record<string, string>>> = {
    trending: { days: "4" },
    "trending-by-sector": { days: "2" },
    "trending-by-country": {},
    detail: { [namespace.subject.keyField]: first },
    compare: { [namespace.compare.parameter]: `${first},${second}` },
    "market-sentiment": { days: "5" },
  };
  const call = {
    today: dayOf(askedAt),
    now: askedAt,
    lookbackDays: null,
    accountType: null,
    earlyStart: "clamp" as const,
  };
  const answers: Record<string, string> = {};
  for (const operation of operationsOf(namespace)) {
    const input = inputs[operation.name];
    if (input === undefined) continue;
    const parameters = { ...input, ...(asOf === undefined ? {} : { as_of: asOf }) };
    const answer = await invoke(operation, { parameters }, dataset, call).catch((cause: unknown) =>
      cause instanceof MarketDataError ? cause.code : Promise.reject(cause as Error),
    );
    // Lists of texts are left out: words that their authors deleted are not kept.
    const isText = namespace.kind === "text" && operation.name === "detail";
    answers[operation.name] = JSON.stringify(isText ? { ...(answer as object), top_mentions: null } : answer);
  }
  return answers;
}

/** Records of a namespace with the time at which each was there. */
export interface Stream {
  readonly namespace: NamespaceDefinition;
  readonly records: readonly (readonly [atMs: number, record: object])[];
  /** What comes long after: deletions and the like. */
  readonly later: readonly object[];
}

const days = (records: Stream["records"], count: number) => {
  const first = Math.min(...records.map(([atMs]) => atMs));
  return records.filter(([atMs]) => atMs < first + count * 24 * HOUR_MS).sort(([a], [b]) => a - b);
};

/** Texts of twelve days, and what becomes of some of them later. */
export function textStream(id: string): Stream {
  const namespace = namespaceNamed(id);
  const all = (textStreams[id]?.() ?? []).map((record): [number, object] => {
    const { created_utc, published_at } = record as { created_utc?: number; published_at?: string };
    return [created_utc === undefined ? Date.parse(published_at ?? "") : created_utc * 1000, record];
  });
  const records = days(all, 12);
  const isForum = id.startsWith("forum");
  const later = records
    .filter((_, index) => index % 7 === 0)
    .map(([, record]) =>
      isForum
        ? { ...record, author: "[deleted]", selftext: "[removed]", title: "[deleted]", body: "[deleted]" }
        : { ...record, title: "Nothing about anybody", updated_at: "2026-05-01T00:00:00Z" },
    );
  return { namespace, records, later };
}

/** Markets and trades of twelve days. */
export function tradeStream(): Stream {
  const records = tradingStream().records.map((record): [number, object] => {
    const { timestamp, updatedAt } = record as { timestamp?: number; updatedAt?: string };
    return [timestamp === undefined ? Date.parse(updatedAt ?? "") : timestamp * 1000, record];
  });
  return { namespace: namespaceNamed("predmarket-stocks"), records: days(records, 12), later: [] };
}
