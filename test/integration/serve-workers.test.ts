import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { get as httpGet } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openSentiment } from "@market-sentiment/core/node";
import { openAccountStore, openUsageFile, type PlanId, windowsOf } from "@market-sentiment/server";
import { describe, expect, it } from "vitest";
import { newsRecords } from "../support/news-records.js";
import { TestObjectStorage } from "../support/object-storage.js";
import { body, recordedSource } from "../support/recorded-source.js";
import { childrenOf, type ServingCommand, startServing, until } from "../support/serving-command.js";
import { smallStore } from "../support/small-store.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { wordModel } from "../support/word-model.js";

const command = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
const WORKERS = 3;
const METRICS_TOKEN = "a-token-of-some-length";

interface Answer {
  readonly status: number;
  readonly used: number;
  readonly etag: string | undefined;
  readonly text: string;
}

/** A request on a connection of its own, so that workers take turns. */
function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpGet(url, { headers, agent: false, timeout: 30_000 }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("error", reject);
      response.on("end", () => {
        const used = Number(response.headers["x-ratelimit-used-monthly"]);
        resolve({ status: response.statusCode ?? 0, used, etag: response.headers.etag, text });
      });
    });
    request.on("timeout", () => request.destroy(new Error("no answer")));
    request.on("error", reject);
  });
}

/** A key of a new account. */
function keyOf(data: string, plan: PlanId) {
  const store = openAccountStore({ path: join(data, "accounts.db") });
  const account = store.createAccount({ name: `account of ${plan} ${String(performance.now())}`, plan });
  const headers = { "x-api-key": store.createKey(account.id).secret };
  store.close();
  return { account, headers };
}

const workersOf = ({ child }: ServingCommand) => childrenOf(child.pid, "serve-worker");
const stopped = async ({ child, ended }: ServingCommand) => {
  child.kill("SIGTERM");
  return ended;
};

describe("serve --workers", () => {
  it("answers alike in every worker, counts limits exactly over all of them, and measures the whole", async () => {
    const data = await smallStore();
    const server = startServing(data, ["--workers", String(WORKERS), "--today", "2026-03-02"], {
      SENTIMENT_METRICS_TOKEN: METRICS_TOKEN,
    });
    const address = await server.address();
    const url = `${address}/forum/crypto/v1/trending?days=2`;

    const { headers } = keyOf(data, "professional");
    const answers = await Promise.all(Array.from({ length: 4 * WORKERS }, () => ask(url, headers)));
    await until(() => server.answeredBy().length === WORKERS);
    expect(new Set(answers.map(({ status, etag, text }) => JSON.stringify([status, etag, text]))).size).toBe(1);
    expect([answers[0]?.status, answers[0]?.etag]).toEqual([200, expect.stringMatching(/^"/)]);
    expect(server.answeredBy().sort()).toEqual(workersOf(server).sort());

    // Within one minute of the clock; a machine that needs longer tries with another account.
    for (;;) {
      const limited = keyOf(data, "free");
      const minute = new Date().getUTCMinutes();
      const all = await Promise.all(Array.from({ length: 240 }, () => ask(url, limited.headers)));
      if (new Date().getUTCMinutes() !== minute) continue;
      const served = all.filter(({ status }) => status === 200);
      expect(served.map(({ used }) => used).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 1),
      );
      expect(all.filter(({ status }) => status === 429)).toHaveLength(140);
      break;
    }

    const measured = async () => (await ask(`${address}/metrics`, { authorization: `Bearer ${METRICS_TOKEN}` })).text;
    const told = await measured();
    expect(told).toMatch(new RegExp(`^sentiment_workers ${WORKERS}$`, "m"));
    const counted = [...told.matchAll(/^http_request_duration_seconds_count\{.*v1\/trending.*\} (\d+)$/gm)];
    const sum = counted.reduce((total, [, count]) => total + Number(count), 0);
    expect(sum).toBeGreaterThanOrEqual(4 * WORKERS + 240);
    const [, hits, made] =
      /answers_from_memory_total (\d+)[^]*answers_made_total (\d+)/.exec(told) ?? expect.fail("no such figures");
    expect(Number(hits) + Number(made)).toBeGreaterThanOrEqual(4 * WORKERS + 100);
    expect(JSON.parse((await ask(`${address}/readyz`)).text)).toEqual({ status: "ready" });
    expect(JSON.parse((await ask(`${address}/health`)).text)).toMatchObject({ service: "market-sentiment" });

    expect(await stopped(server)).toBe(0);
    expect(server.said()).not.toContain("warning");
  });

  it("loses only a killed worker's own requests, counts every answered one, and starts the worker again", async () => {
    const CALLERS = 6;
    const data = await smallStore();
    const server = startServing(data, ["--workers", "2"]);
    const url = `${await server.address()}/forum/crypto/v1/stats`;
    const { account, headers } = keyOf(data, "hobby");
    let isOver = false;
    let [sent, answered, refused] = [0, 0, 0];
    const lost: string[] = [];
    const call = async () => {
      while (!isOver) {
        sent += 1;
        try {
          const { status } = await ask(url, headers);
          if (status === 200) answered += 1;
          else if (status === 429) refused += 1;
          else expect.fail(`answered ${status}`);
        } catch (error) {
          lost.push(String(error));
        }
        await pause(2);
      }
    };
    const callers = Array.from({ length: CALLERS }, call);
    await until(() => answered > 20);
    const before = workersOf(server);
    process.kill(before[0] ?? expect.fail("no worker"), "SIGKILL");
    await until(() => server.answeredBy().some((pid) => !before.includes(pid)));
    isOver = true;
    await Promise.all(callers);
    expect(lost.length).toBeLessThanOrEqual(CALLERS);
    expect(workersOf(server)).toHaveLength(2);
    expect(server.said()).toMatch(/warning: worker \d ended \(SIGKILL\); it is started again in 0\.2 s/);
    expect(await stopped(server)).toBe(0);
    const file = await openUsageFile(join(data, "usage.db"));
    const { startMs } = windowsOf(account, new Date()).monthly;
    const month = await file.transaction((counters) => counters.month(account.id, startMs));
    await file.close();
    expect(month?.used).toBeGreaterThanOrEqual(answered);
    expect(month?.used).toBeLessThanOrEqual(sent - refused);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("%s has all workers answer what they have begun, and end", async (signal) => {
    const data = await smallStore();
    const server = startServing(data, ["--workers", "2"]);
    const address = await server.address();
    const { headers } = keyOf(data, "professional");
    const text = JSON.stringify({ text: "" });
    // Each request has begun: its head is read, its body is awaited.
    const open = Array.from({ length: 4 }, () => {
      const socket = connect(Number(new URL(address).port), "127.0.0.1");
      let got = "";
      socket.on("data", (chunk) => (got += chunk.toString()));
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      const head = `POST /sentiment/v1/analyze HTTP/1.1\r\nhost: x\r\nx-api-key: ${headers["x-api-key"]}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${text.length}\r\n\r\n`;
      socket.write(head);
      return { socket, closed, got: () => got };
    });
    await until(() => open.every(({ got }) => got().includes("100 Continue")));
    server.child.kill(signal);
    await until(() => server.said().includes("stopping"));
    await until(() => ask(`${address}/livez`).then(...([() => false, () => true] as const)));
    for (const { socket } of open) socket.write(text);
    await Promise.all(open.map(({ closed }) => closed));
    for (const { got } of open) expect(got()).toMatch(/HTTP\/1\.1 422 [^]*connection: close/i);
    expect(await server.ended).toBe(0);
    expect(workersOf(server)).toEqual([]);
  });

  it("collects in exactly one process, which is started again when it dies, also when a worker does", async () => {
    const source = await recordedSource();
    source.always(
      body(
        `<rss version="2.0"><channel><title>Wire</title><item><title>Apple reports orders</title><link>https://wire.example/1</link><pubDate>${new Date().toUTCString()}</pubDate></item></channel></rss>`,
      ),
    );
    const data = join(await temporaryDirectory(), "data");
    await mkdir(data);
    const wire = { name: "wire", type: "feed", namespace: "news", url: `${source.url}/wire`, every: "1s" };
    await writeFile(join(data, "sources.yaml"), JSON.stringify({ version: 1, sources: [wire] }));
    const server = startServing(data, ["--collect", "--workers", "2"], { SENTIMENT_INFERENCE_URL: "" });
    const address = await server.address();
    const collectors = () => childrenOf(server.child.pid, " collect ");
    const times = () => server.said().split("collecting from 1 sources").length - 1;
    await until(() => times() === 1);
    const [first = expect.fail("no collector"), ...others] = collectors();
    expect(others).toEqual([]);
    const [worker = expect.fail("no worker")] = workersOf(server);
    process.kill(worker, "SIGKILL");
    await until(() => workersOf(server).length === 2 && !workersOf(server).includes(worker));
    expect(collectors()).toEqual([first]);
    process.kill(first, "SIGKILL");
    await until(() => times() === 2);
    expect(collectors()).toHaveLength(1);
    await until(async () => {
      const { text } = await ask(`${address}/news/stocks/v1/health`);
      return (JSON.parse(text) as { scheduler: { running?: boolean } | null }).scheduler?.running === true;
    });
    const left = [...collectors(), ...workersOf(server)];
    expect(await stopped(server)).toBe(0);
    expect(left.filter((pid) => isRunning(pid))).toEqual([]);
  });

  it("reads data in object storage, each worker the same state", async () => {
    const storage = await TestObjectStorage.start();
    const root = await temporaryDirectory();
    const address = storage.address("workers");
    const endpoint = { SENTIMENT_S3_ENDPOINT: storage.endpoint, SENTIMENT_S3_CACHE: join(root, "cache") };
    const cache = { directory: join(root, "writer"), settings: { endpoint: storage.endpoint } };
    const market = await openSentiment({ data: address, cache, textModel: wordModel() });
    await market.ingest("news", newsRecords(30, "2026-03-28", 3));
    await market.close();
    const accounts = join(root, "accounts", "accounts.db");
    const { headers } = keyOf(join(root, "accounts"), "professional");
    const server = startServing(address, ["--workers", "2", "--today", "2026-03-30"], {
      ...endpoint,
      SENTIMENT_ACCOUNTS: accounts,
    });
    const url = `${await server.address()}/news/stocks/v1/trending`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(url, headers)));
    await until(() => server.answeredBy().length === 2);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(JSON.parse(answers[0]?.text ?? "")).not.toEqual([]);
    expect(await stopped(server)).toBe(0);
  });

  it("fails as one process does: a port in use, data that cannot be read, and wrong numbers end it with a sentence", async () => {
    const data = await smallStore();
    const holder = startServing(data, ["--workers", "2"]);
    const { port } = new URL(await holder.address());
    const file = join(await temporaryDirectory(), "no-directory");
    await writeFile(file, "");
    const outcome = (...args: string[]) => {
      const env = { ...process.env, SENTIMENT_INFERENCE_URL: "http://127.0.0.1:9" };
      const { status, stderr } = spawnSync(process.execPath, [command, "serve", ...args], { env, encoding: "utf8" });
      return [status, stderr];
    };
    for (const wrong of [
      ["--data", data, "--port", port],
      ["--data", file, "--port", "0"],
      ["--data", data, "--port", "0", "--host", "192.0.2.1"],
    ]) {
      const alone = outcome(...wrong);
      expect(outcome(...wrong, "--workers", "2")).toEqual(alone);
      expect(alone).toEqual([1, expect.stringMatching(/^sentiment: .+\n$/)]);
    }
    const asked = "must be a whole number from 1 to 64";
    for (const number of ["0", "x", "1.5", "1000"])
      expect(outcome("--data", data, "--workers", number)).toEqual([2, `sentiment: --workers: ${asked}\n`]);
    expect(outcome("--inference-only", "--workers", "2")).toEqual([
      2,
      "sentiment: --workers has no meaning with --inference-only: SENTIMENT_MODEL_WORKERS sets its threads\n",
    ]);
    expect(await stopped(holder)).toBe(0);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
