import type { UsageCounters, UsageFile } from "@market-sentiment/server";

/** Counters in memory with the same promises as those in a file, for tests that ask them very often. */
export function memoryUsageFile(): UsageFile & {
  readonly minutes: Map<string, number>;
  readonly months: Map<string, number>;
} {
  const minutes = new Map<string, number>();
  const months = new Map<string, number>();
  const backups = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string, requests: number) => {
    const count = (counts.get(key) ?? 0) + requests;
    counts.set(key, count);
    return count;
  };
  const counters: UsageCounters = {
    addToMinute: (accountId, startMs, requests) => add(minutes, `${accountId} ${startMs}`, requests),
    addToMonth: (accountId, startMs, requests, backup) => {
      add(backups, `${accountId} ${startMs}`, backup);
      return add(months, `${accountId} ${startMs}`, requests);
    },
    raiseMonth: (accountId, startMs, usedWithoutBackup) => {
      const key = `${accountId} ${startMs}`;
      months.set(key, Math.max(usedWithoutBackup + (backups.get(key) ?? 0), months.get(key) ?? 0));
    },
    month: (accountId, startMs) => {
      const key = `${accountId} ${startMs}`;
      const used = months.get(key);
      return used === undefined ? null : { accountId, startMs, used, backup: backups.get(key) ?? 0 };
    },
    forgetMinutes: (beforeMs) => {
      for (const key of minutes.keys()) if (Number(key.split(" ")[1]) < beforeMs) minutes.delete(key);
    },
  };
  return {
    machineId: "memory",
    minutes,
    months,
    lease: () => Promise.resolve(),
    transaction: (work) => Promise.resolve().then(() => work(counters)),
    backupMonths: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
}
