import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articleLines, type DataFixture, dataFixture } from "./data-fixture.js";
import { sentiment } from "./support.js";

let data: DataFixture;

beforeAll(async () => {
  data = await dataFixture();
  const { exitCode } = await data.sentiment(["ingest", await data.file("news.jsonl", articleLines)]);
  expect(exitCode).toBe(0);
});

afterAll(() => data.remove());

describe("a period that starts before the data", () => {
  it.each([
    ["trending", ["trending", "--days", "7"], "2026-02-27"],
    ["trending with from", ["trending", "--from", "2026-03-01"], "2026-03-01"],
    ["trending with to and days", ["trending", "--to", "2026-03-04", "--days", "9"], "2026-02-24"],
    ["sectors", ["sectors", "--days", "30"], "2026-02-04"],
    ["countries", ["countries", "--days", "30"], "2026-02-04"],
    ["stock", ["stock", "AAPL", "--days", "30"], "2026-02-04"],
    ["compare", ["compare", "AAPL", "MSFT", "--days", "30"], "2026-02-04"],
    ["market", ["market", "--days", "30"], "2026-02-04"],
    ["mentions", ["mentions", "AAPL", "--days", "30"], "2026-02-04"],
  ])("starts with the data, and a note on stderr says so: %s", async (_, args, asked) => {
    const { exitCode, stdout, stderr } = await data.sentiment(args);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^news: 2026-03-03 to 2026-03-0[45] /);
    expect(stderr).toBe(`note: the news data starts on 2026-03-03; the days from ${asked} on are left out\n`);
  });

  it("gives in JSON the period that was answered", async () => {
    const { stdout } = await data.sentiment(["stock", "AAPL", "--days", "7", "--json"]);
    const detail = JSON.parse(stdout) as { period_days: number; daily_trend: { date: string }[] };
    expect(detail.period_days).toBe(3);
    expect(detail.daily_trend.map(({ date }) => date)).toEqual(["2026-03-03", "2026-03-04", "2026-03-05"]);
  });

  it("prints no note when no period was given", async () => {
    const { stdout, stderr } = await data.sentiment(["stock", "AAPL"]);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^news: 2026-02-27 to 2026-03-05 so far \(7 days, UTC\)\n/);
  });

  it("gives an empty answer when it also ends before the data", async () => {
    const { exitCode, stdout, stderr } = await data.sentiment(["trending", "--to", "2026-02-20", "--json"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "[]\n" });
    expect(stderr).toMatch(
      /^note: nothing was found for 2026-02-20 \(UTC\); .* news data from 2026-03-03 to 2026-03-05\n/,
    );
  });
});

describe("an empty answer", () => {
  const empty = ["--from", "2026-03-03", "--to", "2026-03-03", "--type", "etf"];

  it("is an empty list in every format, with exit code 0 and the reason on stderr", async () => {
    const json = await data.sentiment(["trending", ...empty, "--json"]);
    const csv = await data.sentiment(["trending", ...empty, "--csv"]);
    const table = await data.sentiment(["trending", ...empty]);
    expect([json.exitCode, csv.exitCode, table.exitCode]).toEqual([0, 0, 0]);
    expect(json.stdout).toBe("[]\n");
    expect(csv.stdout).toMatch(/^ticker,[^\n]+\r\n$/);
    expect(table.stdout).toBe("news: 2026-03-03 (UTC)\n\n(none)\n");
    for (const { stderr } of [json, csv, table]) {
      expect(stderr).toBe(
        `note: nothing was found for 2026-03-03 (UTC); ${data.directory} has news data from 2026-03-03 to 2026-03-05\n` +
          `  see what is there: sentiment trending --ns news --from 2026-03-03 --to 2026-03-03 --data ${data.directory}\n`,
      );
    }
  });

  it.each(
    ["news", "forum", "crypto", "microblog", "predmarket"].flatMap(
      (ns) =>
        [
          [ns, "trending"],
          [ns, "market"],
          [ns, "stats"],
        ] as const,
    ),
  )("says where it looked when a folder has no data of %s: %s", async (ns, command) => {
    const { exitCode, stderr } = await data.sentiment([command, "--ns", ns, "--json"]);
    expect(exitCode).toBe(0);
    if (ns === "news") expect(stderr).toBe("");
    else {
      expect(stderr).toBe(
        `note: there is no ${ns} data in ${data.directory}; there is of news\n` +
          `  ask with:         sentiment trending --ns news --data ${data.directory}\n` +
          `  or put it in:     sentiment ingest --ns ${ns} FILE --data ${data.directory}\n`,
      );
    }
  });

  it("says that there is no data yet when the user's own folder does not exist", async () => {
    const { exitCode, stdout, stderr } = await sentiment(["trending", "--json"], {
      env: { XDG_DATA_HOME: `${data.directory}-none` },
      backends: data.backends,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "[]\n" });
    expect(stderr).toBe(
      `note: there is no data yet: ${data.directory}-none/market-sentiment does not exist\n` +
        "  put your own in:  sentiment ingest --ns news FILE\n" +
        "  or try a sample:  sentiment serve --sample\n",
    );
  });

  it("names the days that have data when the replayed day lies before them", async () => {
    const { stderr } = await data.sentiment(["trending", "--today", "2026-01-01"]);
    expect(stderr).toMatch(/has news data from 2026-03-03 to 2026-03-05\n/);
    expect(stderr).toMatch(/sentiment trending --ns news --from 2026-03-03 --to 2026-03-05 --data \S+\n$/);
  });

  it("gives no such reason for a page beyond the last one", async () => {
    const { exitCode, stdout, stderr } = await data.sentiment(["trending", "--offset", "50", "--json"]);
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: "[]\n", stderr: "" });
  });

  it("of a search says that no asset matches, and which namespace has it", async () => {
    const nothing = await data.sentiment(["search", "zzqzzq", "--json"]);
    expect([nothing.exitCode, nothing.stderr]).toEqual([0, "note: no asset of news matches 'zzqzzq'\n"]);
    const token = await data.sentiment(["search", "shib", "--json"]);
    expect(token.stderr).toMatch(
      /^note: no asset of news matches 'shib'\n {2}SHIB \(.*\) is in crypto: sentiment search SHIB --ns crypto\n$/,
    );
  });
});
