import {
  type IngestCounts,
  MarketDataError,
  type RecordOutcome,
  recordOutcomeNames,
  type RecordTrait,
  recordTraitNames,
} from "@market-sentiment/core";
import type { FileIngestReport, IngestFilesOptions } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import type { Backends } from "../../packages/cli/src/backends.js";
import { StopRequested } from "../../packages/cli/src/failure.js";
import { untilStopped } from "../../packages/cli/src/input/until-stopped.js";
import { NOW, sentiment } from "./support.js";

const counts: IngestCounts = {
  ...(Object.fromEntries([...recordOutcomeNames, ...recordTraitNames].map((name) => [name, 0])) as Record<
    RecordOutcome | RecordTrait,
    number
  >),
  read: 1_209,
  accepted: 1_208,
  rejected: 1,
  new: 806,
  updated: 1,
  unchanged: 1,
  merged: 394,
  reposts: 6,
  authorless: 12,
  unlinked: 2,
  judged: 70,
  mentions: 7,
  batches: 2,
};

const report: FileIngestReport = {
  outcome: "completed",
  openHistory: [],
  counts,
  rejectedByReason: { missing_field: 1 },
  rejectCauses: [
    {
      reason: "missing_field",
      message: "title is missing or empty",
      records: 1,
      first: { file: "/desk/a.csv", line: 7 },
    },
  ],
  unreadColumns: [{ name: "snippet", records: 1_100, characters: 90_000 }],
  rejectedFile: "/data/rejected/x.jsonl",
  version: 2,
};

/** An ingest that remembers what it was asked for and tells of two publications. */
function scripted(end: Error | Partial<FileIngestReport> = {}): {
  asked: IngestFilesOptions[];
  backends: Partial<Backends>;
} {
  const asked: IngestFilesOptions[] = [];
  const ingest: Backends["ingest"] = async (options) => {
    asked.push(options);
    await Promise.resolve();
    const progress = { bytesRead: 100, totalBytes: 100 };
    const first = { ...counts, read: 500, judged: 30, batches: 1 };
    options.onProgress?.({ ...progress, bytesDone: 0, counts: { ...first, judged: 0, batches: 0 }, published: false });
    options.onProgress?.({ ...progress, bytesDone: 25, counts: first, published: true });
    options.onProgress?.({ ...progress, bytesDone: 50, counts: { ...first, judged: 50 }, published: false });
    options.onProgress?.({ ...progress, bytesDone: 100, counts, published: true });
    options.onProgress?.({ ...progress, bytesDone: 100, counts, published: true });
    if (end instanceof Error) throw end;
    return { ...report, ...end };
  };
  return { asked, backends: { ingest } };
}

const files = { "/desk/a.csv": "", "/desk/b.csv": "" };
const env = { SENTIMENT_DATA: "/data" };

describe("ingest", () => {
  it("passes on files, mapping and the real clock", async () => {
    const { asked, backends } = scripted();
    const args = ["ingest", "a.csv", "b.csv", "--map", "title=head=line", "--map", "url=link", "--no-hints"];
    expect((await sentiment(args, { files, env, backends })).exitCode).toBe(0);
    const [options] = asked;
    expect(options).toMatchObject({
      dataDirectory: "/data",
      namespace: { id: "news-stocks" },
      files: ["/desk/a.csv", "/desk/b.csv"],
      columnMap: { title: "head=line", url: "link" },
      hints: "none",
    });
    expect(options?.now()).toBe(NOW);
  });

  it.each([
    [[], "supported"],
    [["--hints", "all"], "all"],
    [["--hints", "none"], "none"],
    [["--no-hints"], "none"],
  ])("reads from --hints how much a file's tickers count: %j is %s", async (given, hints) => {
    const { asked, backends } = scripted();
    expect((await sentiment(["ingest", "a.csv", ...given], { files, env, backends })).exitCode).toBe(0);
    expect(asked).toMatchObject([{ hints }]);
  });

  it("refuses an unknown value of --hints", async () => {
    const { exitCode, stderr } = await sentiment(["ingest", "a.csv", "--hints", "some"], { files, env, ...scripted() });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--hints takes supported, all, none, not 'some'")]);
  });

  it("writes one plain line for each publication where stderr is no terminal", async () => {
    const bar: string[] = [];
    const { stderr } = await sentiment(["ingest", "a.csv"], { files, env, bar, now: clock(10), ...scripted() });
    expect(stderr).toBe(
      [
        "ingest news: batch 1 published, 500 records read, 30 texts judged, 3/s, 30 s left\n",
        "ingest news: batch 2 published, 1,209 records read, 70 texts judged, 2/s, 0 s left\n",
      ].join(""),
    );
    expect(bar).toEqual([]);
  });

  it("shows a progress bar on a terminal, and clears it before the report or an error", async () => {
    for (const end of [{}, new Error("disk full")]) {
      const bar: string[] = [];
      const world = { files, env, bar, now: clock(60), terminal: { columns: 80 }, ...scripted(end) };
      const { exitCode, stderr } = await sentiment(["ingest", "a.csv"], world);
      expect(bar).toEqual([
        "ingest news 0/100 500 records read",
        "ingest news 25/100 500 records read, 30 texts judged, 1/s, 3 min left",
        "ingest news 50/100 500 records read, 50 texts judged, 0/s, 2 min left",
        "ingest news 100/100 1,209 records read, 70 texts judged, 0/s, 0 s left",
        "ingest news 100/100 1,209 records read, 70 texts judged, 0/s, 0 s left",
        "stop",
      ]);
      expect([exitCode, stderr]).toEqual(end instanceof Error ? [1, "sentiment: disk full\n"] : [0, ""]);
    }
  });

  it("lists every outcome, so that they add up, and the columns that were not read", async () => {
    const { stdout } = await sentiment(["ingest", "a.csv"], { files, env, ...scripted() });
    expect(stdout).toBe(
      [
        "read                          1,209",
        "  new                           806",
        "  updated                         1",
        "  unchanged                       1",
        "  told by another record too    394",
        "  reposts of what is stored       6",
        "  rejected                        1",
        "without an author                12",
        "about no known asset              2",
        "mentions                          7",
        "rejects kept in               /data/rejected/x.jsonl",
        "columns that no field reads: snippet (1,100); --map FIELD=COLUMN reads one",
        "1 rejected: title is missing or empty (missing_field, first at a.csv:7)",
        "",
      ].join("\n"),
    );
  });

  it("ends with 1 and the three commonest reasons when every record was rejected", async () => {
    const causes = [40, 30, 20, 10].map((records, at) => ({
      reason: "missing_field" as const,
      message: `${["id", "slug", "title", "body"][at] ?? ""} is missing or empty`,
      records,
      first: { file: "/desk/a.csv", line: at + 1 },
    }));
    const none = { ...counts, read: 100, rejected: 100, new: 0 };
    const all = scripted({ counts: none, rejectCauses: causes });
    const { exitCode, stdout, stderr } = await sentiment(["ingest", "a.csv"], { files, env, ...all });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/\nsentiment: every record was rejected; nothing was stored\n$/);
    expect(stdout).toContain(
      [
        "40 rejected: id is missing or empty (missing_field, first at a.csv:1)",
        "30 rejected: slug is missing or empty (missing_field, first at a.csv:2)",
        "20 rejected: title is missing or empty (missing_field, first at a.csv:3)",
        "other reasons of rejection: 1",
      ].join("\n"),
    );
    const nothing = scripted({ counts: { ...none, read: 0, rejected: 0 }, rejectCauses: [] });
    expect((await sentiment(["ingest", "a.csv"], { files, env, ...nothing })).exitCode).toBe(0);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("says what was stored when %s stopped it, and exits with %i", async (signal, code) => {
    const stop = AbortSignal.abort(new StopRequested(signal));
    const stopped = scripted({ outcome: "stopped", counts: { ...counts, left: 17 } });
    const { exitCode, stdout, stderr } = await sentiment(["ingest", "a.csv"], { files, env, stop, ...stopped });
    expect(exitCode).toBe(code);
    expect(stdout).toMatch(/not stored, as the run was stopped +17\n/);
    expect(stderr).toMatch(
      /\nsentiment: stopped\. What is counted above is stored, but for 17 records that were read and not judged; run the same command again to continue\n$/,
    );
  });

  it("reports the records read before an input broke off, and then that it broke off", async () => {
    const damaged = new MarketDataError("damaged_file", "/desk/a.csv ends before its end.");
    const { exitCode, stdout, stderr } = await sentiment(["ingest", "a.csv"], { files, env, ...scripted(damaged) });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^read +1,209\n/);
    expect(stderr).toMatch(/\nsentiment: \/desk\/a\.csv ends before its end\.\n$/);
    const other = scripted(new MarketDataError("store_locked", "Another process is writing."));
    expect((await sentiment(["ingest", "a.csv"], { files, env, ...other })).stdout).toBe("");
  });

  it("reads standard input for -, beside files and only once, under a name of its own", async () => {
    const { asked, backends } = scripted();
    const bar: string[] = [];
    const world = { files, env, backends, stdin: "a line\n", terminal: { columns: 80 }, bar };
    expect((await sentiment(["ingest", "a.csv", "-"], world)).exitCode).toBe(0);
    const [file, input] = asked[0]?.files ?? [];
    if (input === undefined || typeof input === "string") throw new Error("no stream");
    expect([file, input.name]).toEqual(["/desk/a.csv", "stdin-20260305T123456Z"]);
    let text = "";
    for await (const chunk of input.chunks) text += new TextDecoder().decode(chunk);
    expect(text).toBe("a line\n");
    // The total size is unknown.
    expect(bar).toEqual([]);
    expect(await sentiment(["ingest", "-", "-"], world)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "sentiment: standard input (-) can be read only once\n",
    });
  });

  it("can be stopped while it waits for standard input", async () => {
    const stop = new AbortController();
    const waiting = untilStopped(
      (async function* () {
        yield 1;
        await new Promise(() => undefined);
      })(),
      stop.signal,
    );
    expect(await waiting.next()).toEqual({ done: false, value: 1 });
    const second = waiting.next();
    stop.abort(new StopRequested("SIGINT"));
    await expect(second).rejects.toBe(stop.signal.reason);
  });

  it("says that it was stopped, without a stack trace, when stopped before it began", async () => {
    const stopped = new StopRequested("SIGINT");
    const { exitCode, stdout, stderr } = await sentiment(["ingest", "a.csv"], { files, env, ...scripted(stopped) });
    expect([exitCode, stdout]).toEqual([130, ""]);
    expect(stderr).toMatch(/\nsentiment: stopped before it was finished\n$/);
  });
});

/** A clock that advances by so many seconds at each reading. */
function clock(seconds: number): () => Date {
  let at = NOW.getTime();
  return () => new Date((at += seconds * 1000));
}

describe("reference import", () => {
  it("says what it took, and why it refused the rest", async () => {
    const importReference: Backends["importReference"] = () =>
      Promise.resolve({
        rows: 4,
        added: 1,
        merged: 1,
        unchanged: 0,
        refused: [
          { row: 3, key: "AAPL", reason: "ticker_taken" },
          { row: 4, key: "?", reason: "bad_ticker" },
        ],
        aliasesDropped: 0,
        conflicts: [{ key: "MSFT", field: "country", kept: "United States", imported: "Ireland" }],
        malformed: 1,
      });
    const outcome = await sentiment(["reference", "import", "a.csv"], { files, env, backends: { importReference } });
    expect(outcome.exitCode).toBe(0);
    expect(outcome.stdout).toMatch(/^rows +5\nadded +1\nmerged +1\nunchanged +0\nrefused +2\nmalformed +1\n/);
    expect(outcome.stderr).toBe(
      "row 3 AAPL: ticker_taken\nrow 4 ?: bad_ticker\nMSFT country: kept 'United States', not 'Ireland'\n",
    );
  });
});
