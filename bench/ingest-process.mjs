// One part of the ingest bench in its own process, so that its time and memory can be measured. Prints its figures as
// one line of JSON. Arguments: the part, and its options as JSON.
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  createLinker,
  ingest,
  namespaceOf,
  NewsSourceDirectory,
  openDataset,
  operationsOf,
  utcDay,
} from "@market-sentiment/core";
import { openReader, openWriter, readLinkingData, readReferenceGraph } from "@market-sentiment/core/node";
import { constantModel } from "./constant-model.mjs";
import { generateHistory } from "./generated-history.mjs";
import { posts } from "./ingest-posts.mjs";

const [part, text = "{}"] = process.argv.slice(2);
const options = JSON.parse(text);
const namespace = namespaceOf("microblog");
const startMs = Date.parse(`${options.day ?? "2026-03-31"}T00:00:00Z`);
const dayMs = 86_400_000;

const graph = await readReferenceGraph(options.data);
const linker = createLinker({ assets: graph.stocks.all(), ...(await readLinkingData()) });
const cpuMs = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};
const peakMb = () => process.resourceUsage().maxRSS / 1024;
const writtenBytes = () => Number(/wchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))[1]);

async function* extracted(records) {
  let line = 0;
  for (const record of records) {
    line += 1;
    yield { position: { file: "bench", line }, bytesRead: line, record };
  }
}

/** Ingests posts with a clock that starts at `nowMs` and runs at normal speed. */
async function run(store, records, nowMs, textModel = constantModel) {
  const begun = performance.now();
  return ingest({
    namespace,
    context: { sources: new NewsSourceDirectory([]), columnMap: {} },
    records: extracted(records),
    store,
    directory: graph.stocks,
    linker,
    textModel,
    hintUse: "all",
    source: "bench",
    now: () => new Date(nowMs + performance.now() - begun),
    reject: () => Promise.resolve(),
  });
}

const parts = {
  /** A day of posts in one run, then 500 more, each timed until a reader sees them. */
  async day({ data, count, vocabulary, more = 500, ticks = 3 }) {
    const store = await openWriter(data);
    const warm = [
      ...posts({ count: 500, fromMs: startMs - dayMs, toMs: startMs - dayMs + 1, seed: 7, firstId: 1e9, vocabulary }),
    ];
    await run(store, warm, startMs);
    const cpu = process.cpuUsage();
    const begun = performance.now();
    const { counts } = await run(
      store,
      posts({ count, fromMs: startMs, toMs: startMs + dayMs * 0.9, seed: 1, vocabulary }),
      startMs + dayMs * 0.9,
    );
    const measured = {
      cpuMsPerPost: cpuMs(cpu) / count,
      wallMs: performance.now() - begun,
      mentions: counts.mentions,
      batches: counts.batches,
    };
    const reader = await openReader(data);
    const seen = async () => {
      const view = await reader.view();
      const [row] = await view.query(namespace.id, {
        sql: "SELECT documents FROM market_daily ORDER BY day DESC LIMIT 1",
        params: [],
      });
      return row.documents;
    };
    const visibleMs = [];
    for (let tick = 0; tick < ticks; tick += 1) {
      const before = await seen();
      const fromMs = startMs + dayMs * 0.9 + tick * 10_000;
      const records = [
        ...posts({
          count: more,
          fromMs,
          toMs: fromMs + 9_000,
          seed: 100 + tick,
          firstId: 2e9 + tick * more,
          vocabulary,
        }),
      ];
      const at = performance.now();
      await run(store, records, fromMs + 10_000);
      if ((await seen()) <= before) throw new Error("The reader does not see the new posts.");
      visibleMs.push(performance.now() - at);
    }
    await reader.close();
    await store.close();
    return { ...measured, visibleMs, peakMb: peakMb() };
  },
  /** A store with much history, and one small run over it, which builds the filters that find documents. */
  async history({ data, rows, days }) {
    await generateHistory({ directory: data, namespace: namespace.id, rows, days, until: utcDay("2026-03-31") });
    const store = await openWriter(data);
    await run(
      store,
      [...posts({ count: 10, fromMs: startMs, toMs: startMs + 1000, seed: 8, firstId: 8e9 })],
      startMs + 1000,
    );
    await store.close();
    return { files: store.snapshot.files.length };
  },
  /** Adds new documents to an existing store. */
  async more({ data, count, firstId }) {
    const store = await openWriter(data);
    const records = [...posts({ count, fromMs: startMs, toMs: startMs + dayMs / 2, seed: 55, firstId })];
    const cpu = process.cpuUsage();
    const begun = performance.now();
    const { counts } = await run(store, records, startMs + dayMs / 2);
    const measured = { cpuMs: cpuMs(cpu), wallMs: performance.now() - begun, new: counts.new, peakMb: peakMb() };
    await store.close();
    return measured;
  },
  /**
   * The linker alone, and a whole run, over the same texts; and the least that storing them costs: a bare loop that parses
   * the records, hashes them, and hands the same rows to the engine, which writes them as Parquet. All are warm.
   */
  async linking({ data, count, vocabulary, warmUp = 10_000 }) {
    const made = (number, seed) => [
      ...posts({ count: number, fromMs: startMs, toMs: startMs + dayMs * 0.9, seed, vocabulary }),
    ];
    const link = (records) => {
      for (const { text: words } of records) linker.link(words, { style: namespace.textStyle, hints: [] });
    };
    /** Milliseconds a record, of processors and of a clock on the wall. */
    const timed = async (work) => {
      const cpu = process.cpuUsage();
      const begun = performance.now();
      await work();
      return { cpu: cpuMs(cpu) / count, wall: (performance.now() - begun) / count };
    };
    const ingestInto = async (directory, records) => {
      const store = await openWriter(directory);
      const taken = await timed(() => run(store, records, startMs + dayMs * 0.9));
      await store.close();
      return taken;
    };
    await ingestInto(`${data}/warm`, made(warmUp, 33));
    const records = made(count, 3);
    const linkMs = await timed(() => link(records));
    const ingestMs = await ingestInto(`${data}/whole`, records);
    const { bareStoring } = await import("./bare-storing.mjs");
    const storing = await bareStoring(`${data}/whole/files/${namespace.id}`, `${data}/bare`);
    const lines = records.map((record) => JSON.stringify(record));
    await storing.run(lines);
    const bareMs = (await timed(() => storing.run(lines))).cpu;
    storing.close();
    return { linkMs, ingestMs, bareMs };
  },
  /**
   * The shipped model: posts per second of a whole run, against bare `session.run` in one thread per core on as many
   * tokens. The two alternate, so that both see the same machine.
   */
  async model({ data, count, rounds }) {
    // Loaded only here, because the other parts measure memory.
    const { openTextModel } = await import("@market-sentiment/core/onnx");
    const { bareSession, TokenLengths } = await import("./bare-model.mjs");
    const modelDirectory = fileURLToPath(new URL("../models", import.meta.url));
    const cores = Math.min(2, availableParallelism());
    const model = await openTextModel({ modelDirectory, workers: cores });
    const lengths = new TokenLengths(modelDirectory);
    const bare = Array.from({ length: cores }, () => bareSession(lengths.modelPath));
    const [runs, alone] = [[], []];
    let [questions, tokens] = [0, 0];
    for (let round = 0; round <= rounds; round += 1) {
      const records = [...posts({ count, fromMs: startMs, toMs: startMs + dayMs * 0.9, seed: 40 + round })];
      const asked = [];
      const judge = (texts, how) => {
        asked.push(...texts);
        return model.judge(texts, how);
      };
      const store = await openWriter(`${data}/${round}`);
      const begun = performance.now();
      await run(store, records, startMs + dayMs * 0.9, { ...model, judge });
      const runMs = performance.now() - begun;
      await store.close();
      const sizes = asked.map((question) => lengths.of(question));
      const shares = bare.map((_, at) => sizes.filter((__, index) => index % cores === at));
      const bareBegun = performance.now();
      await Promise.all(bare.map((thread, at) => thread.run(shares[at])));
      const bareMs = performance.now() - bareBegun;
      // The first round warms both up.
      if (round === 0) continue;
      questions += asked.length;
      tokens += sizes.reduce((sum, size) => sum + size, 0);
      runs.push(runMs / asked.length);
      alone.push(bareMs / asked.length);
    }
    for (const thread of bare) await thread.close();
    await model.close();
    return { ratios: runs.map((ms, at) => alone[at] / ms), msPerQuestion: runs, tokensPerQuestion: tokens / questions };
  },
  /** Times of detail and trending over a store in ms, one after the other, until standard input ends. */
  async reading({ data }) {
    const dataset = openDataset({
      store: await openReader(data),
      stocks: graph.stocks,
      tokens: graph.tokens,
      sources: new NewsSourceDirectory([]),
      textModel: null,
    });
    const today = utcDay("2026-03-31");
    const call = { today, now: new Date(`${today}T23:59:59.999Z`), lookbackDays: null, accountType: null };
    const operation = (name) => operationsOf(namespace).find((known) => known.name === name);
    const cases = [
      // The store holds this one day.
      ["detail", { ticker: "AAPL", symbol: "AAPL", days: "1" }],
      ["trending", { days: "1", limit: "20" }],
    ];
    const times = { detail: [], trending: [] };
    let isOver = false;
    process.stdin.on("end", () => (isOver = true)).resume();
    for (let turn = 0; !isOver; turn += 1)
      for (const [name, parameters] of cases) {
        const begun = performance.now();
        await (await operation(name).prepare({ parameters }, dataset, call)).run();
        // The first ones compile and fill caches.
        if (turn >= 10) times[name].push(performance.now() - begun);
        await sleep(5);
      }
    await dataset.close();
    return times;
  },
  /** Adds posts of the running day for a while, with a run every few seconds. */
  async feeding({ data, seconds, perRun, firstId }) {
    const store = await openWriter(data);
    const begun = performance.now();
    let runs = 0;
    while (performance.now() - begun < seconds * 1000) {
      const fromMs = startMs + dayMs * 0.9 + runs * 2_000;
      await run(
        store,
        [...posts({ count: perRun, fromMs, toMs: fromMs + 2_000, seed: 60 + runs, firstId: firstId + runs * perRun })],
        fromMs + 2_000,
      );
      runs += 1;
      await sleep(Math.max(0, begun + runs * 2_000 - performance.now()));
    }
    await store.close();
    return { runs };
  },
  /**
   * Ticks of 10 s, each its own run: bytes written per byte kept, now and then on standard error and in the end. Then two days pass, and
   * the next post closes the day.
   *
   * @param from Ticks that an earlier part has stored: their posts are left out.
   */
  async ticks({ data, ticks, perTick, from = 0 }) {
    const store = await openWriter(data);
    const before = writtenBytes();
    const records = posts({ count: ticks * perTick, fromMs: startMs, toMs: startMs + ticks * 10_000, seed: 9 });
    const figures = () => {
      const written = writtenBytes() - before;
      const kept = store.snapshot.files.reduce((sum, { path }) => sum + statSync(join(data, path)).size, 0);
      return { written, kept, files: store.snapshot.files.length };
    };
    for (let skipped = 0; skipped < from * perTick; skipped += 1) records.next();
    for (let tick = from + 1; tick <= ticks; tick += 1) {
      const own = Array.from({ length: perTick }, () => records.next().value);
      await run(store, own, startMs + tick * 10_000);
      const { written, kept, files } = figures();
      if (tick % 256 === 0)
        console.error(`${tick} ticks: ${(written / kept).toFixed(2)} bytes written for each byte kept, ${files} files`);
    }
    const { written, kept, files } = figures();
    const laterMs = startMs + ticks * 10_000 + 2 * dayMs;
    const begun = performance.now();
    await run(store, [...posts({ count: 1, fromMs: laterMs, toMs: laterMs + 1, seed: 10, firstId: 2e9 })], laterMs);
    const closing = { ms: performance.now() - begun, written: figures().written - written, files: figures().files };
    await store.close();
    return { written, kept, files, closing };
  },
};

mkdirSync(options.data, { recursive: true });
const work = parts[part];
if (work === undefined) throw new Error(`There is no part ${part}; there are ${Object.keys(parts).join(", ")}.`);
console.log(JSON.stringify(await work(options)));
process.exit(0);
