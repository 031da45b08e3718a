import { createServer as createHttpServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  allOperations,
  AssetDirectory,
  MarketDataError,
  type TextModel,
  type TextToJudge,
} from "@market-sentiment/core";
import { remoteTextModel } from "@market-sentiment/core/node";
import { createInferenceServer, type InferenceServerParts, readConfig, serveInference } from "@market-sentiment/server";
import { afterEach, describe, expect, it } from "vitest";
import { wordModel } from "../support/word-model.js";
import { keys, toyDataset, toyServer } from "./toy-service.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function inferenceAt(parts: Partial<InferenceServerParts> = {}, port = 0): Promise<string> {
  const app = createInferenceServer({ textModel: wordModel(), ...parts });
  closing.push(() => app.close());
  return app.listen({ host: "127.0.0.1", port });
}

function remote(url: string, more: Omit<Parameters<typeof remoteTextModel>[0], "url"> = {}): TextModel {
  const model = remoteTextModel({ url, ...more });
  closing.push(() => model.close());
  return model;
}

/** A server that is not an inference service. */
async function listening(answer: RequestListener): Promise<string> {
  const server = createHttpServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A model that never answers; reports when a number of questions have arrived, and when one was dropped. */
function stuckModel(questions = 1) {
  let missing = questions;
  let [came, dropped]: [() => void, (reason: unknown) => void] = [() => undefined, () => undefined];
  const asked = new Promise<void>((resolve) => (came = resolve));
  const left = new Promise<unknown>((resolve) => (dropped = resolve));
  const model: TextModel = {
    ...wordModel(),
    judge: (_, { signal } = {}) =>
      new Promise((__, reject) => {
        signal?.addEventListener("abort", () => {
          dropped(signal.reason);
          reject(signal.reason as Error);
        });
        missing -= 1;
        if (missing === 0) came();
      }),
  };
  return { model, asked, left };
}

const texts = [
  {
    text: "Tesla gains, Ford falls",
    target: { name: "Tesla", aliases: ["TSLA"], spans: [{ start: 0, end: 5 }], others: [{ start: 13, end: 17 }] },
  },
  { text: "Ford falls" },
  { text: "Nothing happens – nirgends 🚀", kind: "message" },
] as const satisfies readonly TextToJudge[];

describe("a model behind an inference service", () => {
  it("gets exactly the question asked here, with the positions of the target and other companies and the kind of text", async () => {
    const seen: TextToJudge[] = [];
    const textModel: TextModel = {
      ...wordModel(),
      judge: (asked) => {
        seen.push(...asked);
        return wordModel().judge(asked);
      },
    };
    await remote(await inferenceAt({ textModel })).judge(texts);
    expect(seen).toEqual(texts);
  });

  it("gives the same verdicts as a local model, in order, for any number of texts", async () => {
    const model = remote(await inferenceAt());
    const many = Array.from({ length: 700 }, (_, index) => texts[index % 3] ?? { text: "" });
    expect(await model.judge(many)).toEqual(await wordModel().judge(many));
    expect(await model.judge([])).toEqual([]);
  });

  it("is unavailable while the service is down, and recovers by itself", async () => {
    const first = createInferenceServer({ textModel: wordModel() });
    const url = await first.listen({ host: "127.0.0.1", port: 0 });
    const dataset = toyDataset({ textModel: remote(url), stocks: new AssetDirectory([]) });
    const app = toyServer(
      allOperations().filter(({ name }) => name === "analyze"),
      { dataset },
    );
    const ask = () =>
      app.inject({
        method: "POST",
        url: "/sentiment/v1/analyze",
        headers: keys.professional,
        payload: { text: "Ford gains", target: "Ford" },
      });
    expect((await ask()).json()).toMatchObject({ sentiment_label: "positive", sentiment_score: 0.8 });
    await first.close();
    const away = await ask();
    expect([away.statusCode, away.headers["retry-after"], away.json()]).toEqual([
      503,
      "5",
      { detail: "Text analysis is unavailable right now. Try again later." },
    ]);
    await inferenceAt({}, Number(new URL(url).port));
    expect((await ask()).statusCode).toBe(200);
  });

  it("drops the work when the caller disconnects", async () => {
    const { model, asked, left } = stuckModel();
    const caller = new AbortController();
    const answer = remote(await inferenceAt({ textModel: model })).judge(texts, { signal: caller.signal });
    await asked;
    caller.abort(new Error("gone"));
    await expect(answer).rejects.toThrow("gone");
    expect(await left).toMatchObject({ name: "ClientGone" });
  });

  it("waits no longer than its deadline", async () => {
    const { model, left } = stuckModel();
    const answer = remote(await inferenceAt({ textModel: model }), { deadlineMs: 50 }).judge(texts);
    await expect(answer).rejects.toMatchObject({ code: "model_unavailable", details: { retry_after_seconds: 5 } });
    await left;
  });

  it("refuses at once while too many wait, and says when to try again", async () => {
    const { model, asked } = stuckModel(16);
    const url = await inferenceAt({ textModel: model, queued: 0 });
    const caller = new AbortController();
    const busy = Array.from({ length: 16 }, () => remote(url).judge(texts, { signal: caller.signal }));
    const settled = Promise.allSettled(busy);
    await asked;
    const answer = await fetch(`${url}/judge`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ texts: [] }),
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    const more = remote(url).judge(texts);
    await expect(more).rejects.toMatchObject({ code: "model_unavailable", details: { retry_after_seconds: 1 } });
    caller.abort(new Error("enough"));
    await settled;
  });

  it.each([
    ["is another engine's", '{"engine_version":"4.0","judgements":[]}'],
    ["has too few judgements", '{"engine_version":"5.5","judgements":[]}'],
    ["is no JSON", "<html>"],
    ["is another form", '{"engine_version":"5.5","judgements":[{"score":2}]}'],
  ])("is unavailable when the answer %s", async (_, body) => {
    const url = await listening((__, response) => response.end(body));
    await expect(remote(url).judge([{ text: "Ford gains" }])).rejects.toMatchObject({ code: "model_unavailable" });
  });

  it("is unavailable when the connection is cut in the middle of an answer", async () => {
    const url = await listening((_, response) => {
      response.writeHead(200, { "content-length": 1_000 });
      response.write('{"engine_version"', () => response.destroy());
    });
    await expect(remote(url).judge([{ text: "Ford gains" }])).rejects.toMatchObject({ code: "model_unavailable" });
  });

  it("reports an empty text as a local model does", async () => {
    const emptyText: TextModel = {
      ...wordModel(),
      judge: () =>
        Promise.reject(new MarketDataError("invalid_text", "The text is empty.", { index: 0, field: "text" })),
    };
    const model = remote(await inferenceAt({ textModel: emptyText }));
    await expect(model.judge([{ text: "\u200b" }])).rejects.toMatchObject({
      code: "invalid_text",
      details: { field: "text" },
    });
  });

  it("sends the token that the service asks for; without it nothing is judged", async () => {
    const token = "a-token-of-16-or-more";
    const url = await inferenceAt({ token });
    expect(await remote(url, { token }).judge([{ text: "Ford gains" }])).toHaveLength(1);
    await expect(remote(url).judge(texts)).rejects.toMatchObject({ code: "model_unavailable" });
    const health = await fetch(`${url}/health`);
    expect([health.status, await health.json()]).toMatchObject([200, { status: "healthy", engine_version: "5.5" }]);
  });
});

describe("an inference service", () => {
  const ask = async (url: string, body: unknown, type = "application/json") => {
    const answer = await fetch(`${url}/judge`, {
      method: "POST",
      headers: { "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: answer.status, detail: ((await answer.json()) as { detail: unknown }).detail };
  };

  it("refuses malformed requests, in the service's usual error form", async () => {
    const url = await inferenceAt();
    expect(await ask(url, "{")).toMatchObject({ status: 422, detail: [{ loc: ["body"], type: "json_invalid" }] });
    expect(await ask(url, {})).toMatchObject({ status: 422, detail: [{ loc: ["body", "texts"], type: "missing" }] });
    expect(await ask(url, { texts: [{ text: "" }] })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "texts", 0, "text"] }],
    });
    const tooMany = Array.from({ length: 257 }, () => ({ text: "Ford gains" }));
    expect(await ask(url, { texts: tooMany })).toMatchObject({ status: 422 });
    expect(await ask(url, "texts", "text/plain")).toMatchObject({ status: 415 });
    expect(await ask(url, { texts: [{ text: "x".repeat(9_000_000) }] })).toMatchObject({ status: 413 });
    expect((await fetch(`${url}/other`)).status).toBe(404);
  });

  it("ends a request beyond its deadline with 504", async () => {
    const url = await inferenceAt({ textModel: stuckModel().model, deadlineMs: 40 });
    expect(await ask(url, { texts: [{ text: "Ford gains" }] })).toMatchObject({ status: 504 });
  });

  it("is unhealthy when its model cannot judge", async () => {
    const broken: TextModel = {
      ...wordModel(),
      judge: () => Promise.reject(new MarketDataError("model_unavailable", "A model worker stopped.")),
    };
    const health = await fetch(`${await inferenceAt({ textModel: broken })}/health`);
    expect([health.status, await health.json()]).toMatchObject([503, { status: "unhealthy" }]);
  });

  it("starts only with a model that works, and closes it either way", async () => {
    const closed: string[] = [];
    const model = (name: string, judge: TextModel["judge"]): TextModel => ({
      ...wordModel(),
      judge,
      close: () => {
        closed.push(name);
        return Promise.resolve();
      },
    });
    const config = readConfig({ SENTIMENT_DATA: "unused", PORT: "0" });
    const broken = model("broken", () => Promise.reject(new MarketDataError("model_unavailable", "No model.")));
    await expect(serveInference(config, broken)).rejects.toMatchObject({ code: "model_unavailable" });
    const running = await serveInference(
      config,
      model("working", (asked) => wordModel().judge(asked)),
    );
    expect((await fetch(`${running.address}/health`)).status).toBe(200);
    await Promise.all([running.stop(), running.stop()]);
    expect(closed).toEqual(["broken", "working"]);
    await expect(fetch(`${running.address}/health`)).rejects.toThrow();
  });
});
