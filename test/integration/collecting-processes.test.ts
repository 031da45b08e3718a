import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openReader } from "@market-sentiment/core/node";
import { afterAll, describe, expect, it } from "vitest";
import { body, recordedSource } from "../support/recorded-source.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

const command = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
const running: ChildProcess[] = [];
afterAll(() => running.forEach((child) => child.kill("SIGKILL")));

/** A running command and its output so far. */
function started(data: string, ...args: string[]) {
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, SENTIMENT_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += String(text)));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, said: () => said };
}

async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isThere())) await pause(50);
}

const feed = (ids: readonly number[]) =>
  body(
    `<rss version="2.0"><channel><title>Wire</title><link>https://wire.example</link>${ids
      .map(
        (id) =>
          `<item><title>Apple reports orders of lot ${id}</title><link>https://wire.example/${id}</link><pubDate>${new Date(Date.now() - 60_000).toUTCString()}</pubDate></item>`,
      )
      .join("")}</channel></rss>`,
  );

async function configured(urls: Readonly<Record<string, string>>): Promise<string> {
  const data = join(await temporaryDirectory(), "data");
  await mkdir(data);
  const sources = Object.entries(urls).map(([name, url]) => {
    return { name, type: "feed", namespace: "news", url, every: "1s" };
  });
  await writeFile(join(data, "sources.yaml"), JSON.stringify({ version: 1, sources }));
  return data;
}

async function rows<Row>(data: string, sql: string): Promise<Row[]> {
  const reader = await openReader(data);
  try {
    return await (await reader.view()).query<Row>("news-stocks", { sql, params: [] });
  } finally {
    await reader.close();
  }
}

const stored = async (data: string) =>
  (
    await rows<{ count: number }>(
      data,
      "SELECT CAST(COUNT(DISTINCT document_id) AS INTEGER) AS count FROM mentions",
    ).catch(() => [])
  )[0]?.count ?? 0;

/** A server of feeds, each of which has one more item at every request. */
async function growingFeeds() {
  const source = await recordedSource();
  const items = new Map<string, number>();
  source.always((request, response) => {
    const path = request.url ?? "";
    const newest = (items.get(path) ?? 0) + 1;
    items.set(path, newest);
    const first = 1_000 * path.length;
    feed(Array.from({ length: Math.min(newest, 40) }, (_, index) => first + newest - index))(request, response);
  });
  return source;
}

describe("collecting in processes of their own", () => {
  it("another collector takes over from a killed one where it stopped, and both stop on request", async () => {
    const source = await growingFeeds();
    const data = await configured({ a: `${source.url}/a`, b: `${source.url}/bb` });
    const first = started(data, "collect");
    await until(() => first.said().includes("a: 1 new"));
    const second = started(data, "collect");
    await until(() => second.said().includes("waiting"));
    expect(second.said()).not.toContain("collecting from");
    first.child.kill("SIGKILL");
    await until(() => second.said().includes("a: ") && second.said().includes("b: "));
    expect(second.said()).toContain("collecting from 2 sources");
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(second.said()).toMatch(/stopped collecting\n$/);
    // Everything that a feed's stored cursor covers is stored, once.
    const states = await rows<{ source: string; cursor: string }>(data, "SELECT source, cursor FROM source_state");
    expect(states).toHaveLength(2);
    const seen = states.reduce((sum, { cursor }) => sum + (JSON.parse(cursor) as { seen: string[] }).seen.length, 0);
    expect(await stored(data)).toBe(seen);
    const gaps = await rows(data, "SELECT * FROM source_coverage WHERE state <> 'observed'");
    expect(gaps).toEqual([]);
  });

  it("stopping does not wait for a source that does not answer, and keeps what others delivered", async () => {
    const source = await recordedSource();
    const data = await configured({ good: `${source.url}/good`, hanging: `${source.url}/hanging` });
    source.always((request, response) => {
      if (request.url === "/good") feed([1, 2, 3])(request, response);
    });
    const only = started(data, "collect");
    await until(() => only.said().includes("good: 3 new") && source.requests.some(({ path }) => path === "/hanging"));
    only.child.kill("SIGTERM");
    expect(await only.ended).toBe(0);
    expect(only.said()).toMatch(/stopped collecting\n$/);
    expect(await stored(data)).toBe(3);
  });

  it("serve --collect serves what is collected beside it, and its collector never outlives it", async () => {
    const source = await growingFeeds();
    const data = await configured({ a: `${source.url}/a` });
    const server = started(data, "serve", "--collect", "--port", "0");
    await until(() => /a: \d+ new/.test(server.said()));
    const address = /listening on (\S+)/.exec(server.said())?.[1] ?? expect.fail("no address");
    const health = async () =>
      (await (await fetch(`${address}/news/stocks/v1/health`)).json()) as Record<string, unknown>;
    await until(async () => (await health()).scheduler !== null);
    expect(await health()).toMatchObject({ status: "healthy", scheduler: { running: true, error_count: 0 } });
    expect(await stored(data)).toBeGreaterThan(0);
    server.child.kill("SIGKILL");
    await server.ended;
    // The lock is free once the collector has ended, too.
    const next = started(data, "collect");
    await until(() => /collecting from 1 sources/.test(next.said()));
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
    const again = started(data, "serve", "--collect", "--port", "0");
    await until(() => /a: \d+ new/.test(again.said()));
    again.child.kill("SIGTERM");
    expect(await again.ended).toBe(0);
    const last = started(data, "sources", "run", "a");
    expect(await last.ended).toBe(0);
  });
});
