import { MarketDataError } from "@market-sentiment/core";
import { hashKey, isKeyForm } from "../accounts/api-key.js";
import type { Account, KeyHolder, KeyLookup } from "../accounts/store.js";
import { type Awaitable, whenKnown } from "../awaitable.js";
import { invalidKey, missingKey, revokedKey } from "../problems/refusal.js";

/**
 * The account behind the `X-API-Key` header. Nothing is cached: a revoked key is refused at once.
 *
 * @throws HttpRefusal 401, with a different message for a missing, an invalid and a revoked key.
 * @throws MarketDataError `engine_unavailable` when the account store does not answer.
 */
export function authenticate(header: string | string[] | undefined, accounts: KeyLookup): Awaitable<Account> {
  if (header === undefined || header === "") throw missingKey();
  // Several headers arrive as one, joined by commas, which is not a valid key.
  if (typeof header !== "string" || !isKeyForm(header)) throw invalidKey();
  return whenKnown(lookUp(hashKey(header), accounts), (holder) => {
    if (holder === null) throw invalidKey();
    if (holder.key.revokedAt !== null) throw revokedKey();
    return holder.account;
  });
}

/** A failing account store says nothing about the key: answer 503, never 401. */
function lookUp(hash: string, accounts: KeyLookup): Awaitable<KeyHolder | null> {
  const unavailable = (cause: unknown): never => {
    throw new MarketDataError("engine_unavailable", "The accounts cannot be asked.", {}, { cause });
  };
  try {
    const holder = accounts.findByHash(hash);
    return holder instanceof Promise ? holder.catch(unavailable) : holder;
  } catch (cause) {
    return unavailable(cause);
  }
}

/** `X-Account-Type` and `X-Account-Name` of an authenticated request. */
export function accountHeaders(account: Account): Readonly<Record<string, string>> {
  let headers = headersOf.get(account);
  if (headers === undefined) {
    headers = { "x-account-type": account.plan, "x-account-name": headerText(account.name) };
    headersOf.set(account, headers);
  }
  return headers;
}

/**
 * `Vary` of an answer that depends on the key, so that no cache gives it to another caller. Keeps what the answer
 * varies by already, such as the origin of the requesting page.
 */
export function varyByKey(already: string | number | string[] | undefined): string {
  return already === undefined ? "X-API-Key" : `${[already].flat().join(", ")}, X-API-Key`;
}

const headersOf = new WeakMap<Account, Readonly<Record<string, string>>>();

/** Encodes text for a header: printable ASCII stays, `%` and every other character become percent-encoded UTF-8. */
function headerText(text: string): string {
  return Array.from(Buffer.from(text.trim(), "utf8"), (byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x25
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}
