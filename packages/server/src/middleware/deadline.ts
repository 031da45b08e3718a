import { MarketDataError } from "@market-sentiment/core";
import type { ServerResponse } from "node:http";
import { ClientGone } from "../problems/problem.js";

/** How long a request may take. */
export const DEADLINE_MS = 90_000;

/**
 * The end of a request that does not end by itself: its deadline passes (`deadline_exceeded`), or the caller goes away
 * before the answer ({@link ClientGone}). Everything that works for the request listens to its signal and stops then.
 */
export class Deadline {
  readonly #timer: NodeJS.Timeout;
  /** Made when it is first asked for: most requests are answered before anybody needs one. */
  #controller: AbortController | null = null;
  #reason: Error | null = null;
  #onEnd: ((reason: Error) => void) | null = null;

  constructor(response: ServerResponse, deadlineMs: number) {
    this.#timer = setTimeout(() => {
      this.#end(new MarketDataError("deadline_exceeded", "The request exceeded its deadline."));
    }, deadlineMs);
    this.#timer.unref();
    // Emitted once, so there is no need to remove the listener.
    response.on("close", () => {
      clearTimeout(this.#timer);
      if (!response.writableEnded) this.#end(new ClientGone("The caller went away."));
    });
  }

  /** Gives the request its whole time once more: of an answer that is sent in pieces, each piece has it. */
  renew(): void {
    if (this.#reason === null) this.#timer.refresh();
  }

  /** Fires with the reason of the end. */
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
   * Calls `resolve` with the outcome of `work`, or `reject` with its error or with the reason of the end: whichever comes
   * first, and only that. One step at a time.
   */
  follow<Result>(work: Promise<Result>, resolve: (result: Result) => void, reject: (reason: Error) => void): void {
    if (this.#reason !== null) {
      work.catch(() => undefined);
      reject(this.#reason);
      return;
    }
    this.#onEnd = reject;
    // Drop the callbacks as soon as the step is over. Kept, they would keep alive everything that the request has made, and
    // collecting that later costs more than anything else here.
    work.then(
      (result) => {
        if (this.#isStillAwaited()) resolve(result);
      },
      (reason: unknown) => {
        if (this.#isStillAwaited()) reject(reason as Error);
      },
    );
  }

  /** Whether the step was still running. After this call it counts as over. */
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
