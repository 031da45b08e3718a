import { randomUUID } from "node:crypto";
import { checkAccountFile, looksOf, openAccountFile } from "./account-file.js";
import { mintKey, sameHash } from "./api-key.js";
import { isPlanId, type PlanId } from "./plan.js";
import {
  type Account,
  AccountError,
  type AccountStore,
  type ApiKey,
  type CreatedKey,
  type KeyHolder,
  type NewAccount,
} from "./store.js";

/** Most keys that are cached. */
const rememberedKeys = 100_000;

const accountColumns =
  "accounts.id, accounts.name, accounts.plan, accounts.created_at_ms, coalesce(accounts.billing_start_ms, accounts.created_at_ms)";
const keyColumns =
  "api_keys.id, api_keys.account_id, api_keys.last_four, api_keys.created_at_ms, api_keys.revoked_at_ms";

type Value = string | number;
type AccountRow = [id: string, name: string, plan: string, createdAtMs: number, billingStartMs: number];
type KeyRow = [id: string, accountId: string, lastFour: string, createdAtMs: number, revokedAtMs: number | null];

/** {@link AccountStore} with synchronous answers. */
export interface LibsqlAccountStore extends AccountStore {
  findByHash(hash: string): KeyHolder | null;
  createAccount(account: NewAccount): Account;
  listAccounts(): Account[];
  findAccount(name: string): Account | null;
  changePlan(accountId: string, plan: PlanId, billingStart?: Date): Account;
  createKey(accountId: string): CreatedKey;
  listKeys(accountId?: string): ApiKey[];
  revokeKey(keyId: string): ApiKey;
  close(): void;
}

/**
 * Accounts and keys in one SQLite file (WAL, every change durable when the call returns). Any number of processes may
 * have it open. Lookups are cached until any process changes the file, so a revocation takes effect in every process by
 * the next turn of the event loop.
 *
 * Binds parameters as strings and numbers only: the driver mistakes a single object, null or buffer for a set of named
 * parameters and ends the process.
 *
 * @param options.path The file. It and its folder are created if missing, readable by their owner only.
 * @throws AccountError `unreadable_store` when the file is not an account store, is damaged, or was written by a newer
 * version. A lookup throws it too if the file has been damaged since: a key that cannot be found may still be valid.
 */
export function openAccountStore(options: { readonly path: string; readonly now?: () => Date }): LibsqlAccountStore {
  const now = options.now ?? (() => new Date());
  const database = openAccountFile(options.path);
  let looks = looksOf(options.path);
  const holders = new Map<string, KeyHolder>();
  const one = (sql: string, ...values: Value[]) =>
    database
      .prepare(sql)
      .raw()
      .get(...values);
  const all = (sql: string, ...values: Value[]) =>
    database
      .prepare(sql)
      .raw()
      .all(...values);
  const run = (sql: string, ...values: Value[]) => {
    holders.clear();
    const { changes } = database.prepare(sql).run(...values);
    looks = looksOf(options.path);
    return changes;
  };
  const accountBy = (column: "id" | "name", value: string) => {
    const row = one(`SELECT ${accountColumns} FROM accounts WHERE ${column} = ?`, value) as AccountRow | undefined;
    return row === undefined ? null : accountFrom(row);
  };
  const keyBy = (id: string) => {
    const row = one(`SELECT ${keyColumns} FROM api_keys WHERE id = ?`, id) as KeyRow | undefined;
    if (row === undefined) throw new AccountError("unknown_key", `No key has the id ${id}.`);
    return keyFrom(row);
  };
  const knownAccount = (id: string) => {
    const account = accountBy("id", id);
    if (account === null) throw new AccountError("unknown_account", `No account has the id ${id}.`);
    return account;
  };
  const findHolder = database
    .prepare(
      `SELECT api_keys.hash, ${keyColumns}, ${accountColumns}
FROM api_keys JOIN accounts ON accounts.id = api_keys.account_id
WHERE api_keys.hash = ?`,
    )
    .raw();

  const askHolder = (hash: string): KeyHolder | null => {
    const row = findHolder.get(hash) as [string, ...KeyRow, ...AccountRow] | undefined;
    if (row === undefined || !sameHash(row[0], hash)) return null;
    const [, id, accountId, lastFour, createdAtMs, revokedAtMs, ...account] = row;
    return { key: keyFrom([id, accountId, lastFour, createdAtMs, revokedAtMs]), account: accountFrom(account) };
  };
  // Changes whenever another connection commits, in this process or another.
  const dataVersion = database.prepare("PRAGMA data_version").raw();
  let seenVersion: unknown;
  let isSeen = false;
  // Checked once per turn of the event loop, for all requests that arrived in it.
  const forgetWhenChanged = () => {
    if (isSeen) return;
    isSeen = true;
    setImmediate(() => (isSeen = false));
    const [version] = dataVersion.get() as [number];
    if (version === seenVersion) return;
    holders.clear();
    seenVersion = version;
    looks = looksOf(options.path);
  };
  /**
   * A file that changed without a commit may be damaged. A key missing from a damaged file must not be refused as
   * invalid.
   */
  const checkWhenTouched = () => {
    const now = looksOf(options.path);
    if (now === looks) return;
    checkAccountFile(database);
    if (now === null) throw new AccountError("unreadable_store", "The account store is gone.");
    looks = now;
  };

  return {
    findByHash: (hash) => {
      forgetWhenChanged();
      const known = holders.get(hash);
      if (known !== undefined) return known;
      checkWhenTouched();
      const holder = askHolder(hash);
      if (holders.size >= rememberedKeys) holders.clear();
      if (holder !== null) holders.set(hash, holder);
      return holder;
    },
    createAccount: ({ name, plan, billingStart }) => {
      const trimmed = name.trim();
      if (trimmed === "" || trimmed.length > 100) {
        throw new AccountError("invalid_name", "An account name has 1 to 100 characters.");
      }
      const id = randomUUID();
      const createdAtMs = now().getTime();
      const sql = `INSERT INTO accounts (id, name, plan, created_at_ms, billing_start_ms) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (name) DO NOTHING`;
      if (run(sql, id, trimmed, plan, createdAtMs, billingStart?.getTime() ?? createdAtMs) === 0) {
        throw new AccountError("account_exists", `There is already an account named ${trimmed}.`);
      }
      return knownAccount(id);
    },
    listAccounts: () => {
      const rows = all(`SELECT ${accountColumns} FROM accounts ORDER BY created_at_ms, rowid`) as AccountRow[];
      return rows.map(accountFrom);
    },
    findAccount: (name) => accountBy("name", name.trim()),
    changePlan: (accountId, plan, billingStart) => {
      if (billingStart === undefined) run("UPDATE accounts SET plan = ? WHERE id = ?", plan, accountId);
      else {
        const sql = "UPDATE accounts SET plan = ?, billing_start_ms = ? WHERE id = ?";
        run(sql, plan, billingStart.getTime(), accountId);
      }
      return knownAccount(accountId);
    },
    createKey: (accountId) => {
      knownAccount(accountId);
      const { secret, hash, lastFour } = mintKey();
      const id = randomUUID();
      const sql = "INSERT INTO api_keys (id, account_id, hash, last_four, created_at_ms) VALUES (?, ?, ?, ?, ?)";
      run(sql, id, accountId, hash, lastFour, now().getTime());
      return { secret, key: keyBy(id) };
    },
    listKeys: (accountId) => {
      const [where, values] = accountId === undefined ? ["", []] : ["WHERE account_id = ?", [accountId]];
      const sql = `SELECT ${keyColumns} FROM api_keys ${where} ORDER BY created_at_ms, rowid`;
      return (all(sql, ...values) as KeyRow[]).map(keyFrom);
    },
    revokeKey: (keyId) => {
      run("UPDATE api_keys SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL", now().getTime(), keyId);
      return keyBy(keyId);
    },
    close: () => {
      if (!database.open) return;
      try {
        // Afterwards the file alone is complete: a copy of just this file loses no key.
        database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      } catch {
        // A damaged file stays as it is.
      } finally {
        database.close();
      }
    },
  };
}

function accountFrom([id, name, plan, createdAtMs, billingStartMs]: AccountRow): Account {
  if (!isPlanId(plan)) throw new AccountError("unreadable_store", `The account store names an unknown plan: ${plan}.`);
  return { id, name, plan, createdAt: new Date(createdAtMs), billingStart: new Date(billingStartMs) };
}

function keyFrom([id, accountId, lastFour, createdAtMs, revokedAtMs]: KeyRow): ApiKey {
  const revokedAt = revokedAtMs === null ? null : new Date(revokedAtMs);
  return { id, accountId, lastFour, createdAt: new Date(createdAtMs), revokedAt };
}
