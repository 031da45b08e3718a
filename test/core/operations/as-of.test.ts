import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Dataset,
  invoke,
  MarketDataError,
  NewsSourceDirectory,
  openDataset,
  operationsOf,
  rebuild,
  utcDay,
} from "@market-sentiment/core";
import { openReader, openTables, readSnapshot } from "@market-sentiment/core/node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExplainer } from "../../../packages/core/src/explain/create-explainer.js";
import { answersAt, assetsOf, datasetOf, HOUR_MS, textStream, tradeStream } from "../../support/as-of-answers.js";
import { ingestRecords, namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { streamStocks, streamTokens } from "../../support/text-streams.js";

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
        // Without as_of the answers must differ, or this test could not fail.
        expect(moved).toBeGreaterThan(0);
      }),
      { numRuns: 1, seed: 7 },
    );
  });
});

describe("as_of", () => {
  const news = namespaceNamed("news-stocks");
  const text = (id: string, title: string, publishedAt: string, more: object = {}) => ({
    id,
    source: "Reuters",
    title,
    published_at: publishedAt,
    ...more,
  });
  const askedAt = new Date("2026-03-20T12:00:00Z");
  const call = {
    today: utcDay("2026-03-20"),
    now: askedAt,
    lookbackDays: null,
    accountType: null,
    earlyStart: "clamp" as const,
  };
  const ask = async (dataset: Dataset, name: string, parameters: Record<string, string>, more: object = {}) => {
    const operation = operationsOf(news).find((one) => one.name === name);
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    return (await invoke(operation, { parameters }, dataset, { ...call, ...more })) as Record<string, unknown>;
  };
  const issueOf = (parameters: Record<string, string>, dataset: Dataset, more: object = {}) =>
    ask(dataset, "trending", parameters, more).then(
      () => null,
      (cause: unknown) => {
        if (!(cause instanceof MarketDataError)) throw cause as Error;
        const [issue] = (cause.details.issues ?? []) as { type: string; msg: string; loc: string[] }[];
        return issue === undefined ? cause.code : `${issue.loc.join(".")} ${issue.type}: ${issue.msg}`;
      },
    );

  async function stored(): Promise<Dataset> {
    const data = join(await temporaryDirectory(), "data");
    const first = [
      text("a", "$AAPL gains much", "2026-03-10T09:00:00Z"),
      text("b", "$AAPL falls a little", "2026-03-10T09:30:00Z"),
    ];
    await ingestRecords(data, news, first, { now: "2026-03-10T10:00:00Z", assets: streamStocks });
    const later = [
      text("a", "$MSFT gains much", "2026-03-10T09:00:00Z", { updated_at: "2026-03-10T12:30:00Z" }),
      text("c", "$AAPL waits", "2026-03-10T09:45:00Z"),
    ];
    await ingestRecords(data, news, later, { now: "2026-03-10T13:00:00Z", assets: streamStocks });
    await ingestRecords(data, news, [text("d", "$SAP gains", "2026-03-11T09:45:00Z")], {
      now: "2026-03-11T10:00:00Z",
      assets: streamStocks,
    });
    return datasetOf(data);
  }

  it("takes a day, meaning its end, or an instant; today means now", async () => {
    const dataset = await stored();
    const days = { from: "2026-03-10", to: "2026-03-10" };
    const mentions = async (asOf: string) =>
      ((await ask(dataset, "trending", { ...days, as_of: asOf })) as unknown as { ticker: string; mentions: number }[])
        .map((row) => `${row.ticker} ${row.mentions}`)
        .sort();
    expect(await mentions("2026-03-10T10:00:00Z")).toEqual(["AAPL 2"]);
    expect(await mentions("2026-03-10T12:59:59.999Z")).toEqual(["AAPL 2"]);
    expect(await mentions("2026-03-10T13:00Z")).toEqual(["AAPL 2", "MSFT 1"]);
    expect(await mentions("2026-03-10")).toEqual(["AAPL 2", "MSFT 1"]);
    expect(await mentions("2026-03-20")).toEqual(["AAPL 2", "MSFT 1"]);
    expect(await ask(dataset, "trending", { as_of: "2026-03-20", days: "12" })).toEqual(
      await ask(dataset, "trending", { days: "12" }),
    );
    await dataset.close();
  });

  it("counts texts and the period as they were at that instant, and refuses a later day", async () => {
    const dataset = await stored();
    expect(await ask(dataset, "detail", { ticker: "AAPL", as_of: "2026-03-10T11:00:00Z", days: "1" })).toMatchObject({
      mentions: 2,
      daily_trend: [{ date: "2026-03-10", mentions: 2 }],
    });
    expect(await issueOf({ to: "2026-03-11", as_of: "2026-03-10T11:00:00Z" }, dataset)).toMatch(
      /^query\.to date_future/,
    );
    await dataset.close();
  });

  it("shows the texts that had been seen by then and were not deleted or changed since", async () => {
    const dataset = await stored();
    const seen = async (asOf: string) => {
      const answer = await ask(dataset, "raw-mentions", { ticker: "AAPL", days: "2", as_of: asOf });
      return [answer.count, JSON.stringify(answer.results)];
    };
    const [before, texts] = await seen("2026-03-10T11:00:00Z");
    expect(before).toBe(1);
    expect(texts).toContain("falls a little");
    expect(texts).not.toContain("gains much");
    expect((await seen("2026-03-10T13:00:00Z"))[0]).toBe(2);
    await dataset.close();
  });

  it("explains from the texts seen by then, and never reuses that for a question about now", async () => {
    const data = join(await temporaryDirectory(), "data");
    const said = (id: number, title: string, hour: string) =>
      text(`e${id}`, title, `2026-03-10T${hour}:00:00Z`, { source: ["Reuters", "Bloomberg", "CNBC"][id % 3] });
    const early = [1, 2, 3, 4].map((id) => said(id, `Apple (AAPL) gains as iPhone sales rise ${id} times`, "09"));
    const late = [5, 6, 7, 8].map((id) =>
      said(id, `Apple (AAPL) falls as a recall of laptops widens ${id} times`, "11"),
    );
    await ingestRecords(data, news, early, { now: "2026-03-10T10:00:00Z", assets: streamStocks });
    await ingestRecords(data, news, late, { now: "2026-03-10T12:00:00Z", assets: streamStocks });
    const read: string[] = [];
    const writer = {
      model: "toy",
      write: (evidence: unknown) => {
        read.push(JSON.stringify(evidence));
        return Promise.resolve({ text: `Text ${read.length}.`, model: "toy", isStandIn: false });
      },
      close: () => Promise.resolve(),
    };
    const parts = { stocks: streamStocks, tokens: streamTokens, sources: new NewsSourceDirectory([]) };
    const explainer = createExplainer({ ...parts, writer });
    const dataset = openDataset({ ...parts, store: await openReader(data), textModel: null, explainer });
    const explained = async (more: Record<string, string>) => ask(dataset, "explain", { ticker: "AAPL", ...more }, at);
    const at = { today: utcDay("2026-03-10"), now: new Date("2026-03-10T13:00:00Z") };
    expect(await explained({})).toMatchObject({ explanation: "Text 1.", cached: false });
    expect(await explained({ as_of: "2026-03-10T10:30:00Z" })).toMatchObject({
      explanation: "Text 2.",
      cached: false,
      generated_at: "2026-03-10T10:30:00.000Z",
    });
    expect(await explained({})).toMatchObject({ explanation: "Text 1.", cached: true });
    expect(read.map((evidence) => [evidence.includes("iPhone"), evidence.includes("recall")])).toEqual([
      [true, true],
      [true, false],
    ]);
    await dataset.close();
  });

  it("refuses what cannot be known, and names the first instant that can", async () => {
    const dataset = await stored();
    expect(await issueOf({ as_of: "2026-03-09" }, dataset)).toBe(
      `query.as_of before_history: The values of ${news.title} are recorded since 2026-03-10T10:00:00.000Z`,
    );
    expect(await issueOf({ as_of: "2026-03-20T12:00:01Z" }, dataset)).toMatch(/^query\.as_of date_future/);
    expect(await issueOf({ as_of: "2026-03-21" }, dataset)).toMatch(/^query\.as_of date_future/);
    for (const wrong of [
      "",
      "yesterday",
      "2026-02-30",
      "2026-03-10T25:00:00Z",
      "2026-03-10T10:00:00",
      "2026-03-10T10:00:00+01:00",
      "1773136800",
    ])
      expect(await issueOf({ as_of: wrong }, dataset)).toMatch(/^query\.as_of datetime_parsing/);
    await dataset.close();
    const empty = await datasetOf(join(await temporaryDirectory(), "none"));
    expect(await issueOf({ as_of: "2026-03-09" }, empty)).toMatch(
      /before_history: No value of .* has been recorded yet/,
    );
    await empty.close();
  });

  it("reaches only as far back as the account's plan allows", async () => {
    const dataset = await stored();
    expect(await issueOf({ as_of: "2026-03-11" }, dataset, { lookbackDays: 9, accountType: "free" })).toBe(
      "lookback_exceeded",
    );
    expect(await issueOf({ as_of: "2026-03-11" }, dataset, { lookbackDays: 10, accountType: "free" })).toBeNull();
    await dataset.close();
  });

  it("of a data directory of release 0.1.0 begins with the state in which this release found it", async () => {
    const data = join(await temporaryDirectory(), "data");
    await cp(fileURLToPath(new URL("../../fixtures/store-0.1.0/data", import.meta.url)), data, { recursive: true });
    const forum = namespaceNamed("forum-stocks");
    const found = await readSnapshot(data);
    const at = new Date(found.publishedAt);
    const asked = await datasetOf(data);
    const before = await answersAt(asked, forum, at, undefined);
    await asked.close();
    const late = {
      id: "zz1",
      subreddit: "alpha",
      author: "late",
      title: "$TSLA gains",
      selftext: "",
      created_utc: at.getTime() / 1000 - 86_400,
    };
    await ingestRecords(data, forum, [late], {
      now: new Date(at.getTime() + 9 * HOUR_MS).toISOString(),
      assets: streamStocks,
    });
    const dataset = await datasetOf(data);
    const later = new Date(at.getTime() + 24 * HOUR_MS);
    expect(await answersAt(dataset, forum, later, at.toISOString())).toEqual(before);
    expect(await answersAt(dataset, forum, at, undefined)).not.toEqual(before);
    await dataset.close();
  });
});
