import type { Backends } from "./backends.js";
import { historyDaysOf } from "./history-days.js";
import { startCollector } from "./node-collector.js";

/** The real parts of the system. The engine, the model and the server are imported by the first command that needs them. */
export function nodeBackends(env: Readonly<Record<string, string | undefined>>): Backends {
  /** The history setting, for every command that writes. */
  const kept = () => ({ historyDays: historyDaysOf(env) });
  return {
    openDataset: async ({ explains = false, ...options }) => {
      const { openLocalDataset } = await import("@market-sentiment/core/node");
      if (!explains) return openLocalDataset({ ...options, explainer: "none" });
      const languageModel = (await import("./node-server.js")).languageModelFrom(options.dataDirectory, env);
      return openLocalDataset({ ...options, ...(languageModel === null ? {} : { explainer: languageModel }) });
    },
    ingest: async (options) => (await import("@market-sentiment/core/node")).ingestFiles({ ...options, ...kept() }),
    annotate: async (options, write) => (await import("@market-sentiment/core/node")).annotateFiles(options, write),
    publish: async (options) =>
      (await import("@market-sentiment/core/node")).publishAnnotated({ ...options, ...kept() }),
    collect: async (options) => {
      const { loadCollecting } = await import("@market-sentiment/core/node");
      return (await loadCollecting()).collect({ ...options, ...kept() });
    },
    startCollector,
    pollSource: async (options, source, backfill) => {
      const { loadCollecting } = await import("@market-sentiment/core/node");
      return (await loadCollecting()).pollOnce({ ...options, ...kept() }, source, backfill);
    },
    rebuild: async (options) => (await import("@market-sentiment/core/node")).rebuildDerived({ ...options, ...kept() }),
    importReference: async (options) => (await import("@market-sentiment/core/node")).importReferenceFile(options),
    repair: async (dataDirectory) => (await import("@market-sentiment/core/node")).repairDirectory(dataDirectory),
    storedTables: async (dataDirectory) => (await import("@market-sentiment/core/node")).storedTables(dataDirectory),
    switchOpenTables: async (dataDirectory, settings) =>
      (await import("@market-sentiment/core/node")).switchOpenTables(dataDirectory, settings),
    startSample: async (options) => (await import("@market-sentiment/sample")).startSample(options),
    folderContent: async (dataDirectory) => (await import("@market-sentiment/core/node")).folderContent(dataDirectory),
    openAccounts: async (dataDirectory, now) =>
      (await import("./node-accounts.js")).openAccounts(dataDirectory, env.SENTIMENT_ACCOUNTS ?? null, now),
    prepareServer: async (options) => (await import("./node-server.js")).prepareServer(options, env),
  };
}
