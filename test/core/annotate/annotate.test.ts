import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TextJudge } from "@market-sentiment/core";
import {
  type AnnotatedLine,
  annotateFiles,
  ingestFiles,
  openReader,
  publishAnnotated,
} from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { textNamespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { textStreams } from "../../support/text-streams.js";
import { wordModel } from "../../support/word-model.js";

const now = () => new Date("2026-03-31T12:00:00Z");

/** A judge that counts what it is asked. */
function countedModel(): { readonly judge: TextJudge; readonly asked: string[] } {
  const asked: string[] = [];
  const model = wordModel();
  const judge: TextJudge = {
    judge: (texts, options) => {
      asked.push(...texts.map(({ text }) => text));
      return model.judge(texts, options);
    },
  };
  return { judge, asked };
}

async function fileWith(records: readonly (object | string)[]): Promise<string> {
  const file = join(await temporaryDirectory(), "records.jsonl");
  const lines = records.map((record) => (typeof record === "string" ? record : JSON.stringify(record)));
  await writeFile(file, `${lines.join("\n")}\n`);
  return file;
}

/** A folder with files, as an engine leaves one. */
async function folderWith(files: readonly (readonly object[])[]): Promise<string> {
  const folder = await temporaryDirectory();
  for (const [at, lines] of files.entries())
    await writeFile(join(folder, `part-0000${at}`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await writeFile(join(folder, "part-00009"), "");
  await writeFile(join(folder, "_SUCCESS"), "");
  await writeFile(join(folder, ".part-00000.crc"), "crc");
  return folder;
}

async function annotated(namespace: string, records: readonly (object | string)[]) {
  const lines: AnnotatedLine[] = [];
  const { judge, asked } = countedModel();
  const report = await annotateFiles(
    {
      namespace: textNamespaceNamed(namespace),
      files: [await fileWith(records)],
      dataDirectory: await temporaryDirectory(),
      now,
      rejectedFile: join(await temporaryDirectory(), "rejected.jsonl"),
      textModel: judge,
    },
    (line) => {
      lines.push(line);
      return Promise.resolve();
    },
  );
  return { lines, asked, report };
}

/** Everything that a directory holds of mentions and daily values, but for when it was written. */
async function contentOf(data: string, namespace: string): Promise<unknown> {
  const reader = await openReader(data);
  try {
    const view = await reader.view();
    const rows = (table: string, order: string) =>
      view.query<object>(namespace, { sql: `SELECT * FROM ${table} ORDER BY ${order}`, params: [] });
    return {
      mentions: await rows("mentions", "document_id, subject"),
      subjects: await rows("subject_daily", "day, key"),
      market: await rows("market_daily", "day"),
    };
  } finally {
    await reader.close();
  }
}

describe("annotated records", () => {
  it.each(Object.keys(textStreams))(
    "of %s, annotated in three parts, are stored as the raw records would be, row for row",
    async (name) => {
      const namespace = textNamespaceNamed(name);
      const records = (textStreams[name]?.() ?? []).slice(0, 150);
      const raw = await temporaryDirectory();
      await ingestFiles({
        dataDirectory: raw,
        namespace,
        files: [await fileWith(records)],
        now,
        textModel: wordModel(),
      });
      const parts = await Promise.all(
        [0, 1, 2].map((part) => annotated(name, records.slice(50 * part, 50 * part + 50))),
      );
      const from = await folderWith(parts.map(({ lines }) => lines));
      const data = await temporaryDirectory();
      const { judge, asked } = countedModel();
      const report = await publishAnnotated({ dataDirectory: data, namespace, from, now, textModel: judge });
      expect(report.counts.rejected).toBe(0);
      expect(await contentOf(data, name)).toEqual(await contentOf(raw, name));
      expect(report.asked).toBe(asked.length);
      // Only comments that name nobody are judged once more: their thread may lie in another part.
      const direct = new Set(parts.flatMap((part) => part.asked));
      expect(asked.filter((text) => direct.has(text))).toEqual([]);
      if (!namespace.inheritsFromThread) expect(asked).toEqual([]);
      const again = await publishAnnotated({ dataDirectory: data, namespace, from, now, textModel: judge });
      expect(again.counts).toMatchObject({ new: 0, updated: 0 });
    },
  );

  it("keep their order; a bad record is kept aside with its reason, and what it stood between is there", async () => {
    const records = [
      { id: "1", source: "Reuters", title: "Apple gains", published_at: "2026-03-01T10:00:00Z" },
      "no JSON",
      { id: "2", source: "Reuters", title: "nobody in particular", published_at: "2026-03-01T11:00:00Z" },
      { id: "3", source: "Reuters", title: "Tesla falls", published_at: "yesterday" },
      { id: "4", source: "Reuters", title: "Microsoft falls", published_at: "2026-03-01T12:00:00Z" },
    ];
    const { lines, report } = await annotated("news-stocks", records);
    expect(lines.map((line) => line.document_id.split(":")[1])).toEqual(["1", "2", "4"]);
    expect(lines.map((line) => (line.annotated === "document" ? line.mentions : []))).toMatchObject([
      [{ subject: "AAPL", sentiment_score: 0.8, sentiment_label: "positive" }],
      [],
      [{ subject: "MSFT", sentiment_score: -0.6, sentiment_label: "negative" }],
    ]);
    expect(report).toMatchObject({ lines: 3, rejected: 2 });
    const aside = (await readFile(report.rejectedFile ?? "", "utf8")).trim().split("\n");
    expect(aside.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual([
      "malformed_record",
      "invalid_time",
    ]);
  });

  it("of a stream are JSON lines whatever it begins with, and an empty one gives none", async () => {
    const annotateStream = async (text: string) => {
      const bytes = new TextEncoder().encode(text);
      async function* chunks() {
        await Promise.resolve();
        yield bytes;
      }
      return annotateFiles(
        {
          namespace: textNamespaceNamed("news-stocks"),
          files: [{ name: "stdin", chunks: chunks() }],
          dataDirectory: await temporaryDirectory(),
          now,
          rejectedFile: null,
          textModel: wordModel(),
        },
        () => Promise.resolve(),
      );
    };
    expect(await annotateStream("")).toMatchObject({ lines: 0, rejected: 0 });
    const record = JSON.stringify({ id: "1", source: "Reuters", title: "Apple", published_at: "2026-03-01T10:00:00Z" });
    expect(await annotateStream(`title,date\nnot JSON\n${record}\n`)).toMatchObject({ lines: 1, rejected: 2 });
  });

  it("carry counters of other posts and deletions, which count when they are published", async () => {
    const said = (id: string, text: string, more: object = {}) => ({
      data: [{ id, text, author_id: "7", created_at: "2026-03-01T10:00:00.000Z", ...more }],
      includes: { users: [{ id: "7", username: "ana" }] },
    });
    const records = [said("11", "$AAPL gains"), said("12", "$TSLA falls", { public_metrics: { like_count: 4 } })];
    const { lines } = await annotated("microblog-stocks", records);
    const [first] = lines;
    if (first?.annotated !== "document") return expect.fail("the first line is a document");
    const { upvotes, replies, quotes, views } = first;
    const more: AnnotatedLine[] = [
      {
        annotated: "counters",
        namespace: "microblog-stocks",
        document_id: first.document_id,
        upvotes,
        likes: 90,
        retweets: 2,
        replies,
        quotes,
        views,
      },
      {
        annotated: "removal",
        namespace: "microblog-stocks",
        document_id: lines[1]?.document_id ?? "",
        as_of_utc: "2026-03-02T00:00:00.000Z",
      },
    ];
    const data = await temporaryDirectory();
    await publishAnnotated({
      dataDirectory: data,
      namespace: textNamespaceNamed("microblog-stocks"),
      from: await folderWith([lines, more]),
      now,
      textModel: wordModel(),
    });
    expect(await contentOf(data, "microblog-stocks")).toMatchObject({
      mentions: [
        { subject: "AAPL", likes: 90, retweets: 2, engagement: 92 },
        { subject: null, body: null, likes: 4 },
      ],
    });
  });

  it("of another version of the engine are judged anew, and lines of another form or namespace are kept aside", async () => {
    const { lines } = await annotated("news-stocks", [
      { id: "1", source: "Reuters", title: "Apple gains", published_at: "2026-03-01T10:00:00Z" },
    ]);
    const [line] = lines;
    const { judge, asked } = countedModel();
    const report = await publishAnnotated({
      dataDirectory: await temporaryDirectory(),
      namespace: textNamespaceNamed("news-stocks"),
      from: await folderWith([
        [
          { ...line, engine_version: "1.0" },
          { ...line, excluded: "yes" },
          { title: "Apple gains" },
          { ...line, namespace: "forum-stocks" },
        ],
      ]),
      now,
      textModel: judge,
    });
    expect(asked).toEqual(["Apple gains"]);
    expect(report.counts).toMatchObject({ new: 1, rejected: 3 });
    expect(report.rejectCauses.map(({ message }) => message)).toEqual([
      "Its excluded is not as in a line that 'sentiment annotate' writes.",
      "Its annotated is not as in a line that 'sentiment annotate' writes.",
      "It was annotated for another namespace than news-stocks.",
    ]);
  });
});
