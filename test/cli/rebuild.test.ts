import { namespaceOf } from "@market-sentiment/core";
import type { RebuildDerivedOptions, RebuiltNamespace } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { sentiment } from "./support.js";

const news = namespaceOf("news");
if (news === undefined) throw new Error("There is no news namespace.");
const report = (differing: RebuiltNamespace["differing"]): RebuiltNamespace => ({
  namespace: news,
  days: 30,
  settledDays: 0,
  rows: 1200,
  differing,
  completed: 0,
});

async function rebuilt(args: readonly string[], differing: RebuiltNamespace["differing"]) {
  const asked: RebuildDerivedOptions[] = [];
  const backends = {
    rebuild: (options: RebuildDerivedOptions) => {
      asked.push(options);
      return Promise.resolve([report(differing)]);
    },
  };
  return { ...(await sentiment(["rebuild", ...args], { backends })), asked };
}

describe("sentiment rebuild", () => {
  it("asks for the namespace and the days, and says what differed", async () => {
    const { exitCode, stdout, asked } = await rebuilt(["--ns", "news", "--from", "2026-03-01", "--to", "2026-03-30"], {
      subject_daily: 3,
    });
    expect(exitCode).toBe(0);
    expect(asked[0]).toMatchObject({ namespaces: [news], from: "2026-03-01", to: "2026-03-30", check: false });
    expect(stdout).toMatch(/differed\s+3\n\s+subject_daily\s+3/);
  });

  it("with --check exits with 1 when a row differs, else with 0", async () => {
    expect((await rebuilt(["--check"], { market_daily: 1 })).exitCode).toBe(1);
    const same = await rebuilt(["--check"], {});
    expect(same.exitCode).toBe(0);
    expect(same.asked[0]?.namespaces.length).toBeGreaterThan(1);
  });

  it("refuses a malformed day, and an end before the start", async () => {
    const wrong = await rebuilt(["--from", "1 March"], {});
    expect([wrong.exitCode, wrong.asked.length]).toEqual([2, 0]);
    expect(wrong.stderr).toContain("--from: '1 March' is not a day");
    expect((await rebuilt(["--from", "2026-03-02", "--to", "2026-03-01"], {})).exitCode).toBe(2);
  });
});
