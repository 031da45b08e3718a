import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { failureOf, fileOf, keptAside } from "../../support/file-ingest.js";

const article = (id: number, more: object = {}) => ({
  id: `a-${id}`,
  source: "Reuters",
  title: `Apple gains, item ${id}`,
  published_at: "2026-03-02T10:00:00Z",
  ...more,
});
const documentsOf = async (content: string | Buffer) => {
  const ingested = await fileOf("news-stocks", "answer.json", content);
  const report = await ingested.run();
  const rows = await ingested.rows<{ document_id: string }>("DISTINCT document_id, subject");
  return { report, ids: rows.map(({ document_id }) => document_id.replace("reuters:", "")) };
};

describe("a file that is one JSON document", () => {
  const three = [article(1), article(2), article(3)];

  it.each([
    ["over many lines", JSON.stringify(three, null, 2)],
    ["with an element a line", `[\n${three.map((item) => JSON.stringify(item)).join(",\n")}\n]\n`],
    ["with the bracket before the first element", `[${three.map((item) => JSON.stringify(item)).join(",\n")}]`],
    ["in one line", JSON.stringify(three)],
    ["in one line of 5 MiB", JSON.stringify(three).replace("[", `[${" ".repeat(5 * 1024 * 1024)}`)],
    ["gzipped", gzipSync(JSON.stringify(three, null, 2))],
    ["behind a byte order mark", `\uFEFF${JSON.stringify(three, null, 2)}`],
  ])("gives a record for each object of a list, %s", async (_form, content) => {
    const { report, ids } = await documentsOf(content);
    expect(report.counts).toMatchObject({ read: 3, accepted: 3, rejected: 0 });
    expect(ids).toEqual(["a-1", "a-2", "a-3"]);
  });

  it("is read whole, even when one of its lines is longer than a JSON line may be", async () => {
    const long = [article(1), article(2, { extra: "x".repeat(5 * 1024 * 1024) })];
    expect((await documentsOf(JSON.stringify(long, null, 2))).ids).toEqual(["a-1", "a-2"]);
    expect((await documentsOf(JSON.stringify(long))).ids).toEqual(["a-1", "a-2"]);
  });

  it("is one record when it is an object", async () => {
    expect((await documentsOf(JSON.stringify(article(1), null, 2))).ids).toEqual(["a-1"]);
    expect((await documentsOf(JSON.stringify(article(1)))).ids).toEqual(["a-1"]);
  });

  it("keeps elements aside that are not objects, with their position in the list", async () => {
    const list = [article(1), "text", null, [article(2)], article(3, { published_at: "soon" }), article(4)];
    const { report, ids } = await documentsOf(JSON.stringify(list, null, 2));
    expect(report.counts).toMatchObject({ read: 6, accepted: 2, rejected: 4 });
    expect((await keptAside(report)).map(({ line, reason }) => [line, reason])).toEqual([
      [2, "malformed_record"],
      [3, "malformed_record"],
      [4, "malformed_record"],
      [5, "invalid_time"],
    ]);
    expect(ids).toEqual(["a-1", "a-4"]);
  });

  it.each([
    ["breaks off", JSON.stringify(three, null, 2).slice(0, -20), "neither JSON lines nor one whole JSON document"],
    ["lacks a comma", JSON.stringify(three, null, 2).replace(',\n    "title"', '\n    "title"'), "in line 5"],
    [
      "is not UTF-8",
      Buffer.from(JSON.stringify([article(1, { title: "Café" })], null, 2), "latin1"),
      "not valid UTF-8",
    ],
    ["is a giant", `[\n${" \n".repeat(33 * 1024 * 1024)}]`, "one JSON document of more than 64 MiB"],
  ])("is refused with the reason when it %s", async (_how, content, message) => {
    const error = await failureOf((await fileOf("news-stocks", "answer.json", content)).run);
    expect(error.code).toBe("invalid_file");
    expect(error.message).toContain(message);
    // The message must not quote the file.
    expect(error.message).not.toContain("Reuters");
  });
});

describe("JSON lines", () => {
  it("stay JSON lines when the first lines are damaged", async () => {
    const lines = ['{"id": "a-0", "title"', "[", ...[1, 2, 3].map((id) => JSON.stringify(article(id)))];
    const { report, ids } = await documentsOf(lines.join("\n"));
    expect(report.counts).toMatchObject({ read: 5, accepted: 3, rejected: 2 });
    expect(ids).toEqual(["a-1", "a-2", "a-3"]);
  });

  it("may hold an answer a line, a bare list too", async () => {
    const pages = [[article(1), article(2)], [], [article(3)]];
    const { report, ids } = await documentsOf(pages.map((page) => `${JSON.stringify(page)}\n`).join(""));
    expect(report.counts).toMatchObject({ read: 3, accepted: 3, rejected: 0 });
    expect(ids).toEqual(["a-1", "a-2", "a-3"]);
  });

  it("are recognised even when the first line is longer than the part examined", async () => {
    const first = article(1, { summary: "x ".repeat(60_000) });
    expect((await documentsOf(`${JSON.stringify(first)}\n${JSON.stringify(article(2))}\n`)).ids).toEqual([
      "a-1",
      "a-2",
    ]);
  });
});
