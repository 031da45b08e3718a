import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSample } from "../../packages/sample/src/load-sample.js";
import { startSample } from "../../packages/sample/src/start-sample.js";
import { openReader } from "../../packages/core/src/adapters/duckdb/reader.js";
import { lockForWriting } from "../../packages/core/src/adapters/duckdb/writer-lock.js";
import {
  DEFAULT_SEED,
  sampleDaysBetween,
  sampleNamespaceIds,
  sampleRecords,
} from "../../packages/sample/src/generator/index.js";
import { namespaces } from "../../packages/core/src/namespaces/index.js";
import { startOfDayMs, utcDay } from "../../packages/core/src/time/utc-day.js";
import { chanceModel } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

const NOW = new Date("2026-08-05T15:20:00Z");
const days = 3;
const textModel = chanceModel();

/** All answers of the directory, by namespace. */
async function contentOf(directory: string): Promise<Record<string, unknown>> {
  const store = await openReader(directory);
  try {
    const view = await store.view();
    const tables = ["mentions", "subject_daily", "market_daily", "day_reference", "market_trades"];
    const contents = namespaces.map(async ({ id }) => {
      const rows = tables.map((table) => view.query(id, { sql: `SELECT * FROM ${table} ORDER BY ALL`, params: [] }));
      return [id, await Promise.all(rows)] as const;
    });
    return Object.fromEntries(await Promise.all(contents));
  } finally {
    await store.close();
  }
}

async function markOf(directory: string): Promise<string[]> {
  const text = await readFile(join(directory, "sample.json"), "utf8").catch(() => '{"throughMs":{}}');
  return Object.keys((JSON.parse(text) as { throughMs: object }).throughMs);
}

describe("records between two instants", () => {
  it("are those of their days, each once, wherever the range is split", () => {
    const [from, to] = [utcDay("2026-08-03"), utcDay("2026-08-05")];
    const [startMs, endMs] = [startOfDayMs(from) - 1, startOfDayMs(to) - 1];
    for (const id of sampleNamespaceIds) {
      const whole = [...sampleDaysBetween(id, "s", startMs, endMs)];
      expect(whole, id).toEqual([from, utcDay("2026-08-04")].map((day) => sampleRecords(id, { seed: "s", day })));
      // A search page belongs to the moment of its request; everything else can be split anywhere.
      if (id === "microblog-stocks") continue;
      const at = startMs + 100_000_000;
      const parted = [...sampleDaysBetween(id, "s", startMs, at), ...sampleDaysBetween(id, "s", at, endMs)];
      expect(parted.flat(), id).toEqual(whole.flat());
    }
  });
});

describe("a load of the sample", () => {
  it("that fails halfway keeps what is published, and the next load completes it to the same data", async () => {
    const [whole, broken] = [await temporaryDirectory(), await temporaryDirectory()];
    await loadSample({ dataDirectory: whole, now: () => NOW, days, textModel });
    let calls = 0;
    const failing = {
      judge: (...args: Parameters<typeof textModel.judge>) =>
        ++calls === 2 ? Promise.reject(new Error("no more")) : textModel.judge(...args),
    };
    const loaded: string[] = [];
    await expect(
      loadSample({
        dataDirectory: broken,
        now: () => NOW,
        days,
        textModel: failing,
        onLoaded: (id) => loaded.push(id),
      }),
    ).rejects.toThrow("no more");
    expect(loaded.length).toBeLessThan(namespaces.length);
    expect((await markOf(broken)).sort()).toEqual([...loaded].sort());
    await loadSample({ dataDirectory: broken, now: () => NOW, days, textModel, onLoaded: (id) => loaded.push(id) });
    expect([...new Set(loaded)].sort()).toEqual(namespaces.map(({ id }) => id).sort());
    expect(await contentOf(broken)).toEqual(await contentOf(whole));
  });

  it("asks the model nothing and writes nothing when all is loaded", async () => {
    const dataDirectory = await temporaryDirectory();
    await loadSample({ dataDirectory, now: () => NOW, days: 1, textModel });
    const before = await readFile(join(dataDirectory, "CURRENT"), "utf8");
    const { leave } = await lockForWriting(dataDirectory);
    const loaded: string[] = [];
    try {
      await loadSample({ dataDirectory, now: () => NOW, days: 1, textModel, onLoaded: (id) => loaded.push(id) });
    } finally {
      leave();
    }
    expect(loaded.length).toBe(namespaces.length);
    expect(await readFile(join(dataDirectory, "CURRENT"), "utf8")).toBe(before);
  });
});

describe("a load in its own thread", () => {
  it("says which namespaces are complete, and ends with the period", async () => {
    const dataDirectory = await temporaryDirectory();
    const seen: number[] = [];
    const loading = startSample({ dataDirectory, now: NOW, days: 2, onLoaded: () => seen.push(loading.waiting.size) });
    expect([...loading.waiting].sort()).toEqual([...sampleNamespaceIds].sort());
    expect(await loading.finished).toEqual({ from: "2026-08-04", to: "2026-08-05" });
    expect(seen).toEqual([4, 3, 2, 1, 0]);
    await loading.stop();
    expect((await markOf(dataDirectory)).length).toBe(sampleNamespaceIds.length);
  });

  it("can be stopped, and started again", async () => {
    const dataDirectory = await temporaryDirectory();
    const first = startSample({ dataDirectory, now: NOW, days: 30, seed: DEFAULT_SEED });
    const stopped = expect(first.finished).rejects.toThrow();
    await first.stop();
    await stopped;
    expect(first.waiting.size).toBeGreaterThan(0);
    await startSample({ dataDirectory, now: NOW, days: 1 }).finished;
    expect((await markOf(dataDirectory)).length).toBe(sampleNamespaceIds.length);
  });

  it("reports why it failed", async () => {
    const dataDirectory = await temporaryDirectory();
    const script = new URL(`data:text/javascript,import { parentPort } from "node:worker_threads";
parentPort.postMessage({ kind: "failed", code: "store_locked", message: "Somebody writes.", details: { at: 1 } });`);
    const failing = startSample({ dataDirectory, now: NOW, script });
    await expect(failing.finished).rejects.toMatchObject({
      code: "store_locked",
      message: "Somebody writes.",
      details: { at: 1 },
    });
    await failing.stop();
    const silent = startSample({ dataDirectory, now: NOW, script: new URL("data:text/javascript,process.exit(3)") });
    await expect(silent.finished).rejects.toThrow("ended with 3");
  });
});
