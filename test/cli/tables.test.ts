import type { StoredTable } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { sentiment } from "./support.js";

const world = { directories: ["/desk/data", "/data"], files: { "/data/CURRENT": "3\n" } };
const stored = (delta: StoredTable["delta"]): StoredTable => ({
  namespace: "news-stocks",
  shortName: "news",
  table: "mentions",
  row: "A document and an asset that it names.",
  rows: 12_345,
  files: 3,
  location: "/data/files/news-stocks/mentions",
  delta,
});
const listing = (delta: StoredTable["delta"]) => ({
  storedTables: () =>
    Promise.resolve({
      place: { root: "/data", endpoint: null, region: null },
      snapshot: 3,
      settings: delta === null ? null : { everySeconds: 60, keepHours: 24 },
      tables: [stored(delta)],
    }),
});

describe("tables", () => {
  it("lists the stored tables, and says when there is no Delta log", async () => {
    const { stdout, stderr } = await sentiment(["tables", "--data", "/data"], { ...world, backends: listing(null) });
    expect(stdout).toMatch(/^news +mentions +12,345 +3 +off +A document and an asset that it names\.$/m);
    expect(stderr).toBe("data in /data\n");
  });

  it("shows the columns of the named table", async () => {
    const { stdout } = await sentiment(["tables", "--data", "/data", "--table", "mentions"], {
      ...world,
      backends: listing({ version: 7, snapshot: 3 }),
    });
    expect(stdout).toMatch(/^news +mentions .* version 7 /m);
    expect(stdout).toMatch(/^relevance +DOUBLE +Confidence of the link, 0 to 1\.$/m);
  });

  it.each([
    ["trino", "CALL sentiment.system.register_table(schema_name => 'news_stocks', table_name => 'mentions'"],
    ["spark", 'spark.read.format("delta").load("file:///data/files/news-stocks/mentions")'],
    ["duckdb", "VIEW news_stocks.mentions AS FROM delta_scan('/data/files/news-stocks/mentions')"],
    ["pandas", 'DeltaTable("/data/files/news-stocks/mentions").to_pandas()'],
  ])("says how %s reads them", async (engine, words) => {
    const { stdout } = await sentiment(["tables", "--data", "/data", "--ns", "news", "--with", engine], {
      ...world,
      backends: listing({ version: 7, snapshot: 3 }),
    });
    expect(stdout).toContain(words);
  });

  it("switches the logs on with the given settings, and off", async () => {
    const asked: unknown[] = [];
    const backends = {
      switchOpenTables: (...args: unknown[]) => {
        asked.push(args);
        return Promise.resolve();
      },
    };
    const on = await sentiment(["tables", "--data", "/data", "--delta", "on", "--every", "0"], { ...world, backends });
    const off = await sentiment(["tables", "--data", "/data", "--delta", "off"], { ...world, backends });
    expect(asked).toEqual([
      ["/data", { everySeconds: 0, keepHours: 24 }],
      ["/data", null],
    ]);
    expect(on.stdout).toContain("at most one version every 0 s, older ones readable for 24 h");
    expect(off.stdout).toBe("no table has a Delta log any more\n");
  });

  it.each([
    [["--with", "excel"], "--with takes trino, spark, duckdb, pandas, not 'excel'"],
    [["--table", "prices"], "there is no table 'prices'"],
    [["--ns", "weather"], "there is no namespace 'weather'"],
    [["--delta", "maybe"], "--delta is on or off, not 'maybe'"],
    [["--delta", "on", "--every", "soon"], "--every: 'soon' is not a whole number"],
    [["--delta", "on", "--ns", "news"], "--ns does not go with --delta"],
    [["--delta", "off", "--keep", "3"], "--every and --keep go with --delta on"],
    [["--every", "3"], "--every goes with --delta on"],
  ])("refuses %j", async (args, message) => {
    const { exitCode, stderr } = await sentiment(["tables", "--data", "/data", ...args], {
      ...world,
      backends: listing(null),
    });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("says when the logs are still switched off, and when nothing is stored", async () => {
    const off = await sentiment(["tables", "--data", "/data", "--with", "spark"], {
      ...world,
      backends: listing(null),
    });
    expect([off.exitCode, off.stderr]).toEqual([1, expect.stringContaining("sentiment tables --delta on")]);
    const none = await sentiment(["tables", "--data", "/data", "--ns", "crypto"], {
      ...world,
      backends: listing(null),
    });
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining("nothing is stored in such a table yet")]);
  });
});
