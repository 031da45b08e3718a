import type { CallContext, MarketDataError } from "@market-sentiment/core";
import { describe, expect, it } from "vitest";
import { keys, NOW, TODAY, toyAccounts, toyOperation, toyServer } from "./toy-service.js";

const never = () => new Promise<never>(() => undefined);
const untilAborted = ({ signal }: CallContext) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));

describe("the deadline", () => {
  it.each([
    ["heeds the signal", untilAborted],
    ["does not heed the signal", never],
  ])("ends a request whose operation %s with 504, and fires the signal", async (_, run) => {
    let signal: AbortSignal | undefined;
    const operation = toyOperation({
      run: (call) => {
        signal = call.signal;
        return run(call);
      },
    });
    const app = toyServer([operation], { deadlineMs: 30 });
    const response = await app.inject({ url: "/toy/trending", headers: keys.free });
    expect([response.statusCode, response.json()]).toEqual([
      504,
      { detail: "The request exceeded its 90-second deadline." },
    ]);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toMatchObject({ code: "deadline_exceeded" } satisfies Partial<MarketDataError>);
  });

  it("also covers looking up the key and asking the limits", async () => {
    const stuckKey = toyServer([toyOperation()], { deadlineMs: 30, accounts: { findByHash: never } });
    expect((await stuckKey.inject({ url: "/toy/trending", headers: keys.free })).statusCode).toBe(504);
    const quota = { admit: never };
    const stuckQuota = toyServer([toyOperation()], { deadlineMs: 30, quota });
    expect((await stuckQuota.inject({ url: "/toy/trending", headers: keys.free })).statusCode).toBe(504);
  });

  it("never fires the signal of a request that finishes in time", async () => {
    let signal: AbortSignal | undefined;
    const operation = toyOperation({ run: (call) => ((signal = call.signal), {}) });
    const app = toyServer([operation], { deadlineMs: 40 });
    expect((await app.inject({ url: "/toy/trending", headers: keys.free })).statusCode).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(signal?.aborted).toBe(false);
  });

  it("stops the work when the caller disconnects", async () => {
    let started: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    let stopped: (reason: unknown) => void = () => undefined;
    const reason = new Promise<unknown>((resolve) => (stopped = resolve));
    const operation = toyOperation({
      run: (call) => {
        call.signal?.addEventListener("abort", () => stopped(call.signal?.reason));
        started();
        return untilAborted(call);
      },
    });
    const app = toyServer([operation]);
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const caller = new AbortController();
    const answer = fetch(`${address}/toy/trending`, { headers: keys.free, signal: caller.signal });
    await running;
    caller.abort();
    await expect(answer).rejects.toThrow();
    expect(await reason).toMatchObject({ name: "ClientGone" });
    await app.close();
  });
});

describe("the time of a request", () => {
  const callOf = async (parts: Parameters<typeof toyServer>[1], headers: Record<string, string> = keys.free) => {
    const calls: CallContext[] = [];
    const app = toyServer([toyOperation({ run: (call) => calls.push(call) })], parts);
    await app.inject({ url: "/toy/trending", headers });
    return calls[0];
  };

  it("is the UTC day and the instant of the injected clock, read once", async () => {
    let reads = 0;
    const now = () => {
      reads += 1;
      return NOW;
    };
    expect(await callOf({ now })).toMatchObject({ today: TODAY, now: NOW });
    expect(reads).toBe(1);
  });

  it("is the last millisecond of a replayed day, while limits go by the real clock", async () => {
    const asked: Date[] = [];
    const admit = (_account: unknown, at: Date) => {
      asked.push(at);
      return { refusedBy: null, burst: null, monthly: null };
    };
    const call = await callOf({ today: "2026-02-03" as typeof TODAY, quota: { admit } });
    expect(call).toMatchObject({ today: "2026-02-03", now: new Date("2026-02-03T23:59:59.999Z") });
    expect(asked).toEqual([NOW]);
  });

  it.each([
    ["free", 30],
    ["hobby", 90],
    ["professional", 365],
  ] as const)("comes with a %s account's lookback: %i days", async (accountType, lookbackDays) => {
    expect(await callOf({ accounts: toyAccounts }, keys[accountType])).toMatchObject({ accountType, lookbackDays });
  });
});
