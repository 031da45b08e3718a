import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ingestNews } from "../support/news-dataset.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a command printed, and the packages that it loaded. */
function loadedBy(args: readonly string[], directory: string) {
  const report = join(directory, "loaded.json");
  const preload = join(root, "test/support/loaded-packages.mjs");
  const stdout = execFileSync(
    process.execPath,
    ["--import", preload, join(root, "packages/cli/dist/main.js"), ...args],
    { encoding: "utf8", env: { ...process.env, LOADED_PACKAGES: report } },
  );
  return { stdout, packages: JSON.parse(readFileSync(report, "utf8")) as string[] };
}

it("a query loads the engine and its own command, and nothing that only ingest or the service needs", async () => {
  const directory = await temporaryDirectory();
  const data = join(directory, "data");
  const record = { id: "1", title: "Tesla gains", source: "wire.example", published_at: "2026-03-05T09:00:00Z" };
  await ingestNews(data, [record], { now: "2026-03-05T12:00:00Z" });
  const asked = ["trending", "--ns", "news", "--today", "2026-03-05", "--data", data];
  const { stdout, packages } = loadedBy(asked, directory);
  expect(stdout).toContain("TSLA");
  // The engine loads this to detect the C library.
  expect(packages.filter((name) => !name.startsWith("@duckdb/") && name !== "detect-libc")).toEqual([
    "commander",
    "papaparse",
    "picocolors",
  ]);
  expect(packages).toContain("@duckdb/node-api");
});

it("--version loads no package at all", async () => {
  const { stdout, packages } = loadedBy(["--version"], await temporaryDirectory());
  expect([stdout, packages]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), []]);
});
