import { openReader } from "@market-sentiment/core/duckdb";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** Takes hours. */
const endless = {
  sql: "SELECT count(*) AS n FROM range(100000000) a, range(100000000) b WHERE a.range % 7 = b.range % 11",
  params: [],
};

/** Whether this process is idle for a while: at most a tenth of one processor. */
async function isIdle(): Promise<boolean> {
  const [before, sinceMs] = [process.cpuUsage(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 < (performance.now() - sinceMs) / 10;
}

describe("a query whose signal fires", () => {
  const directory = temporaryDirectory();

  it.each([
    ["while it runs", true],
    ["as soon as it is asked", false],
  ])("%s is interrupted in the engine: its work stops, and the next query is answered", async (_, isRunning) => {
    const store = await openReader(await directory);
    const view = await store.view();
    const controller = new AbortController();
    const reason = new Error("deadline");
    const asked = view.query("news-stocks", endless, { signal: controller.signal });
    if (isRunning) await expect.poll(isIdle).toBe(false);
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect.poll(isIdle, { timeout: 60_000 }).toBe(true);
    expect(await view.query("news-stocks", { sql: "SELECT 41 + 1 AS n", params: [] })).toEqual([{ n: 42 }]);
    await store.close();
  });
});
