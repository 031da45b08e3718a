import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ingestFiles, openReader, type StreamInput } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { news } from "../../support/news-dataset.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";
import { zstdFrame } from "../../support/zstd-frames.js";

let root: string;
let next = 0;

beforeAll(async () => {
  root = await temporaryDirectory();
});

const records = Array.from({ length: 800 }, (_, id) => ({
  id: `a-${id}`,
  source: "Reuters",
  title: `Apple gains, item ${id} é`,
  published_at: "2026-03-02T10:00:00Z",
}));
const jsonLines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
const csv = [
  "id,source,title,published_at",
  ...records.map((record) =>
    Object.values(record)
      .map((text) => `"${text}"`)
      .join(","),
  ),
].join("\n");
const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Reuters</title>${records
  .slice(0, 50)
  .map(
    ({ id, title }) =>
      `<item><guid>${id}</guid><title>${title}</title><link>https://reuters.com/${id}</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>`,
  )
  .join("")}</channel></rss>`;

/** The bytes in pieces of such a length, as a pipe gives them. */
async function* piped(bytes: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) {
    await Promise.resolve();
    yield bytes.subarray(at, at + length);
  }
}

const ingestInto = (data: string, input: string | StreamInput, more: { columnMap?: Record<string, string> } = {}) =>
  ingestFiles({
    dataDirectory: data,
    namespace: news(),
    files: [input],
    now: () => new Date("2026-03-31T12:00:00Z"),
    textModel: wordModel(),
    ...more,
  });

const stream = (content: string | Buffer, length = 1000): StreamInput => ({
  name: "stdin-1",
  chunks: piped(Buffer.from(content), length),
});

async function rowsOf(data: string): Promise<unknown[]> {
  const store = await openReader(data);
  const rows = await (
    await store.view()
  ).query("news-stocks", { sql: "SELECT document_id, title, place FROM mentions ORDER BY ALL", params: [] });
  await store.close();
  return rows;
}

describe("a stream", () => {
  it.each([
    ["JSON lines", jsonLines],
    ["JSON lines without a last line end", jsonLines.trimEnd()],
    ["a JSON document", JSON.stringify(records, null, 2)],
    ["CSV", csv],
    ["a feed", feed],
    ["gzip", gzipSync(jsonLines)],
    ["Zstandard", zstdFrame(Buffer.from(jsonLines))],
  ])("is read as a file of the same bytes is: %s", async (_, content) => {
    next += 1;
    const file = join(root, `file-${next}`);
    await writeFile(file, content);
    const [ofFile, ofStream] = [join(root, `a-${next}`), join(root, `b-${next}`)];
    const one = await ingestInto(ofFile, file);
    const other = await ingestInto(ofStream, stream(content, 777));
    expect(other.counts).toEqual(one.counts);
    expect(one.counts.new).toBeGreaterThanOrEqual(50);
    expect(await rowsOf(ofStream)).toEqual(await rowsOf(ofFile));
    expect((await ingestInto(ofStream, stream(content, 5000))).counts.new).toBe(0);
  });

  it("keeps the bytes examined for a mapped column, and refuses a column that does not exist", async () => {
    const named = csv.replace("title", "headline");
    const report = await ingestInto(join(root, "mapped"), stream(named), { columnMap: { title: "headline" } });
    expect(report.counts).toMatchObject({ read: records.length, new: records.length });
    await expect(
      ingestInto(join(root, "unmapped"), stream(named), { columnMap: { title: "heading" } }),
    ).rejects.toMatchObject({ code: "invalid_parameters" });
  });

  it.each([
    ["nothing", "", "invalid_file", /stdin-1 is empty\./],
    ["white space in an archive of nothing", gzipSync(""), "invalid_file", /stdin-1 has no content\./],
    [
      "Parquet",
      "PAR1 and more of it than a head",
      "invalid_file",
      /stdin-1 is Parquet, which is read from its end: save it as a file first\./,
    ],
    ["binary data", Buffer.from([1, 0, 2, 0, 3, 0]), "invalid_file", /stdin-1 is a binary file/],
  ])("of %s is refused with an explanation", async (_, content, code, message) => {
    const refusal = ingestInto(join(root, "refused"), stream(content, 3));
    await expect(refusal).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
  });

  it("that breaks off inside an archive keeps what came before, as a file does", async () => {
    const cut = gzipSync(jsonLines, { level: 0 }).subarray(0, 60_000);
    await expect(ingestInto(join(root, "cut"), stream(cut))).rejects.toMatchObject({ code: "damaged_file" });
    expect((await rowsOf(join(root, "cut"))).length).toBeGreaterThan(300);
  });

  it("keeps its rejected records aside under its own name", async () => {
    const { rejectedFile, counts } = await ingestInto(join(root, "rejects"), stream(`${jsonLines}{"id": "x"}\n`));
    expect(counts.rejected).toBe(1);
    expect(rejectedFile).toMatch(/\/stdin-1-\w+\.jsonl$/);
  });
});
