import { PollFailure } from "../../collect/poll-failure.js";

/** A signal for one request, and how to release it. */
export interface RequestDeadline {
  readonly signal: AbortSignal;
  /** To be called when the request is over. */
  readonly clear: () => void;
}

/**
 * A signal that fires when the request's time is over or the caller stops. `AbortSignal.any` would leak: a signal
 * that lives as long as the collector keeps a reference to every signal made from it.
 */
export function requestDeadline(totalMs: number, stop: AbortSignal | undefined): RequestDeadline {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new PollFailure("timeout", "The source did not answer in time.")),
    totalMs,
  );
  const stopped = () => controller.abort(stop?.reason);
  if (stop?.aborted === true) stopped();
  stop?.addEventListener("abort", stopped, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      stop?.removeEventListener("abort", stopped);
    },
  };
}
