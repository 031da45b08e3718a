import { join } from "node:path";
import {
  type Connector,
  defineNamespace,
  documentId,
  invoke,
  namespaces,
  NewsSourceDirectory,
  noReactions,
  openDataset,
  type Operation,
  operationsOf,
} from "@market-sentiment/core";
import { openReader } from "@market-sentiment/core/node";
import { expect, it } from "vitest";
import { callOn } from "../../support/news-dataset.js";
import { fewStocks, fewTokens, ingestRecords, textNamespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** Remarks in earnings calls: nothing but this file knows of them. */
const callRemarks: Connector = {
  title: "Remarks in earnings calls",
  fields: [],
  recognises: (record) => "remark" in record,
  normalize: (record) => ({
    documents: [
      {
        origin: "calls",
        nativeId: String(record.number),
        createdMs: Date.parse(String(record.at)),
        asOfMs: null,
        place: String(record.call),
        author: String(record.speaker),
        threadId: documentId({ origin: "calls", nativeId: String(record.call) }),
        parentId: null,
        postId: String(record.number),
        commentId: null,
        title: null,
        body: String(record.remark),
        url: null,
        hints: [],
        reactions: noReactions,
        excluded: false,
      },
    ],
  }),
};

const forum = textNamespaceNamed("forum-stocks");
const calls = defineNamespace({
  ...forum,
  id: "calls-stocks",
  shortName: "calls",
  title: "Earnings calls",
  description: "Remarks in earnings calls.",
  basePath: "/calls/stocks/v1",
  connectors: [callRemarks],
  dimensions: ["sector"],
  trending: {
    fields: ["ticker", "company_name", "buzz_score", "trend", "mentions"],
    filters: [],
    whenEmpty: "empty_list",
  },
  explain: false,
});

it("a namespace is one definition: ingest, storage and every operation follow from it", async () => {
  expect(namespaces).not.toContain(calls);
  const data = join(await temporaryDirectory(), "calls");
  const remarks = ["$AAPL gains share", "$AAPL falls behind", "nothing"].map((remark, number) => ({
    number,
    remark,
    speaker: `speaker ${number}`,
    call: "q1",
    at: `2026-03-10T1${number}:00:00Z`,
  }));
  expect((await ingestRecords(data, calls, remarks)).counts).toMatchObject({ new: 3, mentions: 2, unlinked: 1 });
  const dataset = openDataset({
    store: await openReader(data),
    stocks: fewStocks,
    tokens: fewTokens,
    sources: new NewsSourceDirectory([]),
    textModel: null,
  });
  const operations = operationsOf(calls);
  expect(operations.map(({ path }) => path)).toEqual([
    "/calls/stocks/v1/trending",
    "/calls/stocks/v1/trending/sectors",
    "/calls/stocks/v1/stock/{ticker}",
    "/calls/stocks/v1/search",
    "/calls/stocks/v1/compare",
    "/calls/stocks/v1/market-sentiment",
    "/calls/stocks/v1/stats",
    "/calls/stocks/v1/health",
    "/calls/stocks/v1/sources",
    "/calls/stocks/v1/stock/{ticker}/mentions",
    "/calls/stocks/v1/export/panel",
    "/calls/stocks/v1/export/panel/manifest",
  ]);
  const [trending, , detail] = operations as [Operation, Operation, Operation];
  const call = callOn("2026-03-10");
  expect(await invoke(trending, { parameters: {} }, dataset, call)).toMatchObject([{ ticker: "AAPL", mentions: 2 }]);
  expect(await invoke(detail, { parameters: { ticker: "AAPL" } }, dataset, call)).toMatchObject({
    found: true,
    mentions: 2,
    bullish_pct: 50,
  });
  await dataset.close();
});
