import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Account, localQuota, openUsageFile } from "@market-sentiment/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JournalFile } from "../../../packages/server/src/quota/journal-file.js";
import { changesIn, JournalLine } from "../../../packages/server/src/quota/journal-line.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const directory = temporaryDirectory();

describe("the journal's file", () => {
  const linesOf = (file: JournalFile) => {
    const lines: string[] = [];
    file.readNew((line) => lines.push(line) > 0);
    return lines;
  };

  it("gives every process what the others appended, each line once and in order", async () => {
    const path = join(await directory, "shared.jsonl");
    const [one, two] = [new JournalFile(path), new JournalFile(path)];
    one.append("a");
    expect(linesOf(two)).toEqual(["a"]);
    two.append("ü");
    two.append("c");
    expect(linesOf(one)).toEqual(["ü", "c"]);
    expect([linesOf(one), linesOf(two)]).toEqual([[], []]);
    expect(one.bytes).toBe(two.bytes);
    for (const file of [one, two]) file.close();
  });

  it("removes a line that a killed process left half written, and nothing else", async () => {
    const path = join(await directory, "torn.jsonl");
    const file = new JournalFile(path);
    file.append("whole");
    await appendFile(path, "ha");
    expect(linesOf(file)).toEqual([]);
    file.append("next");
    expect(await readFile(path, "utf8")).toBe("whole\nnext\n");
    const later = new JournalFile(path);
    expect(linesOf(later)).toEqual(["whole", "next"]);
    for (const open of [file, later]) open.close();
  });

  it("is cut at the first line that cannot be read", async () => {
    const path = join(await directory, "refused.jsonl");
    await writeFile(path, "a\nb\n\0\0\nc\n");
    const file = new JournalFile(path);
    file.readNew((line) => line !== "\0\0");
    expect(await readFile(path, "utf8")).toBe("a\nb\n");
    file.close();
  });
});

describe("a line of the journal", () => {
  const anyName = fc.record({
    accountId: fc.string({ unit: "binary" }),
    kind: fc.constantFrom(0 as const, 1 as const),
    startMs: fc.integer({ min: 0, max: 4e12 }),
  });
  const anyCount = fc.integer({ min: -1_000, max: 1_000_000 });

  it("reads back as written: windows by name, and by number once they have one", () => {
    const anyChange = fc.record({ at: fc.oneof(anyName, fc.nat({ max: 9 })), used: anyCount, backup: anyCount });
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1 }), (changes) => {
        const line = new JournalLine();
        for (const { at, used, backup } of changes) line.add(at, used, backup);
        expect(line.text).not.toContain("\n");
        expect(changesIn(line.text ?? "", 10)).toEqual(changes);
      }),
    );
  });

  it("is refused when it is malformed, or uses a window's number that was not assigned yet", () => {
    for (const text of ["", "\0\0", "{}", "[3,1", "[3,1,0]"]) expect(changesIn(text, 3), text).toBeNull();
    expect(changesIn('[-1,"one",1,0,5,0,3,1,0]', 3)).toHaveLength(2);
    expect(new JournalLine().text).toBeNull();
  });
});

describe("counters whose journal the loss of the machine has torn in the middle", () => {
  it("continue, and never charge one account for another's use", async () => {
    const path = join(await directory, "usage.db");
    const at = new Date("2026-03-10T23:30:20.500Z");
    const account = (id: string): Account => {
      return { id, name: id, plan: "free", createdAt: at, billingStart: at };
    };
    const file = await openUsageFile(path, { bootId: "first" });
    for (const id of ["one", "two", "three", "two", "two"]) await localQuota(file).admit(account(id), at);
    const journals = (await readdir(await directory)).filter((name) => name.startsWith("usage-journal-"));
    expect(journals).toHaveLength(1);
    const journal = join(await directory, journals[0] ?? expect.fail("no journal"));
    const lines = (await readFile(journal, "utf8")).split("\n");
    expect(lines).toHaveLength(6);
    await writeFile(journal, lines.map((line, index) => (index === 1 ? "\0".repeat(line.length) : line)).join("\n"));
    // As after a machine failure: memory is lost, and leases replace what is missing.
    const again = await openUsageFile(path, { bootId: "second" });
    const verdicts = [];
    for (const id of ["one", "two", "three", "four"]) verdicts.push(await localQuota(again).admit(account(id), at));
    const used = verdicts.map(({ monthly }) => monthly?.used ?? 0);
    const answered = [1, 3, 1, 0];
    for (const [index, count] of used.entries()) {
      expect(count - 1).toBeGreaterThanOrEqual(answered[index] ?? 0);
      expect(count - 1).toBeLessThanOrEqual((answered[index] ?? 0) + (answered[index] === 0 ? 0 : 5));
    }
    await again.close();
  });
});
