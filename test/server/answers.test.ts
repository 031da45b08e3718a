import { type Dataset, MarketDataError } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { limitParameter, keys, NOW, toyDataset, toyOperation, toyServer } from "./toy-service.js";

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}
const until = async (isSo: () => Promise<boolean> | boolean) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
};
const versions = (current: () => number): Partial<Dataset> => ({
  view: () => Promise.resolve({ snapshot: { version: current() } } as Awaited<ReturnType<Dataset["view"]>>),
});

/** A server whose answers contain the number of runs of its operation. */
function countingServer(parts: Parameters<typeof toyServer>[1] = {}) {
  let runs = 0;
  const operation = toyOperation({ parameters: { limit: limitParameter }, run: () => ({ run: ++runs }) });
  const app = toyServer([operation, toyOperation({ name: "explain", run: () => ({ run: ++runs }) })], parts);
  const get = async (url = "/toy/trending", headers: Record<string, string> = keys.free) =>
    (await app.inject({ url, headers })).json<{ run: number }>().run;
  return { app, get };
}

describe("an answer from memory", () => {
  it("is reused for the same request, in any spelling of its parameters, and for no other", async () => {
    const { get } = countingServer();
    expect(await get("/toy/trending")).toBe(1);
    expect(await get("/toy/trending?limit=20")).toBe(2);
    for (const query of ["?limit=20&unknown=1", "?unknown&limit=20", "?%6Cimit=2%30"]) {
      expect([query, await get(`/toy/trending${query}`)]).toEqual([query, 2]);
    }
    expect(await get("/toy/trending?limit=21")).toBe(3);
    expect(await get("/toy/trending")).toBe(1);
  });

  it("has the headers and ETag of the first answer, and gives 304", async () => {
    const { app } = countingServer();
    const ask = (headers: Record<string, string> = {}) =>
      app.inject({ url: "/toy/trending", headers: { ...keys.free, ...headers } });
    const first = await ask();
    const second = await ask();
    const without = (headers: object) => ({ ...headers, "x-request-id": null, date: null });
    expect([second.body, without(second.headers)]).toEqual([first.body, without(first.headers)]);
    expect((await ask({ "if-none-match": String(first.headers.etag) })).statusCode).toBe(304);
  });

  it("is not shared between plans, whose lookback differs", async () => {
    const { get } = countingServer();
    expect([
      await get(),
      await get("/toy/trending", keys.hobby),
      await get("/toy/trending", keys.professional),
    ]).toEqual([1, 2, 3]);
  });

  it("is not reused on another day", async () => {
    let now = NOW;
    const { get } = countingServer({ now: () => now });
    expect(await get()).toBe(1);
    now = new Date("2026-03-11T00:00:00.000Z");
    expect(await get()).toBe(2);
  });

  it("is soon replaced when there is new data", async () => {
    let version = 1;
    const { get } = countingServer({ dataset: toyDataset(versions(() => version)) });
    expect([await get(), await get()]).toEqual([1, 1]);
    version = 2;
    await until(async () => (await get()) === 2);
  });

  it("is dropped beyond the memory limit, and not kept when the limit is 0", async () => {
    const { get } = countingServer({ limits: { cacheBytes: 0 } });
    expect([await get(), await get()]).toEqual([1, 2]);
    const small = countingServer({ limits: { cacheBytes: 4_000 } });
    for (let limit = 1; limit <= 20; limit += 1) await small.get(`/toy/trending?limit=${limit}`);
    expect([await small.get("/toy/trending?limit=20"), await small.get("/toy/trending?limit=1")]).toEqual([20, 21]);
  });

  it("is not kept when the answer depends on more than the data", async () => {
    const { get } = countingServer();
    expect([await get("/toy/explain"), await get("/toy/explain")]).toEqual([1, 2]);
  });

  it("is computed again after an error: errors are not kept", async () => {
    let fails = true;
    const operation = toyOperation({
      run: () => {
        if (fails) throw new MarketDataError("engine_unavailable", "Gone.");
        return {};
      },
    });
    const app = toyServer([operation]);
    const status = async () => (await app.inject({ url: "/toy/trending", headers: keys.free })).statusCode;
    expect(await status()).toBe(503);
    fails = false;
    expect(await status()).toBe(200);
  });

  it("is computed once for all who ask at the same time", async () => {
    const release = gate();
    let runs = 0;
    const operation = toyOperation({
      run: async () => {
        runs += 1;
        await release.opened;
        return {};
      },
    });
    const app = toyServer([operation]);
    const answers = Array.from({ length: 20 }, () => app.inject({ url: "/toy/trending", headers: keys.free }));
    await until(() => runs === 1);
    release.open();
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(runs).toBe(1);
  });

  it("is computed for another caller when the first one disconnects", async () => {
    let runs = 0;
    const operation = toyOperation({ run: () => (++runs === 1 ? new Promise<never>(() => undefined) : { run: runs }) });
    const app = toyServer([operation]);
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const caller = new AbortController();
    const first = fetch(`${address}/toy/trending`, { headers: keys.free, signal: caller.signal });
    await until(() => runs === 1);
    const second = fetch(`${address}/toy/trending`, { headers: keys.free });
    caller.abort();
    await expect(first).rejects.toThrow();
    expect(await (await second).json()).toEqual({ run: 2 });
    await app.close();
  });
});

describe("work that waits", () => {
  const busy = (parts: Parameters<typeof toyServer>[1] = {}) => {
    const release = gate();
    const signals: AbortSignal[] = [];
    const operation = toyOperation({
      run: async ({ signal }) => {
        if (signal !== undefined) signals.push(signal);
        await release.opened;
        return {};
      },
    });
    const health = toyOperation({ name: "stats", access: "public", run: () => ({ ok: true }) });
    const app = toyServer([operation, health], { limits: { work: { concurrent: 3, queued: 3 } }, ...parts });
    const ask = (limit: number) => app.inject({ url: `/toy/trending?limit=${limit}`, headers: keys.free });
    return { app, ask, release, signals };
  };

  it("is bounded: further requests get 503 with Retry-After while others still run, and later ones are served again", async () => {
    const { app, ask, release, signals } = busy();
    const waiting = [1, 2, 3, 4, 5].map(ask);
    await until(() => signals.length === 2);
    const refused = await ask(6);
    expect([refused.statusCode, refused.headers["retry-after"], refused.json()]).toEqual([
      503,
      "1",
      { detail: "The service is busy right now. Try again later." },
    ]);
    expect((await app.inject({ url: "/", headers: {} })).statusCode).toBe(200);
    expect((await app.inject({ url: "/health", headers: {} })).statusCode).toBe(200);
    expect(signals.length).toBe(2);
    release.open();
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect((await ask(7)).statusCode).toBe(200);
  });

  it("leaves the queue when its deadline passes, without running", async () => {
    const { ask, signals, release } = busy({ deadlineMs: 60, limits: { work: { concurrent: 1, queued: 3 } } });
    const statuses = (await Promise.all([1, 2, 3].map(ask))).map(({ statusCode }) => statusCode);
    expect([statuses, signals.length]).toEqual([[504, 504, 504], 1]);
    release.open();
    await until(async () => (await ask(4)).statusCode === 200);
    expect(signals.length).toBe(2);
  });

  it("that exceeds its time limit is interrupted and answered 503", async () => {
    const { ask, signals } = busy({ limits: { statementMs: 20 } });
    const response = await ask(1);
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
    expect(signals[0]?.reason).toMatchObject({ code: "engine_unavailable" });
  });
});

describe("work of several accounts", () => {
  /** A server whose work runs until it is released, and the accounts whose work has started, in order. */
  const shared = (concurrent: number, queued = 128) => {
    const [started, release]: [string[], (() => void)[]] = [[], []];
    const operation = toyOperation({
      run: ({ accountType }) => {
        started.push(String(accountType));
        return new Promise((resolve) => release.push(() => resolve({})));
      },
    });
    const app = toyServer([operation], { limits: { work: { concurrent, queued } } });
    let page = 0;
    const ask = (plan: "free" | "hobby" | "professional") =>
      app
        .inject({ url: `/toy/trending?limit=${(page += 1)}`, headers: keys[plan] })
        .then(({ statusCode }) => statusCode);
    const endOne = async () => {
      const before = started.length;
      release.shift()?.();
      await until(() => started.length > before);
    };
    const endAll = () => {
      const ending = setInterval(() => release.shift()?.(), 1);
      return () => clearInterval(ending);
    };
    return { ask, started, endOne, endAll };
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

  it("gets a worker while another account asks for more than there are", async () => {
    const { ask, started, endAll } = shared(8);
    const flood = Array.from({ length: 60 }, () => ask("professional"));
    await until(() => started.length === 6);
    const [first, second] = [ask("free"), ask("hobby")];
    await until(() => started.length === 8);
    expect(started.slice(6).sort()).toEqual(["free", "hobby"]);
    const stop = endAll();
    expect(await Promise.all([...flood, first, second])).toEqual(Array(62).fill(200));
    stop();
  });

  it("takes turns: each account's first waiting request runs before anybody's second", async () => {
    const { ask, started, endOne, endAll } = shared(1);
    const answers = [ask("professional")];
    await until(() => started.length === 1);
    for (const plan of ["professional", "professional", "professional", "free", "free", "hobby"] as const) {
      answers.push(ask(plan));
      await settled();
    }
    for (let count = 0; count < 6; count += 1) await endOne();
    expect(started).toEqual(["professional", "professional", "free", "hobby", "professional", "free", "professional"]);
    const stop = endAll();
    await Promise.all(answers);
    stop();
  });

  it("gets a place in a full queue: the account with the most waiting loses its newest request", async () => {
    const { ask, started, endAll } = shared(1, 4);
    const flood = Array.from({ length: 5 }, () => ask("professional"));
    await until(() => started.length === 1);
    await settled();
    const other = ask("free");
    expect(await flood[4]).toBe(503);
    const third = ask("hobby");
    expect(await flood[3]).toBe(503);
    expect(await ask("professional")).toBe(503);
    const stop = endAll();
    expect(await Promise.all([...flood, other, third])).toEqual([200, 200, 200, 503, 503, 200, 200]);
    stop();
  });
});
