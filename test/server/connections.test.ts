import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { createInferenceServer } from "@market-sentiment/server";
import { Connections } from "../../packages/server/src/connections/connections.js";
import { CONNECTION_LIMITS } from "../../packages/server/src/connections/limits.js";
import { wordModel } from "../support/word-model.js";
import { keys, toyOperation, toyServer } from "./toy-service.js";

type Server = ReturnType<typeof toyServer>;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const until = async (isSo: () => Promise<boolean> | boolean) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
};

async function listening(app: Server): Promise<number> {
  closing.push(() => app.close());
  return Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
}

/** A client that sends only what the test sends, and never closes its own side. */
async function caller(port: number): Promise<{ socket: Socket; received: () => string; isOver: () => boolean }> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  closing.push(() => socket.destroy());
  let text = "";
  let isOver = false;
  for (const event of ["error", "end", "close"]) socket.on(event, () => (isOver = true));
  socket.on("data", (piece: Buffer) => (text += piece.toString()));
  await once(socket, "connect");
  return { socket, received: () => text, isOver: () => isOver };
}

/** A client that never reads an answer. */
async function deafCaller(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  closing.push(() => socket.destroy());
  socket.on("error", () => undefined).pause();
  await once(socket, "connect");
  return socket;
}

const openOnes = (app: Server) =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
const request = (url: string, more = "") =>
  `GET ${url} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.free["x-api-key"]}\r\n${more}\r\n`;
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

describe("requests that are sent ahead on one connection", () => {
  it("are all answered, in their order, however many come at once", async () => {
    const asked: unknown[] = [];
    const operation = toyOperation({
      check: ({ parameters }) => asked.push(parameters.limit),
      run: () => ({ number: asked.length }),
    });
    const port = await listening(toyServer([operation], { limits: { cacheBytes: 0 } }));
    const { socket, received } = await caller(port);
    const numbers = Array.from({ length: 500 }, (_, index) => 1 + (index % 100));
    socket.write(numbers.map((number) => request(`/toy/trending?limit=${number}`)).join(""));
    await until(() => statusesIn(received()).length === numbers.length);
    expect(asked).toEqual(numbers);
    expect(new Set(statusesIn(received()))).toEqual(new Set([200]));
    const answers = [...received().matchAll(/\{"number":(\d+)\}/g)].map(([, number]) => Number(number));
    expect(answers).toEqual(numbers.map((_, index) => index + 1));
  });

  it("are served one at a time, so that a connection never buffers more than one answer", async () => {
    let [running, most, done] = [0, 0, 0];
    const operation = toyOperation({
      name: "explain",
      access: "public",
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running -= 1;
        done += 1;
        return {};
      },
    });
    const port = await listening(toyServer([operation], { limits: { cacheBytes: 0 } }));
    for (let index = 0; index < 3; index += 1) (await caller(port)).socket.write(request("/toy/explain").repeat(40));
    await until(() => done === 120);
    expect(most).toBeLessThanOrEqual(3);
  });

  it("without reading the answers are neither run nor read: 20 such connections cost 20 answers, and others are served", async () => {
    let runs = 0;
    const operation = toyOperation({
      name: "explain",
      access: "public",
      run: () => {
        runs += 1;
        return "x".repeat(8_000_000);
      },
    });
    const metricsToken = "a-token-of-some-length";
    const app = toyServer([operation], { limits: { cacheBytes: 0 }, metricsToken });
    const port = await listening(app);
    const ahead = request("/toy/explain").repeat(2_000);
    for (let index = 0; index < 20; index += 1) (await deafCaller(port)).write(ahead);
    await until(() => runs === 20);
    const ask = async (url: string, headers: Record<string, string> = {}) =>
      (await fetch(`http://127.0.0.1:${port}${url}`, { headers })).text();
    for (let index = 0; index < 50; index += 1) expect(await ask("/livez")).toBe('{"status":"alive"}');
    const metrics = await ask("/metrics", { authorization: `Bearer ${metricsToken}` });
    const [, waiting] = /^sentiment_requests_sent_ahead (\d+)$/m.exec(metrics) ?? [];
    // Of the 40,000 sent, only those in the inspected chunks.
    expect(Number(waiting)).toBeLessThanOrEqual(20 * 60);
    expect(runs).toBe(20);
  });

  it("are bounded over all connections: one that exceeds the bound is closed, the others are answered", async () => {
    const release: (() => void)[] = [];
    const operation = toyOperation({
      name: "explain",
      access: "public",
      run: () => new Promise((resolve) => release.push(() => resolve({}))),
    });
    const app = toyServer([operation], { limits: { cacheBytes: 0 }, connectionLimits: { waitingOfAll: 10 } });
    const port = await listening(app);
    const [first, second] = [await caller(port), await caller(port)];
    first.socket.write(request("/toy/explain").repeat(9));
    await until(() => release.length === 1);
    second.socket.write(request("/toy/explain").repeat(9));
    await until(() => second.isOver());
    await until(() => {
      for (const open of release.splice(0)) open();
      return statusesIn(first.received()).length === 9;
    });
    expect([statusesIn(second.received()), first.isOver()]).toEqual([[], false]);
  });

  it("do not delay shutdown: the running one is answered with Connection: close", async () => {
    const release: (() => void)[] = [];
    const operation = toyOperation({
      name: "explain",
      access: "public",
      run: () => new Promise((resolve) => release.push(() => resolve({}))),
    });
    const app = toyServer([operation], { limits: { cacheBytes: 0 } });
    const port = await listening(app);
    const { socket, received, isOver } = await caller(port);
    socket.write(request("/toy/explain").repeat(3));
    await until(() => release.length === 1);
    const isRefused = () =>
      fetch(`http://127.0.0.1:${port}/livez`).then(
        () => false,
        () => true,
      );
    const ended = app.close();
    await until(isRefused);
    release[0]?.();
    await ended;
    await until(isOver);
    expect([statusesIn(received()), received().toLowerCase().includes("connection: close")]).toEqual([[200], true]);
  });
});

describe("a flood of requests", () => {
  it("is started a few at a time, in order of arrival, and none is lost", async () => {
    const connections = new Connections(CONNECTION_LIMITS);
    const begun: number[] = [];
    const turns: number[] = [];
    // All of them arrive at once, as when the system reports hundreds of connections together.
    for (let number = 0; number < 40; number += 1) {
      const socket = Object.assign(new PassThrough(), { destroySoon: () => undefined }) as unknown as Socket;
      connections.opened(socket);
      const asked = new IncomingMessage(socket);
      connections.take(asked, new ServerResponse(asked), () => {
        begun.push(number);
        // Longer than a turn is meant to last.
        const end = performance.now() + 3;
        while (performance.now() < end);
      });
    }
    expect(begun).toEqual([0]);
    while (begun.length < 40) {
      turns.push(begun.length);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    expect(begun).toEqual(Array.from({ length: 40 }, (_, number) => number));
    // Timers, and so other work, ran in between.
    expect(turns.length).toBeGreaterThan(10);
    expect(connections.load).toEqual({ open: 40, waiting: 0 });
  });
});

describe("a caller who sends slowly", () => {
  const short = { connectionLimits: { headMs: 60, requestMs: 150, checkMs: 10 } };
  const analyze = toyOperation({ name: "analyze", method: "POST" });
  const body = `POST /toy/analyze HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.free["x-api-key"]}\r\nContent-Type: application/json\r\n`;

  it.each([
    ["nothing at all", "", ""],
    ["a head that never ends", "GET /toy/explain HTTP/1.1\r\nHost: x\r\nX-Slow: ", "a"],
    ["a body that never ends", `${body}Content-Length: 10000\r\n\r\n`, "a"],
    ["a body in tiny chunks that never ends", `${body}Transfer-Encoding: chunked\r\n\r\n`, "1\r\na\r\n"],
    ["a second head that never ends", `${request("/livez")}GET /livez HTT`, ""],
  ])(
    "%s: gets 408 and is closed even if it keeps its side open, and the descriptor is freed",
    async (_, sent, drop) => {
      const app = toyServer([analyze], short);
      const callers = await Promise.all(Array.from({ length: 8 }, () => listening_(app)));
      for (const { socket } of callers) socket.write(sent === "" ? "\r\n" : sent);
      const dripping = setInterval(() => {
        for (const { socket } of callers) if (drop !== "" && !socket.destroyed) socket.write(drop);
      }, 5);
      await until(async () => (await openOnes(app)) === 0);
      clearInterval(dripping);
      for (const { received } of callers) expect(statusesIn(received()).at(-1)).toBe(408);
    },
  );

  let port: Promise<number> | null = null;
  const listening_ = async (app: Server) => caller(await (port ??= listening(app)));
  afterEach(() => void (port = null));

  it("is closed by an inference service, too", async () => {
    const app = createInferenceServer({ textModel: wordModel(), ...short });
    const at = await listening(app);
    const { socket, received } = await caller(at);
    socket.write("POST /judge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{");
    await until(async () => (await openOnes(app)) === 0);
    expect(statusesIn(received())).toEqual([408]);
  });

  it("or reads an answer slowly is closed as well", async () => {
    const operation = toyOperation({ name: "explain", access: "public", run: () => "x".repeat(16_000_000) });
    const app = toyServer([operation], { connectionLimits: { answerMs: 60, checkMs: 10 } });
    (await deafCaller(await listening(app))).write(request("/toy/explain"));
    await until(async () => (await openOnes(app)) === 1);
    await until(async () => (await openOnes(app)) === 0);
  });
});

describe("unreadable input", () => {
  it("closes the connection even if the caller keeps its side open", async () => {
    const app = toyServer([]);
    const { socket, received } = await caller(await listening(app));
    socket.write("NONSENSE\r\n\r\n");
    await until(async () => (await openOnes(app)) === 0);
    expect(statusesIn(received())).toEqual([400]);
  });

  it("behind a request does not take the place of that request's answer", async () => {
    let release: () => void = () => undefined;
    const operation = toyOperation({
      name: "explain",
      access: "public",
      run: () => new Promise((resolve) => (release = () => resolve({ whole: true }))),
    });
    const app = toyServer([operation]);
    const { socket, received } = await caller(await listening(app));
    socket.write(`${request("/toy/explain")}NONSENSE\r\n\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(received()).toBe("");
    release();
    await until(async () => (await openOnes(app)) === 0);
    expect([statusesIn(received()), received().endsWith('{"whole":true}')]).toEqual([[200], true]);
  });

  it.each([
    ["a request without a host", "GET /livez HTTP/1.1\r\n\r\n", 400, "Bad Request"],
    ["an expectation that nobody knows", request("/livez", "Expect: wonders\r\n"), 417, "Expectation Failed"],
  ])("%s is answered in the service's form", async (_, sent, status, detail) => {
    const { socket, received } = await caller(await listening(toyServer([])));
    socket.write(sent);
    await until(() => received().endsWith(`{"detail":"${detail}"}`));
    expect(statusesIn(received())).toEqual([status]);
    expect(received().toLowerCase()).toContain("x-content-type-options: nosniff");
  });

  it("does not include Expect: 100-continue, which is told to continue", async () => {
    const app = toyServer([toyOperation({ name: "analyze", method: "POST", run: () => ({ taken: true }) })]);
    const { socket, received } = await caller(await listening(app));
    socket.write(
      `POST /toy/analyze HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.free["x-api-key"]}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
    );
    await until(() => statusesIn(received()).length === 1);
    socket.write("{}");
    await until(() => received().endsWith('{"taken":true}'));
    expect(statusesIn(received())).toEqual([100, 200]);
  });
});

describe("connections", () => {
  it("are bounded: one more replaces the oldest idle one", async () => {
    const release: (() => void)[] = [];
    const operation = toyOperation({
      name: "explain",
      access: "public",
      run: () => new Promise((resolve) => release.push(() => resolve({}))),
    });
    const app = toyServer([operation], { limits: { cacheBytes: 0 }, connectionLimits: { connections: 3 } });
    const port = await listening(app);
    const busy = await caller(port);
    busy.socket.write(request("/toy/explain"));
    await until(() => release.length === 1);
    const idle = [await caller(port), await caller(port)] as const;
    await until(async () => (await openOnes(app)) === 3);
    const late = await caller(port);
    late.socket.write(request("/livez"));
    await until(() => statusesIn(late.received()).length === 1);
    idle[0].socket.write("\r\n");
    await until(() => idle[0].isOver());
    expect([busy.isOver(), idle[1].isOver(), await openOnes(app)]).toEqual([false, false, 3]);
    for (const open of release) open();
    await until(() => statusesIn(busy.received()).length === 1);
  });
});
