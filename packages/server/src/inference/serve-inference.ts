import type { TextModel } from "@market-sentiment/core";
import type { ServerConfig } from "../config.js";
import { closeWithin } from "../connections/limited-server.js";
import { logOptions } from "../logging.js";
import type { LogOptions } from "../parts.js";
import { createInferenceServer } from "./create-inference-server.js";

/** An inference service that listens. */
export interface RunningInferenceServer {
  /** Such as `http://127.0.0.1:8090`. */
  readonly address: string;
  /** Lets the requests under way finish, then closes the model. Calling it again gives the same promise. */
  stop(): Promise<void>;
}

/**
 * Listens for texts to judge, by the settings that a whole service has too. The model is the service's to close from
 * here on; when it cannot start, it is closed before the error is thrown.
 *
 * @throws The model's error when it cannot judge; the system's when the address cannot be listened on.
 */
export async function serveInference(
  { host, port, queued, connections, drainMs, logLevel, inference }: ServerConfig,
  textModel: TextModel,
  logStream?: LogOptions["stream"],
): Promise<RunningInferenceServer> {
  const app = createInferenceServer({
    textModel,
    queued,
    connectionLimits: { connections },
    token: inference.token,
    log: logOptions(logLevel, logStream),
  });
  const stop = async () => {
    try {
      await closeWithin(app, drainMs);
    } finally {
      await textModel.close();
    }
  };
  try {
    // The model must work before anybody is told the address.
    await textModel.judge([{ text: "Shares rise" }]);
    const address = await app.listen({ host, port });
    let stopping: Promise<void> | null = null;
    return { address, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
}
