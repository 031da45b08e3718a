import { join } from "node:path";
import { type Account, type OpenedQuota, openQuota, type PlanId } from "@market-sentiment/server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { hasRedis, redisServer, type RedisServer } from "./redis-server.js";

const createdAt = new Date("2026-01-31T10:00:00.000Z");
const at = new Date("2026-03-10T23:30:20.500Z");
let lastAccount = 0;
const newAccount = (plan: PlanId): Account => {
  const id = `account-${String(++lastAccount)}`;
  return { id, name: id, plan, createdAt, billingStart: createdAt };
};

if (!hasRedis) console.warn("redis-server is not installed: limits over several machines are not tested");

describe.skipIf(!hasRedis)("limits that several machines share", () => {
  let directory: string;
  let redis: RedisServer;
  let machines: OpenedQuota[] = [];
  let states: string[] = [];
  beforeAll(async () => {
    directory = await temporaryDirectory();
    redis = await redisServer(directory);
  });
  afterEach(async () => {
    redis.resume();
    await Promise.all(machines.map((machine) => machine.close()));
    machines = [];
    states = [];
  });
  afterAll(() => redis.kill());

  let files = 0;
  const machine = async (file = `usage-${String(++files)}.db`) => {
    const opened = await openQuota({
      path: join(directory, file),
      redisUrl: redis.url,
      now: () => at,
      onChange: (state) => states.push(state),
    });
    machines.push(opened);
    return opened.quota;
  };
  const until = async (isSo: () => Promise<boolean> | boolean) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  /** A machine that has found Redis. */
  const connected = async (file?: string) => {
    const quota = await machine(file);
    await until(async () => (await quota.admit(newAccount("free"), at)).isBackup !== true);
    return quota;
  };
  const admitted = async (asked: readonly Promise<{ readonly refusedBy: string | null }>[]) =>
    (await Promise.all(asked)).filter(({ refusedBy }) => refusedBy === null).length;

  it("together admit exactly the limit, and do not count refused requests", async () => {
    const [one, two] = [await connected(), await connected()];
    const account = newAccount("free");
    const asked = Array.from({ length: 160 }, async (_, index) => (index % 2 ? one : two).admit(account, at));
    expect(await admitted(asked)).toBe(100);
    expect(await one.admit(account, at)).toEqual({
      refusedBy: "burst",
      burst: { limit: 100, used: 100, resetAt: "2026-03-10T23:31:00.000Z" },
      monthly: { limit: 250, used: 100, resetAt: "2026-03-31T10:00:00.000Z" },
    });
    const next = new Date(at.getTime() + 60_000);
    const later = new Date(at.getTime() + 120_000);
    expect(await admitted(Array.from({ length: 100 }, async () => two.admit(account, next)))).toBe(100);
    expect(await admitted(Array.from({ length: 60 }, async () => one.admit(account, later)))).toBe(50);
    expect(await two.admit(account, later)).toMatchObject({
      refusedBy: "monthly",
      burst: { used: 50 },
      monthly: { used: 250 },
    });
    // A larger plan keeps the used count.
    expect(await two.admit({ ...account, plan: "hobby" }, later)).toMatchObject({
      refusedBy: null,
      monthly: { used: 251 },
    });
  });

  it("fall back to the machine's own counters when Redis is lost, and recover without losing a request", async () => {
    const quota = await connected("cut.db");
    const account = newAccount("free");
    expect(await admitted(Array.from({ length: 30 }, async () => quota.admit(account, at)))).toBe(30);
    await redis.kill();
    const during = await Promise.all(Array.from({ length: 120 }, async () => quota.admit(account, at)));
    expect(during.filter(({ refusedBy }) => refusedBy === null).length).toBe(100);
    expect(during[119]).toEqual({
      refusedBy: "burst",
      isBackup: true,
      burst: { limit: 100, used: null, resetAt: "2026-03-10T23:31:00.000Z" },
      monthly: { limit: 250, used: null, resetAt: "2026-03-31T10:00:00.000Z" },
    });
    // It comes back with an empty memory.
    await redis.start();
    const next = new Date(at.getTime() + 60_000);
    let extra = 0;
    await until(async () => {
      const verdict = await quota.admit(account, next);
      extra += 1;
      return verdict.isBackup !== true;
    });
    expect(await quota.admit(account, next)).toMatchObject({
      refusedBy: null,
      monthly: { used: 30 + 100 + extra + 1 },
    });
    expect(states.slice(-2)).toEqual(["lost", "healed"]);
  });

  it("report what one machine counted alone to the others exactly once, however often it retries", async () => {
    const [one, two] = [await connected("one.db"), await connected("two.db")];
    const account = newAccount("hobby");
    for (const quota of [one, two]) expect(await admitted([Promise.resolve(quota.admit(account, at))])).toBe(1);
    redis.pause();
    expect(await admitted(Array.from({ length: 40 }, async () => one.admit(account, at)))).toBe(40);
    expect(await admitted(Array.from({ length: 50 }, async () => two.admit(account, at)))).toBe(50);
    redis.resume();
    const healed = () => states.filter((state) => state === "healed").length;
    const before = healed();
    await until(() => healed() >= before + 2);
    const verdict = await one.admit(account, at);
    const used = verdict.monthly?.used ?? 0;
    // Requests in progress at the failure may count twice, but never not at all.
    expect(used).toBeGreaterThanOrEqual(2 + 40 + 50 + 1);
    expect(used).toBeLessThanOrEqual(2 + 2 * 40 + 2 * 50 + 1);
    // A restart brings the same machine's count again: nothing is added.
    const again = await connected("one.db");
    expect(await again.admit(account, at)).toMatchObject({ monthly: { used: used + 1 } });
  });

  it("count on this machine alone when Redis was never reachable", async () => {
    const opened = await openQuota({
      path: join(directory, "alone.db"),
      redisUrl: "redis://127.0.0.1:1",
      now: () => at,
    });
    machines.push(opened);
    const account = newAccount("free");
    const asked = Array.from({ length: 110 }, async () => opened.quota.admit(account, at));
    expect(await admitted(asked)).toBe(100);
    expect(await opened.quota.admit(account, at)).toMatchObject({ isBackup: true, refusedBy: "burst" });
  });
});
