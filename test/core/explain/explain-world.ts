import {
  type AssetDirectory,
  type DataStore,
  type Explainer,
  type Explanation,
  NewsSourceDirectory,
  type NamespaceDefinition,
  utcDay,
} from "@market-sentiment/core";
import { openReader } from "@market-sentiment/core/node";
import { afterAll } from "vitest";
import { builtInWriter } from "../../../packages/core/src/explain/built-in-writer.js";
import { createExplainer } from "../../../packages/core/src/explain/create-explainer.js";
import type { ExplanationCache } from "../../../packages/core/src/explain/explanation-cache.js";
import type { ExplanationWriter } from "../../../packages/core/src/explain/writer.js";
import { fewStocks, fewTokens, ingestRecords, textNamespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** Last day of every window here. */
export const TODAY = "2026-03-31";

/**
 * One week of news about Apple: a recall reported by four sources, one of them in another's words, and two other texts.
 */
export const appleWeek = [
  news("a1", "Daily Ledger", "Apple recalls 4,000 chargers over a faulty hinge", "2026-03-29T09:00:00Z"),
  news("a2", "Morning Wire", "Apple recalls 4,000 chargers over a faulty hinge - Daily Ledger", "2026-03-29T10:00:00Z"),
  news("a3", "City Post", "Apple falls as charger recall widens", "2026-03-30T08:00:00Z"),
  news("a4", "Harbour News", "Apple charger recall to cost $30 million, falls in early trade", "2026-03-30T09:00:00Z"),
  news("a5", "City Post", "Apple gains friends with a new music app", "2026-03-28T09:00:00Z"),
  news("a6", "Daily Ledger", "Apple and the year ahead", "2026-03-27T09:00:00Z"),
];

/** One record of the news namespace. */
export function news(id: string, source: string, title: string, at: string, tickers: readonly string[] = []): object {
  return { id, source, title, published_at: at, ...(tickers.length === 0 ? {} : { tickers }) };
}

/** A data directory, and functions to query it. */
export interface ExplainWorld {
  readonly directory: string;
  readonly namespace: NamespaceDefinition;
  /** Adds records as one more publication. */
  add(records: readonly object[], namespaceId?: string): Promise<void>;
  /** An explainer over the directory's newest state, with the built-in writer and no cache of its own unless given. */
  explainer(parts?: { readonly writer?: ExplanationWriter; readonly cache?: ExplanationCache }): Explainer;
  ask(explainer: Explainer, options?: AskOptions): Promise<Explanation>;
}

/** Options that differ from the default question. */
export interface AskOptions {
  readonly ticker?: string;
  readonly now?: string;
  readonly today?: string;
  readonly signal?: AbortSignal;
  readonly namespaceId?: string;
}

/** A directory with the records in one namespace. */
export async function explainWorld(
  records: readonly object[],
  namespaceId = "news-stocks",
  assets: AssetDirectory = fewStocks,
): Promise<ExplainWorld> {
  const directory = await temporaryDirectory();
  const namespace = textNamespaceNamed(namespaceId);
  const options = { now: `${TODAY}T23:00:00Z`, assets };
  const add = async (more: readonly object[], id = namespaceId) => {
    await ingestRecords(directory, textNamespaceNamed(id), more, options);
  };
  await add(records);
  let store: DataStore | null = null;
  afterAll(async () => store?.close());
  return {
    directory,
    namespace,
    add,
    explainer: ({ writer = builtInWriter(), cache } = {}) =>
      createExplainer({
        stocks: assets,
        tokens: fewTokens,
        sources: new NewsSourceDirectory([]),
        writer,
        ...(cache === undefined ? {} : { cache }),
      }),
    ask: async (
      explainer,
      { ticker = "AAPL", now = `${TODAY}T23:30:00Z`, today = TODAY, signal, namespaceId: id } = {},
    ) => {
      store ??= await openReader(directory);
      const asset = assets.lookup(ticker);
      if (asset === null) throw new Error(`No asset ${ticker}`);
      const from = utcDay(new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10));
      const period = { from, to: utcDay(today), days: 7 };
      const question = {
        namespace: id === undefined ? namespace : textNamespaceNamed(id),
        asset,
        period,
        view: await store.view(),
        now: new Date(now),
      };
      return explainer.explain(question, signal === undefined ? {} : { signal });
    },
  };
}
