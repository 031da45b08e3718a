import {
  type AccountStore,
  accountsFileOf,
  AccountError,
  displayKey,
  hashKey,
  isPlanId,
  openAccountStore,
  type MonthUse,
  openUsageFile,
  type PlanId,
  planIds,
  usageFileOf,
  windowsOf,
} from "@market-sentiment/server";
import type { AccountEntry, AccountPlan, Accounts, KeyEntry } from "./backends.js";
import { CommandFailed } from "./failure.js";

/** The accounts that the service over this data directory asks. */
export function openAccounts(dataDirectory: string, accountsFile: string | null, now: () => Date): Accounts {
  const store = openAccountStore({ path: accountsFileOf({ dataDirectory, accountsFile }), now });
  return {
    plans: planIds,
    create: (account) => create(store, account),
    createAccount: ({ name, plan, billingStart }) =>
      Promise.resolve().then(() => void store.createAccount({ name, plan: planOf(plan), billingStart })),
    changePlan: (account) => changePlan(store, account),
    listAccounts: () => listAccounts(store, usageFileOf({ dataDirectory, accountsFile }), now()),
    list: () => list(store),
    revoke: (id) => revoke(store, id),
    isValid: (key) => {
      const holder = store.findByHash(hashKey(key));
      return Promise.resolve(holder !== null && holder.key.revokedAt === null);
    },
    close: () => Promise.resolve(store.close()),
  };
}

async function create(store: AccountStore, { name, plan }: { readonly name: string; readonly plan: string }) {
  const account = (await store.findAccount(name)) ?? (await store.createAccount({ name, plan: planOf(plan) }));
  if (account.plan !== plan) throw new CommandFailed(`the account '${name}' exists and has the plan ${account.plan}`);
  const { secret, key } = await store.createKey(account.id);
  return { id: key.id, key: secret };
}

function planOf(plan: string): PlanId {
  if (!isPlanId(plan)) throw new CommandFailed(`there is no plan '${plan}'`);
  return plan;
}

async function changePlan(store: AccountStore, { name, plan, billingStart }: AccountPlan): Promise<void> {
  const account = await store.findAccount(name);
  if (account === null) throw new CommandFailed(`there is no account '${name}'`);
  await store.changePlan(account.id, planOf(plan), billingStart);
}

async function listAccounts(store: AccountStore, usagePath: string, now: Date): Promise<AccountEntry[]> {
  const accounts = await store.listAccounts();
  const file = await openUsageFile(usagePath);
  try {
    const months = accounts.map((account) => windowsOf(account, now).monthly);
    const counted = await file.transaction((counters) =>
      accounts.map(({ id }, index): MonthUse | null => counters.month(id, months[index]?.startMs ?? 0)),
    );
    const keys = (await store.listKeys()).filter(({ revokedAt }) => revokedAt === null);
    return accounts.map(({ id, name, plan, createdAt }, index) => ({
      name,
      plan,
      createdAt,
      validKeys: keys.filter(({ accountId }) => accountId === id).length,
      used: counted[index]?.used ?? 0,
      limit: months[index]?.limit ?? 0,
      resetAt: new Date(months[index]?.endMs ?? 0),
    }));
  } finally {
    await file.close();
  }
}

async function list(store: AccountStore): Promise<KeyEntry[]> {
  const accounts = new Map((await store.listAccounts()).map((account) => [account.id, account]));
  return (await store.listKeys()).map(({ id, accountId, lastFour, createdAt, revokedAt }) => {
    const account = accounts.get(accountId);
    return {
      id,
      display: displayKey(lastFour),
      name: account?.name ?? "",
      plan: account?.plan ?? "",
      createdAt,
      revokedAt,
    };
  });
}

async function revoke(store: AccountStore, id: string): Promise<boolean> {
  try {
    await store.revokeKey(id);
    return true;
  } catch (error) {
    if (error instanceof AccountError && error.code === "unknown_key") return false;
    throw error;
  }
}
