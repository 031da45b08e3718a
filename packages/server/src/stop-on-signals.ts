import type { RunningServer } from "./serve.js";

/** Where signals come from: `process`. */
export interface SignalSource {
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  removeListener(signal: NodeJS.Signals, listener: () => void): unknown;
}

const stopSignals = ["SIGTERM", "SIGINT"] as const;

/**
 * Stops the server in order on SIGTERM or SIGINT. Resolves with the signal once everything is closed. A second signal
 * finds no listener and so ends the process at once.
 */
export function stopOnSignals(server: Pick<RunningServer, "stop">, source: SignalSource): Promise<NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    const listeners = stopSignals.map((signal) => [signal, () => onSignal(signal)] as const);
    const onSignal = (signal: NodeJS.Signals) => {
      for (const [name, listener] of listeners) source.removeListener(name, listener);
      server.stop().then(() => resolve(signal), reject);
    };
    for (const [name, listener] of listeners) source.once(name, listener);
  });
}
