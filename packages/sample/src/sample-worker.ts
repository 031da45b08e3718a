import { parentPort, workerData } from "node:worker_threads";
import { MarketDataError } from "@market-sentiment/core";
import { loadSample } from "./load-sample.js";
import type { SampleJob, SampleMessage } from "./sample-messages.js";

const { nowMs, ...job } = workerData as SampleJob;
const send = (message: SampleMessage) => parentPort?.postMessage(message);
const stop = new AbortController();
parentPort?.once("message", () => stop.abort());

try {
  const period = await loadSample({
    ...job,
    now: () => new Date(nowMs),
    onLoaded: (namespaceId) => send({ kind: "loaded", namespaceId }),
    signal: stop.signal,
  });
  send({ kind: "finished", period });
} catch (cause) {
  const message = cause instanceof Error ? cause.message : String(cause);
  const [code, details] = cause instanceof MarketDataError ? [cause.code, cause.details] : [null, {}];
  send({ kind: "failed", code, message, details });
}
// Without its port the thread ends by itself. Terminating it from outside could interrupt the engine's native code.
parentPort?.close();
