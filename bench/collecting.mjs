// The service beside a collector of many feeds and a stream: times of reads that are in no memory, while the collector works and
// while it is stopped, in alternation, as a ratio within this run. Also whether the memory of the service grows by what is
// published under it.
// Usage: node bench/collecting.mjs [--feeds 200] [--rate 200] [--seconds 8] [--rounds 4]
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startUpstream } from "./live-upstream.mjs";

const MEDIAN_LIMIT = 2;
const TAIL_LIMIT = 3;
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const [feeds, rate] = [option("feeds", 200), option("rate", 200)];
const [seconds, rounds] = [option("seconds", 8), option("rounds", 4)];
const directory = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const data = join(directory, "data");
mkdirSync(data);

const upstream = await startUpstream({ feeds, rate });
writeFileSync(join(directory, "sources.yaml"), JSON.stringify({ version: 1, sources: upstream.sources }));
const children = [];
const started = (script, ...args) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
};
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});
const collector = started("../test/support/collect-process.mjs", data, join(directory, "sources.yaml"));
collector.stdout.resume();
await sleep(15_000);
const service = started("server-process.mjs", "store", directory, "20");
const address = await new Promise((resolve) => service.stdout.once("data", (line) => resolve(String(line).trim())));
const keys = JSON.parse(readFileSync(join(directory, "keys.json"), "utf8"));
const memoryOf = ({ pid }) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;

let page = 0;
const paths = ["/news/stocks/v1/trending?days=1&offset=", "/microblog/stocks/v1/trending?days=1&offset="];
/** Asks one after the other for some seconds, each time for a page that is in no memory. */
const measured = async () => {
  const times = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    page += 1;
    const begin = performance.now();
    const answer = await fetch(`${address}${paths[page % 2]}${page}`, {
      headers: { "x-api-key": keys[page % keys.length] },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${answer.status}`);
    times.push(performance.now() - begin);
    await sleep(10);
  }
  return times;
};
const share = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)];
const median = (values) => share(values, 0.5);

await measured();
const memoryBefore = memoryOf(service);
const all = { alone: [], beside: [] };
const ratios = { median: [], tail: [] };
for (let round = 0; round < rounds; round += 1) {
  // It continues as if nothing had happened, and reads what came meanwhile.
  collector.kill("SIGSTOP");
  await sleep(500);
  const alone = await measured();
  collector.kill("SIGCONT");
  await sleep(2_000);
  const beside = await measured();
  all.alone.push(...alone);
  all.beside.push(...beside);
  ratios.median.push(median(beside) / median(alone));
  ratios.tail.push(share(beside, 0.95) / share(alone, 0.95));
}
const memoryAfter = memoryOf(service);
// Of one round with itself: a machine that becomes slower from round to round does not change it.
const [middle, tail] = [median(ratios.median), median(ratios.tail)];
const shown = (values) => `p50 ${median(values).toFixed(1)} ms, p95 ${share(values, 0.95).toFixed(1)} ms`;
console.log(
  `reads beside ${feeds} feeds and ${rate} posts a second: ${shown(all.beside)}; alone ${shown(all.alone)} (${all.beside.length} and ${all.alone.length} reads)`,
);
console.log(
  `p50 ${middle.toFixed(2)} times, at most ${MEDIAN_LIMIT}; p95 ${tail.toFixed(2)} times, at most ${TAIL_LIMIT} (median of ${rounds} rounds)`,
);
console.log(`memory of the service: ${memoryBefore.toFixed(0)} MB, then ${memoryAfter.toFixed(0)} MB`);
process.exit(middle <= MEDIAN_LIMIT && tail <= TAIL_LIMIT ? 0 : 1);
