// The labelled sets beside the checkout, as parts: those trained on by the split of training, the others whole.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Sets that training reads the train part of. */
export const TRAINED_ON = ["sentfin", "finentity", "twitter-financial-news-sentiment", "wsb-labelled-2021"];
/** Sets that nothing is trained or chosen on. */
export const NEVER_TRAINED_ON = [
  "financial-phrasebank",
  "semeval2017-task5",
  "fiqa2018-task1",
  "stockemotions",
  "stock-market-sentiment-tweets",
];

const linesOf = (text) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
const jsonLines = (path) => linesOf(readFileSync(path, "utf8"));

/** "test", "dev" or "train", by text: the twin of `split_of` in models/train/data.py. */
export function splitOf(text) {
  const key = text
    .replace(/https?:\/\/[!-~]+/gi, " ")
    .replace(/\p{Cf}|\p{Co}/gu, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const bucket = Number.parseInt(createHash("sha1").update(`split-1:${key}`).digest("hex").slice(0, 8), 16) % 100;
  if (bucket < 12) return "test";
  return bucket < 20 ? "dev" : "train";
}

/** Rows `{text, target, label}` of one set; null when its file is not there. */
export function readSet(folder, name) {
  const path = join(folder, name, `${name}.train.jsonl`);
  return existsSync(path) ? jsonLines(path) : null;
}

/** Own labelled sentences of models/train/own whose file name starts so. */
export function readOwn(folder, names) {
  return names.flatMap((name) => jsonLines(join(folder, name))).map((row) => ({ ...row, target: row.target ?? null }));
}

const POST_STREAMS = {
  "tweets-stocknet": ["tweets-2014", "tweets-2015"],
  "reddit-wsb-2020-12": ["posts", "comments", "comments-2021-01"],
};
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " ", "#x200B": "" };

/**
 * Rows `{text, target, label}` of the posts of one stream that have labels of our own (models/train/own/labelled-posts.tsv),
 * title and body as one text; null when the stream is not there.
 */
export function readPosts(folder, ownFolder, stream) {
  if (!existsSync(join(folder, stream))) return null;
  const texts = new Map(
    POST_STREAMS[stream]
      .flatMap((file) => linesOf(gunzipSync(readFileSync(join(folder, stream, `${file}.jsonl.gz`))).toString()))
      .map((row) => [row.id, [row.text, row.body, row.title, row.selftext]]),
  );
  const [, ...rows] = readFileSync(join(ownFolder, "labelled-posts.tsv"), "utf8").trimEnd().split(/\r?\n/);
  return rows
    .map((line) => line.split("\t"))
    .filter(([source]) => source === stream)
    .map(([, id, target, label]) => {
      const parts = texts.get(id).filter((part) => part && part !== "[removed]" && part !== "[deleted]");
      const text = parts.join(" ").replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole);
      return { text, target: target === "" ? null : target, label };
    })
    .filter(({ text }) => text.trim() !== "");
}

/** Rows of texts whose targets differ in label. */
export function conflicting(rows) {
  const labels = new Map();
  for (const { text, label } of rows) labels.set(text, (labels.get(text) ?? new Set()).add(label));
  return rows.filter(({ text }) => labels.get(text).size > 1);
}

/**
 * What is measured, in the order of the table: `{name, part, rows, again}`. Sets that are not there are left out; `again` says that the rows
 * are counted in another part already.
 */
export function partsToMeasure(folder) {
  const parts = [];
  for (const name of TRAINED_ON) {
    const rows = readSet(folder, name);
    if (rows === null) continue;
    for (const part of ["test", "dev"]) {
      const own = rows.filter(({ text }) => splitOf(text) === part);
      parts.push({ name, part, rows: own, again: false });
      if (name === "sentfin")
        parts.push({ name: "sentfin, conflicting labels", part, rows: conflicting(own), again: true });
    }
  }
  for (const name of NEVER_TRAINED_ON) {
    const rows = readSet(folder, name);
    if (rows !== null) parts.push({ name, part: "all", rows, again: false });
  }
  return parts;
}
