// Cost of ingest, as ratios within one run: a busy day against a quiet one, the linker's share, the shipped model's
// share, much history against little, the time until a reader sees new posts on a full day, peak memory, bytes written
// per byte kept, and the effect on readers. Each part runs in its own process.
// Usage: node bench/ingest.mjs [--full] [--only busy,linking,model,history,ticks,reads] [--posts 100000] … The limits
// apply to the sizes of --full, which take hours. Without it every part runs for a few minutes at a smaller size, and
// the table says so. Every size can also be set by itself: see `sizes`.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** For each part, the size of its limit, and the size without `--full`. */
const sizes = {
  /** Posts of the busy and of the quiet day. */
  posts: { stated: 1_000_000, quick: 100_000 },
  quiet: { stated: 10_000, quick: 10_000 },
  /** Posts for the linker's share, and questions a round for the model's. */
  link: { stated: 20_000, quick: 20_000 },
  questions: { stated: 2_000, quick: 600 },
  /** Mention rows of the stores with much and with little history. */
  history: { stated: 20_000_000, quick: 2_000_000 },
  "little-history": { stated: 200_000, quick: 200_000 },
  /** Runs of 10 s in a day, and the posts of each. */
  ticks: { stated: 8_640, quick: 300 },
  "per-tick": { stated: 116, quick: 116 },
  /** Seconds for which reads are timed, beside ingest and without. */
  seconds: { stated: 60, quick: 20 },
};
const isFull = process.argv.includes("--full");
const option = (name) =>
  process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : null;
const size = (name) => Number(option(name) ?? (isFull ? sizes[name].stated : sizes[name].quick));
const parts = option("only")?.split(",") ?? ["busy", "linking", "model", "history", "ticks", "reads"];
const root = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const script = fileURLToPath(new URL("ingest-process.mjs", import.meta.url));

const argumentsOf = (part, options) => [script, part, JSON.stringify(options)];

/** Runs a part over a directory that stays. */
function measureIn(data, part, options) {
  const { status, stdout } = spawnSync(process.execPath, argumentsOf(part, { ...options, data }), {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`The part ${part} failed.`);
  return JSON.parse(stdout);
}

/** Runs a part over a directory of its own. */
function measure(part, options) {
  const data = mkdtempSync(join(root, `${part}-`));
  const measured = measureIn(data, part, options);
  rmSync(data, { recursive: true, force: true });
  return measured;
}

/** Times of reads over a directory while `meanwhile` runs. */
async function readsWhile(data, meanwhile) {
  const reader = spawn(process.execPath, argumentsOf("reading", { data }), { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  reader.stdout.on("data", (chunk) => (text += chunk));
  const closed = once(reader, "close");
  await meanwhile();
  reader.stdin.end();
  await closed;
  return JSON.parse(text);
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const p95 = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)];

const rows = [];
/** @param isAtLeast Whether the measured value must not fall below the limit. */
const report = (what, measured, must, aim, isAtLeast = false) => {
  const isMet = isAtLeast ? measured >= must : measured <= must;
  rows.push({ what, measured: Number(measured.toFixed(2)), must, aim, met: isMet ? "yes" : "NO" });
};

const measures = {
  busy() {
    for (const vocabulary of [30_000, 60]) {
      const quiet = measure("day", { count: size("quiet"), vocabulary });
      const busy = measure("day", { count: size("posts"), vocabulary });
      const words = `${vocabulary} words`;
      report(
        `processor time a post, ${size("posts")} against ${size("quiet")} posts on a day; ${words}`,
        busy.cpuMsPerPost / quiet.cpuMsPerPost,
        1.3,
        1.1,
      );
      report(
        `seconds until a reader sees 500 more posts of that day; ${words}`,
        Math.max(...busy.visibleMs) / 1000,
        5,
        1,
      );
      report(`peak memory of that day, GB; ${words}`, busy.peakMb / 1024, 1.5, 0.8);
    }
  },
  linking() {
    const { linkMs, ingestMs, bareMs } = measure("linking", { count: size("link") });
    const what = "ingest without model, against the linker alone";
    report(`${what}; processor time of all threads`, linkMs.cpu / ingestMs.cpu, 0.4, 0.6, true);
    report(`${what}; posts a second`, linkMs.wall / ingestMs.wall, 0.4, 0.6, true);
    console.log(
      `Processor time a post: ${linkMs.cpu.toFixed(3)} ms the linker, ${ingestMs.cpu.toFixed(3)} ms the run, ${bareMs.toFixed(3)} ms a bare loop that parses, hashes and stores the same rows. Linking and the bare loop alone would come to ${(linkMs.cpu / (linkMs.cpu + bareMs)).toFixed(2)}. Posts a second: ${Math.round(1000 / linkMs.wall)} the linker, ${Math.round(1000 / ingestMs.wall)} the run.`,
    );
  },
  model() {
    const { ratios } = measure("model", { count: size("questions"), rounds: 5 });
    const what = "ingest with the shipped model, against bare session.run on as many tokens, all cores busy";
    report(what, median(ratios), 0.8, 0.9, true);
  },
  history() {
    const costs = ["history", "little-history"].map((name) => {
      const data = mkdtempSync(join(root, "history-"));
      measureIn(data, "history", { rows: size(name), days: 730 });
      const rounds = [1, 2, 3].map((round) => measureIn(data, "more", { count: 2_000, firstId: 9e9 + round * 10_000 }));
      rmSync(data, { recursive: true, force: true });
      return median(rounds.map(({ cpuMs }) => cpuMs));
    });
    const what = `2,000 new posts into ${size("history")} rows of mentions against ${size("little-history")}; processor time`;
    report(what, costs[0] / costs[1], 1.3, 1.1);
  },
  ticks() {
    const { written, kept, closing } = measure("ticks", { ticks: size("ticks"), perTick: size("per-tick") });
    report(`bytes written for each byte kept, ${size("ticks")} ticks of 10 s`, written / kept, 12, 6);
    console.log(
      `closing that day: ${(closing.ms / 1000).toFixed(1)} s, ${(closing.written / 1e6).toFixed(0)} MB written`,
    );
  },
  async reads() {
    const data = mkdtempSync(join(root, "reads-"));
    measureIn(data, "feeding", { seconds: 1, perRun: 20_000, firstId: 1 });
    const seconds = size("seconds");
    const idle = await readsWhile(data, () => sleep(seconds * 1000));
    const beside = await readsWhile(data, async () => {
      const args = argumentsOf("feeding", { data, seconds, perRun: 500, firstId: 1e8 });
      await once(spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] }), "close");
    });
    for (const name of ["detail", "trending"])
      report(
        `p95 of ${name} while 250 posts a second come in, against none`,
        p95(beside[name]) / p95(idle[name]),
        2,
        1.3,
      );
  },
};
for (const part of parts) {
  if (measures[part] === undefined)
    throw new Error(`There is no part ${part}; there are ${Object.keys(measures).join(", ")}.`);
  try {
    await measures[part]();
  } catch (cause) {
    // Keep the results of the other parts.
    console.error(cause);
    rows.push({ what: `the part ${part}`, measured: null, must: null, aim: null, met: "FAILED" });
  }
}
rmSync(root, { recursive: true, force: true });

console.table(rows);
const smaller = Object.keys(sizes).filter((name) => size(name) < sizes[name].stated);
if (smaller.length > 0)
  console.log(
    `The limits are for --full. Smaller here: ${smaller.map((name) => `${name} ${size(name)} of ${sizes[name].stated}`).join(", ")}.`,
  );
console.log(
  `Load of the machine over a minute at the end: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores.`,
);
process.exit(rows.every(({ met }) => met === "yes") ? 0 : 1);
