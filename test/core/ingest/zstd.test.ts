import { Readable } from "node:stream";
import * as zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { portableFrame, zstdChunks } from "../../../packages/core/src/adapters/record-files/zstd-chunks.js";
import { failureOf, fileOf } from "../../support/file-ingest.js";
import { skippableFrame, zstdFrame } from "../../support/zstd-frames.js";

/** 40 posts in the shape of a dump, as the format's own tool packs them at its level 19, with a checksum. */
const packed = Buffer.from(
  `
KLUv/WQMIR0UAHajXSFQTZsDnAAzHdFmn1fMkP6jplUE7UabJJEyFeqC5MwUKRhlAF0ARAALCwOXHGM8y3PIOQqL5nEuuWdRFNYM
GJxD7pJ7HthzwGAOa83COQQR0xQorIEt7WHtEEzOeRjWaDSLggYDc8ghYsQlpyyHICauPiUnt3gYChT2KFhbHHLY2LM0h0uuNQkP
g+IkAkbjypW+lqorvVIqOfkpPeGq3d1FyAjhIr1VFWmuTKX5/a93gMJoEhCaonEojOJglgOBWRrN4lhgTOFwGlMaQdqbBpg4geeB
McejSHA4EDwgFMrRmoPDYRYFwsEYAUeoVP+kV02ZX/lU+3//f+2n70WIx8XjEe1yWl6qSFmVlUpNNkpOz1yr9e6PjJAR3uqrWtWY
XulUuPfePxrZaXuXojExK+1McrWlnUmiZ0s7ZTr6JjqT1LslOpPUY0u0pmpursxUR9/nf3XmcjrXiYkLExP99bS+FG91VepKLUy3
Sk9fu1f7XYXQUUIBgPeoMXidQmH/mAOgFRUkwwESQCAQBBxMAooAIeAKhpDCR4VqXFF6xRa8bE7dUkObUahIE0ZlLAIBoVrFNvjU
nFKiFMqAAoTJK0pmIgoiuCvVL7+51DQueydVLL7iSF5ADjQweCpqfaDbtAgi6BdG105Y+1F8OsuqOHLGysRtgFD5sfj0Rmrx9EbK
x22icvlZXHzFkQupU33BgCwqlR+LQ+dYFU9nWcG4LCqVH8t60h0eqrA+uX1MbApPulOXyLXE0GRq3caSSmZILxiQdqfUxnLsTnQZ
ds9YYUdnigrski5JUw4op2wWkD9eNKB4pFL4N4eLCLpBKW/A2eHGyhNs2erY6T7AubTJVgGjr1j2`,
  "base64",
);

const post = (id: number) =>
  JSON.stringify({
    author: "writer",
    created_utc: 1772460300 + id,
    id: `y${id}`,
    score: 3,
    selftext: `Orders keep coming in: ${id * 7919}.`,
    subreddit: "stocks",
    title: `Apple gains, day ${id}`,
  });
const posts = (count: number) => Array.from({ length: count }, (_, id) => `${post(id)}\n`).join("");

const takesEveryWindow = "createZstdDecompress" in zlib;

describe("a dump compressed with Zstandard", () => {
  it("is read under any name, and a second reading changes nothing", async () => {
    const { run, rows } = await fileOf("forum-stocks", "RS_2026-03", packed);
    expect((await run()).counts).toMatchObject({ read: 40, accepted: 40, rejected: 0, new: 40, mentions: 40 });
    const [first] = await rows<{ title: string }>("title, engagement, document_id, subject");
    expect(first).toMatchObject({ title: "Apple gains for day 0, what next?", engagement: 0, subject: "AAPL" });
    expect((await run()).counts).toMatchObject({ new: 0, unchanged: 40 });
  });

  it("is read across frames and past skippable frames", async () => {
    const lines = posts(1_500);
    const half = lines.length / 2 + 11;
    const content = Buffer.concat([
      skippableFrame("written by a packer"),
      zstdFrame(lines.slice(0, half)),
      skippableFrame(""),
      zstdFrame(lines.slice(half)),
    ]);
    const { run } = await fileOf("forum-stocks", "posts.zst", content);
    expect((await run()).counts).toMatchObject({ read: 1_500, accepted: 1_500, new: 1_500 });
  });

  it("may hold CSV, a feed or one JSON document", async () => {
    const csv = `id,created_utc,subreddit,title\na,1772460300,stocks,Apple gains\n`;
    const list = JSON.stringify([JSON.parse(post(1)), JSON.parse(post(2))], null, 2);
    const feed = `<rss version="2.0"><channel><title>Paper</title><item><title>Apple gains</title><link>https://n.example/a</link></item></channel></rss>`;
    for (const [namespace, content, read] of [
      ["forum-stocks", csv, 1],
      ["forum-stocks", list, 2],
      ["news-stocks", feed, 1],
    ] as const) {
      expect((await (await fileOf(namespace, "x.zst", zstdFrame(content))).run()).counts).toMatchObject({
        read,
        accepted: read,
      });
    }
  });

  it("that is cut off gives what comes before, and says that it is truncated", async () => {
    const whole = zstdFrame(posts(3_000));
    const { run, rows, file } = await fileOf("forum-stocks", "cut.zst", whole.subarray(0, 300_000));
    const error = await failureOf(run);
    expect(error.code).toBe("damaged_file");
    expect(error.message).toBe(`${file} is a truncated Zstandard archive: it ends before its end mark.`);
    const stored = await rows("DISTINCT document_id, subject");
    // Two of its blocks are whole.
    expect(stored.length).toBeGreaterThan(1_000);
    expect(stored.length).toBeLessThan(3_000);
  });

  it("that is damaged gives what comes before, and says so", async () => {
    const whole = zstdFrame(posts(3_000));
    // The third block is of a kind that does not exist.
    const header = 6 + 2 * (3 + 131_072);
    whole[header] = (whole[header] ?? 0) | 0b110;
    const { run, rows, file } = await fileOf("forum-stocks", "damaged.zst", whole);
    const error = await failureOf(run);
    expect(error.code).toBe("damaged_file");
    expect(error.message).toBe(`${file} is a damaged Zstandard archive.`);
    expect((await rows("DISTINCT document_id, subject")).length).toBeGreaterThan(1_000);
  });

  it("with the widest window is read, or refused with advice", async () => {
    const { run } = await fileOf("forum-stocks", "RC_2026-03.zst", zstdFrame(posts(2), 31));
    if (takesEveryWindow) expect((await run()).counts).toMatchObject({ read: 2, accepted: 2 });
    else {
      const error = await failureOf(run);
      expect(error.code).toBe("invalid_file");
      expect(error.message).toMatch(/takes Node 22\.15 or newer.*zstd -d --long=31 .*RC_2026-03\.zst$/);
    }
  });

  it("is refused when it is empty or damaged at its beginning", async () => {
    const empty = await failureOf((await fileOf("forum-stocks", "empty.zst", zstdFrame(""))).run);
    expect(empty).toMatchObject({ code: "invalid_file" });
    expect(empty.message).toContain("has no content");
    const start = packed.subarray(0, 40);
    const cut = await failureOf((await fileOf("forum-stocks", "cut.zst", start)).run);
    expect(cut).toMatchObject({ code: "damaged_file" });
    expect(cut.message).toContain("truncated Zstandard");
  });
});

describe("decoding on a version of Node without a built-in decoder", () => {
  const decoded = async (content: Buffer, chunkBytes: number) => {
    const chunks: Buffer[] = [];
    const source = function* () {
      for (let start = 0; start < content.length; start += chunkBytes)
        yield content.subarray(start, start + chunkBytes);
    };
    for await (const chunk of zstdChunks(Readable.from(source()), portableFrame)) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  it.each([1, 7, 512, 100_000])("gives the same bytes from chunks of %i", async (chunkBytes) => {
    const text = (await decoded(packed, chunkBytes)).toString("utf8");
    const lines = text.trimEnd().split("\n");
    expect(lines).toHaveLength(40);
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(
      Array.from({ length: 40 }, (_, id) => `z${String(id).padStart(3, "0")}`),
    );
    const stored = zstdFrame(posts(2_000));
    expect((await decoded(stored, Math.max(chunkBytes, 100))).toString("utf8")).toBe(posts(2_000));
  });
});
