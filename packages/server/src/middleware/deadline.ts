import { MarketDataError } from "@market-sentiment/core";
import type { ServerResponse } from "node:http";
import { ClientGone } from "../problems/problem.js";

/** How long a request may take. */
export const DEADLINE_MS = 90_000;

/**
 * A signal that fires when the deadline passes (reason `deadline_exceeded`) or the caller goes away before the answer
 * ({@link ClientGone}). Whoever works for the request stops on it, so nothing runs on for nobody.
 */
export function startDeadline(response: ServerResponse, deadlineMs: number): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new MarketDataError("deadline_exceeded", "The request exceeded its deadline."));
  }, deadlineMs);
  timer.unref();
  response.once("finish", () => clearTimeout(timer));
  response.once("close", () => {
    clearTimeout(timer);
    if (!response.writableEnded) controller.abort(new ClientGone("The caller went away."));
  });
  return controller.signal;
}

/** The outcome of `work`, or the signal's reason as soon as it fires, even if `work` does not heed the signal. */
export async function within<Result>(signal: AbortSignal, work: Result | Promise<Result>): Promise<Result> {
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    // The reason is ours, from startDeadline: always an Error.
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
