import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { MarketDataError, namespaces } from "@market-sentiment/core";
import { sampleNamespaceIds } from "./generator/index.js";
import type { SamplePeriod } from "./load-sample.js";
import type { SampleJob, SampleMessage } from "./sample-messages.js";

/** What sample data to load, and where; see `loadSample`. */
export interface StartSampleOptions {
  readonly dataDirectory: string;
  /** The time of the load: the sample goes up to it. */
  readonly now: Date;
  readonly seed?: string;
  readonly days?: number;
  /** Called after each namespace whose data is complete. */
  readonly onLoaded?: () => void;
  /** The worker's script; default: the built one, beside this module or in the package's `dist`. */
  readonly script?: URL;
}

/** A running load of the sample. */
export interface SampleLoading {
  /** Ids of the namespaces whose data is not complete yet; empty in the end. */
  readonly waiting: ReadonlySet<string>;
  /** Resolves when all is loaded. Rejects with the MarketDataError of `loadSample`, or because it was stopped. */
  readonly finished: Promise<SamplePeriod>;
  /** Stops after the current step and waits for the end. Published data stays, and the next load completes it. */
  stop(): Promise<void>;
}

/** Loads the sample in a thread of its own, so that this thread can serve what is loaded so far. */
export function startSample({ now, script, onLoaded, ...job }: StartSampleOptions): SampleLoading {
  const waiting = new Set<string>(
    sampleNamespaceIds.filter((id) => namespaces.some((namespace) => namespace.id === id)),
  );
  const workerData: SampleJob = { ...job, nowMs: now.getTime() };
  const worker = new Worker(script ?? builtWorker(), { workerData });
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const finished = new Promise<SamplePeriod>((resolve, reject) => {
    worker.on("message", (message: SampleMessage) => {
      if (message.kind === "loaded") {
        waiting.delete(message.namespaceId);
        onLoaded?.();
      } else if (message.kind === "finished") resolve(message.period);
      else reject(failureOf(message));
    });
    worker.once("error", reject);
    worker.once("exit", (exitCode) => reject(new Error(`The load of the sample ended with ${exitCode}.`)));
  });
  // Callers learn of a failure by awaiting `finished`. Until somebody does, it must not end the process.
  finished.catch(() => undefined);
  return {
    waiting,
    finished,
    stop: () => {
      worker.postMessage("stop");
      return ended;
    },
  };
}

function failureOf({ code, message, details }: Extract<SampleMessage, { readonly kind: "failed" }>): Error {
  return code === null ? new Error(message) : new MarketDataError(code, message, details);
}

function builtWorker(): URL {
  const beside = new URL("./sample-worker.js", import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL("../dist/sample-worker.js", import.meta.url);
}
