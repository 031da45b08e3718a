import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSentiment } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { newsRecords } from "../support/news-records.js";
import { TestObjectStorage } from "../support/object-storage.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { wordModel } from "../support/word-model.js";

const command = fileURLToPath(new URL("../../packages/cli/bin/sentiment.js", import.meta.url));

let storage: TestObjectStorage;
let root: string;
beforeAll(async () => {
  storage = await TestObjectStorage.start();
  root = await temporaryDirectory();
  await writeFile(
    join(root, "news.jsonl"),
    newsRecords(30, "2026-03-28", 3)
      .map((record) => JSON.stringify(record))
      .join("\n"),
  );
});

/** The installed command as on a machine of its own. */
async function sentiment(machine: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  await mkdir(join(root, machine), { recursive: true });
  const env = {
    PATH: process.env.PATH,
    HOME: join(root, machine),
    TZ: process.env.TZ,
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
    SENTIMENT_S3_ENDPOINT: storage.endpoint,
    ...more,
  };
  const child = spawn(process.execPath, [command, ...args], { cwd: root, env });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { exitCode, stdout, stderr };
}

describe("the command over object storage", () => {
  it("stores on one machine and answers on another what it answers over a folder, and the library, too", async () => {
    const data = storage.address("live");
    const stored = await sentiment("one", ["ingest", "--ns", "news", "--data", data, "news.jsonl"]);
    expect([stored.exitCode, stored.stderr]).toEqual([0, ""]);
    const query = ["trending", "--ns", "news", "--today", "2026-03-30", "--json"];
    const there = await sentiment("two", query, { SENTIMENT_DATA: data });
    expect([there.exitCode, there.stderr]).toEqual([0, ""]);
    expect((await sentiment("one", ["ingest", "--ns", "news", "--data", "folder", "news.jsonl"])).exitCode).toBe(0);
    expect(there.stdout).toBe((await sentiment("one", [...query, "--data", "folder"])).stdout);

    const cache = { directory: join(root, "library"), settings: { endpoint: storage.endpoint } };
    const market = await openSentiment({ data, cache, today: "2026-03-30", textModel: wordModel() });
    const rows = await market.news.trending({});
    await market.close();
    expect(rows).toEqual(JSON.parse(there.stdout));
    await expect(openSentiment({ data })).rejects.toThrow(/need a folder for copies/);
  }, 120_000);

  it.each<[string, readonly string[], number, RegExp]>([
    ["an address without a bucket", ["trending", "--data", "s3://"], 2, /names no bucket/],
    ["a bucket that is not there", ["trending", "--data", "s3://nobody/x"], 1, /there is no such bucket/],
    [
      "keys of accounts in a cache",
      ["keys", "list", "--data", "s3://market/x"],
      2,
      /SENTIMENT_ACCOUNTS must name a file/,
    ],
    [
      "a server with accounts in a cache",
      ["serve", "--port", "0", "--data", "s3://market/x"],
      2,
      /SENTIMENT_ACCOUNTS must name/,
    ],
  ])(
    "says what is wrong: %s",
    async (_, args, exitCode, message) => {
      const outcome = await sentiment("three", args);
      expect(outcome.stderr).toMatch(message);
      expect(outcome.exitCode).toBe(exitCode);
      expect(outcome.stderr).not.toContain("S3RVER");
    },
    60_000,
  );
});
