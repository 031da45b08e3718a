import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articleLines, type DataFixture, dataFixture } from "./data-fixture.js";

let data: DataFixture;

beforeAll(async () => {
  data = await dataFixture();
  const { exitCode } = await data.sentiment(["ingest", await data.file("news.jsonl", articleLines)]);
  expect(exitCode).toBe(0);
});

afterAll(() => data.remove());

describe("spellings of assets", () => {
  it.each([
    [
      ["stock", "$AAPL"],
      ["stock", "AAPL"],
    ],
    [
      ["mentions", "$aapl"],
      ["mentions", "AAPL"],
    ],
    [
      ["compare", "AAPL", "MSFT"],
      ["compare", "AAPL,MSFT"],
    ],
    [
      ["compare", "$AAPL,", "$MSFT"],
      ["compare", "AAPL,MSFT"],
    ],
    [
      ["stock", "BRK.B"],
      ["stock", "BRKB"],
    ],
    [
      ["compare", "brk-b", "AAPL"],
      ["compare", "BRKB,AAPL"],
    ],
    [
      ["search", "apple", "inc"],
      ["search", "apple inc"],
    ],
  ])("%j is %j", async (written, meant) => {
    const [one, other] = [await data.sentiment([...written, "--json"]), await data.sentiment([...meant, "--json"])];
    expect(one.exitCode).toBe(0);
    expect(one).toEqual(other);
  });

  it.each([
    ["stock", "APPL", /^ {2}did you mean AAPL \(Apple Inc\.\)/m],
    // Not TLSA: that is a listed share.
    ["explain", "TSLAA", /^ {2}did you mean TSLA \(Tesla Inc\.\)/m],
    ["mentions", "apple", /^ {2}did you mean AAPL \(Apple Inc\.\)/m],
    ["compare", "MFST", /^ {2}did you mean MSFT \(Microsoft/m],
    ["stock", "BTC", /^ {2}BTC \(Bitcoin\) is in crypto: sentiment token BTC --ns crypto$/m],
    ["token", "AAPL", /^ {2}AAPL \(Apple Inc\.\) is in news: sentiment stock AAPL --ns news$/m],
    ["stock", "QQZZXJ", /^ {2}find assets by name with: sentiment search TEXT --ns news$/m],
  ])("%s %s gets advice beside the refusal", async (command, asset, advice) => {
    const { exitCode, stdout, stderr } = await data.sentiment([command, asset]);
    expect([exitCode, stdout]).toEqual([command === "compare" ? 2 : 1, ""]);
    expect(stderr).toMatch(/is not supported\./);
    expect(stderr).toMatch(advice);
  });

  it("explains that the shell replaced an unquoted $AAPL", async () => {
    const { exitCode, stderr } = await data.sentiment(["stock", ""]);
    expect([exitCode, stderr]).toEqual([
      2,
      "sentiment: the ticker is empty; a shell reads $AAPL as a variable: write AAPL or '$AAPL'\n",
    ]);
  });
});

describe("days given as words", () => {
  it("yesterday is the day before today, or before the day that is replayed", async () => {
    const periodOf = async (...args: string[]) => (await data.sentiment(args)).stdout.split("\n")[0];
    expect(await periodOf("trending", "--from", "yesterday")).toBe(
      "news: 2026-03-04 to 2026-03-05 so far (2 days, UTC)",
    );
    expect(await periodOf("trending", "--today", "yesterday")).toBe("news: 2026-03-04 so far (UTC)");
    expect(await periodOf("trending", "--today", "yesterday", "--from", "yesterday", "--to", "yesterday")).toBe(
      "news: 2026-03-03 (UTC)",
    );
  });
});
