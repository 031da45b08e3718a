import { ConfigError, readConfig } from "@market-sentiment/server";
import { describeSettings } from "@market-sentiment/server/settings";
import { describe, expect, it } from "vitest";

describe("the settings", () => {
  it("have defaults for everything but the data folder", () => {
    expect(readConfig({ SENTIMENT_DATA: "/data", PORT: "", HOST: undefined, OTHER: "ignored" }, 8_005_000_000)).toEqual(
      {
        host: "127.0.0.1",
        port: 8_080,
        dataDirectory: "/data",
        accountsFile: null,
        today: null,
        logLevel: null,
        upgradeAddress: "/docs",
        drainMs: 25_000,
        languageModel: null,
        redisUrl: null,
        cacheBytes: 64_000_000,
        hotBytes: 800_000_000,
        trino: null,
        workers: 1,
        concurrent: 8,
        queued: 128,
        connections: 2_000,
        statementMs: 60_000,
        failedKeysPerMinute: 60,
        trustedProxies: [],
        corsOrigins: [],
        metrics: { port: null, host: "127.0.0.1", token: null },
        inference: { url: null, token: null, workers: null },
      },
    );
  });

  it("are all read, and are exactly those that the command's help lists", () => {
    const environment = {
      SENTIMENT_DATA: "/data",
      HOST: "0.0.0.0",
      PORT: "0",
      SENTIMENT_ACCOUNTS: "/keys/accounts.db",
      SENTIMENT_TODAY: "2026-01-31",
      SENTIMENT_LOG: "warn",
      SENTIMENT_UPGRADE_URL: "https://example.org/plans",
      SENTIMENT_DRAIN_SECONDS: "0",
      SENTIMENT_LLM_URL: "http://127.0.0.1:11434/v1",
      SENTIMENT_LLM_MODEL: "llama3.1:8b",
      SENTIMENT_LLM_API_KEY: "key",
      SENTIMENT_LLM_WHEN_DOWN: "unavailable",
      REDIS_URL: "redis://127.0.0.1:6380/1",
      SENTIMENT_CACHE_MB: "0",
      SENTIMENT_HOT_MB: "512",
      SENTIMENT_WORKERS: "3",
      SENTIMENT_CONCURRENT: "2",
      SENTIMENT_QUEUED: "3",
      SENTIMENT_STATEMENT_SECONDS: "4",
      SENTIMENT_FAILED_KEYS: "5",
      SENTIMENT_TRUST_PROXY: "10.0.0.1, 10.1.0.0/16,::1",
      SENTIMENT_CORS_ORIGINS: "https://example.org,http://localhost:3000",
      SENTIMENT_METRICS_PORT: "9100",
      SENTIMENT_METRICS_HOST: "0.0.0.0",
      SENTIMENT_METRICS_TOKEN: "a-token-of-some-length",
      SENTIMENT_INFERENCE_URL: "http://127.0.0.1:8090",
      SENTIMENT_INFERENCE_TOKEN: "another-token-of-some-length",
      SENTIMENT_MODEL_WORKERS: "4",
      SENTIMENT_CONNECTIONS: "500",
      SENTIMENT_ENGINE: "trino",
      SENTIMENT_TRINO_URL: "https://reader:secret@trino.example.org",
      SENTIMENT_TRINO_CATALOG: "market",
      SENTIMENT_TRINO_SCHEMA: "prod",
    };
    expect(Object.keys(environment).sort()).toEqual(
      describeSettings()
        .map(({ name }) => name)
        .sort(),
    );
    expect(readConfig(environment)).toEqual({
      host: "0.0.0.0",
      port: 0,
      dataDirectory: "/data",
      accountsFile: "/keys/accounts.db",
      today: "2026-01-31",
      logLevel: "warn",
      upgradeAddress: "https://example.org/plans",
      drainMs: 0,
      languageModel: { url: "http://127.0.0.1:11434/v1", model: "llama3.1:8b", apiKey: "key", whenDown: "unavailable" },
      redisUrl: "redis://127.0.0.1:6380/1",
      cacheBytes: 0,
      hotBytes: 512_000_000,
      trino: { url: "https://reader:secret@trino.example.org", catalog: "market", schema: "prod" },
      workers: 3,
      concurrent: 2,
      queued: 3,
      connections: 500,
      statementMs: 4_000,
      failedKeysPerMinute: 5,
      trustedProxies: ["10.0.0.1", "10.1.0.0/16", "::1"],
      corsOrigins: ["https://example.org", "http://localhost:3000"],
      metrics: { port: 9_100, host: "0.0.0.0", token: "a-token-of-some-length" },
      inference: { url: "http://127.0.0.1:8090", token: "another-token-of-some-length", workers: 4 },
    });
  });

  it("of a language model must be complete; the error names what is missing, never the key", () => {
    const given = { SENTIMENT_DATA: "/data", SENTIMENT_LLM_API_KEY: "secret-key" };
    expect(() => readConfig({ ...given, SENTIMENT_LLM_MODEL: "m" })).toThrow(/SENTIMENT_LLM_URL: must be set too/);
    expect(() => readConfig({ ...given, SENTIMENT_LLM_URL: "http://a/v1" })).toThrow(
      /SENTIMENT_LLM_MODEL: must be set too/,
    );
    const faulty = () => readConfig({ ...given, SENTIMENT_LLM_URL: "ftp://a", SENTIMENT_LLM_WHEN_DOWN: "cry" });
    expect(faulty).toThrow(
      /SENTIMENT_LLM_URL: must be an http or https address\n.*must be one of built-in, unavailable/,
    );
    expect(faulty).not.toThrow(/secret-key/);
    expect(readConfig(given).languageModel).toBeNull();
  });

  it("of Trino: the engine needs an address, and each fault is named", () => {
    const given = { SENTIMENT_DATA: "/data", SENTIMENT_ENGINE: "trino" };
    expect(() => readConfig(given)).toThrow(/SENTIMENT_TRINO_URL: must be set: SENTIMENT_ENGINE is trino/);
    const url = "http://127.0.0.1:8080";
    expect(readConfig({ ...given, SENTIMENT_TRINO_URL: url }).trino).toEqual({
      url,
      catalog: "sentiment",
      schema: null,
    });
    expect(readConfig({ SENTIMENT_DATA: "/data", SENTIMENT_TRINO_URL: url }).trino).toBeNull();
    const faulty = () =>
      readConfig({
        ...given,
        SENTIMENT_ENGINE: "spark",
        SENTIMENT_TRINO_URL: "http://reader:secret@host",
        SENTIMENT_TRINO_CATALOG: "a-b",
        SENTIMENT_TRINO_SCHEMA: "A",
      });
    expect(faulty).toThrow(
      /SENTIMENT_ENGINE: must be duckdb or trino\n.*SENTIMENT_TRINO_URL: must be an https address where it holds a password\n.*SENTIMENT_TRINO_CATALOG: must be a name.*\n.*SENTIMENT_TRINO_SCHEMA: must be a name/,
    );
    expect(faulty).not.toThrow(/secret/);
  });

  it("name all their faults at once", () => {
    const environment = {
      PORT: "70000",
      SENTIMENT_TODAY: "2026-02-30",
      SENTIMENT_LOG: "loud",
      SENTIMENT_DRAIN_SECONDS: "1.5",
      REDIS_URL: "http://127.0.0.1",
      SENTIMENT_TRUST_PROXY: "proxy.example.org",
      SENTIMENT_CORS_ORIGINS: "https://example.org/path",
      SENTIMENT_METRICS_TOKEN: "short",
    };
    const read = () => readConfig(environment);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      [
        "Faulty settings:",
        "  PORT: must be a whole number from 0 to 65535",
        "  SENTIMENT_DATA: must name the folder of the data",
        "  SENTIMENT_TODAY: must be a day such as 2026-01-31",
        "  SENTIMENT_LOG: must be one of silent, fatal, error, warn, info, debug, trace",
        "  SENTIMENT_DRAIN_SECONDS: must be a whole number from 0 to 600",
        "  REDIS_URL: must be an address such as redis://127.0.0.1:6379",
        "  SENTIMENT_TRUST_PROXY: must list addresses, such as 10.0.0.1,10.1.0.0/16",
        "  SENTIMENT_CORS_ORIGINS: must list origins, such as https://example.org, or be *",
        "  SENTIMENT_METRICS_TOKEN: must have at least 16 characters",
      ].join("\n"),
    );
  });
});
