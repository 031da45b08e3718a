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
  /** Lets running requests finish, then closes the model. Calling it again gives the same promise. */
  stop(): Promise<void>;
}

/**
 * Starts the inference service, with the same settings as a whole service. Takes over the model: `stop` closes it, and
 * so does a failed start before it throws.
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
    // Check that the model works before announcing the address.
    await textModel.judge([{ text: "Shares rise" }]);
    const address = await app.listen({ host, port });
    let stopping: Promise<void> | null = null;
    return { address, stop: () => (stopping ??= stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
}
