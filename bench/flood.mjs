// Effect of callers without a key on everybody else: times of /livez and of protected reads, alone and beside 60
// connections that pipeline requests without reading, or that ask for /health as fast as they are answered. Each kind
// alternates with the idle service, so that all measurements see the same machine.
// Usage: node bench/flood.mjs [--seconds 4] [--rounds 3]
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const LIVE_LIMIT_MS = 200;
const READ_LIMIT = 2;
const CONNECTIONS = 60;
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const seconds = option("seconds", 4);
const rounds = option("rounds", 3);
const directory = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const started = (script, ...args) =>
  spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
const service = started("server-process.mjs", "service", directory, "20");
const address = await new Promise((resolve) => service.stdout.once("data", (line) => resolve(String(line).trim())));
const keys = JSON.parse(readFileSync(join(directory, "keys.json"), "utf8"));

let page = 0;
const timed = async (path, headers = {}) => {
  const begin = performance.now();
  const answer = await fetch(address + path, { headers });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - begin;
};
/** Alternates for some seconds between a page that is not cached and /livez. */
const measured = async () => {
  const times = { lives: [], reads: [] };
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    page += 1;
    times.reads.push(await timed(`/news/stocks/v1/trending?offset=${page}`, { "x-api-key": keys[page % keys.length] }));
    times.lives.push(await timed("/livez"));
  }
  return times;
};
const share = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)];
const median = (values) => share(values, 0.5);

for (let warm = 0; warm < 20; warm += 1) await timed("/openapi.json");
let isWithin = true;
for (const kind of ["ahead", "health"]) {
  const all = { idle: { lives: [], reads: [] }, beside: { lives: [], reads: [] }, ratios: [] };
  for (let round = 0; round < rounds; round += 1) {
    const idle = await measured();
    const flood = started("flood-process.mjs", address, kind, String(CONNECTIONS));
    const ended = new Promise((resolve) => flood.once("exit", resolve));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const beside = await measured();
    flood.kill("SIGKILL");
    await ended;
    for (const name of ["lives", "reads"]) {
      all.idle[name].push(...idle[name]);
      all.beside[name].push(...beside[name]);
    }
    all.ratios.push(median(beside.reads) / median(idle.reads));
  }
  const live = share(all.beside.lives, 0.95);
  const ratio = median(all.ratios);
  isWithin &&= live <= LIVE_LIMIT_MS && ratio <= READ_LIMIT;
  console.log(
    `${CONNECTIONS} connections, ${kind}: /livez p50 ${median(all.beside.lives).toFixed(1)} ms, p95 ${live.toFixed(1)} ms (alone ${share(all.idle.lives, 0.95).toFixed(1)}), at most ${LIVE_LIMIT_MS}; ` +
      `protected reads p50 ${median(all.beside.reads).toFixed(1)} ms (alone ${median(all.idle.reads).toFixed(1)}), ${ratio.toFixed(2)} times, at most ${READ_LIMIT} (${all.beside.reads.length} reads)`,
  );
}
service.kill("SIGKILL");
rmSync(directory, { recursive: true, force: true });
process.exit(isWithin ? 0 : 1);
