import { join } from "node:path";
import {
  type Dataset,
  dayOf,
  invoke,
  MarketDataError,
  type NamespaceDefinition,
  NewsSourceDirectory,
  openDataset,
  operationsOf,
  rebuild,
} from "@market-sentiment/core";
import { openReader, openTables } from "@market-sentiment/core/node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ingestRecords, namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { streamStocks, streamTokens, textStreams } from "../../support/text-streams.js";
import { tradingStream } from "../../support/trading-stream.js";

const HOUR_MS = 3_600_000;

async function datasetOf(data: string): Promise<Dataset> {
  return openDataset({
    store: await openReader(data),
    stocks: streamStocks,
    tokens: streamTokens,
    sources: new NewsSourceDirectory([]),
    textModel: null,
  });
}

const assetsOf = (namespace: NamespaceDefinition) =>
  namespace.assetTypes.includes("token") ? streamTokens : streamStocks;

/** Everything that takes `as_of` and is made of recorded values, asked at an instant. */
async function answersAt(
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
    // Words are not kept beyond what their authors keep: the list of texts is another matter than the figures.
    const isText = namespace.kind === "text" && operation.name === "detail";
    answers[operation.name] = JSON.stringify(isText ? { ...(answer as object), top_mentions: null } : answer);
  }
  return answers;
}

interface Stream {
  readonly namespace: NamespaceDefinition;
  readonly records: readonly (readonly [atMs: number, record: object])[];
  /** What comes long after: deletions and the like. */
  readonly later: readonly object[];
}

const days = (records: Stream["records"], count: number) => {
  const first = Math.min(...records.map(([atMs]) => atMs));
  return records.filter(([atMs]) => atMs < first + count * 24 * HOUR_MS).sort(([a], [b]) => a - b);
};

function textStream(id: string): Stream {
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

function tradeStream(): Stream {
  const records = tradingStream().records.map((record): [number, object] => {
    const { timestamp, updatedAt } = record as { timestamp?: number; updatedAt?: string };
    return [timestamp === undefined ? Date.parse(updatedAt ?? "") : timestamp * 1000, record];
  });
  return { namespace: namespaceNamed("predmarket-stocks"), records: days(records, 12), later: [] };
}

const streams = [textStream("news-stocks"), textStream("forum-stocks"), tradeStream()];

describe.each(streams.map((stream) => [stream.namespace.id, stream] as const))("what %s knew", (_id, stream) => {
  const { namespace, records, later } = stream;
  const assets = assetsOf(namespace);

  it("is answered again with as_of, byte for byte, whatever came later: late texts, deletions, a rebuild, new references", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 3, max: 9 }), async (stepHours, late) => {
        const data = join(await temporaryDirectory(), "data");
        const [inTime, kept] = [
          records.filter((_, index) => index % late !== 0),
          records.filter((_, index) => index % late === 0),
        ];
        const start = records[0]?.[0] ?? 0;
        const end = records.at(-1)?.[0] ?? 0;
        const told: { readonly at: Date; readonly answers: Record<string, string> }[] = [];
        let from = -Infinity;
        // At most some twenty-five steps, each of them an hour or more after the one before.
        const stepMs = Math.max(stepHours * HOUR_MS, Math.ceil((end - start) / 25));
        for (let atMs = start + stepMs; from < end; atMs += stepMs) {
          const now = new Date(atMs);
          const due = inTime.filter(([createdMs]) => createdMs >= from && createdMs < atMs).map(([, record]) => record);
          from = atMs;
          await ingestRecords(data, namespace, due, { now: now.toISOString(), assets });
          if (told.length > 12 && told.length % 3 !== 0) continue;
          const dataset = await datasetOf(data);
          told.push({ at: now, answers: await answersAt(dataset, namespace, now, undefined) });
          await dataset.close();
        }
        const afterMs = end + 40 * 24 * HOUR_MS;
        const after = (hours: number) => new Date(afterMs + hours * HOUR_MS);
        await ingestRecords(
          data,
          namespace,
          kept.map(([, record]) => record),
          { now: after(0).toISOString(), assets },
        );
        await ingestRecords(data, namespace, later, { now: after(2).toISOString(), assets });
        const tables = await openTables(data);
        const options = { namespace, directory: assets, check: false };
        await rebuild(tables, { ...options, now: () => after(4) });
        await rebuild(tables, { ...options, now: () => after(6), references: true });
        await tables.close();
        const dataset = await datasetOf(data);
        const askedAt = after(8);
        let moved = 0;
        for (const { at, answers } of told) {
          expect(await answersAt(dataset, namespace, askedAt, at.toISOString())).toEqual(answers);
          const hindsight = await answersAt(dataset, namespace, at, undefined);
          if (JSON.stringify(hindsight) !== JSON.stringify(answers)) moved += 1;
        }
        await dataset.close();
        // Without as_of the later data shows: a test that could not fail would not say anything.
        expect(moved).toBeGreaterThan(0);
      }),
      { numRuns: 1, seed: 7 },
    );
  });
});
