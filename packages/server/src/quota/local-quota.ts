import { LRUCache } from "lru-cache";
import type { Account } from "../accounts/store.js";
import type { QuotaGate, QuotaVerdict } from "./quota-gate.js";
import type { UsageCounters, UsageFile } from "./usage-file.js";
import { type AccountWindows, type LimitWindow, windowsOf } from "./windows.js";

/** How long minutes stay countable after they end: more than any request or small step of the clock takes. */
const keptMinutesMs = 3_600_000;

/** How many accounts that have used up a window are remembered. */
const rememberedRefusals = 10_000;

/** Limits counted in a file of this machine. */
export interface LocalQuota extends QuotaGate {
  /** Like `admit`, while counters that are shared with other machines are away: the count is kept apart for them. */
  admitAsBackup(account: Account, at: Date): Promise<QuotaVerdict>;
}

interface Waiting {
  /** Requests with the same key fall into the same windows under the same limits. */
  readonly key: string;
  readonly accountId: string;
  readonly windows: AccountWindows;
  readonly asBackup: boolean;
  readonly resolve: (verdict: QuotaVerdict) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Counts every request on the disk before it is served, exactly, for all processes that have the file open. Requests
 * that wait at the same time are written together, so the disk is waited for once and not once for each. After a crash
 * at most the requests are counted that were waiting for their answer then; none that was answered is missing.
 */
export function localQuota(file: UsageFile): LocalQuota {
  let waiting: Waiting[] = [];
  let writing = false;
  let newestMinuteMs = 0;
  // A window that is full stays full under the same limits: such a request is refused without waiting for the disk.
  const refusals = new LRUCache<string, { readonly key: string; readonly verdict: QuotaVerdict }>({
    max: rememberedRefusals,
  });

  const write = async () => {
    writing = true;
    while (waiting.length > 0) {
      let taken: Waiting[] = [];
      try {
        const verdicts = await file.transaction((counters) => {
          // Taken only now: whoever came while another process was writing goes along.
          taken = waiting;
          waiting = [];
          newestMinuteMs = forgetOldMinutes(counters, taken, newestMinuteMs);
          return groupsOf(taken).flatMap((group) => count(group, counters));
        });
        for (const [request, verdict] of verdicts) {
          if (verdict.refusedBy === null) refusals.delete(request.accountId);
          else refusals.set(request.accountId, { key: request.key, verdict });
          request.resolve(verdict);
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
      const key = keyOf(account.id, windows, asBackup);
      const refusal = refusals.get(account.id);
      if (refusal?.key === key) {
        resolve(refusal.verdict);
        return;
      }
      waiting.push({ key, accountId: account.id, windows, asBackup, resolve, reject });
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

function keyOf(accountId: string, { burst, monthly }: AccountWindows, asBackup: boolean): string {
  return `${accountId} ${burst.startMs} ${monthly.startMs} ${burst.limit} ${monthly.limit} ${asBackup}`;
}

/** Requests of the same key, in order of arrival. */
function groupsOf(requests: readonly Waiting[]): Waiting[][] {
  const groups = new Map<string, Waiting[]>();
  for (const request of requests) {
    const group = groups.get(request.key);
    if (group === undefined) groups.set(request.key, [request]);
    else group.push(request);
  }
  return [...groups.values()];
}

/** Counts as many requests of a group as both windows take, and gives every one its verdict. */
function count(group: readonly Waiting[], counters: UsageCounters): (readonly [Waiting, QuotaVerdict])[] {
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
    resetAt: new Date(window.endMs),
  });
  return group.map((request, place) => [
    request,
    {
      refusedBy: place < admitted ? null : refusedBy,
      burst: stateOf(burst, minuteBefore, place),
      monthly: stateOf(monthly, monthBefore, place),
      ...(asBackup ? { isBackup: true } : {}),
    },
  ]);
}
