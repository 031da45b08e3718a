import { openReader } from "@market-sentiment/core/duckdb";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** Takes hours. */
const endless = {
  sql: "SELECT count(*) AS n FROM range(100000000) a, range(100000000) b WHERE a.range % 7 = b.range % 11",
  params: [],
};

/** Seconds of processor time that this process takes in the given real time. */
async function cpuSeconds(realMs: number): Promise<number> {
  const before = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, realMs));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe("a query whose signal fires", () => {
  const directory = temporaryDirectory();

  it.each([
    ["while it runs", 300],
    ["as soon as it is asked", 0],
  ])("%s is interrupted in the engine: nothing runs on, and the next query is answered", async (_, afterMs) => {
    const store = await openReader(await directory);
    const view = await store.view();
    const controller = new AbortController();
    const reason = new Error("deadline");
    const asked = view.query("news-stocks", endless, { signal: controller.signal });
    if (afterMs > 0) setTimeout(() => controller.abort(reason), afterMs);
    else controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(await cpuSeconds(600)).toBeLessThan(0.4);
    expect(await view.query("news-stocks", { sql: "SELECT 41 + 1 AS n", params: [] })).toEqual([{ n: 42 }]);
    await store.close();
  });
});
