import { MarketDataError } from "@market-sentiment/core";
import type { ServerResponse } from "node:http";
import { ClientGone } from "../problems/problem.js";

/** How long a request may take. */
export const DEADLINE_MS = 90_000;

/**
 * Ends a request early: when its deadline passes (`deadline_exceeded`), or when the caller goes away before the answer
 * ({@link ClientGone}). All work for the request listens to its signal and stops then.
 */
export class Deadline {
  readonly #timer: NodeJS.Timeout;
  /** Created on first use: most requests are answered without one. */
  #controller: AbortController | null = null;
  #reason: Error | null = null;
  #onEnd: ((reason: Error) => void) | null = null;

  constructor(response: ServerResponse, deadlineMs: number) {
    this.#timer = setTimeout(() => {
      this.#end(new MarketDataError("deadline_exceeded", "The request exceeded its deadline."));
    }, deadlineMs);
    this.#timer.unref();
    // Emitted once, so the listener need not be removed.
    response.on("close", () => {
      clearTimeout(this.#timer);
      if (!response.writableEnded) this.#end(new ClientGone("The caller went away."));
    });
  }

  /** Restarts the deadline. In an answer that is sent in pieces, each piece gets the full time. */
  renew(): void {
    if (this.#reason === null) this.#timer.refresh();
  }

  /** Fires with the reason for the end. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== null) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** The outcome of `work`, or the reason of the end as soon as there is one. One step at a time. */
  step<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => this.follow(work, resolve, reject));
  }

  /**
   * Calls `resolve` with the outcome of `work`, or `reject` with its error or the reason for the end, whichever comes
   * first. One step at a time.
   */
  follow<Result>(work: Promise<Result>, resolve: (result: Result) => void, reject: (reason: Error) => void): void {
    if (this.#reason !== null) {
      work.catch(() => undefined);
      reject(this.#reason);
      return;
    }
    this.#onEnd = reject;
    // Drop the callbacks as soon as the step is over. Otherwise they keep alive everything that the request has made,
    // and collecting that later costs more than anything else here.
    work.then(
      (result) => {
        if (this.#isStillAwaited()) resolve(result);
      },
      (reason: unknown) => {
        if (this.#isStillAwaited()) reject(reason as Error);
      },
    );
  }

  /** Whether the step was still running. Marks it as over. */
  #isStillAwaited(): boolean {
    const isAwaited = this.#onEnd !== null;
    this.#onEnd = null;
    return isAwaited;
  }

  #end(reason: Error): void {
    this.#reason = reason;
    this.#controller?.abort(reason);
    const onEnd = this.#onEnd;
    this.#onEnd = null;
    onEnd?.(reason);
  }
}

/** The outcome of `work`, or the signal's reason as soon as it fires, even if `work` does not listen to it. */
export async function within<Result>(signal: AbortSignal, work: Result | Promise<Result>): Promise<Result> {
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    // The reason is ours, from a deadline: always an Error.
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
