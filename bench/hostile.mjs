// Cost of hostile input against plain text of the same length and form: files of 1 MB through a whole ingest, with a
// model that answers at once and a store that keeps nothing.
// Usage: node bench/hostile.mjs
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AssetDirectory,
  createLinker,
  ingestNamespace,
  namespaceOf,
  NewsSourceDirectory,
  parseAssets,
  parseCommonWords,
  parseContextModel,
  parseTokens,
} from "@market-sentiment/core";
import { openRecords, readTableFile } from "@market-sentiment/core/node";

const FILE_CHARS = 1_000_000;
/** Just below the longest text of a document, so that every text is accepted. */
const TEXT_CHARS = 199_000;
/** Longest time of a hostile file, as a multiple of a plain one's. */
const LIMIT = 20;
/** If a sixteenth of the file costs more than this, the whole one is skipped. */
const HOPELESS = 100;

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const commonWords = parseCommonWords(read("data/linking/common-words.txt"));
const context = parseContextModel(read("data/linking/context-model.json"));
const graph = (assets) => ({
  directory: new AssetDirectory(assets),
  linker: createLinker({ assets, commonWords, context }),
});
const stocks = graph(parseAssets(read("data/reference/assets.csv"), "built_in").assets);
const tokens = graph(parseTokens(read("data/reference/tokens.csv")).assets);

/** Repeats a pattern up to a length. */
const fill = (pattern, chars) => pattern.repeat(Math.ceil(chars / pattern.length)).slice(0, chars);
const plainText = "the company raised its outlook for the year and said that demand in Europe was strong ";
/** A text split into pieces of the longest document length. */
const pieces = (pattern, chars) =>
  Array.from({ length: Math.ceil(chars / TEXT_CHARS) }, (_, at) =>
    fill(pattern, Math.min(TEXT_CHARS, chars - at * TEXT_CHARS)),
  );

/** Files of a form that carry a pattern; each with the namespace that reads them. */
const carriers = {
  post: {
    namespace: "forum-stocks",
    file: (pattern, chars) =>
      lines(
        pieces(pattern, chars).map((selftext, id) => ({
          id: `p${id}`,
          title: "Post",
          selftext,
          subreddit: "stocks",
          created_utc: 1_773_136_800,
        })),
      ),
  },
  coins: {
    namespace: "forum-crypto",
    file: (pattern, chars) =>
      lines(
        pieces(pattern, chars).map((selftext, id) => ({
          id: `p${id}`,
          title: "Post",
          selftext,
          subreddit: "coins",
          created_utc: 1_773_136_800,
        })),
      ),
  },
  news: {
    namespace: "news-stocks",
    file: (pattern, chars) =>
      lines(
        pieces(pattern, chars).map((summary, id) => ({
          id: `n${id}`,
          title: "Article",
          summary,
          source: "Reuters",
          published_at: "2026-03-10",
        })),
      ),
  },
  feed: {
    namespace: "news-stocks",
    file: (pattern, chars) =>
      `<rss version="2.0"><channel><title>Reuters</title>${pieces(pattern, chars)
        .map(
          (text, id) =>
            `<item><guid>f${id}</guid><title>Article</title><pubDate>Tue, 10 Mar 2026 10:00:00 GMT</pubDate><source url="https://reuters.com">Reuters</source><description><![CDATA[${text.replaceAll("]]>", "")}]]></description></item>`,
        )
        .join("")}</channel></rss>`,
  },
  status: {
    namespace: "microblog-stocks",
    file: (pattern, chars) =>
      lines(
        pieces(pattern, chars).map((content, id) => ({
          uri: `https://m.example/${id}`,
          content,
          account: { acct: "a" },
          created_at: "2026-03-10T10:00:00Z",
        })),
      ),
  },
  csv: { namespace: "news-stocks", file: (pattern, chars) => `title,source,published_at\n${fill(pattern, chars)}` },
  xml: {
    namespace: "news-stocks",
    file: (pattern, chars) =>
      `${fill(pattern, chars)}<rss version="2.0"><channel><item><title>Article</title></item></channel></rss>`,
  },
  json: { namespace: "news-stocks", file: (pattern, chars) => fill(pattern, chars) },
  market: {
    namespace: "predmarket-stocks",
    file: (pattern, chars) =>
      lines(
        Array.from({ length: Math.ceil(chars / 1_900) }, (_, id) => ({
          id: String(id),
          question: fill(pattern, 1_900),
          outcomes: ["Yes", "No"],
          updatedAt: "2026-03-10T10:00:00Z",
        })),
      ),
  },
};
function lines(records) {
  return records.map((record) => JSON.stringify(record)).join("\n");
}
const record = '{"title":"Article","source":"Reuters","published_at":"2026-03-10"}\n';
const plain = {
  csv: "Article about demand in Europe,Reuters,2026-03-10\n",
  xml: "<!-- a comment of usual length -->\n",
  json: record,
};
const allTickers = stocks.directory
  .all()
  .filter(({ type }) => type === "stock")
  .slice(0, 900)
  .map(({ key }) => `$${key} `)
  .join("");

/** Name, carrier, pattern. */
const hostile = [
  ["open tags", "feed", "<a"],
  ["open comments", "feed", "<!--"],
  ["open scripts", "feed", "<script>"],
  ["open styles with ends of others", "feed", "<style></script>"],
  ["signs of less", "feed", "< "],
  ["tags and blanks", "feed", "<          br"],
  ["nested tags", "feed", "<b><i>"],
  ["attributes", "feed", "<a b='c' "],
  ["ampersands", "feed", "&"],
  ["half entities", "feed", "&amp"],
  ["blank lines", "feed", " \n"],
  ["open tags", "status", "<a"],
  ["closing tags", "status", "</p "],
  ["dashes after a slash", "post", `/ ${"-".repeat(TEXT_CHARS)}`],
  ["words and dashes", "post", "/a-b-"],
  ["words and dots", "post", "a.b./"],
  ["at signs", "post", "a@b"],
  ["one long word", "post", `/${"a".repeat(TEXT_CHARS)}`],
  ["hosts without an end", "post", "www.-x.y-"],
  ["dollar signs", "post", "$"],
  ["brackets", "post", "(["],
  ["quotation marks", "post", "\"'"],
  ["invisible characters", "post", "x\u200b\u2060"],
  ["combining marks", "post", "e\u0301\u0323\u0301"],
  ["amounts beside tickers", "post", "GME $5 "],
  ["doubtful tickers", "post", "snap puts "],
  ["names in a row", "post", "apple ford visa target gap "],
  ["every ticker", "post", allTickers],
  ["every ticker", "news", allTickers],
  ["names with legal forms", "news", "Apple Inc. (AAPL), Ford Motor Company (F) and "],
  ["blocked phrases", "news", "New York Times Apple Hospitality "],
  ["capitals", "news", "APPLE FORD "],
  ["pairs", "coins", "BTC/USDT ETHUSDT "],
  ["coins", "coins", "btc eth $sol "],
  ["advertisements", "news", "market to reach "],
  ["spaces", "news", `a${" ".repeat(TEXT_CHARS - 2)}b`],
  ["questions", "market", "be added to between $1 and "],
  ["digits", "market", "between $1,1"],
  ["open quotes", "csv", '"a\n'],
  ["open quotes at the end", "csv", 'a,b,"c\n'],
  ["quotes within quotes", "csv", '"a"b"c'],
  ["doubled quotes", "csv", '""'],
  ["delimiters", "csv", ","],
  ["an open quote over many lines", "csv", `"${"a,b,c\n".repeat(600)}`],
  ["declarations", "xml", "<!DOCTYPE x [ ]>"],
  ["short declarations", "xml", "<!DOCTYPE x>"],
  ["open declarations", "xml", "<!DOCTYPE x ["],
  ["open comments", "xml", "<!--"],
  ["open items", "xml", "<item><title>"],
  ["nested lists", "json", "["],
  ["nested objects", "json", '{"a":'],
  ["long numbers", "json", '{"id":1900000000000000001,"t":"\\\\\\"1900000000000000001, "}\n'],
  ["backslashes", "json", `{"id":1900000000000000001,"t":"${"\\\\".repeat(400_000)}", "u":1900000000000000001}\n`],
];
// 100,000 columns, with a record beneath.
const columns = Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(",");

const root = await mkdtemp(join(tmpdir(), "hostile-"));
let runs = 0;
/** Processor time in seconds of a run over a file. */
async function secondsOf(namespaceId, content) {
  const file = join(root, `${(runs += 1)}.txt`);
  await writeFile(file, content);
  const namespace = namespaceOf(namespaceId);
  const { directory, linker } = namespace.assetTypes.includes("token") ? tokens : stocks;
  const began = process.cpuUsage();
  try {
    const { records } = await openRecords([file], readTableFile);
    const parts = {
      namespace,
      directory,
      linker,
      records,
      context: { sources: new NewsSourceDirectory([]), columnMap: {} },
      textModel: {
        judge: async (texts) => texts.map(() => ({ score: 0, label: "neutral" })),
        close: async () => undefined,
      },
      hintUse: "all",
      source: "bench",
      now: () => new Date("2026-03-31T12:00:00Z"),
      reject: async () => undefined,
      store: emptyStore(),
    };
    await ingestNamespace(parts);
  } catch (cause) {
    // A file that is rejected as a whole has been read, too.
    if (cause.code !== "invalid_file" && cause.code !== "damaged_file") throw cause;
  }
  const { user, system } = process.cpuUsage(began);
  await rm(file);
  return (user + system) / 1e6;
}

/** A store that holds nothing and keeps nothing. */
function emptyStore() {
  const snapshot = { version: 1 };
  const none = async () => [];
  return {
    snapshot,
    documents: async () => new Map(),
    rows: none,
    replies: none,
    commit: async () => snapshot,
    freeze: async () => snapshot,
    markets: async () => new Map(),
    commitMarkets: async () => ({ snapshot, added: new Set(), changed: new Set(), closed: new Set() }),
    freezeMarkets: async () => snapshot,
  };
}

/** The middle of three runs, after one to warm up. */
async function middleOf(run) {
  await run();
  const times = [await run(), await run(), await run()].sort((a, b) => a - b);
  return times[1];
}

const baselines = new Map();
let worst = 0;
let failed = 0;
console.log(`times of plain text of the same form and length, ${FILE_CHARS / 1e6} MB each, limit ${LIMIT}`);
for (const [name, carrier, pattern] of [...hostile, ["100,000 columns", "csv", null]]) {
  const { namespace, file } = carriers[carrier];
  const contentOf = (chars) =>
    pattern === null ? `${columns}\n${fill("1,", chars)}`.slice(0, chars) : file(pattern, chars);
  if (!baselines.has(carrier)) {
    const content = file(plain[carrier] ?? plainText, FILE_CHARS);
    baselines.set(carrier, await middleOf(() => secondsOf(namespace, content)));
  }
  const base = baselines.get(carrier);
  const small = (await secondsOf(namespace, contentOf(FILE_CHARS / 16))) / (base / 16);
  const ratio =
    small > HOPELESS
      ? small
      : Math.min(
          ...[await secondsOf(namespace, contentOf(FILE_CHARS)), await secondsOf(namespace, contentOf(FILE_CHARS))],
        ) / base;
  worst = Math.max(worst, ratio);
  if (ratio > LIMIT) failed += 1;
  const note = small > HOPELESS ? " (for a sixteenth of it)" : "";
  console.log(`${ratio > LIMIT ? "FAIL" : "  ok"}  ${ratio.toFixed(2).padStart(7)}  ${carrier}: ${name}${note}`);
}
await rm(root, { recursive: true });
console.log(
  `${hostile.length + 1} hostile inputs: the worst takes ${worst.toFixed(1)} times as long (limit ${LIMIT}), ${failed} above`,
);
console.log(
  `plain: ${[...baselines].map(([carrier, seconds]) => `${carrier} ${(seconds * 1000).toFixed(0)} ms`).join(", ")}`,
);
process.exitCode = failed === 0 ? 0 : 1;
