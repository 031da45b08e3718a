import { invoke, namespaceOf, operationsOf, type UtcDay } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articleLines, type DataFixture, dataFixture } from "./data-fixture.js";
import { expectGolden } from "./golden.js";
import { NOW } from "./support.js";

let data: DataFixture;
let report: string;

beforeAll(async () => {
  data = await dataFixture();
  const file = await data.file("news.jsonl", `${articleLines}{"title": "no time"}\nnot json\n`);
  const { exitCode, stdout, stderr } = await data.sentiment(["ingest", file]);
  report = stdout.replace(/\/.*rejected\/(.*)-\w+\.jsonl/, "DATA/rejected/$1-ID.jsonl");
  // A run that is over before a publication is due says everything in its summary.
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
});

afterAll(() => data.remove());

/** The answer that HTTP would serialise. */
async function answerOf(name: string, parameters: Record<string, string>): Promise<string> {
  const dataset = await openLocalDataset({ dataDirectory: data.directory, textModel: "none" });
  try {
    const news = namespaceOf("news");
    const operation = operationsOf(news ?? expect.fail("no news")).find((candidate) => candidate.name === name);
    const call = { today: "2026-03-05" as UtcDay, now: NOW, lookbackDays: null, accountType: null };
    return JSON.stringify(await invoke(operation ?? expect.fail("no operation"), { parameters }, dataset, call));
  } finally {
    await dataset.close();
  }
}

describe("ingest", () => {
  it("reports what it read, and where refused records are kept", () => {
    expect(report).toMatchInlineSnapshot(`
      "read                  6
        new                 4
        updated             0
        unchanged           0
        rejected            2
      about no known asset  1
      mentions              4
      rejects kept in       DATA/rejected/news-stocks/news.jsonl-ID.jsonl
      1 rejected: published_at is missing or empty (missing_field, first at news.jsonl:5)
      1 rejected: The line is not JSON. (malformed_record, first at news.jsonl:6)
      "
    `);
  });

  it("changes nothing when the same file is read again", async () => {
    const file = await data.file("again.jsonl", articleLines);
    const { stdout } = await data.sentiment(["ingest", file]);
    expect(stdout).toMatch(/^ +new +0$/m);
    expect(stdout).toMatch(/^ +unchanged +4$/m);
  });

  it("is wrong use for a mapped field that the records do not have", async () => {
    const file = await data.file("map.jsonl", articleLines);
    const { exitCode, stderr } = await data.sentiment(["ingest", file, "--map", "colour=red"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^sentiment: one parameter is not valid\n {2}--map: There is no field 'colour'/);
  });
});

describe("queries", () => {
  it.each([
    ["trending", ["trending", "--days", "3"], { days: "3" }],
    ["detail", ["stock", "aapl"], { ticker: "aapl" }],
    ["compare", ["compare", "AAPL,MSFT"], { tickers: "AAPL,MSFT" }],
    ["search", ["search", "apple"], { q: "apple" }],
    ["market-sentiment", ["market"], {}],
    ["stats", ["stats"], {}],
    ["health", ["health"], {}],
    ["raw-mentions", ["mentions", "AAPL", "--limit", "1"], { ticker: "AAPL", limit: "1" }],
    ["trending-by-sector", ["sectors"], {}],
    ["trending-by-country", ["countries"], {}],
  ])("prints for --json the body of %s, byte for byte, and a line end", async (name, args, parameters) => {
    const { exitCode, stdout, stderr } = await data.sentiment([...args, "--json"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toBe(`${await answerOf(name, parameters as Record<string, string>)}\n`);
  });

  it.each([
    ["trending", ["trending", "--days", "3"]],
    ["detail", ["stock", "AAPL"]],
    ["compare", ["compare", "AAPL,MSFT"]],
    ["search", ["search", "apple", "--limit", "2"]],
    ["market", ["market", "--days", "3"]],
    ["stats", ["stats"]],
    ["health", ["health"]],
    ["mentions", ["mentions", "AAPL"]],
  ])("shows %s as golden text: aligned table, then CSV", async (name, args) => {
    const table = await data.sentiment(args);
    const csv = await data.sentiment([...args, "--csv"]);
    await expectGolden(`cli/${name}.txt`, `${table.stdout}---\n${csv.stdout.replaceAll("\r\n", "\n")}`);
  });

  it("ends every CSV line in CRLF and quotes what needs it", async () => {
    const { stdout } = await data.sentiment(["mentions", "AAPL", "--csv"]);
    const lines = stdout.split("\r\n");
    expect(lines.at(-1)).toBe("");
    expect(stdout.replaceAll("\r\n", "")).not.toContain("\n");
    expect(stdout).toContain('"Apple beats estimates, ""record"" quarter"');
  });

  it("answers as on the day of --today", async () => {
    const { stdout } = await data.sentiment(["trending", "--json", "--today", "2026-03-04"]);
    const rows = JSON.parse(stdout) as { ticker: string; mentions: number }[];
    expect(rows.map(({ ticker, mentions }) => [ticker, mentions])).toEqual([["AAPL", 1]]);
  });

  it("takes $SENTIMENT_DATA for the data directory", async () => {
    const { sentiment } = await import("./support.js");
    const { files } = (await import("../../packages/cli/src/node-effects.js")).nodeEffects();
    const world = { realFiles: files, env: { SENTIMENT_DATA: data.directory }, backends: data.backends };
    const { stdout } = await sentiment(["stats", "--json"], world);
    expect(JSON.parse(stdout)).toMatchObject({ mentions_today: 2 });
  });
});

describe("exit codes over data", () => {
  it.each([
    ["an unknown ticker", ["stock", "ZZZZZZ"], 1],
    ["a malformed ticker", ["stock", "A/B"], 2],
    ["a malformed day", ["trending", "--from", "2026-02-30"], 2],
    ["a future day", ["trending", "--from", "2026-03-06"], 2],
    ["an unknown source", ["trending", "--source", "nobody"], 2],
    ["a repeated flag", ["trending", "--limit", "1", "--limit", "2"], 2],
    ["eleven assets", ["compare", "A,B,C,D,E,F,G,H,I,J,K"], 2],
  ])("%s ends with the right code and one message on stderr", async (_, args, exitCode) => {
    const outcome = await data.sentiment(args);
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.stdout).toBe("");
    expect(outcome.stderr).toMatch(/^sentiment: .+\n( {2}.+: .+\n)*$/);
  });

  it("names every wrong parameter on a line of its own", async () => {
    const { stderr } = await data.sentiment(["trending", "--from", "last week", "--limit", "0", "--type", "bond"]);
    expect(stderr).toMatchInlineSnapshot(`
      "sentiment: 3 parameters are not valid
        --from: Input should be a valid date in the form YYYY-MM-DD
        --limit: Input should be greater than or equal to 1
        --type: Input should be one of 'stock', 'etf', 'all'
      "
    `);
  });
});
