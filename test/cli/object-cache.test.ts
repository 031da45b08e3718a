import type { ObjectCacheOptions } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { resolveDataDirectory } from "../../packages/cli/src/data-directory.js";
import { fakeEffects, sentiment } from "./support.js";

/** What is opened for an address, in an environment. */
async function opened(address: string, env: Readonly<Record<string, string>> = {}, platform = "linux") {
  const asked: ObjectCacheOptions[] = [];
  const openObjectCache = (options: ObjectCacheOptions) => {
    asked.push(options);
    return Promise.resolve(options.directory);
  };
  const { effects } = fakeEffects({ env, platform, backends: { openObjectCache } });
  const directory = await resolveDataDirectory(address, effects);
  expect(directory).toBe(asked[0]?.directory);
  return asked[0];
}

describe("data in object storage", () => {
  it("have a folder of their own for each address and service in the user's cache folder", async () => {
    const folders = await Promise.all([
      opened("s3://bucket/a"),
      opened("s3://bucket/b"),
      opened("s3://bucket/a", { SENTIMENT_S3_ENDPOINT: "http://127.0.0.1:9000" }),
    ]);
    expect(new Set(folders.map((options) => options?.directory)).size).toBe(3);
    for (const options of folders)
      expect(options?.directory).toMatch(/^\/home\/ada\/\.cache\/market-sentiment\/[0-9a-f]{16}$/);
    expect((await opened("s3://bucket/a/"))?.directory).toBe(folders[0]?.directory);
    expect((await opened("s3://bucket/a", { XDG_CACHE_HOME: "/fast" }))?.directory).toMatch(
      /^\/fast\/market-sentiment\//,
    );
    expect((await opened("s3://b/a", {}, "darwin"))?.directory).toContain("/home/ada/Library/Caches/");
    expect((await opened("s3://b/a", { LOCALAPPDATA: "/users/ada/Local" }, "win32"))?.directory).toContain(
      "/users/ada/Local/",
    );
  });

  it("are reached as the settings say", async () => {
    const env = {
      SENTIMENT_S3_ENDPOINT: "https://objects.example.org",
      SENTIMENT_S3_REGION: "eu-central-1",
      SENTIMENT_S3_CACHE: "copies",
      SENTIMENT_S3_CACHE_MB: "2000",
    };
    expect(await opened("s3://bucket/a", env)).toEqual({
      address: "s3://bucket/a",
      directory: "/desk/copies",
      settings: { endpoint: "https://objects.example.org", region: "eu-central-1" },
      maxBytes: 2_000_000_000,
    });
  });

  it.each([
    [{ SENTIMENT_S3_ENDPOINT: "127.0.0.1:9000" }, /SENTIMENT_S3_ENDPOINT must be an address/],
    [{ SENTIMENT_S3_ENDPOINT: "http://key:secret@127.0.0.1:9000" }, /without keys in it/],
    [{ SENTIMENT_S3_CACHE_MB: "0" }, /SENTIMENT_S3_CACHE_MB must be a whole number from 1 on, not '0'/],
    [{ SENTIMENT_S3_CACHE_MB: "2 GB" }, /SENTIMENT_S3_CACHE_MB must be a whole number/],
  ])("are refused before anything is opened: %o", async (env, message) => {
    const { exitCode, stderr } = await sentiment(["trending", "--data", "s3://bucket/a"], { env });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("secret");
  });
});
