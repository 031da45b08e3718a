import type { TextModel } from "@market-sentiment/core";
import type { Backends } from "./backends.js";
import { WrongUse } from "./failure.js";
import { historyDaysOf } from "./history-days.js";
import { startCollector } from "./node-collector.js";
import { warnOfStoreFault } from "./store-fault.js";

/** The real parts of the system. The engine, the model and the server are imported by the first command that needs them. */
export function nodeBackends(env: Readonly<Record<string, string | undefined>>): Backends {
  /** The history setting, for every command that writes. */
  const kept = () => ({ historyDays: historyDaysOf(env) });
  /** Runs work that judges texts: by the inference service where the environment names one. */
  const judging = async <Result>(work: (model: { readonly textModel?: TextModel }) => Promise<Result>) => {
    if ((env.SENTIMENT_INFERENCE_URL ?? "") === "") return work({});
    const textModel = (await import("./node-server.js")).textModelForRuns(env);
    try {
      return await work({ textModel });
    } finally {
      await textModel.close();
    }
  };
  /** Accounts are no part of the data: a cache may be deleted at any time. */
  const refuseAccountsInCache = async (dataDirectory: string) => {
    const { isObjectCache } = await import("@market-sentiment/core/node");
    if ((env.SENTIMENT_ACCOUNTS ?? "") === "" && (await isObjectCache(dataDirectory)))
      throw new WrongUse("with data in object storage, SENTIMENT_ACCOUNTS must name a file for accounts and keys");
  };
  /** What reads the tables, where the environment names another engine than the usual one. */
  const readingBy = async (dataDirectory: string) => {
    if ((env.SENTIMENT_ENGINE ?? "") === "") return {};
    const trino = (await import("./node-server.js")).trinoFrom(dataDirectory, env);
    return trino === null ? {} : { trino };
  };
  return {
    openObjectCache: async (options) => {
      const { openObjectCache } = await import("@market-sentiment/core/node");
      await openObjectCache({ ...options, onFault: warnOfStoreFault });
      return options.directory;
    },
    openDataset: async ({ explains = false, ...options }) => {
      const { openLocalDataset } = await import("@market-sentiment/core/node");
      const reading = await readingBy(options.dataDirectory);
      if (!explains) return openLocalDataset({ ...options, ...reading, explainer: "none" });
      const languageModel = (await import("./node-server.js")).languageModelFrom(options.dataDirectory, env);
      return openLocalDataset({
        ...options,
        ...reading,
        ...(languageModel === null ? {} : { explainer: languageModel }),
      });
    },
    ingest: async (options) => {
      const { ingestFiles } = await import("@market-sentiment/core/node");
      return judging((model) => ingestFiles({ ...model, ...options, ...kept() }));
    },
    annotate: async (options, write) => {
      const { annotateFiles } = await import("@market-sentiment/core/node");
      return judging((model) => annotateFiles({ ...model, ...options }, write));
    },
    publish: async (options) => {
      const { publishAnnotated } = await import("@market-sentiment/core/node");
      return judging((model) => publishAnnotated({ ...model, ...options, ...kept() }));
    },
    waitingParts: async (of, parts) => (await import("@market-sentiment/core/node")).waitingParts(of, parts),
    rollUpDays: async (of, parts, write) => (await import("@market-sentiment/core/node")).rollUpDays(of, parts, write),
    publishRolled: async (options) =>
      (await import("@market-sentiment/core/node")).publishRolled({ ...options, ...kept() }),
    collect: async (options) => {
      const { loadCollecting } = await import("@market-sentiment/core/node");
      const { collect } = await loadCollecting();
      return judging((model) => collect({ ...model, ...options, ...kept() }));
    },
    startCollector,
    pollSource: async (options, source, backfill) => {
      const { loadCollecting } = await import("@market-sentiment/core/node");
      const { pollOnce } = await loadCollecting();
      return judging((model) => pollOnce({ ...model, ...options, ...kept() }, source, backfill));
    },
    rebuild: async (options) => (await import("@market-sentiment/core/node")).rebuildDerived({ ...options, ...kept() }),
    importReference: async (options) => (await import("@market-sentiment/core/node")).importReferenceFile(options),
    repair: async (dataDirectory) => (await import("@market-sentiment/core/node")).repairDirectory(dataDirectory),
    storedTables: async (dataDirectory) => (await import("@market-sentiment/core/node")).storedTables(dataDirectory),
    switchOpenTables: async (dataDirectory, settings) =>
      (await import("@market-sentiment/core/node")).switchOpenTables(dataDirectory, settings),
    startSample: async (options) => (await import("@market-sentiment/sample")).startSample(options),
    folderContent: async (dataDirectory) => (await import("@market-sentiment/core/node")).folderContent(dataDirectory),
    openAccounts: async (dataDirectory, now) => {
      await refuseAccountsInCache(dataDirectory);
      return (await import("./node-accounts.js")).openAccounts(dataDirectory, env.SENTIMENT_ACCOUNTS ?? null, now);
    },
    prepareServer: async (options) => {
      if (options.inferenceOnly !== true) await refuseAccountsInCache(options.dataDirectory);
      return (await import("./node-server.js")).prepareServer(options, env);
    },
  };
}
