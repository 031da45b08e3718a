import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInferenceServer } from "@market-sentiment/server";
import { openReader } from "@market-sentiment/core/node";
import { afterEach, describe, expect, it } from "vitest";
import { WrongUse } from "../../packages/cli/src/failure.js";
import { nodeBackends } from "../../packages/cli/src/node-backends.js";
import { textNamespaceNamed } from "../support/memory-ingest.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { wordModel } from "../support/word-model.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const news = textNamespaceNamed("news-stocks");
const now = () => new Date("2026-03-31T12:00:00Z");

/** A folder with a file of headlines, half of which gain. */
async function headlines(count: number) {
  const root = await temporaryDirectory();
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      id: `n${at}`,
      source: "Reuters",
      title: `Apple ${at % 2 === 0 ? "gains" : "falls"} in trade ${at}`,
      published_at: "2026-03-31T09:00:00Z",
    }),
  );
  await writeFile(join(root, "news.jsonl"), lines.join("\n"));
  return { files: [join(root, "news.jsonl")], dataDirectory: join(root, "data") };
}

/** An inference service whose model counts what it was asked. */
async function service(port = 0, token: string | null = null) {
  let asked = 0;
  const model = wordModel();
  const judge: typeof model.judge = (texts, options) => {
    asked += texts.length;
    return model.judge(texts, options);
  };
  const app = createInferenceServer({ textModel: { ...model, judge }, token });
  closing.push(() => app.close());
  return { url: await app.listen({ host: "127.0.0.1", port }), asked: () => asked };
}

async function scoresOf(dataDirectory: string): Promise<number[]> {
  const reader = await openReader(dataDirectory);
  closing.push(() => reader.close());
  const sql = "SELECT sentiment_score AS score FROM mentions ORDER BY document_id";
  const rows = await (await reader.view()).query<{ readonly score: number }>(news.id, { sql, params: [] });
  return rows.map(({ score }) => score);
}

describe("with SENTIMENT_INFERENCE_URL", () => {
  it("ingest and annotate have their texts judged by that service, with its token, and by nothing else", async () => {
    const token = "a-long-enough-token";
    const { url, asked } = await service(0, token);
    const backends = nodeBackends({ SENTIMENT_INFERENCE_URL: url, SENTIMENT_INFERENCE_TOKEN: token });
    const given = await headlines(300);
    await backends.ingest({ ...given, namespace: news, now });
    expect(asked()).toBe(300);
    const scores = await scoresOf(given.dataDirectory);
    expect([scores.length, new Set(scores)]).toEqual([300, new Set([0.8, -0.6])]);

    const lines: object[] = [];
    const options = { ...given, namespace: news, now, rejectedFile: null };
    await backends.annotate(options, (line) => Promise.resolve(void lines.push(line)));
    expect([lines.length, asked()]).toEqual([300, 600]);
  });

  it("a run waits for a service that is away, says so once, and loses nothing", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    await new Promise((resolve) => taken.close(resolve));
    const warnings: string[] = [];
    const warned = ({ message }: Error) => warnings.push(message);
    process.on("warning", warned);
    closing.push(() => process.off("warning", warned));

    const backends = nodeBackends({ SENTIMENT_INFERENCE_URL: `http://127.0.0.1:${port}` });
    const given = await headlines(70);
    const run = backends.ingest({ ...given, namespace: news, now });
    await expect.poll(() => warnings.length, { timeout: 20_000 }).toBe(1);
    const { asked } = await service(port);
    const { counts } = await run;
    expect([counts.new, asked()]).toEqual([70, 70]);
    expect(warnings).toEqual([expect.stringMatching(/inference service does not answer.*The run waits for it/)]);
  }, 60_000);

  it("refuses an address that is none before it reads anything", async () => {
    const backends = nodeBackends({ SENTIMENT_INFERENCE_URL: "inference:8080" });
    await expect(backends.ingest({ ...(await headlines(1)), namespace: news, now })).rejects.toThrow(WrongUse);
  });
});
