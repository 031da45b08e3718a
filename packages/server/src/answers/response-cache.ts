import { LRUCache } from "lru-cache";
import { within } from "../middleware/deadline.js";

/** A successful answer, ready to send. */
export interface Answer {
  readonly body: Buffer;
  readonly cacheControl: string;
  /** Null where the operation has none. */
  readonly etag: string | null;
  /** How long it may be reused, in milliseconds. */
  readonly lifetimeMs: number;
}

/** Outcome of computing an answer, for the callers who wait for it. */
type Outcome = { readonly answer: Answer } | { readonly error: unknown } | "given up";

/** Rough size of an entry without its body and key, in bytes. */
const entryBytes = 400;

/**
 * Keeps answers in a limited amount of memory, under a key of everything they depend on. Drops the least recently used
 * first.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, Answer> | null;
  readonly #underWay = new Map<string, Promise<Outcome>>();

  /** @param maxBytes With 0 it keeps nothing, but simultaneous requests for the same answer still share it. */
  constructor(maxBytes: number) {
    this.#answers =
      maxBytes === 0
        ? null
        : new LRUCache({
            maxSize: maxBytes,
            maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
            sizeCalculation: ({ body }, key) => body.length + key.length * 2 + entryBytes,
          });
  }

  /** The cached answer, if any. */
  find(key: string): Answer | undefined {
    return this.#answers?.get(key);
  }

  /** Whether the answer is being computed; other callers then wait for it. */
  isUnderWay(key: string): boolean {
    return this.#underWay.has(key);
  }

  /**
   * The answer from the cache, or computed. Other callers wait for a running computation. If the computing caller is
   * cut off (by its deadline, or because it left), one of the waiting callers computes it.
   *
   * @param signal Ends this caller's wait. `make` gets the signal of the computing caller.
   * @throws What `make` throws; the signal's reason.
   */
  async findOrMake(key: string, signal: AbortSignal, make: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const found = this.find(key);
      if (found !== undefined) return found;
      const underWay = this.#underWay.get(key);
      if (underWay === undefined) return this.#make(key, signal, make);
      const outcome = await within(signal, underWay);
      if (outcome === "given up") continue;
      if ("error" in outcome) throw outcome.error;
      return outcome.answer;
    }
  }

  async #make(key: string, signal: AbortSignal, make: () => Promise<Answer>): Promise<Answer> {
    let tell: (outcome: Outcome) => void = () => undefined;
    this.#underWay.set(key, new Promise((resolve) => (tell = resolve)));
    try {
      const answer = await make();
      this.#answers?.set(key, answer, { ttl: answer.lifetimeMs });
      tell({ answer });
      return answer;
    } catch (error) {
      tell(signal.aborted ? "given up" : { error });
      throw error;
    } finally {
      this.#underWay.delete(key);
    }
  }
}
