import { join } from "node:path";
import {
  type Dataset,
  invoke,
  MarketDataError,
  type NamespaceDefinition,
  namespaces,
  NewsSourceDirectory,
  openDataset,
  type Operation,
  operationsOf,
} from "@market-sentiment/core";
import { openReader } from "@market-sentiment/core/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callOn } from "../../support/news-dataset.js";
import { fewStocks, fewTokens, ingestRecords } from "../../support/memory-ingest.js";
import { answerOf } from "../../support/panel-rows.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const seconds = (day: string, hour: number) => Date.parse(`${day}T00:00:00Z`) / 1000 + hour * 3600;
const days = ["2026-03-09", "2026-03-10", "2026-03-11"] as const;

/** Records of three days about two assets, in the shape that each namespace reads. */
const recordsOf: Readonly<Record<string, (first: string, second: string) => object[]>> = {
  "news-stocks": (first, second) =>
    days.flatMap((day, index) => [
      { id: `a${index}`, source: "Reuters", title: `$${first} gains, item ${index}`, published_at: `${day}T09:00:00Z` },
      { id: `b${index}`, source: "CNBC", title: `$${second} falls, item ${index}`, published_at: `${day}T10:00:00Z` },
    ]),
  forum: (first, second) =>
    days.flatMap((day, index) => [
      {
        id: `p${index}`,
        subreddit: "one",
        author: "ana",
        title: `$${first} gains, part ${index}`,
        selftext: "",
        score: 30,
        created_utc: seconds(day, 9),
      },
      {
        id: `c${index}`,
        subreddit: "one",
        author: "ben",
        body: "it gains",
        link_id: `t3_p${index}`,
        parent_id: `t3_p${index}`,
        score: 4,
        created_utc: seconds(day, 10),
      },
      {
        id: `d${index}`,
        subreddit: "two",
        author: "cid",
        body: `$${second} falls ${index}`,
        link_id: "t3_other",
        parent_id: "t3_other",
        score: 2,
        created_utc: seconds(day, 11),
      },
      {
        id: `e${index}`,
        subreddit: "two",
        author: "AutoModerator",
        body: `$${first} rules`,
        link_id: "t3_other",
        parent_id: "t3_other",
        score: 1,
        created_utc: seconds(day, 11),
      },
    ]),
  "microblog-stocks": (first, second) =>
    days.map((day, index) => ({
      data: [`$${first} gains ${index}`, `$${second} falls ${index}`].map((text, part) => ({
        id: String(1_900_000_000_000_000_000n + BigInt(index * 10 + part)),
        text,
        author_id: String(part),
        created_at: `${day}T1${part}:00:00.000Z`,
        public_metrics: {
          like_count: 10 * (part + 1),
          retweet_count: 1,
          reply_count: 0,
          quote_count: 0,
          impression_count: 99,
        },
      })),
      includes: {
        users: [
          { id: "0", username: "ana" },
          { id: "1", username: "ben" },
        ],
      },
      meta: { result_count: 2 },
    })),
};

interface World {
  readonly namespace: NamespaceDefinition;
  readonly dataset: Dataset;
  readonly assets: readonly [string, string];
}
const worlds = new Map<string, World>();
const tested = namespaces.filter(({ id }) => Object.hasOwn(recordsOf, id) || id.startsWith("forum"));

beforeAll(async () => {
  const root = await temporaryDirectory();
  for (const namespace of tested) {
    const directory = join(root, namespace.id);
    const assets = namespace.assetTypes.includes("token") ? (["BTC", "ETH"] as const) : (["AAPL", "NVDA"] as const);
    const make = recordsOf[namespace.id] ?? recordsOf.forum;
    await ingestRecords(directory, namespace, make?.(assets[0], assets[1]) ?? []);
    const dataset = openDataset({
      store: await openReader(directory),
      stocks: fewStocks,
      tokens: fewTokens,
      sources: new NewsSourceDirectory([]),
      textModel: null,
    });
    worlds.set(namespace.id, { namespace, dataset, assets });
  }
});

afterAll(async () => {
  for (const { dataset } of worlds.values()) await dataset.close();
});

const world = (id: string): World => {
  const found = worlds.get(id);
  if (found === undefined) throw new Error(`No world ${id}`);
  return found;
};

async function ask(
  id: string,
  name: string,
  parameters: Record<string, string>,
  today = "2026-03-11",
): Promise<unknown> {
  const { namespace, dataset } = world(id);
  const operation = operationsOf(namespace).find((found) => found.name === name) as Operation;
  const result = await answerOf(operation, await invoke(operation, { parameters }, dataset, callOn(today)));
  expect(operation.result.safeParse(result).error).toBeUndefined();
  return result;
}

const linked = tested.filter(({ assetTypes }) => !assetTypes.includes("token"));

describe.each(tested.map(({ id }) => id))("%s", (id) => {
  it("answers every operation in the form of its schema, with the fields in wire order", async () => {
    const { namespace, assets } = world(id);
    for (const operation of operationsOf(namespace)) {
      const parameters: Record<string, string> =
        operation.name === "compare"
          ? { [namespace.compare.parameter]: assets.join(",") }
          : operation.name === "search"
            ? { q: assets[0].toLowerCase() }
            : operation.name.startsWith("panel")
              ? { assets: assets.join(",") }
              : ["detail", "raw-mentions", "explain"].includes(operation.name)
                ? {
                    [namespace.subject.keyField]: `$${assets[0].toLowerCase()}`.replace(
                      namespace.subject.name === "newsTicker" ? "$" : "",
                      "",
                    ),
                  }
                : {};
      try {
        const result = await ask(id, operation.name, parameters);
        if (!Array.isArray(result))
          expect(Object.keys(result as object)).toEqual(
            Object.keys((operation.result as never as { shape: object }).shape),
          );
      } catch (error) {
        // A list without any linked asset may be refused as empty, and there is no writer of explanations here.
        expect(error).toBeInstanceOf(MarketDataError);
        const expected = operation.name === "explain" ? "explanation_unavailable" : "empty_result";
        expect((error as MarketDataError).code).toBe(expected);
      }
    }
  });

  it("answers an empty first page as the definition says", async () => {
    const { namespace } = world(id);
    const quiet = ask(id, "trending", { from: "2026-03-12", to: "2026-03-12" }, "2026-03-12");
    if (namespace.trending.whenEmpty === "empty_list") expect(await quiet).toEqual([]);
    else await expect(quiet).rejects.toMatchObject({ code: "empty_result" });
  });

  it("keeps a supported asset without data as found false, and refuses an unknown one with its code", async () => {
    const { namespace, assets } = world(id);
    const key = namespace.subject.keyField;
    const other = namespace.assetTypes.includes("token") ? assets[0] : "GME";
    expect(await ask(id, "detail", { [key]: other, from: "2026-03-12", to: "2026-03-12" }, "2026-03-12")).toMatchObject(
      { found: false, mentions: 0 },
    );
    await expect(ask(id, "detail", { [key]: "ZZZZ" })).rejects.toMatchObject({
      code: "unsupported_asset",
      details: { error_code: namespace.subject.notFoundCode },
    });
  });
});

describe.each(linked.map(({ id }) => id))("%s with linked mentions", (id) => {
  it("gives a day the same buzz alone and inside a wider window", async () => {
    const wide = (await ask(id, "detail", { ticker: "AAPL", days: "3" })) as {
      daily_trend: { date: string; buzz_score: number }[];
    };
    for (const { date, buzz_score } of wide.daily_trend) {
      const alone = (await ask(id, "detail", { ticker: "AAPL", from: date, to: date })) as { buzz_score: number };
      expect(alone.buzz_score).toBe(buzz_score);
      expect(buzz_score).toBeGreaterThan(0);
    }
  });
});

describe("forum", () => {
  it("counts direct and inherited mentions, upvotes of direct ones only, and no robots", async () => {
    expect(await ask("forum-stocks", "trending", { days: "3" })).toMatchObject([
      {
        ticker: "AAPL",
        mentions: 6,
        total_upvotes: 90,
        unique_posts: 3,
        community_count: 1,
        bullish_pct: 100,
        bearish_pct: 0,
      },
      {
        ticker: "NVDA",
        mentions: 3,
        total_upvotes: 6,
        unique_posts: 1,
        community_count: 1,
        bullish_pct: 0,
        bearish_pct: 100,
      },
    ]);
  });

  it("lists inherited rows only on request, and marks them", async () => {
    const direct = (await ask("forum-stocks", "raw-mentions", { ticker: "AAPL", days: "3" })) as { count: number };
    expect(direct).toMatchObject({
      count: 3,
      results: Array.from({ length: 3 }, () => ({ is_inherited: false, comment_id: null })),
    });
    const all = (await ask("forum-stocks", "raw-mentions", {
      ticker: "AAPL",
      days: "3",
      include_inherited: "true",
    })) as {
      results: { is_inherited: boolean; post_id: string; comment_id: string | null; text: string }[];
    };
    expect(all.results).toHaveLength(6);
    expect(all.results[0]).toMatchObject({
      is_inherited: true,
      post_id: "p2",
      comment_id: "c2",
      text: "it gains",
      community: "one",
      author: "ben",
      upvotes: 4,
    });
  });

  it("names communities as contributors and snippets with their upvotes", async () => {
    expect(await ask("forum-stocks", "detail", { ticker: "AAPL", days: "3" })).toMatchObject({
      top_communities: [{ community: "one", mentions: 6, count: 6 }],
      top_mentions: expect.arrayContaining([
        expect.objectContaining({ upvotes: 30, community: "one", text_snippet: "$AAPL gains, part 2" }),
      ]) as unknown,
    });
  });
});

describe("microblog", () => {
  it("counts likes and reposts, names authors, and has no places in its buzz", async () => {
    expect(await ask("microblog-stocks", "detail", { ticker: "NVDA", days: "3" })).toMatchObject({
      mentions: 3,
      unique_mposts: 3,
      total_upvotes: 63,
      top_authors: [{ author: "ben", mentions: 3 }],
      top_mposts: [
        { likes: 20, retweets: 1, views: 99, author: "ben", created_at: "2026-03-11T11:00:00.000Z" },
        {},
        {},
      ],
    });
    const [row] = (await ask("microblog-stocks", "trending", {})) as { buzz_score: number }[];
    // One author, one post with 21 reactions: 60 points for evidence, 40 for people. After two days with data the references
    // have left the start values by a thirtieth of their way.
    const evidence = 1 + Math.log10(22) / 2;
    const weight = 1 + Math.log(evidence);
    const atStart = 60 * (weight / (weight + 60)) + 40 * (1 / 41);
    expect(row?.buzz_score).toBeGreaterThan(atStart);
    expect(row?.buzz_score).toBeLessThan(1.2 * atStart);
  });
});

describe("crypto", () => {
  it("has neither sector nor country lists", () => {
    const names = operationsOf(world("forum-crypto").namespace).map(({ name }) => name);
    expect(names).not.toContain("trending-by-sector");
    expect(names).not.toContain("trending-by-country");
  });
});
