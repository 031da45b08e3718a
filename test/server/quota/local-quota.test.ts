import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Account,
  billingPeriodAt,
  leaseOf,
  localQuota,
  openUsageFile,
  type PlanId,
  planIds,
  plans,
} from "@market-sentiment/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { memoryUsageFile } from "./memory-usage-file.js";

const createdAt = new Date("2026-01-31T10:00:00.000Z");
const account = (plan: PlanId, id = "one", billingStart = createdAt): Account => ({
  id,
  name: id,
  plan,
  createdAt,
  billingStart,
});
const at = new Date("2026-03-10T23:30:20.500Z");
const minuteEnd = "2026-03-10T23:31:00.000Z";
const monthEnd = "2026-03-31T10:00:00.000Z";
const after = (ms: number) => new Date(at.getTime() + ms);

describe("limits counted on this machine", () => {
  it("report what was used and when both windows end", async () => {
    const quota = localQuota(memoryUsageFile());
    await quota.admit(account("free"), at);
    expect(await quota.admit(account("free"), at)).toEqual({
      refusedBy: null,
      burst: { limit: 100, used: 2, resetAt: minuteEnd },
      monthly: { limit: 250, used: 2, resetAt: monthEnd },
    });
  });

  it("admit as many requests a minute as the plan allows, even all at once, and again in the next minute", async () => {
    const quota = localQuota(memoryUsageFile());
    const ask = (count: number, when: Date) =>
      Promise.all(Array.from({ length: count }, async () => quota.admit(account("free"), when)));
    const verdicts = await ask(130, at);
    expect(verdicts.map(({ refusedBy }) => refusedBy)).toEqual([
      ...Array<null>(100).fill(null),
      ...Array<string>(30).fill("burst"),
    ]);
    expect(verdicts[129]).toMatchObject({ burst: { used: 100 }, monthly: { used: 100 } });
    expect((await ask(100, after(60_000))).filter(({ refusedBy }) => refusedBy === null).length).toBe(100);
    // The month has 50 left.
    const third = await ask(60, after(120_000));
    expect(third.map(({ refusedBy }) => refusedBy)).toEqual([
      ...Array<null>(50).fill(null),
      ...Array<string>(10).fill("monthly"),
    ]);
    expect(third[59]).toMatchObject({ burst: { used: 50 }, monthly: { used: 250 } });
  });

  it("keep the count when the plan changes mid-period, and apply the new limits at once", async () => {
    const quota = localQuota(memoryUsageFile());
    for (let count = 0; count < 100; count += 1) await quota.admit(account("free"), at);
    expect(await quota.admit(account("free"), at)).toMatchObject({ refusedBy: "burst" });
    expect(await quota.admit(account("hobby"), at)).toMatchObject({
      refusedBy: null,
      burst: { limit: 1_000, used: 101 },
      monthly: { limit: 250_000, used: 101 },
    });
    expect(await quota.admit(account("free"), at)).toMatchObject({
      refusedBy: "burst",
      burst: { limit: 100, used: 101 },
    });
  });

  it("count each account separately", async () => {
    const quota = localQuota(memoryUsageFile());
    await quota.admit(account("free", "one"), at);
    expect(await quota.admit(account("free", "two"), at)).toMatchObject({ monthly: { used: 1 } });
  });

  it("refuse requests that cannot be counted, and recover when counting works again", async () => {
    const file = memoryUsageFile();
    let fails = true;
    const quota = localQuota({
      ...file,
      transaction: (work) => (fails ? Promise.reject(new Error("disk full")) : file.transaction(work)),
    });
    await expect(quota.admit(account("free"), at)).rejects.toThrow("disk full");
    fails = false;
    expect(await quota.admit(account("free"), at)).toMatchObject({ monthly: { used: 1 } });
  });

  it("are enforced in every order of requests, clock steps and plan changes", async () => {
    const anyStep = fc.oneof(
      { weight: 8, arbitrary: fc.record({ ask: fc.integer({ min: 1, max: 60 }) }) },
      { weight: 4, arbitrary: fc.record({ step: fc.integer({ min: -90_000, max: 90_000 }) }) },
      { weight: 1, arbitrary: fc.record({ step: fc.integer({ min: -40, max: 40 }).map((days) => days * 86_400_000) }) },
      { weight: 1, arbitrary: fc.record({ plan: fc.constantFrom<PlanId>(...planIds) }) },
    );
    const anyStart = fc.date({ min: new Date("2027-12-25"), max: new Date("2028-03-05"), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(anyStart, anyStart, fc.array(anyStep, { maxLength: 8 }), async (anchor, start, steps) => {
        const file = memoryUsageFile();
        const quota = localQuota(file);
        const ledger = new Map<string, number>();
        let [now, plan] = [start, "free" as PlanId];
        for (const step of steps) {
          if ("step" in step) now = new Date(now.getTime() + step.step);
          else if ("plan" in step) plan = step.plan;
          else {
            const asker = account(plan, "one", anchor);
            const month = `one ${billingPeriodAt(anchor, now).start.getTime()}`;
            const verdicts = await Promise.all(Array.from({ length: step.ask }, async () => quota.admit(asker, now)));
            const admitted = verdicts.filter(({ refusedBy }) => refusedBy === null).length;
            const before = ledger.get(month) ?? 0;
            ledger.set(month, before + admitted);
            const { burst, monthly } = verdicts[step.ask - 1] ?? expect.fail("no verdict");
            // Exactly the limits are admitted: every refused caller has reached one.
            const { burstPerMinute, requestsPerMonth } = plans[plan];
            const isFull = [burst, monthly].some((window) => window !== null && (window.used ?? 0) >= window.limit);
            const withinLimits =
              admitted === 0 || (before + admitted <= requestsPerMonth && (burst?.used ?? 0) <= burstPerMinute);
            if (!withinLimits || (admitted < step.ask && !isFull)) return false;
            if (monthly?.used !== before + admitted) return false;
          }
        }
        // What is counted is what was admitted, month by month.
        const counted = [...file.months].filter(([, used]) => used > 0);
        return counted.every(([month, used]) => ledger.get(month) === used);
      }),
      { numRuns: 600 },
    );
  });
});

describe("the file of the counters", () => {
  const directory = temporaryDirectory();

  it("keeps its counts and its machine id when closed and opened again", async () => {
    const path = join(await directory, "kept", "usage.db");
    const first = await openUsageFile(path);
    const machine = first.machineId;
    await localQuota(first).admit(account("free"), at);
    await first.close();
    const second = await openUsageFile(path);
    expect(await localQuota(second).admit(account("free"), at)).toMatchObject({
      burst: { used: 2 },
      monthly: { used: 2 },
    });
    expect(second.machineId).toBe(machine);
    await second.close();
  });

  it("counts exactly for several processes at once: they admit the whole limit and never more", async () => {
    const path = join(await directory, "shared.db");
    const files = await Promise.all([openUsageFile(path), openUsageFile(path), openUsageFile(path)]);
    const quotas = files.map(localQuota);
    const verdicts = await Promise.all(
      Array.from({ length: 1_200 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index % 40));
        return quotas[index % 3]?.admit(account("hobby"), at);
      }),
    );
    expect(verdicts.filter((verdict) => verdict?.refusedBy === null).length).toBe(1_000);
    await Promise.all(files.map((file) => file.close()));
  });

  it("stays exact for every process while each in turn compacts the journal, even if one fails", async () => {
    const path = join(await directory, "folded.db");
    const open = async () => openUsageFile(path, { journalBytes: 30_000 });
    const files = await Promise.all([open(), open(), open()]);
    const ledger = new Map<string, number>();
    const counted = (key: string, requests: number) => {
      ledger.set(key, (ledger.get(key) ?? 0) + requests);
      return ledger.get(key);
    };
    // A journal of that length is merged after some six hundred transactions.
    for (let turn = 0; turn < 3_500; turn += 1) {
      const id = `account ${turn % 7}`;
      const startMs = Math.floor(turn / 1_500);
      const file = files[(turn * 5 + Math.floor(turn / 11)) % 3] ?? expect.fail("no file");
      const requests = 1 + (turn % 4);
      if (turn % 500 === 499) {
        const failing = file.transaction((counters) => {
          counters.addToMonth(id, startMs, 1_000, 0);
          throw new Error("no");
        });
        await expect(failing).rejects.toThrow("no");
      }
      const both = await file.transaction((counters) => [
        counters.addToMinute(id, startMs, requests),
        counters.addToMonth(id, startMs, requests, turn % 2),
      ]);
      expect(both).toEqual([counted(`minute ${id} ${startMs}`, requests), counted(`month ${id} ${startMs}`, requests)]);
    }
    await Promise.all(files.map((file) => file.close()));
    const again = await openUsageFile(path);
    for (const [key, requests] of ledger) {
      const [, kind = "", id = "", startMs = ""] = /^(minute|month) (.+) (\d+)$/.exec(key) ?? [];
      const now = await again.transaction((counters) =>
        kind === "minute"
          ? counters.addToMinute(id, Number(startMs), 0)
          : counters.addToMonth(id, Number(startMs), 0, 0),
      );
      expect(now, key).toBe(requests);
    }
    await again.close();
  });

  describe("after the loss of the machine", () => {
    /** The file as if nothing had been written back since it was opened, with its leases. */
    const lose = async (path: string, opened: ReadonlyMap<string, Buffer>, lost: string) => {
      for (const [name, bytes] of opened) await writeFile(name.replace(path, lost), bytes);
      const leases = path.replace(/\.db$/, "-leases.db");
      for (const end of ["", "-wal"])
        await copyFile(leases + end, leases.replace(path.slice(0, -3), lost.slice(0, -3)) + end);
    };
    const openedFiles = async (path: string) => {
      const names = [path, `${path}-wal`];
      return new Map(await Promise.all(names.map(async (name) => [name, await readFile(name)] as const)));
    };
    const usedAfter = async (path: string, bootId: string, ids: readonly string[]) => {
      const file = await openUsageFile(path, { bootId });
      const startMs = billingPeriodAt(createdAt, at).start.getTime();
      const used = await file.transaction((counters) => ids.map((id) => counters.month(id, startMs)?.used ?? 0));
      await file.close();
      return used;
    };
    const plansOf = { one: "free", two: "hobby", three: "professional" } as const;
    const ids = ["one", "two", "three"] as const;

    it("at least what was answered is counted, and at most one lease more, once", async () => {
      let run = 0;
      const request = fc.record({ id: fc.constantFrom(...ids), together: fc.integer({ min: 1, max: 40 }) });
      await fc.assert(
        fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 25 }), async (requests) => {
          run += 1;
          const path = join(await directory, `power-${run}.db`);
          const lost = join(await directory, `lost-${run}.db`);
          const file = await openUsageFile(path, { bootId: "first" });
          const opened = await openedFiles(path);
          const quota = localQuota(file);
          const answered = { one: 0, two: 0, three: 0 };
          for (const { id, together } of requests) {
            const asked = Array.from({ length: together }, async () => quota.admit(account(plansOf[id], id), at));
            answered[id] += (await Promise.all(asked)).filter(({ refusedBy }) => refusedBy === null).length;
          }
          await lose(path, opened, lost);
          const used = await usedAfter(lost, "second", ids);
          for (const [index, id] of ids.entries()) {
            const lease = answered[id] === 0 ? 0 : leaseOf(plans[plansOf[id]].requestsPerMonth);
            expect(used[index]).toBeGreaterThanOrEqual(answered[id]);
            expect(used[index]).toBeLessThanOrEqual(answered[id] + lease);
          }
          expect(await usedAfter(lost, "second", ids)).toEqual(used);
          expect(await usedAfter(lost, "third", ids)).toEqual(used);
          await file.close();
        }),
        { numRuns: 30 },
      );
    });

    it("nothing extra is counted when the servers had stopped cleanly, or only the processes died", async () => {
      const path = join(await directory, "stopped.db");
      const file = await openUsageFile(path, { bootId: "first" });
      for (let count = 0; count < 7; count += 1) await localQuota(file).admit(account("hobby", "two"), at);
      expect(await usedAfter(path, "first", ["two"])).toEqual([7]);
      await file.close();
      expect(await usedAfter(path, "second", ["two"])).toEqual([7]);
    });

    it("nothing extra is counted when a lease was requested during shutdown", async () => {
      const path = join(await directory, "stopping.db");
      const file = await openUsageFile(path, { bootId: "first" });
      await localQuota(file).admit(account("hobby", "two"), at);
      const closed = file.close();
      const startMs = billingPeriodAt(createdAt, at).start.getTime();
      await expect(file.lease([{ accountId: "two", startMs, upTo: 90 }])).rejects.toThrow("closing");
      await closed;
      expect(await usedAfter(path, "second", ["two"])).toEqual([1]);
    });
  });

  it("refuses to serve when the next lease cannot be written to disk, and continues when it can", async () => {
    const file = memoryUsageFile();
    let fails = true;
    const quota = localQuota({
      ...file,
      lease: () => (fails ? Promise.reject(new Error("disk full")) : Promise.resolve()),
    });
    await expect(quota.admit(account("free"), at)).rejects.toThrow("disk full");
    await expect(quota.admit(account("free"), at)).rejects.toThrow("disk full");
    fails = false;
    expect(await quota.admit(account("free"), at)).toMatchObject({ refusedBy: null });
    fails = true;
    // Requests within the lease do not wait for the disk.
    expect(await quota.admit(account("free"), at)).toMatchObject({ refusedBy: null });
  });

  it("rolls back a transaction that fails", async () => {
    const file = await openUsageFile(join(await directory, "undone.db"));
    const failing = file.transaction((counters) => {
      counters.addToMonth("one", 0, 5, 0);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await file.transaction((counters) => counters.month("one", 0))).toBeNull();
    await file.close();
  });

  it("keeps backup counts separate, and raises a count but never lowers it", async () => {
    const file = await openUsageFile(join(await directory, "backup.db"));
    const quota = localQuota(file);
    await quota.admit(account("free"), at);
    expect(await quota.admitAsBackup(account("free"), at)).toMatchObject({
      isBackup: true,
      burst: { used: null },
      monthly: { used: null },
    });
    const startMs = billingPeriodAt(createdAt, at).start.getTime();
    expect(await file.backupMonths(at)).toEqual([{ accountId: "one", startMs, used: 2, backup: 1 }]);
    for (const used of [40, 7]) await file.transaction((counters) => counters.raiseMonth("one", startMs, used));
    expect(await file.backupMonths(at)).toEqual([{ accountId: "one", startMs, used: 41, backup: 1 }]);
    await file.close();
  });
});
