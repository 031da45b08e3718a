import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** What every key starts with. */
export const KEY_PREFIX = "sk_live_";

const KEY_FORM = /^sk_live_[0-9a-f]{32}$/;

/** A key as it exists for one moment: the secret goes to its owner, everything else is stored. */
export interface MintedKey {
  /** The whole key. Shown once, never stored. */
  readonly secret: string;
  /** SHA-256 of the key, 64 lower-case hexadecimal digits. */
  readonly hash: string;
  /** Last four characters, by which an owner recognises the key. */
  readonly lastFour: string;
}

/** A new key with 128 random bits. */
export function mintKey(): MintedKey {
  const secret = `${KEY_PREFIX}${randomBytes(16).toString("hex")}`;
  return { secret, hash: hashKey(secret), lastFour: secret.slice(-4) };
}

/** Whether the text has the form of a key: the prefix and exactly 32 lower-case hexadecimal digits. */
export function isKeyForm(text: string): boolean {
  return KEY_FORM.test(text);
}

/**
 * SHA-256 of a key, 64 lower-case hexadecimal digits. A fast hash is right here: a key holds 128 random bits, so there
 * is nothing to guess that a slow hash would protect.
 */
export function hashKey(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, "hex"), Buffer.from(right, "hex")];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A key as lists show it: prefix and last four characters. */
export function displayKey(lastFour: string): string {
  return `${KEY_PREFIX}…${lastFour}`;
}
