import { overloaded } from "../problems/refusal.js";

/** How many pieces of work run at the same time, and how many wait. */
export interface WorkLimits {
  readonly concurrent: number;
  readonly queued: number;
}

/** Runs a bounded number of pieces of work; further ones wait, first come first served, and beyond that are refused. */
export class WorkQueue {
  readonly #limits: WorkLimits;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
  }

  /** Pieces that run, and that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.size };
  }

  /**
   * Runs the work in its turn. Its place is free again when it has really ended, also when its caller gave up before.
   *
   * @throws HttpRefusal 503 at once when too many are waiting; the signal's reason when it fires while waiting.
   */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      const [next] = this.#waiting;
      next?.();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running >= this.#limits.concurrent) {
      if (this.#waiting.size >= this.#limits.queued) throw overloaded();
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          this.#waiting.delete(start);
          signal.removeEventListener("abort", leave);
          // Taken here and not after waking up, so that nobody slips in between.
          this.#running += 1;
          resolve();
        };
        const leave = () => {
          this.#waiting.delete(start);
          reject(signal.reason as Error);
        };
        this.#waiting.add(start);
        signal.addEventListener("abort", leave, { once: true });
      });
    } else {
      this.#running += 1;
    }
  }
}
