import { setTimeout as sleep } from "node:timers/promises";
import { MarketDataError } from "../../errors.js";
import { endsWriter } from "../duckdb/writer-is-over.js";
import type { ObjectStore } from "./object-store.js";
import { keys } from "./published-objects.js";

/** Renewals while a lease lasts, so that a slow answer or two do not lose it. */
const RENEWALS = 4;

/**
 * The right to write to a place in an object store: one object, written only over the content that was read. No clocks are
 * compared: who waits takes over an object that has not changed for as long as a lease lasts, by its own watch.
 */
export class WriterLease {
  readonly #store: ObjectStore;
  readonly #owner: string;
  #etag: string;
  #timer: NodeJS.Timeout | null = null;
  #renewing: Promise<void> = Promise.resolve();
  #count = 0;
  #isLost = false;

  private constructor(store: ObjectStore, owner: string, etag: string) {
    this.#store = store;
    this.#owner = owner;
    this.#etag = etag;
  }

  /**
   * Takes the lease: at once where it is free or was this writer's, else when its holder has not renewed it for as long as it lasts.
   *
   * @param lastsMs How long a lease lasts that nobody renews.
   * @param owner Names this writer. Whoever comes back under the same name must be sure that the earlier one is dead.
   * @throws MarketDataError `store_locked` when the holder renews it meanwhile; `engine_unavailable`.
   */
  static async take(store: ObjectStore, owner: string, lastsMs: number): Promise<WriterLease> {
    let known = await held(store);
    if (known !== null && known.owner !== null && known.owner !== owner) {
      await sleep(lastsMs);
      const later = await held(store);
      if (later !== null && later.owner !== null && later.etag !== known.etag) throw taken(store);
      known = later;
    }
    // Over what was watched: a holder that renews it at this moment keeps it.
    const etag = await put(store, { owner, count: 0 }, known?.etag ?? null);
    if (etag === null) throw taken(store);
    await refuseUnconditional(store, owner);
    const lease = new WriterLease(store, owner, etag);
    lease.#timer = setInterval(() => void lease.#renew(), lastsMs / RENEWALS).unref();
    return lease;
  }

  /** @throws MarketDataError `store_locked` once another writer has taken it. */
  refuseLost(): void {
    if (this.#isLost) throw endsWriter(taken(this.#store));
  }

  /** Gives it back, so that the next writer need not wait. */
  async release(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#renewing;
    if (!this.#isLost) await put(this.#store, { owner: null, count: 0 }, this.#etag).catch(() => null);
  }

  #renew(): Promise<void> {
    this.#renewing = this.#renewing.then(async () => {
      if (this.#isLost) return;
      this.#count += 1;
      try {
        const etag = await put(this.#store, { owner: this.#owner, count: this.#count }, this.#etag);
        if (etag !== null) this.#etag = etag;
        else {
          // An answer that never came may have been a yes.
          const found = await held(this.#store);
          if (found?.owner === this.#owner) this.#etag = found.etag;
          else this.#isLost = true;
        }
      } catch {
        // The store is away. The next round tries again, and what is published proves that the lease was held.
      }
    });
    return this.#renewing;
  }
}

/** Content of the lease; the count makes each renewal another content. */
interface Held {
  readonly owner: string | null;
  readonly count: number;
}

async function held(store: ObjectStore): Promise<(Held & { readonly etag: string }) | null> {
  const object = await store.get(keys.lease);
  if (object === null || object === "unchanged") return null;
  try {
    const { owner, count } = JSON.parse(Buffer.from(object.bytes).toString("utf8")) as Held;
    return { owner: typeof owner === "string" ? owner : null, count, etag: object.etag };
  } catch {
    // Not of our form: nobody holds it.
    return { owner: null, count: 0, etag: object.etag };
  }
}

function put(store: ObjectStore, content: Held, over: string | null): Promise<string | null> {
  return store.put(keys.lease, Buffer.from(`${JSON.stringify(content)}\n`), over === null ? "nothing-there" : { over });
}

/**
 * Tries two writes that the store must refuse: one that ignores conditions would let two writers overwrite each other.
 *
 * @throws MarketDataError `engine_unavailable` when it does not refuse them.
 */
async function refuseUnconditional(store: ObjectStore, owner: string): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ owner, count: 0 } satisfies Held)}\n`);
  for (const condition of ["nothing-there", { over: '"00000000000000000000000000000000"' }] as const) {
    if ((await store.put(keys.lease, bytes, condition)) === null) continue;
    const message = `${store.name} cannot be used: the service ignores the conditions of writes (If-None-Match, If-Match).`;
    throw new MarketDataError("engine_unavailable", message, {});
  }
}

function taken(store: ObjectStore): MarketDataError {
  const message = `Another process is writing to ${store.name}. Wait until it has finished, then try again.`;
  return new MarketDataError("store_locked", message, {});
}
