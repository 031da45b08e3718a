import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { type IngestCounts, recordOutcomeNames } from "@market-sentiment/core";
import { ingestFiles, openReader } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { namespaceNamed, storedRows } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

/** Real records beside the checkout. They are not ours to redistribute, so these tests are skipped without them. */
const streams = fileURLToPath(new URL("../../../../shared/datasets/", import.meta.url));
const present = existsSync(join(streams, "README.md"));
if (!present) console.warn("Skipped: the real streams are not here.");

const stream = (name: string) => join(streams, `${name}.jsonl.gz`);

const sumOfOutcomes = (counts: IngestCounts) => recordOutcomeNames.reduce((sum, name) => sum + counts[name], 0);

async function ingestStreams(namespace: string, files: readonly string[], data: string) {
  return ingestFiles({
    dataDirectory: data,
    namespace: namespaceNamed(namespace),
    files,
    now: () => new Date("2026-03-31T12:00:00Z"),
    textModel: wordModel(),
  });
}

/** The first rows of a stream as a file of its own: the rest is more of the same. */
async function beginning(name: string, rows: number, directory: string): Promise<string> {
  const lines = gunzipSync(await readFile(stream(name)))
    .toString("utf8")
    .split("\n")
    .slice(0, rows);
  const file = join(directory, `${name.replaceAll("/", "-")}.jsonl`);
  await writeFile(file, `${lines.join("\n")}\n`);
  return file;
}

describe.runIf(present)("real streams, unchanged", () => {
  it("reads posts and comments of a forum with any set of fields, and a second reading changes nothing", async () => {
    const root = await temporaryDirectory();
    const data = join(root, "forum");
    const files = [
      stream("reddit-wsb-2020-12/posts"),
      stream("reddit-wsb-2020-12/comments"),
      stream("reddit-wsb-2020-12/comments-2021-01"),
      // Comments without a time come before their posts here: their order must not matter.
      await beginning("reddit-wsb-2021-06/comments", 1_500, root),
      stream("reddit-wsb-2021-06/posts"),
      await beginning("reddit-wsb-2022-01/posts", 600, root),
    ];
    const first = await ingestStreams("forum-stocks", files, data);
    expect(first.counts.rejected).toBe(0);
    expect(sumOfOutcomes(first.counts)).toBe(first.counts.read);
    expect(first.counts.accepted).toBe(first.counts.read);
    expect(first.counts.new).toBe(first.counts.read);
    const rows = await storedRows<{ inherited: boolean; mentions: number }>(
      data,
      "forum-stocks",
      "inherited, COUNT(*) OVER (PARTITION BY inherited) AS mentions, document_id, subject",
    );
    expect(rows.some(({ inherited }) => inherited)).toBe(true);
    const second = await ingestStreams("forum-stocks", files, data);
    expect(second.counts).toMatchObject({ new: 0, updated: 0, unchanged: first.counts.new, batches: 0 });
  });

  it("takes comments about tokens that have neither id nor author", async () => {
    const data = join(await temporaryDirectory(), "crypto");
    const { counts } = await ingestStreams("forum-crypto", [stream("reddit-crypto-2020/comments")], data);
    expect(counts).toMatchObject({ read: 4_964, accepted: 4_964, rejected: 0 });
    const excluded = await storedRows<{ body: string }>(data, "forum-crypto", "body, document_id, subject, excluded");
    expect(excluded.length).toBeGreaterThan(4_900);
  });

  it("takes tweets with their reposts as engagement", async () => {
    const root = await temporaryDirectory();
    const data = join(root, "tweets");
    const files = [
      await beginning("tweets-stocknet/tweets-2014", 3_000, root),
      stream("microblog-engagement-sample/messages"),
    ];
    const { counts } = await ingestStreams("microblog-stocks", files, data);
    expect(counts).toMatchObject({ read: 3_879, accepted: 3_879, rejected: 0 });
    expect(sumOfOutcomes(counts)).toBe(counts.read);
    // Most of these reposts are of tweets from before the stream.
    expect(counts.reposts + counts.repostsOfUnknown).toBeGreaterThan(100);
    expect(counts.mentions).toBeGreaterThan(1_000);
    const rows = await storedRows<{ engagement: number }>(data, "microblog-stocks", "engagement, document_id, subject");
    expect(rows.some(({ engagement }) => engagement > 0)).toBe(true);
  });

  it("takes prediction markets: catalogues, price histories and trades", async () => {
    const root = await temporaryDirectory();
    const data = join(root, "markets");
    const files = [
      stream("polymarket-earnings-2025/markets"),
      stream("polymarket-earnings-2025/price-snapshots"),
      stream("polymarket-general-2025/markets"),
      stream("polymarket-general-2025/hourly-prices"),
      stream("polymarket-trades-2026-01/trades"),
    ];
    const { counts } = await ingestStreams("predmarket-stocks", files, data);
    expect(counts).toMatchObject({ read: 13_725, accepted: 13_725, rejected: 0 });
    expect(sumOfOutcomes(counts)).toBe(counts.read);
    const store = await openReader(data);
    const view = await store.view();
    const ask = async (sql: string) => {
      const [row] = await view.query<Record<string, number>>("predmarket-stocks", { sql, params: [] });
      return row;
    };
    const earnings = await ask(`SELECT COUNT(*) AS markets, COUNT(subject) AS linked,
      COUNT(*) FILTER (subject = hint) AS agreed, COUNT(*) FILTER (closed) AS closed FROM markets WHERE hint IS NOT NULL`);
    // The collector's own tickers; those outside the built-in table stay without an asset.
    expect(earnings).toMatchObject({ markets: 424, closed: 424 });
    expect(earnings?.linked).toBeGreaterThanOrEqual(360);
    expect(Number(earnings?.agreed) / Number(earnings?.linked)).toBeGreaterThan(0.98);
    const general = await ask(
      "SELECT COUNT(*) AS markets, COUNT(subject) AS linked FROM markets WHERE hint IS NULL AND catalogued",
    );
    expect(general?.markets).toBe(500);
    // About twenty of them name a company, if only as the sponsor of a race.
    expect(general?.linked).toBeLessThanOrEqual(25);
    const trades =
      await ask(`SELECT COUNT(*) AS trades, COUNT(DISTINCT wallet) AS wallets, COUNT(DISTINCT condition_id) AS markets,
      SUM(usd) AS usd, COUNT(*) FILTER (price NOT BETWEEN 0 AND 1) AS odd FROM market_trades`);
    expect(trades).toMatchObject({ trades: 2_852, wallets: 686, markets: 18, odd: 0 });
    expect(trades?.usd).toBeGreaterThan(0);
    // None of these trades is about a company.
    expect(
      await ask(
        "SELECT COUNT(*) AS trades FROM market_trades JOIN markets USING (condition_id) WHERE subject IS NOT NULL",
      ),
    ).toEqual({ trades: 0 });
    await store.close();
    expect((await ingestStreams("predmarket-stocks", files, data)).counts).toMatchObject({
      new: 0,
      updated: 0,
      batches: 0,
    });
  });

  it("gives the same news rows in any order of a link's versions, and reading again raises no revision", async () => {
    const root = await temporaryDirectory();
    const lines = gunzipSync(await readFile(stream("news-tickers-2026/news")))
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "");
    const byLink = new Map<string, string[]>();
    for (const line of lines) {
      const { link } = JSON.parse(line) as { link: string };
      byLink.set(link, [...(byLink.get(link) ?? []), line]);
    }
    // Links whose records differ in more than the ticker.
    const told = (line: string) => JSON.stringify({ ...(JSON.parse(line) as object), ticker: null });
    const several = [...byLink.values()].filter((group) => new Set(group.map(told)).size > 1);
    expect(several.length).toBeGreaterThan(3);
    const records = several.flat();
    const found = [];
    for (const [index, order] of [records, records.toReversed()].entries()) {
      const file = join(root, `order-${index}.jsonl`);
      await writeFile(file, `${order.join("\n")}\n`);
      const data = join(root, `data-${index}`);
      await ingestStreams("news-stocks", [file], data);
      const columns = "document_id, subject, title, place, created_utc, hints, sentiment_score, content_hash";
      found.push(await storedRows(data, "news-stocks", columns));
      const before = await storedRows(data, "news-stocks", "document_id, revision");
      const again = await ingestStreams("news-stocks", [file], data);
      expect(again.counts).toMatchObject({ new: 0, updated: 0 });
      expect(await storedRows(data, "news-stocks", "document_id, revision")).toEqual(before);
    }
    expect(found[0]).toEqual(found[1]);
  });
});
