import {
  ConfigError,
  isLoopbackHost,
  readConfig,
  serve,
  type ServerConfig,
  serveInference,
} from "@market-sentiment/server";
import type { Dataset, TextModel } from "@market-sentiment/core";
import { openLocalDataset, remoteTextModel, shippedTextModel } from "@market-sentiment/core/node";
import type { PreparedServer, ServerOptions } from "./backends.js";
import { WrongUse } from "./failure.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Which option stands for a setting of the environment. */
const optionOf = { HOST: "host", PORT: "port", SENTIMENT_TODAY: "today", SENTIMENT_DATA: "dataDirectory" } as const;

/** The service over a data directory; options win over the environment. */
export function prepareServer(options: ServerOptions, env: Environment): PreparedServer {
  const config = checkedConfig(options, env);
  return {
    warnings: options.inferenceOnly === true ? inferenceWarnings(config) : [],
    listen: async (sample, demoKey) => {
      const { dataDirectory, languageModel } = config;
      if (options.inferenceOnly === true) return serveInference(config, modelOfThisProcess(config));
      const dataset = await openLocalDataset({
        dataDirectory,
        textModel: modelFor(config),
        reader: { hotBytes: config.hotBytes, onHotFault: warnOfHotFault },
        ...(languageModel === null ? {} : { explainer: languageModel }),
      });
      const warming = new Set(["text model"]);
      const startup = {
        waitingFor: () => [...warming, ...(sample === null || sample.waiting.size === 0 ? [] : ["sample data"])],
        isLoading: (namespaceId: string) => sample?.waiting.has(namespaceId) === true,
      };
      const running = await serve(config, dataset, { startup, demoKey: demoKey ?? undefined });
      const isWarm = () => warming.clear();
      warmUp(dataset, config).then(isWarm, isWarm);
      return running;
    },
  };
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

/** Anybody who can reach an inference service without a token can keep its processors busy. */
function inferenceWarnings({ host, inference }: ServerConfig): string[] {
  if (inference.token !== null || isLoopbackHost(host)) return [];
  return [`everyone who reaches ${host} can have texts judged: set SENTIMENT_INFERENCE_TOKEN, or --host 127.0.0.1`];
}

/** Texts are judged by the inference service where one is named, else here. */
function modelFor(config: ServerConfig): TextModel {
  const { url, token } = config.inference;
  return url === null ? modelOfThisProcess(config) : remoteTextModel({ url, token: token ?? undefined });
}

function modelOfThisProcess({ inference: { workers } }: ServerConfig): TextModel {
  return shippedTextModel(workers ?? undefined);
}

/** The language model that the environment names for explanations; null where it names none. */
export function languageModelFrom(dataDirectory: string, env: Environment): ServerConfig["languageModel"] {
  const options = { dataDirectory, host: undefined, port: undefined, today: undefined };
  const wanted = Object.entries(env).filter(([name]) => name.startsWith("SENTIMENT_LLM_"));
  return checkedConfig(options, Object.fromEntries(wanted)).languageModel;
}

function checkedConfig(options: ServerOptions, env: Environment): ServerConfig {
  const settings = Object.entries(optionOf).map(([name, option]) => [name, options[option] ?? env[name]] as const);
  try {
    return readConfig({ ...env, ...Object.fromEntries(settings) });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [first = "faulty settings", ...rest] = error.faults.map(
      ({ name, message }) => `${placeOf(name, options)}: ${message}`,
    );
    throw new WrongUse(first, rest);
  }
}

/** Name of a setting for the user: its option if given, else its environment variable. */
function placeOf(name: string, options: ServerOptions): string {
  const option = name in optionOf ? optionOf[name as keyof typeof optionOf] : null;
  return option === null || option === "dataDirectory" || options[option] === undefined ? name : `--${option}`;
}
