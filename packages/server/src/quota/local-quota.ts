import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Account } from "../accounts/store.js";
import type { QuotaGate, QuotaVerdict } from "./quota-gate.js";
import type { Lease } from "./lease-file.js";
import type { UsageCounters, UsageFile } from "./usage-file.js";
import { type AccountWindows, type LimitWindow, windowsOf } from "./windows.js";

/** How long minutes are kept after they end: longer than any request or small step of the clock takes. */
const keptMinutesMs = 3_600_000;

/** Most accounts that are remembered as having used up a window. */
const rememberedRefusals = 10_000;

/** Most months whose leases are remembered. */
const rememberedLeases = 100_000;

/**
 * How many requests of a month are leased ahead of use: the most that a crash of the machine can over-charge an
 * account. A fiftieth of the month, at most 50.
 */
export function leaseOf(requestsPerMonth: number): number {
  return Math.max(1, Math.min(50, Math.floor(requestsPerMonth / 50)));
}

/** Limits counted in a file on this machine. */
export interface LocalQuota extends QuotaGate {
  /**
   * Like `admit`, for times when the counters shared with other machines are away: keeps this count apart, to bring it
   * there later.
   */
  admitAsBackup(account: Account, at: Date): Promise<QuotaVerdict>;
}

interface Waiting {
  readonly accountId: string;
  readonly windows: AccountWindows;
  readonly asBackup: boolean;
  readonly resolve: (verdict: QuotaVerdict) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Counts every request in the file before it is served, exactly, for all processes that have the file open. Requests
 * that wait at the same time are written together. An answered request is never missing from the count. What may be
 * counted too much:
 *
 * - after a process ends, at most the requests that were then waiting for their answer;
 * - after a crash of the machine, at most one lease ({@link leaseOf}) for each account's month. Leases are written to
 *   disk ahead of need, so that requests seldom wait for the disk; a request beyond its lease does. Minutes are not
 *   leased: no machine boots within one.
 */
export function localQuota(file: UsageFile): LocalQuota {
  let waiting: Waiting[] = [];
  let writing = false;
  let newestMinuteMs = 0;
  // A full window stays full under the same limits, so the request is refused without waiting for the disk.
  const refusals = new LRUCache<string, { readonly key: string; readonly verdict: QuotaVerdict }>({
    max: rememberedRefusals,
  });

  const leases = leasesIn(file);
  const write = async () => {
    writing = true;
    while (waiting.length > 0) {
      // Requests that arrive in the same turn of the event loop are counted together.
      await setImmediate();
      let taken: Waiting[] = [];
      try {
        const verdicts = await file.transaction((counters) => {
          // Taken only now, to include requests that came while another process was writing.
          taken = waiting;
          waiting = [];
          newestMinuteMs = forgetOldMinutes(counters, taken, newestMinuteMs);
          return groupsOf(taken).flatMap((group) => count(group, counters));
        });
        for (const [request, verdict, used] of verdicts) {
          if (verdict.refusedBy === null) {
            if (refusals.size > 0) refusals.delete(request.accountId);
            const onDisk = leases.cover(request.accountId, request.windows.monthly, used);
            if (onDisk === covered) request.resolve(verdict);
            else onDisk.then(() => request.resolve(verdict), request.reject);
          } else {
            refusals.set(request.accountId, { key: keyOf(request), verdict });
            request.resolve(verdict);
          }
        }
      } catch (error) {
        if (taken.length === 0) [taken, waiting] = [waiting, []];
        for (const request of taken) request.reject(error);
      }
    }
    writing = false;
  };
  const admit = (account: Account, at: Date, asBackup: boolean) =>
    new Promise<QuotaVerdict>((resolve, reject) => {
      const windows = windowsOf(account, at);
      const request = { accountId: account.id, windows, asBackup, resolve, reject };
      const refusal = refusals.size === 0 ? undefined : refusals.get(account.id);
      if (refusal !== undefined && refusal.key === keyOf(request)) {
        resolve(refusal.verdict);
        return;
      }
      waiting.push(request);
      if (!writing) void write();
    });
  return {
    admit: (account, at) => admit(account, at, false),
    admitAsBackup: (account, at) => admit(account, at, true),
  };
}

function forgetOldMinutes(counters: UsageCounters, requests: readonly Waiting[], newestMs: number): number {
  const latest = Math.max(newestMs, ...requests.map(({ windows }) => windows.burst.startMs));
  if (latest > newestMs) counters.forgetMinutes(latest - keptMinutesMs);
  return latest;
}

/** Requests with the same key fall into the same windows under the same limits. */
function keyOf({ accountId, windows: { burst, monthly }, asBackup }: Waiting): string {
  return `${accountId} ${burst.startMs} ${monthly.startMs} ${burst.limit} ${monthly.limit} ${asBackup}`;
}

/** Requests of the same windows, in order of arrival. */
function groupsOf(requests: readonly Waiting[]): Waiting[][] {
  const groups = { alone: new Map<AccountWindows, Waiting[]>(), backup: new Map<AccountWindows, Waiting[]>() };
  for (const request of requests) {
    const own = request.asBackup ? groups.backup : groups.alone;
    const group = own.get(request.windows);
    if (group === undefined) own.set(request.windows, [request]);
    else group.push(request);
  }
  return [...groups.alone.values(), ...groups.backup.values()];
}

/**
 * Counts as many requests of a group as fit in both windows. Gives each request its verdict, and the month's count
 * including it.
 */
function count(group: readonly Waiting[], counters: UsageCounters): (readonly [Waiting, QuotaVerdict, number])[] {
  const [first] = group;
  if (first === undefined) return [];
  const { accountId, asBackup, windows } = first;
  const { burst, monthly } = windows;
  const wanted = group.length;
  const backup = (requests: number) => (asBackup ? requests : 0);
  const minuteBefore = counters.addToMinute(accountId, burst.startMs, wanted) - wanted;
  const monthBefore = counters.addToMonth(accountId, monthly.startMs, wanted, backup(wanted)) - wanted;
  const admitted = Math.max(0, Math.min(wanted, burst.limit - minuteBefore, monthly.limit - monthBefore));
  const refused = wanted - admitted;
  if (refused > 0) {
    counters.addToMinute(accountId, burst.startMs, -refused);
    counters.addToMonth(accountId, monthly.startMs, -refused, backup(-refused));
  }
  const refusedBy = minuteBefore + admitted >= burst.limit ? "burst" : "monthly";
  const stateOf = (window: LimitWindow, before: number, place: number) => ({
    limit: window.limit,
    used: asBackup ? null : before + Math.min(place + 1, admitted),
    resetAt: window.resetAt,
  });
  return group.map((request, place) => [
    request,
    {
      refusedBy: place < admitted ? null : refusedBy,
      burst: stateOf(burst, minuteBefore, place),
      monthly: stateOf(monthly, monthBefore, place),
      ...(asBackup ? { isBackup: true } : {}),
    },
    monthBefore + Math.min(place + 1, admitted),
  ]);
}

/**
 * How long a lease that is not needed yet waits for others, so that one write to the disk serves them all, in
 * milliseconds.
 */
const leasesTogetherMs = 100;

/** This process's leases, written and being written. */
function leasesIn(file: UsageFile) {
  const written = new LRUCache<string, number>({ max: rememberedLeases });
  // The same by window: a shortcut that suffices for most requests.
  const ahead = new WeakMap<LimitWindow, number>();
  let wanted = new Map<string, Lease>();
  let underWay = new Map<string, Lease>();
  let writing: Promise<void> = covered;
  let next: Promise<void> | null = null;
  let later: NodeJS.Timeout | null = null;

  const write = async () => {
    [underWay, wanted, next] = [wanted, new Map<string, Lease>(), null];
    try {
      await file.lease([...underWay.values()]);
      for (const [key, { upTo }] of underWay) written.set(key, Math.max(upTo, written.get(key) ?? 0));
    } finally {
      underWay = new Map();
    }
  };
  /** Resolves when all leases wanted now are on the disk. Callers who want more meanwhile share the next write. */
  const onTheDisk = (): Promise<void> => {
    next ??= writing.catch(() => undefined).then(() => (writing = write()));
    return next;
  };
  /** The same without hurry. */
  const onTheDiskSoon = (): void => {
    later ??= setTimeout(() => {
      later = null;
      // The failure is not lost: the next request that needs the lease tries again and gets the error.
      if (wanted.size > 0) onTheDisk().catch(() => undefined);
    }, leasesTogetherMs).unref();
  };
  return {
    /** Resolves when the month's lease covers this many requests. Asks for more ahead of need. */
    cover(accountId: string, window: LimitWindow, used: number): Promise<void> {
      if (used <= (ahead.get(window) ?? 0)) return covered;
      const { startMs, limit } = window;
      const key = `${accountId} ${startMs}`;
      const lease = leaseOf(limit);
      const onDisk = written.get(key) ?? 0;
      const coming = underWay.get(key)?.upTo ?? 0;
      if (used + lease / 2 > Math.max(onDisk, coming)) {
        if (used + lease > (wanted.get(key)?.upTo ?? 0)) wanted.set(key, { accountId, startMs, upTo: used + lease });
        if (used > Math.max(onDisk, coming)) return onTheDisk();
        onTheDiskSoon();
      }
      // Up to this count, no further lease is needed.
      ahead.set(window, Math.floor(onDisk - lease / 2));
      return used > onDisk ? writing : covered;
    },
  };
}

const covered = Promise.resolve();
