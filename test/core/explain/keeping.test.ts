import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { fileCache } from "../../../packages/core/src/adapters/explanation-files.js";
import { composeExplanation } from "../../../packages/core/src/explain/built-in-writer.js";
import type { ExplanationWriter } from "../../../packages/core/src/explain/writer.js";
import { appleWeek, type ExplainWorld, explainWorld, news } from "./explain-world.js";

/** The built-in writer with a call counter, and slow if asked to be. */
function countingWriter(
  options: { readonly wait?: Promise<void>; readonly isStandIn?: boolean; readonly model?: string } = {},
) {
  const { wait, isStandIn = false, model = "counting-1" } = options;
  const calls = { count: 0, aborted: 0 };
  const writer: ExplanationWriter = {
    model,
    write: async (evidence, { words, signal }) => {
      calls.count += 1;
      signal.addEventListener("abort", () => (calls.aborted += 1));
      await wait;
      return { text: composeExplanation(evidence, words), model, isStandIn };
    },
    close: () => Promise.resolve(),
  };
  return { writer, calls };
}

let world: ExplainWorld;
beforeEach(async () => {
  world = await explainWorld(appleWeek);
});
const at = (time: string) => ({ now: `2026-03-31T${time}Z` });
const one = news("n1", "City Post", "Apple falls further on the charger recall", "2026-03-31T09:00:00Z");

describe("an explanation", () => {
  it("is kept for six hours and says so, with the time at which it was made", async () => {
    const { writer, calls } = countingWriter();
    const explainer = world.explainer({ writer, cache: fileCache(world.directory) });
    const first = await world.ask(explainer, at("10:00:00"));
    const kept = await world.ask(explainer, at("15:59:59"));
    const late = await world.ask(explainer, at("16:00:00"));
    expect([first.cached, kept.cached, late.cached, calls.count]).toEqual([false, true, false, 2]);
    expect(kept).toEqual({ ...first, cached: true });
    expect([first.generatedAt, late.generatedAt].map((time) => time.toISOString())).toEqual([
      "2026-03-31T10:00:00.000Z",
      "2026-03-31T16:00:00.000Z",
    ]);
  });

  it("made later is not shown when an earlier time is replayed", async () => {
    const { writer, calls } = countingWriter();
    const explainer = world.explainer({ writer, cache: fileCache(world.directory) });
    await world.ask(explainer, at("10:00:00"));
    expect((await world.ask(explainer, at("09:00:00"))).cached).toBe(false);
    expect(calls.count).toBe(2);
  });

  it("is written again when its evidence changed, and kept when only other data came", async () => {
    const { writer, calls } = countingWriter();
    const explainer = world.explainer({ writer, cache: fileCache(world.directory) });
    // The day has its own references from its first text on.
    await world.add([news("z0", "City Post", "Nvidia hires a lawyer", "2026-03-31T08:00:00Z")]);
    await world.ask(explainer, at("10:00:00"));
    await world.add([news("z1", "City Post", "Nvidia opens an office", "2026-03-31T09:00:00Z")]);
    expect((await world.ask(explainer, at("10:01:00"))).cached).toBe(true);
    await world.add([one]);
    const changed = await world.ask(explainer, at("10:02:00"));
    expect([changed.cached, changed.text.includes("7 articles"), calls.count]).toEqual([false, true, 2]);
  });

  it("is shared with other processes that use the directory", async () => {
    const first = countingWriter();
    const second = countingWriter();
    const made = await world.ask(
      world.explainer({ writer: first.writer, cache: fileCache(world.directory) }),
      at("10:00:00"),
    );
    const found = await world.ask(
      world.explainer({ writer: second.writer, cache: fileCache(world.directory) }),
      at("11:00:00"),
    );
    expect([found, first.calls.count, second.calls.count]).toEqual([{ ...made, cached: true }, 1, 0]);
  });

  it("of another writer is not shown", async () => {
    await world.ask(world.explainer({ writer: countingWriter().writer, cache: fileCache(world.directory) }));
    const other = countingWriter({ model: "other-2" });
    const explanation = await world.ask(world.explainer({ writer: other.writer, cache: fileCache(world.directory) }));
    expect([explanation.cached, explanation.model]).toEqual([false, "other-2"]);
  });

  it("by the stand-in writer is kept for minutes only", async () => {
    const { writer, calls } = countingWriter({ isStandIn: true });
    const explainer = world.explainer({ writer, cache: fileCache(world.directory) });
    for (const time of ["10:00:00", "10:04:59", "10:05:00"]) await world.ask(explainer, at(time));
    expect(calls.count).toBe(2);
  });
});

describe("the files of cached explanations", () => {
  const folder = () => join(world.directory, "explanations", "news-stocks");

  it("are replaced whole, one per asset, leaving no temporary files", async () => {
    const explainer = world.explainer({ cache: fileCache(world.directory) });
    await Promise.all([world.ask(explainer), world.ask(world.explainer({ cache: fileCache(world.directory) }))]);
    const names = await readdir(folder());
    expect(names).toEqual([expect.stringMatching(/^AAPL-[0-9a-f]{8}\.json$/)]);
    expect(JSON.parse(await readFile(join(folder(), names[0] ?? ""), "utf8"))).toMatchObject({ format: 1 });
  });

  it.each([
    "",
    "{",
    "null",
    '{"format":2,"kept":[]}',
    '{"format":1,"kept":[{"text":"half"}]}',
    '{"format":1,"kept":7}',
  ])("with the content %j are treated as absent", async (content) => {
    const explainer = world.explainer({ cache: fileCache(world.directory) });
    const { text } = await world.ask(explainer);
    const [name = ""] = await readdir(folder());
    await writeFile(join(folder(), name), content);
    expect(await world.ask(explainer)).toMatchObject({ text, cached: false });
  });

  it("that cannot be written are replaced by texts kept in memory", async () => {
    await mkdir(join(world.directory, "explanations"), { recursive: true });
    await writeFile(join(world.directory, "explanations", "news-stocks"), "a file where a folder should be");
    await chmod(join(world.directory, "explanations"), 0o555);
    const explainer = world.explainer({ cache: fileCache(world.directory) });
    expect([(await world.ask(explainer)).cached, (await world.ask(explainer)).cached]).toEqual([false, true]);
  });
});

describe("concurrent requests", () => {
  it("for one asset and window are computed once", async () => {
    const { writer, calls } = countingWriter();
    const explainer = world.explainer({ writer });
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.ask(explainer)));
    expect(calls.count).toBe(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ cached }) => !cached)).toHaveLength(1);
  });

  it("still answer when one caller leaves, and stop the work when all have left", async () => {
    let finish: () => void = () => undefined;
    const { writer, calls } = countingWriter({ wait: new Promise((resolve) => (finish = resolve)) });
    const explainer = world.explainer({ writer });
    const [first, second] = [new AbortController(), new AbortController()];
    const leaving = world.ask(explainer, { signal: first.signal });
    const staying = world.ask(explainer, { signal: second.signal });
    while (calls.count === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    first.abort(new Error("left"));
    await expect(leaving).rejects.toThrow("left");
    expect(calls.aborted).toBe(0);
    second.abort(new Error("left too"));
    await expect(staying).rejects.toThrow("left too");
    expect(calls.aborted).toBe(1);
    finish();
  });
});

it("after closing are refused as unavailable", async () => {
  const explainer = world.explainer();
  await explainer.close();
  await expect(world.ask(explainer)).rejects.toMatchObject({ code: "explanation_unavailable" });
});
