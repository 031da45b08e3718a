import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const [header, ...lines] = readFileSync(
  new URL("../../models/train/own/labelled-posts.tsv", import.meta.url),
  "utf8",
).split("\n");
const rows = lines.filter((line) => line !== "").map((line) => line.split("\t"));

/** The posts beside the checkout; they are not ours to redistribute. */
const streams = fileURLToPath(new URL("../../../shared/datasets/", import.meta.url));
const files = {
  "tweets-stocknet": ["tweets-2014", "tweets-2015"],
  "reddit-wsb-2020-12": ["posts", "comments", "comments-2021-01"],
};
const present = existsSync(join(streams, "README.md"));
if (!present) console.warn("Skipped: the streams of the labelled posts are not here.");

describe("our labels for posts of others", () => {
  it("name each post once, by stream and id, with a ticker, a company's name of a few words or none, a label and its certainty", () => {
    expect(header).toBe("source\tid\ttarget\tlabel\tcertainty");
    for (const row of rows) {
      expect(row.join("\t")).toMatch(
        /^(tweets-stocknet\t\d+\t([^\s$]+( [^\s$]+){0,6})?|reddit-wsb-2020-12\t\w+\t)\t(neutral\tclear|(positive|negative)\t(clear|leaning))$/,
      );
    }
    expect(new Set(rows.map(([source, id]) => `${source} ${id}`)).size).toBe(rows.length);
  });

  it.runIf(present)("refer to posts that exist in their streams, and to a ticker or a name that stands in the post", () => {
    const posts = new Map(
      Object.entries(files).flatMap(([source, names]) =>
        names
          .flatMap((name) =>
            gunzipSync(readFileSync(join(streams, source, `${name}.jsonl.gz`)))
              .toString("utf8")
              .split("\n"),
          )
          .filter((line) => line !== "")
          .map((line) => [`${source} ${(JSON.parse(line) as { readonly id: string }).id}`, line.replaceAll("&amp;", "&").toLowerCase()]),
      ),
    );
    const post = ([source, id]: readonly string[]) => posts.get(`${source} ${id}`);
    expect(rows.filter((row) => post(row) === undefined)).toEqual([]);
    expect(rows.filter((row) => post(row)?.includes((row[2] ?? "").toLowerCase()) === false)).toEqual([]);
  });
});
