import type { RepairReport } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { sentiment } from "./support.js";

const whole: RepairReport = {
  fault: null,
  chosen: 9,
  publishedAt: "2026-03-05T08:00:00.000Z",
  files: 18,
  rows: 4_321,
  version: 9,
  refused: [],
  lockReplaced: false,
  setAside: 0,
};
const repair = async (report: RepairReport) => {
  const asked: string[] = [];
  const backends = { repair: (directory: string) => Promise.resolve(report).finally(() => asked.push(directory)) };
  const outcome = await sentiment(["repair", "--data", "/data"], { directories: ["/data"], backends });
  expect([asked, outcome.exitCode, outcome.stderr]).toEqual([["/data"], 0, "data in /data\n"]);
  return outcome.stdout;
};

describe("repair", () => {
  it("says which snapshot it took, why not a newer one, and what it moved", async () => {
    const refused = [{ version: 9, reason: "2 of its 20 files are missing, such as files/a.parquet." }];
    const fault = "Snapshot 9, which CURRENT named, was not whole.";
    const told = await repair({ ...whole, fault, chosen: 8, version: 10, refused, setAside: 3 });
    expect(told.replaceAll(/ {2,}/g, "  ").split("\n")).toEqual([
      "fault  Snapshot 9, which CURRENT named, was not whole.",
      "refused snapshot 9  2 of its 20 files are missing, such as files/a.parquet.",
      "chosen  snapshot 8 of 2026-03-05T08:00:00.000Z: 18 files, 4321 rows, the newest whole one",
      "newest state now  10",
      "files set aside  3",
      "",
    ]);
  });

  it("says so when there is nothing to repair", async () => {
    const state = "snapshot 9 of 2026-03-05T08:00:00.000Z: 18 files, 4321 rows, all there and readable";
    expect(await repair(whole)).toBe(`nothing to repair: ${state}\n`);
    expect(await repair({ ...whole, publishedAt: null })).toBe("nothing to repair: no data was ever published here\n");
    expect(await repair({ ...whole, lockReplaced: true })).toBe(
      `the lock file was torn: it was moved to set-aside, and a new one made\nnothing else to repair: ${state}\n`,
    );
  });
});
