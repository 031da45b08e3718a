import { join } from "node:path";
import { type Dataset, type Evidence, namespaces } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { createServer } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeBackends } from "../../packages/cli/src/node-backends.js";
import { sentiment } from "../cli/support.js";
import { modelStub, say } from "../core/explain/model-stub.js";
import { describedAnswer } from "../support/api-document.js";
import { keys, toyAccounts } from "../server/toy-service.js";
import { fillWithSample, SAMPLE_NOW } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

const explained = namespaces.filter((namespace) => namespace.kind === "text" && namespace.explain !== false);
let data: string;
let dataset: Dataset;
let app: FastifyInstance;

beforeAll(async () => {
  data = join(await temporaryDirectory(), "data");
  await fillWithSample(data);
  dataset = await openLocalDataset({ dataDirectory: data, textModel: "none" });
  app = createServer({ dataset, accounts: toyAccounts, now: () => SAMPLE_NOW });
});

afterAll(async () => {
  await app.close();
  await dataset.close();
});

const ask = (url: string) => app.inject({ url, headers: keys.free });

interface Answer {
  readonly ticker: string;
  readonly explanation: string;
  readonly cached: boolean;
  readonly generated_at: string;
  readonly model: string;
}

describe.each(explained.map((namespace) => [namespace.shortName, namespace] as const))(
  "explain of %s",
  (name, namespace) => {
    const pathOf = (ticker: string) => `${namespace.basePath}/stock/${ticker}/explain`;
    const hottest = async () => {
      const response = await ask(`${namespace.basePath}/trending?days=7&limit=1`);
      return response.json<{ ticker: string }[]>()[0]?.ticker ?? "";
    };

    it("answers with a text about the hottest asset, then with the stored copy, over HTTP and in the terminal", async () => {
      const ticker = await hottest();
      const [first, second] = [await ask(pathOf(ticker)), await ask(pathOf(ticker))];
      expect(first.statusCode).toBe(200);
      expect(describedAnswer("GET", pathOf("{ticker}"), 200)?.faults(first.json())).toBeNull();
      const answer = first.json<Answer>();
      expect(answer).toMatchObject({ ticker, cached: false, generated_at: SAMPLE_NOW.toISOString() });
      expect(answer.explanation).toContain(`(${ticker})`);
      expect(second.json()).toEqual({ ...answer, cached: true });

      const world = { directories: [data], now: () => SAMPLE_NOW, backends: nodeBackends({}) };
      const words = ["explain", ticker, "--ns", name, "--data", data];
      const shown = await sentiment(words, world);
      expect([shown.stderr, shown.exitCode]).toEqual(["", 0]);
      const json = await sentiment([...words, "--json"], world);
      const { evidence, ...body } = JSON.parse(json.stdout) as Answer & { readonly evidence: Evidence };
      expect(body).toEqual({ ...answer, cached: true });
      expect(shown.stdout).toContain(answer.explanation);
      expect(evidence.mentions.length).toBeGreaterThan(2);
      for (const { text } of evidence.mentions) expect(shown.stdout).toContain(text);
      const csv = await sentiment([...words, "--csv"], world);
      expect(csv.stdout.trim().split("\n")).toHaveLength(2);
    });

    it("answers 404 with a sentence for an asset without mentions, and 404 with a code for an unknown one", async () => {
      const view = await dataset.view();
      const rows = await view.query<{ subject: string }>(namespace.id, {
        sql: "SELECT DISTINCT subject FROM mentions WHERE subject IS NOT NULL",
        params: [],
      });
      const named = new Set(rows.map(({ subject }) => subject));
      const silent = dataset.stocks.all().find(({ key }) => /^[A-Z]{3}$/.test(key) && !named.has(key))?.key ?? "";
      const [quiet, unknown] = [await ask(pathOf(silent)), await ask(pathOf("ZZZZZ"))];
      expect([quiet.statusCode, typeof quiet.json<{ detail: unknown }>().detail]).toEqual([404, "string"]);
      expect(unknown.json()).toMatchObject({ detail: { error_code: "unsupported_ticker" } });
      const shown = await sentiment(["explain", silent, "--ns", name, "--data", data], {
        directories: [data],
        now: () => SAMPLE_NOW,
        backends: nodeBackends({}),
      });
      expect([shown.exitCode, shown.stdout]).toEqual([1, ""]);
    });
  },
);

it("is written by the language model that the environment names", async () => {
  const stub = await modelStub(({ messages }, response) => {
    const { evidence } = JSON.parse(messages[1]?.content ?? "") as { evidence: { company: string } };
    say(response, `${evidence.company} was talked about.`);
  });
  const env = { SENTIMENT_LLM_URL: stub.url, SENTIMENT_LLM_MODEL: "toy:1b", SENTIMENT_LLM_API_KEY: "secret-key" };
  const [hot] = (await ask("/news/stocks/v1/trending?days=7&limit=1")).json<{ ticker: string }[]>();
  const shown = await sentiment(["explain", hot?.ticker ?? "", "--ns", "news", "--data", data], {
    directories: [data],
    now: () => SAMPLE_NOW,
    backends: nodeBackends(env),
  });
  expect(stub.asked[0]).toMatchObject({ model: "toy:1b", authorization: "Bearer secret-key" });
  expect([shown.exitCode, shown.stderr]).toEqual([0, ""]);
  expect(shown.stdout).toMatch(/was talked about\.[\s\S]*toy:1b/);
});

it("is refused as wrong use when the language model's settings are incomplete", async () => {
  const shown = await sentiment(["explain", "AAPL", "--data", data], {
    directories: [data],
    now: () => SAMPLE_NOW,
    backends: nodeBackends({ SENTIMENT_LLM_URL: "http://127.0.0.1:9/v1" }),
  });
  expect([shown.exitCode, shown.stderr.includes("SENTIMENT_LLM_MODEL")]).toEqual([2, true]);
});
