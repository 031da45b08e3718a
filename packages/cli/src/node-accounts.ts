import {
  type AccountStore,
  accountsFileOf,
  AccountError,
  displayKey,
  hashKey,
  isPlanId,
  openAccountStore,
  planIds,
} from "@market-sentiment/server";
import type { Accounts, KeyEntry } from "./backends.js";
import { CommandFailed } from "./failure.js";

/** The accounts that the service over this data directory asks. */
export function openAccounts(dataDirectory: string, accountsFile: string | null, now: () => Date): Accounts {
  const store = openAccountStore({ path: accountsFileOf({ dataDirectory, accountsFile }), now });
  return {
    plans: planIds,
    create: (account) => create(store, account),
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
  if (!isPlanId(plan)) throw new CommandFailed(`there is no plan '${plan}'`);
  const account = (await store.findAccount(name)) ?? (await store.createAccount({ name, plan }));
  if (account.plan !== plan) throw new CommandFailed(`the account '${name}' exists and has the plan ${account.plan}`);
  const { secret, key } = await store.createKey(account.id);
  return { id: key.id, key: secret };
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
