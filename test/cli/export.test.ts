import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Dataset, NewsSourceDirectory, openDataset } from "@market-sentiment/core";
import { openReader } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { nodeEffects } from "../../packages/cli/src/node-effects.js";
import { fewStocks, fewTokens, ingestRecords, namespaceNamed } from "../support/memory-ingest.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { sentiment } from "./support.js";

const NOW = new Date("2026-03-10T12:00:00Z");
let root: string;
let data: string;

beforeAll(async () => {
  root = await temporaryDirectory();
  data = join(root, "data");
  const news = namespaceNamed("news-stocks");
  for (const day of ["2026-02-26", "2026-02-27", "2026-03-02", "2026-03-09"]) {
    const records = [1, 2].map((id) => ({
      id: `${day}-${id}`,
      source: id === 1 ? "Reuters" : "CNBC",
      title: id === 1 ? "$AAPL gains" : "$GME falls",
      published_at: `${day}T09:00:00Z`,
    }));
    await ingestRecords(data, news, records, { now: `${day}T20:00:00Z` });
  }
});

const openedData = async (): Promise<Dataset> =>
  openDataset({
    store: await openReader(data),
    stocks: fewStocks,
    tokens: fewTokens,
    sources: new NewsSourceDirectory([]),
    textModel: null,
  });

const exported = (words: readonly string[], more: object = {}) =>
  sentiment(["export", "--data", data, ...words], {
    realFiles: nodeEffects().files,
    now: () => NOW,
    backends: { openDataset: openedData },
    ...more,
  });

describe("sentiment export", () => {
  it("writes CSV to standard output, and a summary of the export to standard error", async () => {
    const { exitCode, stdout, stderr } = await exported([
      "--from",
      "2026-02-26",
      "--assets",
      "AAPL,GME",
      "--fields",
      "mentions",
    ]);
    expect([exitCode, stdout.split("\n").slice(0, 3)]).toEqual([
      0,
      ["date,ticker,mentions", "2026-02-26,AAPL,1", "2026-02-26,GME,1"],
    ]);
    const sha256 = createHash("sha256").update(stdout).digest("hex");
    expect(stderr).toBe(`standard output: 26 rows, ${stdout.length} bytes, sha256 ${sha256}\n`);
  });

  it("writes a file in the format of its ending, and its manifest beside it", async () => {
    for (const ending of ["csv", "ndjson", "jsonl", "parquet", "arrow"]) {
      const file = join(root, "out", `panel.${ending}`);
      const { exitCode, stdout } = await exported(["--all", "--output", file]);
      expect([exitCode, stdout]).toEqual([0, ""]);
      const bytes = await readFile(file);
      const manifest = JSON.parse(await readFile(`${file}.manifest.json`, "utf8")) as Record<string, unknown>;
      expect(manifest).toMatchObject({
        sha256: createHash("sha256").update(bytes).digest("hex"),
        bytes: bytes.length,
        assets: 5,
        engine_version: "5.5",
      });
    }
    expect((await readdir(join(root, "out"))).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  it("continues with the missing months, and writes a torn one again", async () => {
    const folder = join(root, "months");
    const words = [
      "--from",
      "2026-02-26",
      "--all",
      "--monthly",
      "--format",
      "csv",
      "--as-of",
      "2026-03-09",
      "--output",
      folder,
    ];
    await exported(words);
    const [first, second] = [join(folder, "news-2026-02.csv"), join(folder, "news-2026-03.csv")];
    const whole = await readFile(second);
    await writeFile(`${second}.manifest.json`, "{");
    const { stderr } = await exported(words);
    expect(stderr).toContain(`${first}: already exists\n`);
    expect(stderr).toMatch(new RegExp(`${second}: \\d+ rows`));
    expect((await readFile(second)).equals(whole)).toBe(true);
    const header = 1;
    const lines = (await readFile(first, "utf8")).trim().split("\n").length;
    expect(lines - header).toBe(3 * 5);
  });

  it.each([
    [["--all", "--output", "panel.xlsx"], "names no format"],
    [["--all", "--monthly"], "--monthly needs --output"],
    [["--all", "--format", "xlsx"], "Input should be one of"],
    [[], "Give 'assets', or 'all=true'"],
    [["--assets", "ZZZZZ"], "ZZZZZ is not supported"],
    [["--all", "--as-of", "2020-01-01"], "are recorded since"],
  ])("refuses %j", async (words, message) => {
    const { exitCode, stdout, stderr } = await exported(words);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it("refuses to write a binary format to a terminal", async () => {
    const { exitCode, stderr } = await exported(["--all", "--format", "parquet"], { terminal: { columns: 80 } });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("a terminal cannot show parquet")]);
  });
});
