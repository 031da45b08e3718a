import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvRecords } from "../../../packages/core/src/adapters/record-files/csv-records.js";
import type { ExtractedRecord } from "../../../packages/core/src/ingest/record.js";
import { readLines } from "../../../packages/core/src/adapters/record-files/read-lines.js";
import { failureOf } from "../../support/file-ingest.js";

async function recordsOf(text: string): Promise<ExtractedRecord[]> {
  const chunks = async function* () {
    yield await Promise.resolve(Buffer.from(text));
  };
  const records: ExtractedRecord[] = [];
  for await (const record of csvRecords("file.csv", readLines(chunks()), () => 0)) records.push(record);
  return records;
}

const part = fc.constantFrom('"', '""', ",", "\n", "a", "b c", " ", "'", ";", "é");
const field = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(""));

describe("CSV records", () => {
  it("read back exactly, whatever stands inside the quotes", async () => {
    const rows = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(",", ";", "\t", "|"), async (written, delimiter) => {
        const header = ["one", "two", "three"];
        const text = Papa.unparse([header, ...written], { delimiter, newline: "\n", quotes: true });
        const expected = written.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]])));
        expect((await recordsOf(text)).map((found) => ("record" in found ? found.record : found))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("lose no line when a quote is never closed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(field, { maxLength: 12 }), async (fields) => {
        const text = `one,two\n${fields.join("\n")}`;
        const lines = text.split("\n");
        const covered = new Set<number>([1]);
        for (const found of await recordsOf(text)) {
          const { line } = found.position;
          // A record over several lines has as many line ends in its fields; a fault covers only its first line.
          const held = "record" in found ? Object.values(found.record).join("") : found.raw;
          for (let at = line; at <= line + held.split("\n").length - 1; at += 1) covered.add(at);
        }
        for (const [at, line] of lines.entries()) if (line.trim() !== "") expect(covered).toContain(at + 1);
      }),
      { numRuns: 1_000 },
    );
  });

  it("continue after a quote that is never closed, and after one in the middle of a field", async () => {
    const found = await recordsOf(`a,b\n1,"open\n2,x\n3,"mid"dle"\n4,y\n${"z,z\n".repeat(600)}`);
    expect(found.slice(0, 4).map((record) => ("fault" in record ? record.message : record.record))).toEqual([
      "A quote stands in the middle of a quoted field.",
      { a: "2", b: "x" },
      "A quote stands in the middle of a quoted field.",
      { a: "4", b: "y" },
    ]);
    const open = await recordsOf(`a,b\n1,"open\n${"z,z\n".repeat(600)}`);
    expect(open).toHaveLength(601);
    expect(open[0]).toMatchObject({ message: "A quoted field is not closed.", position: { line: 2 } });
  });

  it("with too many columns are refused with their number", async () => {
    const columns = Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(",");
    const error = await failureOf(() => recordsOf(`${columns}\n1,2\n`));
    expect(error).toMatchObject({
      code: "invalid_file",
      message: "file.csv has 100000 columns; at most 10000 are read.",
    });
  });
});
