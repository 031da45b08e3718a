import { setTimeout as pause } from "node:timers/promises";

/** Spaces requests to each host: one after another, with a pause between their starts. */
export class HostTurns {
  readonly #last = new Map<string, Promise<void>>();
  readonly #restUntil = new Map<string, number>();

  /** Resolves when it is the caller's turn; rejects with the abort reason as soon as the signal fires. */
  async take(host: string, pauseMs: number, signal?: AbortSignal): Promise<void> {
    const before = this.#last.get(host) ?? Promise.resolve();
    const mine = before.then(() => undefined);
    this.#last.set(
      host,
      mine.then(() => pause(pauseMs)),
    );
    if (signal === undefined) return mine;
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
      signal.addEventListener("abort", stop, { once: true });
      void mine.then(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      });
    });
  }

  /** Blocks requests to the host until a time, ms since the epoch. */
  rest(host: string, untilMs: number): void {
    this.#restUntil.set(host, Math.max(untilMs, this.#restUntil.get(host) ?? 0));
  }

  /** Remaining block of the host, in milliseconds; 0 without one. */
  restingMs(host: string, nowMs: number): number {
    return Math.max(0, (this.#restUntil.get(host) ?? 0) - nowMs);
  }
}

/** Limits how many tasks run at once; the others wait in order. */
export class ParallelTurns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Runs the task when it is its turn. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
