import type { Awaitable } from "../awaitable.js";
import type { PlanId } from "./plan.js";

/** Who pays and whose limits count; holds any number of keys. */
export interface Account {
  readonly id: string;
  /** Unique among accounts. */
  readonly name: string;
  readonly plan: PlanId;
  readonly createdAt: Date;
  /** Its months begin on this day of the month at this time of day; when it was created, unless it was set. */
  readonly billingStart: Date;
}

/** What an account is made from. */
export interface NewAccount {
  readonly name: string;
  readonly plan: PlanId;
  /** When it is created, where left out. */
  readonly billingStart?: Date | undefined;
}

/** A key as it is kept: never the secret. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  /** Null while the key is valid. A revoked key stays known, so that it can be told from an invalid one. */
  readonly revokedAt: Date | null;
}

/** A key and its account. */
export interface KeyHolder {
  readonly key: ApiKey;
  readonly account: Account;
}

/** A new key, with the secret that nobody will see again. */
export interface CreatedKey {
  readonly secret: string;
  readonly key: ApiKey;
}

/** What answering requests needs of a store. */
export interface KeyLookup {
  /** Who holds the key with this SHA-256 (64 hexadecimal digits); null when nobody does. Revoked keys are found too. */
  findByHash(hash: string): Awaitable<KeyHolder | null>;
}

/** Keeps accounts and keys. What one process changes, every other process sees with its next lookup. */
export interface AccountStore extends KeyLookup {
  /** @throws AccountError `account_exists`, `invalid_name`. */
  createAccount(account: NewAccount): Awaitable<Account>;
  /** Oldest first. */
  listAccounts(): Awaitable<Account[]>;
  findAccount(name: string): Awaitable<Account | null>;
  /**
   * Changes the plan, in the middle of a month too: what was counted stays, the new limits count from the next request
   * on. Setting another `billingStart` begins another month, with a count of its own.
   *
   * @throws AccountError `unknown_account`.
   */
  changePlan(accountId: string, plan: PlanId, billingStart?: Date): Awaitable<Account>;
  /** @throws AccountError `unknown_account`. */
  createKey(accountId: string): Awaitable<CreatedKey>;
  /** Oldest first, revoked ones included. */
  listKeys(accountId?: string): Awaitable<ApiKey[]>;
  /** Revoking twice keeps the first time. @throws AccountError `unknown_key`. */
  revokeKey(keyId: string): Awaitable<ApiKey>;
  close(): Awaitable<void>;
}

export type AccountErrorCode =
  | "account_exists"
  | "invalid_name"
  | "unknown_account"
  | "unknown_key"
  /** The file was written by a newer version, or is no account store. */
  | "unreadable_store";

/** What a store refuses. */
export class AccountError extends Error {
  override readonly name = "AccountError";
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
