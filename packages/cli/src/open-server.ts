import { serve, type ServeOptions, type RunningServer, type ServerConfig } from "@market-sentiment/server";
import type { Dataset, TextModel } from "@market-sentiment/core";
import { openLocalDataset, remoteTextModel, shippedTextModel } from "@market-sentiment/core/node";
import { warnOfStoreFault } from "./store-fault.js";

/** What a server is told besides its settings. */
export interface OpenServerOptions extends Pick<ServeOptions, "figuresOfAll"> {
  /** Key with which the page logs in by itself; null where there is none. */
  readonly demoKey: string | null;
  /** Ids of namespaces whose sample data is being loaded. */
  readonly loading: () => readonly string[];
  /** Whether it takes no request before the model is ready; others answer meanwhile. */
  readonly warmsFirst?: boolean;
}

/**
 * Opens the data and answers requests on the address of the settings.
 *
 * @throws What `openLocalDataset` and `serve` throw.
 */
export async function openServer(config: ServerConfig, options: OpenServerOptions): Promise<RunningServer> {
  const { dataDirectory, languageModel } = config;
  const { demoKey, loading, warmsFirst = false, figuresOfAll } = options;
  const dataset = await openLocalDataset({
    dataDirectory,
    textModel: modelFor(config),
    reader: { hotBytes: config.hotBytes, onHotFault: warnOfHotFault, onStoreFault: warnOfStoreFault },
    ...(config.trino === null ? {} : { trino: { ...config.trino, onAway: warnOfTrino } }),
    ...(languageModel === null ? {} : { explainer: languageModel }),
  });
  const warming = new Set(["text model"]);
  const startup = {
    waitingFor: () => [...warming, ...(loading().length === 0 ? [] : ["sample data"])],
    isLoading: (namespaceId: string) => loading().includes(namespaceId),
  };
  const isWarm = () => warming.clear();
  const warm = () => warmUp(dataset, config).then(isWarm, isWarm);
  if (warmsFirst) await warm();
  const running = await serve(config, dataset, {
    ...{ startup, demoKey: demoKey ?? undefined },
    ...(figuresOfAll === undefined ? {} : { figuresOfAll }),
  });
  if (!warmsFirst) void warm();
  return running;
}

/**
 * Judges a text, so that the first caller does not wait for the model and the linker. Where that fails, `analyze` says why;
 * everything else can be served. A model on another machine is not waited for.
 */
async function warmUp({ textModel, linker }: Dataset, { inference }: ServerConfig): Promise<void> {
  linker?.link("Shares rise");
  if (inference.url === null) await textModel?.judge([{ text: "Shares rise" }]);
}

/** The file is read from disk instead, so answers stay right and only take longer. */
function warnOfHotFault(error: Error): void {
  process.emitWarning(`a file could not be copied into memory: ${error.message}`);
}

/** Requests are answered 503 until it is back, then by themselves. */
function warnOfTrino(error: Error): void {
  process.emitWarning(
    `Trino does not answer yet: ${error.cause instanceof Error ? error.cause.message : error.message}`,
  );
}

/** Texts are judged by the inference service where one is named, else here. */
function modelFor(config: ServerConfig): TextModel {
  const { url, token } = config.inference;
  return url === null ? modelOfThisProcess(config) : remoteTextModel({ url, token: token ?? undefined });
}

/** The shipped model, with as many threads as the settings say. */
export function modelOfThisProcess({ inference: { workers } }: ServerConfig): TextModel {
  return shippedTextModel(workers ?? undefined);
}
