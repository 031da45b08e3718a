import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { type PlanId, plans } from "../accounts/plan.js";
import type { Account } from "../accounts/store.js";
import type { LocalQuota } from "./local-quota.js";
import type { QuotaGate, QuotaVerdict, WindowUse } from "./quota-gate.js";
import type { MonthUse, UsageFile } from "./usage-file.js";
import { type LimitWindow, windowsOf } from "./windows.js";

/** How often to check whether lost shared counters are back. */
const probeMs = 500;

/** How long a shared count outlives its window, because the clocks of the machines differ a little. */
const slackMs = { burst: 60_000, monthly: 3 * 86_400_000 } as const;

/** The parts of shared limits. */
export interface SharedQuotaParts {
  /** With a `commandTimeout` and no offline queue, so that a lost or slow server is an error at once. */
  readonly redis: Redis;
  /** Answers while the shared counters are away. */
  readonly local: LocalQuota;
  readonly file: UsageFile;
  readonly now: () => Date;
  /** Called whenever the shared counters are lost or found again. */
  readonly onChange?: (state: "lost" | "healed", cause?: unknown) => void;
}

/** Limits that several machines share. */
export interface SharedQuota extends QuotaGate {
  close(): Promise<void>;
}

/**
 * Counts unless that would exceed the limit; a refusal changes nothing. Each key is one window, so its end is fixed.
 */
const countWithinLimit = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
if used + tonumber(ARGV[1]) > tonumber(ARGV[3]) then return {math.max(used, tonumber(ARGV[3])) + 1, redis.call('pttl', KEYS[1])} end
used = redis.call('incrby', KEYS[1], ARGV[1])
if redis.call('pttl', KEYS[1]) < 0 then redis.call('expire', KEYS[1], ARGV[2]) end
return {used, redis.call('pttl', KEYS[1])}`;

/**
 * Brings a month's shared count up to what this machine knows. Adds what the machine has counted alone since the last
 * time (the total is kept beside the count, so repeating it adds nothing), and restores a lost count.
 */
const bringMonth = `
local brought = tonumber(redis.call('get', KEYS[2]) or '0')
local used = tonumber(redis.call('get', KEYS[1]) or '0') + math.max(0, tonumber(ARGV[2]) - brought)
used = math.max(used, tonumber(ARGV[1]))
redis.call('set', KEYS[1], used, 'EX', ARGV[3])
redis.call('set', KEYS[2], math.max(brought, tonumber(ARGV[2])), 'EX', ARGV[3])
return used`;

/**
 * Limits counted in Redis, for several machines. When it is down or slow, the machine's own counters answer instead;
 * their counts are brought to Redis when it is back, before it is used again. Requests in progress at the moment of the
 * loss may be counted twice, but are never missed.
 */
export function sharedQuota({ redis, local, file, now, onChange }: SharedQuotaParts): SharedQuota {
  const limiters = limitersOf(redis);
  /** Months whose shared count includes all that this machine knows, with how much of it was counted here alone. */
  const brought = new LRUCache<string, number>({ max: 100_000 });
  const kept = keepInFile(file);
  let isLost = false;
  let isClosed = false;
  let probe: NodeJS.Timeout | null = null;

  const bring = async ({ accountId, startMs, used, backup }: MonthUse, endMs: number) => {
    const key = monthKey(accountId, startMs);
    const seconds = Math.max(1, Math.ceil((endMs + slackMs.monthly - now().getTime()) / 1_000));
    await redis.eval(bringMonth, 2, key, `${key}:from:${file.machineId}`, used, backup, seconds);
  };
  const bringBackups = async () => {
    // Its end is not known here; no month is longer.
    for (const month of await file.backupMonths(now())) await bring(month, month.startMs + 32 * 86_400_000);
  };
  const bringFirst = async (accountId: string, { startMs, endMs }: LimitWindow) => {
    const key = monthKey(accountId, startMs);
    const known = brought.get(key);
    if (known !== undefined) return known;
    const month = await file.transaction((counters) => counters.month(accountId, startMs));
    if (month !== null) await bring(month, endMs);
    brought.set(key, month?.backup ?? 0);
    return month?.backup ?? 0;
  };
  const lose = (cause: unknown) => {
    brought.clear();
    if (isLost || isClosed) return;
    isLost = true;
    onChange?.("lost", cause);
    const ask = async () => {
      try {
        await redis.ping();
        await kept.write();
        await bringBackups();
        isLost = false;
        onChange?.("healed");
      } catch {
        wait();
      }
    };
    const wait = () => {
      if (isClosed) return;
      probe = setTimeout(() => void ask(), probeMs);
      probe.unref();
    };
    wait();
  };
  // A server that was down may have lost its data.
  redis.on("close", () => lose(new Error("The connection to Redis was closed.")));
  redis.on("error", lose);

  const admitShared = async (account: Account, at: Date): Promise<QuotaVerdict> => {
    const { burst, monthly } = windowsOf(account, at);
    const { minute, month } = limiters[account.plan];
    const [minuteKey, periodKey] = [`${account.id}:${burst.startMs}`, `${account.id}:${monthly.startMs}`];
    const countedAlone = await bringFirst(account.id, monthly);
    const inMinute = await consume(minute, minuteKey, lifeOf(burst, "burst", at));
    if (!inMinute.allowed) {
      const counted = await month.get(periodKey);
      return {
        refusedBy: "burst",
        burst: stateOf(burst, inMinute.used),
        monthly: stateOf(monthly, counted?.consumedPoints ?? 0),
      };
    }
    const inMonth = await consume(month, periodKey, lifeOf(monthly, "monthly", at));
    if (!inMonth.allowed) await minute.reward(minuteKey, 1);
    else kept.note(account.id, monthly.startMs, inMonth.used - countedAlone);
    return {
      refusedBy: inMonth.allowed ? null : "monthly",
      burst: stateOf(burst, inMinute.used - (inMonth.allowed ? 0 : 1)),
      monthly: stateOf(monthly, inMonth.used),
    };
  };

  return {
    admit: async (account, at) => {
      if (isLost) return local.admitAsBackup(account, at);
      try {
        return await admitShared(account, at);
      } catch (cause) {
        lose(cause);
        return local.admitAsBackup(account, at);
      }
    },
    close: async () => {
      isClosed = true;
      if (probe !== null) clearTimeout(probe);
      redis.disconnect();
      await kept.write();
    },
  };
}

const minutePrefix = "sentiment:minute";
const monthPrefix = "sentiment:month";
const monthKey = (accountId: string, startMs: number) => `${monthPrefix}:${accountId}:${startMs}`;
const lifeOf = ({ endMs }: LimitWindow, kind: keyof typeof slackMs, at: Date) =>
  Math.ceil((endMs - at.getTime() + slackMs[kind]) / 1_000);
const stateOf = ({ limit, resetAt }: LimitWindow, used: number): WindowUse => ({ limit, used, resetAt });

interface PlanLimiters {
  readonly minute: RateLimiterRedis;
  readonly month: RateLimiterRedis;
}

/** One pair for each plan, over the same keys: counts carry over when the plan changes. */
function limitersOf(redis: Redis): Readonly<Record<PlanId, PlanLimiters>> {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix,
      points,
      duration: 60,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: countWithinLimit,
    });
  const ofPlan = (id: PlanId): PlanLimiters => ({
    minute: limiter(minutePrefix, plans[id].burstPerMinute),
    month: limiter(monthPrefix, plans[id].requestsPerMonth),
  });
  return { free: ofPlan("free"), hobby: ofPlan("hobby"), professional: ofPlan("professional") };
}

/** Returns a refusal as a value. Everything else that the limiter rejects with is a failure and is thrown. */
async function consume(
  limiter: RateLimiterRedis,
  key: string,
  seconds: number,
): Promise<{ readonly allowed: boolean; readonly used: number }> {
  try {
    const { consumedPoints } = await limiter.consume(key, 1, { customDuration: seconds });
    return { allowed: true, used: consumedPoints };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { allowed: false, used: refusal.consumedPoints - 1 };
  }
}

/**
 * How often Redis's counts are saved on this machine, so that they can be restored if Redis loses its memory, in
 * milliseconds.
 */
const keepEveryMs = 1_000;

function keepInFile(file: UsageFile) {
  let known = new Map<string, { readonly accountId: string; readonly startMs: number; readonly used: number }>();
  let timer: NodeJS.Timeout | null = null;
  const write = async () => {
    const months = [...known.values()];
    known = new Map();
    timer = null;
    if (months.length === 0) return;
    await file.transaction((counters) => {
      for (const { accountId, startMs, used } of months) counters.raiseMonth(accountId, startMs, used);
    });
  };
  return {
    write,
    /** @param used Without the requests that this machine counted alone: those are in the file already. */
    note: (accountId: string, startMs: number, used: number): void => {
      const key = monthKey(accountId, startMs);
      known.set(key, { accountId, startMs, used: Math.max(used, known.get(key)?.used ?? 0) });
      timer ??= setTimeout(() => void write().catch(() => undefined), keepEveryMs).unref();
    },
  };
}
