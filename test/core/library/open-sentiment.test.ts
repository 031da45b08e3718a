import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  errorCodes,
  invoke,
  MarketDataError,
  namedOperations,
  namespaces,
  type Operation,
  type TextModel,
  utcDay,
} from "@market-sentiment/core";
import { openSentiment, type Sentiment } from "@market-sentiment/core/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketFixture } from "../../support/market-fixture.js";
import { answerOf } from "../../support/panel-rows.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

const NOW = new Date("2026-03-06T20:00:00Z");
const article = (id: string, title: string, published_at: unknown = "2026-03-06T09:00:00Z") => ({
  id,
  source: "Reuters",
  title,
  published_at,
});
const post = (id: string, title: string) => ({
  id,
  subreddit: "one",
  author: `author ${id}`,
  title,
  selftext: "",
  score: 30,
  created_utc: Date.parse("2026-03-06T09:00:00Z") / 1000,
});
const tweet = (id: string, text: string) => ({ id, text, author: `author ${id}`, created_at: "2026-03-06T09:00:00Z" });

/** Records of the day for every namespace. */
const given: Readonly<Record<string, readonly object[]>> = {
  news: [article("a", "Nvidia gains"), article("b", "Nvidia falls"), article("c", "Apple gains", NOW)],
  forum: [post("p1", "$NVDA gains"), post("p2", "$AAPL falls")],
  crypto: [post("p1", "$BTC gains"), post("p2", "Ethereum falls")],
  microblog: [tweet("1", "$NVDA gains"), tweet("2", "$AAPL falls")],
  predmarket: marketFixture(),
};

const open = (data: string, more: { readonly textModel?: TextModel | "none" } = {}) =>
  openSentiment({ data, now: () => NOW, textModel: wordModel(), ...more });

/** Finds no target but Nvidia. */
const onlyNvidia: TextModel = {
  ...wordModel(),
  judge: async (texts) => {
    const judged = await wordModel().judge(texts);
    return judged.map((one, index) => ({ ...one, targetFound: texts[index]?.target?.name === "Nvidia" }));
  },
};

let data: string;
let market: Sentiment;

beforeAll(async () => {
  data = join(await temporaryDirectory(), "data");
  market = await open(data);
  for (const { shortName } of namespaces) {
    const report = await market.ingest(shortName as "news", given[shortName] ?? []);
    expect(report).toMatchObject({ outcome: "completed", rejectedFile: null, counts: { rejected: 0 } });
    expect(report.counts.new).toBeGreaterThan(0);
  }
});
afterAll(() => market.close());

/** What `await` on it ends with. */
const failure = async (call: () => Promise<unknown>): Promise<MarketDataError> => {
  const error: unknown = await call().catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(MarketDataError);
  return error as MarketDataError;
};

type AnyApi = Readonly<Record<string, (input?: object) => Promise<unknown>>>;

describe.each(namespaces.map((namespace) => [namespace.shortName, namespace] as const))(
  "market.%s",
  (name, namespace) => {
    const api = () => (market as unknown as Readonly<Record<string, AnyApi>>)[name] as AnyApi;
    const named = namedOperations(namespace) as Readonly<Record<string, Operation | null>>;
    const has = Object.entries(named).flatMap(([method, operation]) =>
      operation === null ? [] : [[method, operation] as const],
    );
    const [first, second] = namespace.assetTypes.includes("token") ? ["BTC", "ETH"] : ["NVDA", "AAPL"];

    it("has a function for each operation of the namespace, and no other", () => {
      expect(Object.keys(api())).toEqual(has.map(([method]) => method));
    });

    it.each(has.filter(([method]) => method !== "explain"))(
      "%s answers what `invoke` does, from numbers, Dates and lists",
      async (method, operation) => {
        const takes = new Set(Object.values(operation.parameters).map((parameter) => parameter.name));
        const typed = {
          [namespace.subject.keyField]: first,
          [namespace.compare.parameter]: [first, second],
          assets: [first, second],
          q: first,
          from: new Date("2026-03-05T23:59:00Z"),
          limit: 3,
        };
        const both = `${first},${second}`;
        const text = { ...typed, [namespace.compare.parameter]: both, assets: both, from: "2026-03-05", limit: "3" };
        const taken = (input: object) => Object.fromEntries(Object.entries(input).filter(([key]) => takes.has(key)));
        const call = { today: utcDay("2026-03-06"), now: NOW, lookbackDays: null, accountType: null };
        const raw = { parameters: taken(text) as Record<string, string> };
        const answer = await answerOf(operation, await api()[method]?.(taken(typed)));
        const invoked = await invoke(operation, raw, market.dataset, { ...call, earlyStart: "clamp" });
        expect(answer).toEqual(await answerOf(operation, invoked));
        expect(operation.result.safeParse(answer).error).toBeUndefined();
      },
    );

    it.each(has)("%s refuses an unknown parameter, and suggests the right one", async (method, operation) => {
      const error = await failure(() => api()[method]?.({ limt: 3 }) ?? Promise.resolve());
      expect(error.code).toBe("invalid_parameters");
      expect(error.message).toContain("There is no parameter 'limt'.");
      const takesLimit = Object.values(operation.parameters).some((parameter) => parameter.name === "limit");
      expect(error.message.includes("Did you mean 'limit'?")).toBe(takesLimit);
    });
  },
);

describe("a call", () => {
  it("returns rows for the requested parameters", async () => {
    const rows = await market.news.trending({ days: 7, limit: 1 });
    expect(rows).toMatchObject([{ ticker: "NVDA", company_name: "NVIDIA Corporation", mentions: 2, source_count: 1 }]);
    expect(await market.crypto.compare({ symbols: ["ETH", "BTC"] })).toMatchObject({
      period_days: 7,
      tokens: [{}, {}],
    });
  });

  it("returns an empty list when the service would answer 404", async () => {
    expect(await market.news.trending({}, { today: "2026-03-05" })).toEqual([]);
    expect(await market.forum.trendingBySector({ offset: 0 }, { today: new Date("2026-03-05T12:00:00Z") })).toEqual([]);
  });

  it("refuses what HTTP refuses, with the same issues, and values that are not valid JavaScript input", async () => {
    const issues = async (call: () => Promise<unknown>) => (await failure(call)).details.issues;
    expect(await issues(() => market.news.trending({ days: 0 }))).toMatchObject([
      { loc: ["query", "days"], type: "greater_than_equal" },
    ]);
    expect(await issues(() => market.news.trending({ days: 1.5 }))).toMatchObject([{ type: "int_parsing" }]);
    expect(await issues(() => market.news.trending({ days: Number.NaN }))).toMatchObject([{ type: "int_parsing" }]);
    expect(await issues(() => market.news.trending({ from: new Date(Number.NaN) }))).toMatchObject([
      { loc: ["query", "from"], type: "value_type" },
    ]);
    expect(await issues(() => market.news.trending({ days: null as never }))).toMatchObject([{ type: "value_type" }]);
    expect(await issues(() => market.news.detail({ ticker: ["NVDA"] as never }))).toMatchObject([
      { loc: ["path", "ticker"], type: "value_type" },
    ]);
    expect(await issues(() => market.news.search({ q: "nvidia", days: 7 } as never))).toMatchObject([
      { loc: ["query", "days"], type: "extra_forbidden", msg: "Search always covers the last 7 UTC days." },
    ]);
    const unsupported = await failure(() => market.forum.detail({ ticker: "ZZZZZZ" }));
    expect(unsupported.code).toBe("unsupported_asset");
    expect(errorCodes).toContain(unsupported.code);
  });

  it("rejects with its signal's reason", async () => {
    const reason = new Error("no longer wanted");
    await expect(market.news.trending({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(market.analyze("Nvidia gains", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("answers as of a past day, for one call or for all calls", async () => {
    const before = await openSentiment({ data, today: "2026-03-05", textModel: "none" });
    expect(await before.predmarket.trending()).toEqual(await market.predmarket.trending({}, { today: "2026-03-05" }));
    expect((await before.news.stats()).total_mentions).toBe(0);
    await before.close();
    expect((await failure(() => market.news.stats(undefined, { today: "yesterday" }))).message).toContain("YYYY-MM-DD");
    expect((await failure(() => openSentiment({ data, today: "soon" }))).code).toBe("invalid_parameters");
  });

  it("lets a period start on the first day with data, or refuses it as HTTP does", async () => {
    expect((await market.news.detail({ ticker: "NVDA", days: 30 })).period_days).toBe(1);
    const strict = await openSentiment({ data, now: () => NOW, textModel: "none", earlyStart: "refuse" });
    const { details } = await failure(() => strict.news.detail({ ticker: "NVDA", days: 30 }));
    expect(details.issues).toMatchObject([{ type: "before_available_since" }]);
    await strict.close();
  });
});

describe("analyze", () => {
  it("says how sure it is, whose view it takes, and whether the text names it", async () => {
    const told = await market.analyze("Nvidia gains", { target: " Nvidia " });
    expect(told).toMatchObject({ target: "Nvidia", targetFound: true, label: "positive" });
    const { negative, neutral, positive } = told.probabilities;
    expect(negative + neutral + positive).toBeCloseTo(1, 6);
    expect(await market.analyze("Nvidia gains")).toMatchObject({ target: null, targetFound: null });
    const reader = await open(data, { textModel: onlyNvidia });
    const other = await reader.analyze("Nvidia gains", { target: "Tesla" });
    expect(other).toMatchObject({ target: "Tesla", targetFound: false });
    await reader.close();
    expect((await failure(() => market.analyze("  "))).code).toBe("invalid_parameters");
  });
});

describe("ingest", () => {
  it("takes arrays, async iterables and files, and changes nothing the second time", async () => {
    const folder = await temporaryDirectory();
    const own = await open(join(folder, "data"));
    const records = [article("x1", "Nvidia gains"), article("x2", "Apple falls")];
    expect((await own.ingest("news", records)).counts).toMatchObject({ read: 2, new: 2 });
    async function* later() {
      for (const record of records) yield await Promise.resolve(record);
    }
    expect((await own.ingest("news", later())).counts).toMatchObject({ read: 2, new: 0, unchanged: 2 });
    const file = join(folder, "news.jsonl");
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    expect((await own.ingest("news", file)).counts).toMatchObject({ read: 2, unchanged: 2 });
    expect((await own.ingest("news", [file])).counts).toMatchObject({ read: 2, unchanged: 2 });
    expect((await own.ingest("news", [])).counts.read).toBe(0);
    const renamed = [{ ...article("x3", ""), headline: undefined, words: "Apple gains" }];
    expect((await own.ingest("news", renamed, { columnMap: { title: "words" } })).counts).toMatchObject({ new: 1 });
    expect(await own.news.trending()).toMatchObject([
      { ticker: "AAPL", mentions: 2 },
      { ticker: "NVDA", mentions: 1 },
    ]);
    await own.close();
  });

  it("keeps bad records aside, whole and with their reason, run by run, and stores the rest", async () => {
    const own = await open(join(await temporaryDirectory(), "data"));
    const round: { self?: unknown } = {};
    round.self = round;
    const mixed = [article("y1", "Nvidia gains"), { id: "y2", title: "no time" }, null, round, 7n] as object[];
    const report = await own.ingest("news", mixed);
    expect(report.counts).toMatchObject({ read: 5, new: 1, rejected: 4 });
    expect(report.rejectedByReason).toMatchObject({ missing_field: 1, malformed_record: 3 });
    const kept = (await readFile(report.rejectedFile ?? "", "utf8")).trim().split("\n");
    expect(kept.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([2, 3, 4, 5]);
    const again = await own.ingest("news", [{ id: "z" }]);
    expect(again.rejectedFile).not.toBe(report.rejectedFile);
    expect((await readFile(report.rejectedFile ?? "", "utf8")).trim().split("\n")).toHaveLength(4);
    await own.close();
  });

  it("stores what came before its source failed, and says where it failed", async () => {
    const own = await open(join(await temporaryDirectory(), "data"));
    async function* breaking() {
      yield await Promise.resolve(article("w1", "Nvidia gains"));
      throw new Error("the line went dead");
    }
    const error = await failure(() => own.ingest("news", breaking()));
    expect([error.code, error.details.records]).toEqual(["damaged_file", 1]);
    expect(error.message).toContain("the line went dead");
    expect((await own.news.stats()).total_mentions).toBe(1);
    await own.close();
  });

  it("refuses an unknown namespace, and files mixed with records", async () => {
    expect((await failure(() => market.ingest("newz" as "news", []))).message).toContain(
      "The namespaces are: news, forum, crypto, microblog, predmarket.",
    );
    expect((await failure(() => market.ingest("news", ["a.jsonl", {}] as never))).code).toBe("invalid_parameters");
    expect((await failure(() => market.ingest("news", "no-such-file.jsonl"))).code).toBe("invalid_file");
  });
});

describe("close", () => {
  it("runs at the end of the scope, refuses later calls, and may be called twice", async () => {
    let kept: Sentiment;
    {
      await using scoped = await open(data);
      kept = scoped;
      expect((await scoped.news.stats()).total_mentions).toBe(3);
    }
    expect((await failure(() => kept.news.stats())).code).toBe("engine_unavailable");
    expect((await failure(() => kept.analyze("Nvidia gains"))).code).toBe("engine_unavailable");
    expect((await failure(() => kept.ingest("news", []))).code).toBe("engine_unavailable");
    await kept.close();
  });
});
