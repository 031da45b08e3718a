import type { Awaitable } from "../awaitable.js";
import type { PlanId } from "./plan.js";

/** A customer with a plan and its limits; has any number of keys. */
export interface Account {
  readonly id: string;
  /** Unique among accounts. */
  readonly name: string;
  readonly plan: PlanId;
  readonly createdAt: Date;
  /** Its months begin on this day of the month at this time of day. The time of creation, unless set otherwise. */
  readonly billingStart: Date;
}

/** Input for a new account. */
export interface NewAccount {
  readonly name: string;
  readonly plan: PlanId;
  /** Defaults to the time of creation. */
  readonly billingStart?: Date | undefined;
}

/** A stored key, without the secret. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  /** Null while the key is valid. A revoked key is kept, so that it can be told from an unknown one. */
  readonly revokedAt: Date | null;
}

/** A key and its account. */
export interface KeyHolder {
  readonly key: ApiKey;
  readonly account: Account;
}

/** A new key with its secret, which cannot be read again later. */
export interface CreatedKey {
  readonly secret: string;
  readonly key: ApiKey;
}

/** The part of a store that answering requests needs. */
export interface KeyLookup {
  /**
   * The key with this SHA-256 (64 hexadecimal digits) and its account; null when there is none. Finds revoked keys too.
   */
  findByHash(hash: string): Awaitable<KeyHolder | null>;
}

/** Keeps accounts and keys. A change by one process is seen by every other process at its next lookup. */
export interface AccountStore extends KeyLookup {
  /** @throws AccountError `account_exists`, `invalid_name`. */
  createAccount(account: NewAccount): Awaitable<Account>;
  /** Oldest first. */
  listAccounts(): Awaitable<Account[]>;
  findAccount(name: string): Awaitable<Account | null>;
  /**
   * Changes the plan, also in the middle of a month: the count stays, and the new limits apply from the next request. A
   * new `billingStart` begins another month with its own count.
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

/** Code of an {@link AccountError}. */
export type AccountErrorCode =
  | "account_exists"
  | "invalid_name"
  | "unknown_account"
  | "unknown_key"
  /** The file was written by a newer version, is damaged, or is not an account store. */
  | "unreadable_store";

/** A refusal of the account store. */
export class AccountError extends Error {
  override readonly name = "AccountError";
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
