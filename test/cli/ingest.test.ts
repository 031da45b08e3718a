import type { IngestFilesOptions } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import type { Backends } from "../../packages/cli/src/backends.js";
import { NOW, sentiment } from "./support.js";

const counts = {
  read: 9,
  accepted: 8,
  rejected: 1,
  new: 6,
  updated: 1,
  unchanged: 1,
  unlinked: 2,
  mentions: 7,
  batches: 2,
};

/** An ingest that remembers what it was asked for and tells of two publications. */
function scripted(fail: Error | null = null): { asked: IngestFilesOptions[]; backends: Partial<Backends> } {
  const asked: IngestFilesOptions[] = [];
  const ingest: Backends["ingest"] = async (options) => {
    asked.push(options);
    await Promise.resolve();
    const progress = { bytesRead: 50, totalBytes: 100, counts: { ...counts, read: 5, mentions: 4, batches: 1 } };
    options.onProgress?.({ ...progress, published: true });
    options.onProgress?.({ ...progress, published: false });
    options.onProgress?.({ ...progress, bytesRead: 100, counts, published: true });
    if (fail !== null) throw fail;
    return { counts, rejectedByReason: { missing_field: 1 }, rejectedFile: "/data/rejected/x.jsonl", version: 2 };
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
      useHints: false,
    });
    expect(options?.now()).toBe(NOW);
  });

  it("writes one plain line for each publication where stderr is no terminal", async () => {
    const bar: string[] = [];
    const { stderr } = await sentiment(["ingest", "a.csv"], { files, env, bar, ...scripted() });
    expect(stderr).toBe(
      "ingest news: batch 1 published, 5 records read, 4 mentions\ningest news: batch 2 published, 9 records read, 7 mentions\n",
    );
    expect(bar).toEqual([]);
  });

  it("moves a bar on a terminal, and ends it before the report and before an error", async () => {
    for (const fail of [null, new Error("disk full")]) {
      const bar: string[] = [];
      const world = { files, env, bar, terminal: { columns: 80 }, ...scripted(fail) };
      const { exitCode, stderr } = await sentiment(["ingest", "a.csv"], world);
      expect(bar).toEqual([
        "ingest news 50/100 5 records read, 4 mentions",
        "ingest news 50/100 5 records read, 4 mentions",
        "ingest news 100/100 9 records read, 7 mentions",
        "stop",
      ]);
      expect([exitCode, stderr]).toEqual(fail === null ? [0, ""] : [1, "sentiment: disk full\n"]);
    }
  });

  it("says that it was stopped, without a stack trace, when asked to stop", async () => {
    const stopped = new DOMException("This operation was aborted", "AbortError");
    const { exitCode, stdout, stderr } = await sentiment(["ingest", "a.csv"], { files, env, ...scripted(stopped) });
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/\nsentiment: stopped before it was done\n$/);
  });
});

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
