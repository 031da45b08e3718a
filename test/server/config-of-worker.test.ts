import { configOfWorker, readConfig } from "@market-sentiment/server";
import { describe, expect, it } from "vitest";

const of = (environment: Record<string, string>, workers: number) => {
  const config = readConfig({ SENTIMENT_DATA: "/data", ...environment });
  return { config, all: Array.from({ length: workers }, (_, index) => configOfWorker(config, index, workers)) };
};

describe("the settings of one of several workers", () => {
  it("share out what the whole may use: together they have exactly that", () => {
    for (const workers of [1, 2, 3, 7, 8]) {
      const { config, all } = of({ SENTIMENT_HOT_MB: "1001", SENTIMENT_CONCURRENT: "8" }, workers);
      for (const name of [
        "hotBytes",
        "cacheBytes",
        "concurrent",
        "queued",
        "connections",
        "failedKeysPerMinute",
      ] as const) {
        const shares = all.map((own) => own[name]);
        expect([workers, name, shares.reduce((sum, share) => sum + share, 0)]).toEqual([workers, name, config[name]]);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      }
    }
  });

  it("leave every worker able to work, however many there are", () => {
    const { all } = of({ SENTIMENT_CONCURRENT: "1", SENTIMENT_CONNECTIONS: "1", SENTIMENT_FAILED_KEYS: "1" }, 64);
    for (const { concurrent, connections, failedKeysPerMinute, inference } of all)
      expect([concurrent, connections, failedKeysPerMinute, inference.workers]).toEqual([1, 1, 1, 1]);
  });

  it("share out the threads that judge texts, and keep everything else", () => {
    const { config, all } = of({ SENTIMENT_MODEL_WORKERS: "5", SENTIMENT_METRICS_PORT: "9100" }, 2);
    expect(all.map(({ inference }) => inference.workers)).toEqual([3, 2]);
    const { drainMs, statementMs, metrics, port, dataDirectory } = config;
    for (const own of all) expect(own).toMatchObject({ drainMs, statementMs, metrics, port, dataDirectory });
  });
});
