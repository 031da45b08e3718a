// Uncached reads over HTTP, all from one store and in one run: requests per second against an earlier release, times while new
// states are published, the first read after a start, and memory above that of the copies: what the service takes more than the same
// one without copies after the same load, less the budget. So give a budget that the data fills. The load comes from a process of
// its own: trending of 1 and 7 days, one asset of 30 days, ten compared, the market of 7 days, over varied assets and days.
// Usage: node bench/http-reads.mjs [--against DIR] [--assets 5000] [--days 60] [--active 0.05] [--full] [--workers 2] [--hot-mb 600, or 100 without --full]
//   [--rounds 5] [--seconds 5] [--connections 16]
// --against is a built checkout of the earlier release; without it there is no ratio. --full takes 60,000 assets and 365 days.
import { spawn } from "node:child_process";
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { clearInterval, setInterval } from "node:timers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { utcDay } from "@market-sentiment/core";
import { makeNewsStore, publishNext } from "./news-store.mjs";

const limits = { rate: 6, publishing: 3, firstMs: 2_000, memoryMb: 150 };
const given = (name) =>
  process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : null;
const option = (name, fallback) => Number(given(name) ?? fallback);
const full = process.argv.includes("--full");
const shape = {
  assets: option("assets", full ? 60_000 : 5_000),
  days: option("days", full ? 365 : 60),
  active: option("active", 0.05),
  today: utcDay("2026-03-31"),
};
const [workers, hotMb] = [option("workers", 2), option("hot-mb", full ? 600 : 100)];
const [rounds, seconds, connections] = [option("rounds", 5), option("seconds", 5), option("connections", 16)];
const directory = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const data = join(directory, "data");
const children = new Set();

/** Keys of accounts that a release has made for itself. */
async function keysOf(release, name) {
  const built = pathToFileURL(join(release, "packages/server/dist/index.js"));
  const { openAccountStore } = await import(built.href);
  const accounts = join(directory, `${name}.accounts`, "accounts.db");
  const store = openAccountStore({ path: accounts });
  // Each may ask a thousand times a minute.
  const keys = Array.from({ length: 400 }, (_, index) => {
    const { id } = store.createAccount({ name: `account ${index}`, plan: "professional" });
    return store.createKey(id).secret;
  });
  store.close();
  const keyFile = join(directory, `${name}.json`);
  writeFileSync(keyFile, JSON.stringify(keys));
  return { accounts, keyFile, key: keys[0] };
}

/** Starts a release's service; gives where it listens, how long that took, and how to stop it. */
async function started({ release, accounts, args, env }) {
  const beganMs = performance.now();
  const command = [join(release, "packages/cli/dist/main.js"), "serve", "--port", "0", "--data", data];
  const child = spawn(process.execPath, [...command, "--today", shape.today, ...args], {
    // No answer is kept, and no text is judged: neither is measured here.
    env: {
      ...process.env,
      ...{ SENTIMENT_ACCOUNTS: accounts, SENTIMENT_CACHE_MB: "0", SENTIMENT_INFERENCE_URL: "http://127.0.0.1:9" },
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const url = await new Promise((found, failed) => {
    let said = "";
    child.once("exit", () => failed(new Error("the service ended")));
    child.stdout.on("data", (text) => {
      said += String(text);
      const [, address] = /listening on (\S+)/.exec(said) ?? [];
      if (address !== undefined) found(address);
    });
  });
  const stop = () =>
    new Promise((gone) => {
      children.delete(child);
      child.once("close", gone);
      child.kill("SIGTERM");
    });
  return { url, pid: child.pid, listensMs: performance.now() - beganMs, stop };
}

/** Sends the load; gives what came of it, with the service's processor time for one answer. */
async function load(service, keyFile, forSeconds) {
  const beganMs = cpuMs(service.pid);
  const result = await sendLoad(service, keyFile, forSeconds);
  return { ...result, cpuMs: (cpuMs(service.pid) - beganMs) / result.answered };
}

let seed = 0;
function sendLoad({ url }, keyFile, forSeconds) {
  seed += 1;
  const script = fileURLToPath(new URL("http-load-process.mjs", import.meta.url));
  const numbers = [forSeconds, connections, shape.assets, shape.days, shape.today, seed].map(String);
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [script, url, keyFile, ...numbers], { stdio: ["ignore", "pipe", "inherit"] });
    children.add(child);
    let said = "";
    child.stdout.on("data", (text) => (said += String(text)));
    child.once("close", (code) => {
      children.delete(child);
      if (code === 0) done(JSON.parse(said));
      else failed(new Error("the load ended"));
    });
  });
}

/** A process and those that it has started. */
function processesOf(pid) {
  const started = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return [pid, ...started.flatMap(processesOf)];
}
const sum = (values) => values.reduce((total, value) => total + value, 0);
/** Their memory, in megabytes. */
const residentMb = (pid) =>
  sum(
    processesOf(pid).map(
      (own) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${own}/status`, "utf8"))[1]) / 1_024,
    ),
  );
/** Their processor time so far, in milliseconds, in the kernel's ticks of 10 ms. */
const cpuMs = (pid) =>
  sum(
    processesOf(pid).map((own) => {
      const fields = readFileSync(`/proc/${own}/stat`, "utf8").split(") ").at(-1).split(" ");
      return (Number(fields[11]) + Number(fields[12])) * 10;
    }),
  );

/** Waits until a service that nobody asks is at rest: months are copied in the background. */
async function rested({ pid }) {
  for (let busyMs = Infinity; busyMs > 100;) {
    const beforeMs = cpuMs(pid);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    busyMs = cpuMs(pid) - beforeMs;
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const shownLoad = () => `load ${loadavg()[0].toFixed(1)}`;
const lineOf = (name, { rate, p50, p99, cpuMs, refused, errors }) =>
  `${name.padEnd(8)}${rate.toFixed(1).padStart(8)}/s  p50 ${p50} ms  p99 ${p99} ms  ${cpuMs.toFixed(1)} ms of processor time each${refused + errors > 0 ? `  ${refused} refused, ${errors} failed` : ""}`;
const failures = [];
const judge = (isKept, sentence) => {
  console.log(sentence);
  if (!isKept) failures.push(sentence);
};

try {
  const bytes = await makeNewsStore(data, shape);
  console.log(
    `news, ${shape.assets} assets × ${shape.days} days, ${100 * shape.active} % active: ${(bytes / 1e6).toFixed(0)} MB; ${workers} workers, ${hotMb} MB for copies, ${connections} connections; ${shownLoad()}`,
  );
  const own = fileURLToPath(new URL("..", import.meta.url));
  const now = { release: own, ...(await keysOf(own, "now")), args: ["--workers", String(workers)] };
  now.env = { SENTIMENT_HOT_MB: String(hotMb) };
  const against = given("against");
  const before =
    against === null
      ? null
      : { release: resolve(against), ...(await keysOf(resolve(against), "before")), args: [], env: {} };

  // The first read after a start, before anything is copied.
  const firsts = [];
  for (let round = 0; round < 3; round += 1) {
    const service = await started(now);
    const askedMs = performance.now();
    const answer = await fetch(`${service.url}/news/stocks/v1/trending?days=7`, { headers: { "x-api-key": now.key } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the first read was answered ${answer.status}`);
    firsts.push({ listensMs: service.listensMs, readMs: performance.now() - askedMs });
    await service.stop();
  }
  const [readMs, listensMs] = [median(firsts.map((one) => one.readMs)), median(firsts.map((one) => one.listensMs))];
  judge(
    readMs <= limits.firstMs,
    `first read after a start: ${readMs.toFixed(0)} ms (listens after ${listensMs.toFixed(0)} ms), at most ${limits.firstMs}; ${shownLoad()}`,
  );

  // The same service without copies under the same load is what memory is compared with.
  const bare = await started({ ...now, env: { SENTIMENT_HOT_MB: "0" } });
  await load(bare, now.keyFile, 30);
  const bareMb = residentMb(bare.pid);
  await bare.stop();

  const service = await started(now);
  const earlier = before === null ? null : await started(before);
  const services = [["now", service, now.keyFile], ...(earlier === null ? [] : [["before", earlier, before.keyFile]])];
  // Twice before anything is measured: code is compiled, and the months of a large store are copied in between.
  for (const [, running, keyFile] of services) {
    await load(running, keyFile, Math.max(seconds, 10));
    await rested(running);
    await load(running, keyFile, seconds);
  }
  const ratios = [];
  const cpuRatios = [];
  for (let round = 0; round < rounds; round += 1) {
    const results = {};
    for (const [name, running, keyFile] of round % 2 === 0 ? services : services.toReversed()) {
      results[name] = await load(running, keyFile, seconds);
      console.log(`${lineOf(name, results[name])}  ${shownLoad()}`);
    }
    if (results.before === undefined) continue;
    ratios.push(results.now.rate / results.before.rate);
    cpuRatios.push(results.before.cpuMs / results.now.cpuMs);
  }
  if (ratios.length > 0) {
    const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
    judge(
      median(ratios) >= limits.rate,
      `${median(ratios).toFixed(2)} × as many requests a second (${rounds} rounds, ${lowest} to ${highest}), at least ${limits.rate}; by processor time ${median(cpuRatios).toFixed(2)} × as many`,
    );
  }
  await earlier?.stop();

  // New states every 10 s, against the same without, in turn. The bench itself writes them.
  const times = [];
  for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
    const still = await load(service, now.keyFile, 20);
    await publishNext(data, shape);
    const timer = setInterval(() => void publishNext(data, shape), 10_000);
    const changing = await load(service, now.keyFile, 20);
    clearInterval(timer);
    console.log(lineOf("still", still));
    console.log(`${lineOf("changing", changing)}  ${shownLoad()}`);
    times.push(changing.p99 / still.p99);
  }
  judge(
    median(times) <= limits.publishing,
    `p99 while a state is published every 10 s: ${median(times).toFixed(2)} × of that without, at most ${limits.publishing}`,
  );
  const nowMb = residentMb(service.pid);
  const aboveMb = nowMb - bareMb - hotMb;
  judge(
    aboveMb <= limits.memoryMb,
    `memory: ${nowMb.toFixed(0)} MB, without copies ${bareMb.toFixed(0)} MB: ${aboveMb.toFixed(0)} MB above the budget, at most ${limits.memoryMb}`,
  );
  await service.stop();
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
}
process.exit(failures.length === 0 ? 0 : 1);
