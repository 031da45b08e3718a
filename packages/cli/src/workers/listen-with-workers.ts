import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configOfWorker, type ServerConfig } from "@market-sentiment/server";
import type { SampleLoading } from "@market-sentiment/sample";
import type { RunningServer } from "../backends.js";
import { freePorts } from "./free-address.js";
import { WorkerPlaces } from "./worker-places.js";

/**
 * Has several processes answer on the address of the settings, each with a reader of its own. This one answers nothing: it deals
 * out connections, replaces workers that end, and stops all of them.
 *
 * @throws ReportedFailure why a worker cannot start; the system's error when the address cannot be listened on.
 */
export async function listenWithWorkers(
  settings: ServerConfig,
  sample: SampleLoading | null,
  demoKey: string | null,
  debug: boolean,
): Promise<RunningServer> {
  const config = { ...settings, ...(await listenedOn(settings)) };
  const loading = () => [...(sample?.waiting ?? [])];
  const places = new WorkerPlaces({
    script: builtWorker(),
    count: config.workers,
    jobOf: (place, isReplacement) => ({
      config: configOfWorker(config, place, config.workers),
      demoKey,
      debug,
      loading: loading(),
      isReplacement,
    }),
    drainMs: config.drainMs,
    onWarning: (sentence) => void process.stderr.write(`warning: ${sentence}\n`),
  });
  const address = await places.start();
  return { address, stop: () => places.stop(), sampleAdvanced: () => places.tellLoading(loading()) };
}

/** The settings' ports as all workers are to use them. */
async function listenedOn({ host, port, metrics }: ServerConfig): Promise<Pick<ServerConfig, "port" | "metrics">> {
  const wanted = metrics.port === null ? [] : [{ host: metrics.host, port: metrics.port }];
  const [own = port, ofMetrics = null] = await freePorts([{ host, port }, ...wanted]);
  return { port: own, metrics: { ...metrics, port: ofMetrics } };
}

/** The worker's program: beside this module when built, else in the package's `dist`. */
function builtWorker(): string {
  const beside = fileURLToPath(new URL("./serve-worker.js", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../dist/serve-worker.js", import.meta.url));
}
