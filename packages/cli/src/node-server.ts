import { ConfigError, isLoopbackHost, readConfig, type ServerConfig, serveInference } from "@market-sentiment/server";
import type { TextModel } from "@market-sentiment/core";
import { patientTextModel, remoteTextModel } from "@market-sentiment/core/node";
import type { PreparedServer, ServerOptions } from "./backends.js";
import { WrongUse } from "./failure.js";
import { modelOfThisProcess, openServer } from "./open-server.js";
import { listenWithWorkers } from "./workers/listen-with-workers.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Which option stands for a setting of the environment. */
const optionOf = {
  HOST: "host",
  PORT: "port",
  SENTIMENT_TODAY: "today",
  SENTIMENT_DATA: "dataDirectory",
  SENTIMENT_WORKERS: "workers",
} as const;

/** The service over a data directory; options win over the environment. */
export function prepareServer(options: ServerOptions, env: Environment): PreparedServer {
  const config = checkedConfig(options, env);
  return {
    warnings: options.inferenceOnly === true ? inferenceWarnings(config) : [],
    listen: async (sample, demoKey) => {
      if (options.inferenceOnly === true) return serveInference(config, modelOfThisProcess(config));
      if (config.workers > 1) return listenWithWorkers(config, sample, demoKey, env.SENTIMENT_DEBUG === "1");
      return openServer(config, { demoKey, loading: () => [...(sample?.waiting ?? [])] });
    },
  };
}

/** Anybody who can reach an inference service without a token can keep its processors busy. */
function inferenceWarnings({ host, inference }: ServerConfig): string[] {
  if (inference.token !== null || isLoopbackHost(host)) return [];
  return [`everyone who reaches ${host} can have texts judged: set SENTIMENT_INFERENCE_TOKEN, or --host 127.0.0.1`];
}

/**
 * The inference service that the environment names, for runs that judge many texts: it is waited for while it is away, and a
 * warning says so.
 */
export function textModelForRuns(env: Environment): TextModel {
  const { url, token } = configWith(env, /^SENTIMENT_INFERENCE_/).inference;
  if (url === null) throw new Error("The environment names no inference service.");
  return patientTextModel(remoteTextModel({ url, token: token ?? undefined }), {
    onWait: ({ message }) => process.emitWarning(`${message} The run waits for it.`),
  });
}

/** The language model that the environment names for explanations; null where it names none. */
export function languageModelFrom(dataDirectory: string, env: Environment): ServerConfig["languageModel"] {
  return configWith(env, /^SENTIMENT_LLM_/, dataDirectory).languageModel;
}

/** The settings with such names, checked; the others have their defaults. */
function configWith(env: Environment, names: RegExp, dataDirectory = "."): ServerConfig {
  const options = { dataDirectory, host: undefined, port: undefined, today: undefined, workers: undefined };
  const wanted = Object.entries(env).filter(([name]) => names.test(name));
  return checkedConfig(options, Object.fromEntries(wanted));
}

/** The Trino that the environment names for reads; null where DuckDB reads. */
export function trinoFrom(dataDirectory: string, env: Environment): ServerConfig["trino"] {
  return configWith(env, /^SENTIMENT_(?:ENGINE|TRINO_)/, dataDirectory).trino;
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
