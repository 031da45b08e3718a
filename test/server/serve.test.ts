import { EventEmitter } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, get as httpGet } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Operation } from "@market-sentiment/core";
import { openAccountStore, readConfig, serve, type ServeOptions, stopOnSignals } from "@market-sentiment/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toyDataset, toyOperation } from "./toy-service.js";

let directory = "";
beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), "serve-"))));
afterEach(() => rm(directory, { recursive: true, force: true }));

function gate() {
  let open: (value?: unknown) => void = () => undefined;
  const opened = new Promise<unknown>((resolve) => (open = resolve));
  return { open, opened };
}

async function start(operation: Operation, options: ServeOptions & { drainSeconds?: string } = {}) {
  // So long that a stop that waited for it would exceed the test's time.
  const { drainSeconds = "600", ...others } = options;
  const closed: string[] = [];
  const dataset = toyDataset({ close: () => Promise.resolve(void closed.push("dataset")) });
  const config = readConfig({ SENTIMENT_DATA: directory, PORT: "0", SENTIMENT_DRAIN_SECONDS: drainSeconds });
  const server = await serve(config, dataset, { operations: [operation], ...others });
  const account = await server.accounts.createAccount({ name: "Drain", plan: "free" });
  const { secret } = await server.accounts.createKey(account.id);
  return { server, closed, url: `${server.address}/toy/trending`, headers: { "x-api-key": secret } };
}

describe("a running server", () => {
  it("lets requests under way finish, takes no new ones, then closes what it holds", async () => {
    const [arrived, release] = [gate(), gate()];
    const operation = toyOperation({
      run: async () => {
        arrived.open();
        await release.opened;
        return { finished: true };
      },
    });
    const { server, closed, url, headers } = await start(operation);
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<{ status: number | undefined; connection: string | undefined; body: string }>(
      (resolve, reject) => {
        httpGet(url, { headers, agent }, (response) => {
          let body = "";
          response.on("data", (chunk: Buffer) => (body += chunk.toString()));
          response.on("end", () =>
            resolve({ status: response.statusCode, connection: response.headers.connection, body }),
          );
        }).on("error", reject);
      },
    );
    await arrived.opened;
    const stopping = server.stop();
    expect(server.stop()).toBe(stopping);
    await expect(fetch(url, { headers })).rejects.toThrow();
    expect(closed).toEqual([]);
    release.open();
    expect(await answer).toEqual({ status: 200, connection: "close", body: '{"finished":true}' });
    await stopping;
    expect(closed).toEqual(["dataset"]);
    agent.destroy();
  });

  it("is not delayed by an idle kept-alive connection", async () => {
    const { server, url, headers } = await start(toyOperation());
    const agent = new Agent({ keepAlive: true });
    const closedByServer = gate();
    await new Promise<void>((resolve, reject) => {
      const request = httpGet(url, { headers, agent }, (response) => {
        response.socket.once("close", closedByServer.open);
        response.resume().on("end", resolve);
      });
      request.on("error", reject);
    });
    await server.stop();
    await closedByServer.opened;
    agent.destroy();
  });

  it("is not delayed by a connection that was opened and never used", async () => {
    const { server } = await start(toyOperation());
    const socket = connect(Number(new URL(server.address).port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    const closedByServer = new Promise((resolve) => socket.once("close", resolve));
    await server.stop();
    await closedByServer;
    socket.destroy();
  });

  it("closes requests that do not finish within the drain time, and aborts their work", async () => {
    const [arrived, aborted] = [gate(), gate()];
    const operation = toyOperation({
      run: ({ signal }) => {
        signal?.addEventListener("abort", () => aborted.open());
        arrived.open();
        return new Promise<never>(() => undefined);
      },
    });
    const { server, closed, url, headers } = await start(operation, { drainSeconds: "0" });
    const answer = fetch(url, { headers }).then(
      () => "answered",
      () => "cut",
    );
    await arrived.opened;
    await server.stop();
    await aborted.opened;
    expect([await answer, closed]).toEqual(["cut", ["dataset"]]);
  });

  it("closes its resources when it cannot listen", async () => {
    const first = await start(toyOperation());
    const closed: string[] = [];
    const dataset = toyDataset({ close: () => Promise.resolve(void closed.push("dataset")) });
    const config = readConfig({ SENTIMENT_DATA: directory, PORT: new URL(first.server.address).port });
    await expect(serve(config, dataset, { operations: [] })).rejects.toThrow(/EADDRINUSE/);
    expect(closed).toEqual(["dataset"]);
    await first.server.stop();
  });

  it("closes the data set when the accounts cannot be opened", async () => {
    const closed: string[] = [];
    const dataset = toyDataset({ close: () => Promise.resolve(void closed.push("dataset")) });
    await writeFile(join(directory, "accounts.db"), "no account store".repeat(100));
    const config = readConfig({ SENTIMENT_DATA: directory, PORT: "0" });
    await expect(serve(config, dataset, { operations: [] })).rejects.toMatchObject({ code: "unreadable_store" });
    expect(closed).toEqual(["dataset"]);
  });

  it("refuses a key from the moment another process revokes it", async () => {
    const { server, url, headers } = await start(toyOperation());
    expect((await fetch(url, { headers })).status).toBe(200);
    const other = openAccountStore({ path: join(directory, "accounts.db") });
    for (const { id } of other.listKeys()) other.revokeKey(id);
    other.close();
    const response = await fetch(url, { headers });
    expect([response.status, await response.json()]).toEqual([401, { detail: "API key has been revoked" }]);
    await server.stop();
  });
});

describe("two servers on one machine", () => {
  it("together admit exactly the account's limit, by minute and by month", async () => {
    let now = new Date("2026-03-10T12:00:30.000Z");
    const one = await start(toyOperation(), { now: () => now });
    const config = readConfig({ SENTIMENT_DATA: directory, PORT: "0" });
    const other = await serve(config, toyDataset(), { operations: [toyOperation()], now: () => now });
    const urls = [one.url, `${other.address}/toy/trending`];
    const hammer = async (count: number) => {
      const statuses = await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const response = await fetch(urls[index % 2] ?? "", { headers: one.headers });
          await response.text();
          return response.status;
        }),
      );
      return [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length];
    };
    const outcomes = [await hammer(300)];
    for (const minute of [1, 2, 3]) {
      now = new Date(now.getTime() + minute * 60_000);
      outcomes.push(await hammer(150));
    }
    expect(outcomes).toEqual([
      [100, 200],
      [100, 50],
      [50, 100],
      [0, 150],
    ]);
    await Promise.all([one.server.stop(), other.stop()]);
  });
});

describe("a stop signal", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "%s shuts down once, in order, and a second signal ends at once",
    async (signal) => {
      const source = new EventEmitter();
      const { open, opened } = gate();
      let stops = 0;
      const stop = async () => {
        stops += 1;
        await opened;
      };
      const stopped = stopOnSignals({ stop }, source);
      source.emit(signal);
      expect([stops, source.eventNames()]).toEqual([1, []]);
      open();
      expect(await stopped).toBe(signal);
    },
  );
});
