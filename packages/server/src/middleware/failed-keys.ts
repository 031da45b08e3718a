import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import { HttpRefusal, tooManyFailedKeys } from "../problems/refusal.js";

/** Default number of refused keys per minute and address. */
export const FAILED_KEYS_PER_MINUTE = 60;

const minuteMs = 60_000;

/** Most addresses that are watched; the one that has been quiet longest is forgotten first. */
const watchedAddresses = 20_000;

/**
 * Counts refused keys by address (requests without any key do not count), so that guessing keys is slow and a flood of
 * guesses is cheap to refuse. A valid key always works: its owner may share an address with a guesser.
 */
export class FailedKeys {
  readonly #perMinute: number;
  readonly #counts = new LRUCache<string, { readonly minute: number; count: number }>({ max: watchedAddresses });

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** The refusal to answer with: the given one, or 429 after too many from this address in this minute. */
  refusalFor(refusal: unknown, isKeySent: boolean, address: string, at: Date): unknown {
    if (!(refusal instanceof HttpRefusal) || refusal.problem.status !== 401 || !isKeySent) return refusal;
    const minute = Math.floor(at.getTime() / minuteMs);
    const network = networkOf(address);
    const known = this.#counts.get(network);
    const counted = known?.minute === minute ? known : { minute, count: 0 };
    counted.count += 1;
    this.#counts.set(network, counted);
    if (counted.count <= this.#perMinute) return refusal;
    return tooManyFailedKeys(Math.max(1, Math.ceil(((minute + 1) * minuteMs - at.getTime()) / 1_000)));
  }
}

/** An IPv6 user can send from a whole /64. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const missing = address.includes("::")
    ? 8 - groups.length - tail.split(":").filter((group) => group !== "").length
    : 0;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...tail.split(":")].slice(0, 4).join(":");
}
