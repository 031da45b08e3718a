import { overloaded } from "../problems/refusal.js";

/** How many pieces of work may run at the same time, and how many may wait. */
export interface WorkLimits {
  readonly concurrent: number;
  readonly queued: number;
}

/** A piece of work waiting for its turn. */
interface Waiting {
  readonly start: () => void;
  readonly refuse: (reason: Error) => void;
}

/** One caller's work in the queue. */
interface Share {
  running: number;
  /** First come, first served. */
  readonly waiting: Waiting[];
}

/**
 * Runs a limited number of pieces of work. Further ones wait; when too many wait, new ones are refused. Callers take
 * turns: the one with the least work running is next, and everybody's first waiting piece comes before anybody's
 * second. A single caller never gets the last quarter of the places, so that others find one free. When the queue is
 * full, the caller with the most waiting pieces loses the newest of them.
 */
export class WorkQueue {
  readonly #limits: WorkLimits;
  /** Callers with work running or waiting, in the order of their turns. */
  readonly #shares = new Map<string, Share>();
  readonly #mostForOne: number;
  #running = 0;
  #waiting = 0;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
    this.#mostForOne = Math.max(1, Math.floor(limits.concurrent * 0.75));
  }

  /** Pieces running and waiting. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /** Whether this caller's work would be refused right now. Cheap. */
  wouldRefuse(caller: string | null): boolean {
    if (this.#waiting < this.#limits.queued) return false;
    const share = this.#shares.get(caller ?? "") ?? { running: 0, waiting: [] };
    const isPlaceFree = this.#running < this.#limits.concurrent && this.#mayRun(caller ?? "", share);
    return !isPlaceFree && this.#roomFor(share) === null;
  }

  /**
   * Runs the work when its turn comes. Its place becomes free only when the work has really ended, even if the caller
   * gave up before.
   *
   * @param caller Whose work it is. Null: callers are not told apart and share all places.
   * @throws HttpRefusal 503 when too many are waiting, either at once or later, when another caller takes the place;
   * the signal's reason when it fires while waiting.
   */
  async run<Result>(signal: AbortSignal, caller: string | null, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    const name = caller ?? "";
    const share = this.#shareOf(name);
    if (this.#running < this.#limits.concurrent && this.#mayRun(name, share)) this.#take(name, share);
    else await this.#turn(signal, name, share);
    try {
      return await work();
    } finally {
      share.running -= 1;
      this.#running -= 1;
      this.#forgetWhenIdle(name, share);
      this.#startNext();
    }
  }

  #shareOf(name: string): Share {
    let share = this.#shares.get(name);
    if (share === undefined) this.#shares.set(name, (share = { running: 0, waiting: [] }));
    return share;
  }

  #mayRun(name: string, { running }: Share): boolean {
    return name === "" || running < this.#mostForOne;
  }

  /** The place is taken when the turn comes, not when the waiting code wakes up, so that nobody slips in between. */
  #take(name: string, share: Share): void {
    // This caller goes behind all others.
    this.#shares.delete(name);
    this.#shares.set(name, share);
    share.running += 1;
    this.#running += 1;
  }

  async #turn(signal: AbortSignal, name: string, share: Share): Promise<void> {
    if (this.#waiting >= this.#limits.queued && !this.#makesRoom(share)) {
      this.#forgetWhenIdle(name, share);
      throw overloaded();
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        share.waiting.splice(share.waiting.indexOf(own), 1);
        this.#waiting -= 1;
        this.#forgetWhenIdle(name, share);
        reject(signal.reason as Error);
      };
      const own: Waiting = {
        start: () => {
          signal.removeEventListener("abort", leave);
          this.#take(name, share);
          resolve();
        },
        refuse: (reason) => {
          signal.removeEventListener("abort", leave);
          reject(reason);
        },
      };
      share.waiting.push(own);
      this.#waiting += 1;
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** The caller with the most waiting pieces, if that is more than the asking caller would have; else null. */
  #roomFor(asking: Share): Share | null {
    let most = asking;
    for (const share of this.#shares.values()) if (share.waiting.length > most.waiting.length) most = share;
    return most.waiting.length > asking.waiting.length + 1 ? most : null;
  }

  /** Whether one more piece may wait, if need be by displacing another caller's newest. */
  #makesRoom(asking: Share): boolean {
    const most = this.#roomFor(asking);
    if (most === null) return false;
    this.#waiting -= 1;
    most.waiting.pop()?.refuse(overloaded());
    return true;
  }

  /** Next is the caller with the least running; among several, the one whose last turn is longest ago. */
  #startNext(): void {
    let next: Share | null = null;
    for (const [name, share] of this.#shares) {
      if (share.waiting.length === 0 || !this.#mayRun(name, share)) continue;
      if (next === null || share.running < next.running) next = share;
    }
    if (next === null) return;
    this.#waiting -= 1;
    next.waiting.shift()?.start();
  }

  #forgetWhenIdle(name: string, { running, waiting }: Share): void {
    if (running === 0 && waiting.length === 0) this.#shares.delete(name);
  }
}
