import { setTimeout as sleep } from "node:timers/promises";
import { MarketDataError } from "../errors.js";
import type { TextModel } from "../sentiment/text-model.js";

/** How long a call waits, and how many there are. */
export interface PatienceOptions {
  /** Longest time that a call waits in all, in milliseconds, before it gives up. Default ten minutes. */
  readonly patienceMs?: number;
  /** Questions under way at the same time. Default 1,024: sixteen requests, as many as one inference service works on. */
  readonly busyQuestions?: number;
  /** Told why, when the first call begins to wait, and again after it has been answered since. */
  readonly onWait?: (error: MarketDataError) => void;
  /** Waits; replaced in tests. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** Pause where the model does not say when to ask again. */
const PAUSE_SECONDS = 1;

/**
 * A model on another machine, for long runs: a call that finds it down or busy asks again after the time that it names.
 * Closing it closes the model behind it.
 *
 * @returns A model that rejects as the one behind it, but with `model_unavailable` only after
 * {@link PatienceOptions.patienceMs}.
 */
export function patientTextModel(model: TextModel, options: PatienceOptions = {}): TextModel {
  const { patienceMs = 600_000, busyQuestions = 1_024, onWait } = options;
  const wait = options.wait ?? ((ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }));
  let isAway = false;
  const judge: TextModel["judge"] = async (texts, asked = {}) => {
    const { signal } = asked;
    for (let waitedMs = 0; ;) {
      try {
        const judgements = await model.judge(texts, asked);
        isAway = false;
        return judgements;
      } catch (cause) {
        signal?.throwIfAborted();
        if (!(cause instanceof MarketDataError) || cause.code !== "model_unavailable" || waitedMs >= patienceMs)
          throw cause;
        if (!isAway) onWait?.(cause);
        isAway = true;
        const { retry_after_seconds: seconds = PAUSE_SECONDS } = cause.details;
        const ms = Math.min(Math.max(Number(seconds), PAUSE_SECONDS) * 1_000, patienceMs - waitedMs);
        await wait(ms, signal).catch(() => undefined);
        signal?.throwIfAborted();
        waitedMs += ms;
      }
    }
  };
  return { engineVersion: model.engineVersion, busyQuestions, judge, close: () => model.close() };
}
