// The service over HTTP: repeated reads against Node's bare HTTP server sending the same bytes, and the share of peak
// throughput that remains under three times the load. Both as ratios within this run.
// Usage: node bench/server.mjs [--seconds 6] [--rounds 3] [--accounts 2000]
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

const REPEATED_READS_LIMIT = 0.6;
const OVERLOAD_LIMIT = 0.9;
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const seconds = option("seconds", 6);
const rounds = option("rounds", 3);
const accounts = option("accounts", 2_000);
const directory = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const children = [];

const start = (kind) =>
  new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL("server-process.mjs", import.meta.url));
    const child = spawn(process.execPath, [script, kind, directory, String(accounts)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    child.once("error", reject);
    child.stdout.once("data", (line) => resolve(String(line).trim()));
  });
const path = "/news/stocks/v1/trending";
const connections = 64;
/** Many short rounds, because the machine's speed changes within seconds. */
const readRounds = 7 * rounds;
const readSeconds = seconds / 6;
/** Every connection uses its own accounts, as real callers do. */
const load = (url, keys) => {
  let caller = 0;
  return autocannon({
    url,
    connections,
    duration: readSeconds,
    setupClient: (client) => {
      const own = keys.filter((_, index) => index % connections === caller);
      caller += 1;
      client.setRequests(own.map((key) => ({ method: "GET", path, headers: { "x-api-key": key } })));
    },
  });
};
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const service = await start("service");
const keys = JSON.parse(readFileSync(join(directory, "keys.json"), "utf8"));
const sample = await fetch(service + path, { headers: { "x-api-key": keys[0] } });
const body = await sample.text();
const headers = Object.fromEntries(
  [...sample.headers].filter(([name]) => !["date", "connection", "keep-alive"].includes(name)),
);
writeFileSync(join(directory, "answer.json"), JSON.stringify({ status: sample.status, headers, body }));
const bare = await start("bare");

// Repeated reads: every account has asked before.
for (const url of [service, bare]) await load(url, keys);
const ratios = [];
for (let round = 0; round < readRounds; round += 1) {
  const rates = {};
  const pair = [
    ["bare", bare],
    ["service", service],
  ];
  for (const [name, url] of round % 2 === 0 ? pair : pair.reverse()) {
    const result = await load(url, keys);
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`);
    rates[name] = result.requests.average;
    console.log(
      `${name.padEnd(8)} ${result.requests.average.toFixed(0).padStart(7)}/s  p50 ${result.latency.p50} ms  p99 ${result.latency.p99} ms`,
    );
  }
  // Ratios within a round, so that a machine that slows down between rounds does not change them.
  ratios.push(rates.service / rates.bare);
}
const ratio = median(ratios);
const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)].map((value) => value.toFixed(2));
console.log(
  `repeated reads: ${ratio.toFixed(2)} of bare node:http (${readRounds} rounds, ${lowest} to ${highest}), at least ${REPEATED_READS_LIMIT}; ${body.length} bytes, ${accounts} accounts`,
);

// Each request asks for another page, so that none is cached.
let page = 0;
const unseen = (more) =>
  autocannon({
    url: service,
    duration: seconds,
    requests: [
      {
        method: "GET",
        setupRequest: (request) => {
          page += 1;
          return { ...request, path: `${path}?offset=${page}`, headers: { "x-api-key": keys[page % keys.length] } };
        },
      },
    ],
    ...more,
  });
const goodput = (result) => result["2xx"] / result.duration;
/** Times of refusals and of liveness checks in milliseconds, during overload. */
const refusals = [];
const lives = [];
const probe = async (until) => {
  while (performance.now() < until) {
    page += 1;
    const key = keys[page % keys.length];
    const started = performance.now();
    const answer = await fetch(`${service}${path}?offset=${page}`, { headers: { "x-api-key": key } });
    await answer.arrayBuffer();
    if (answer.status === 503) refusals.push(performance.now() - started);
    const asked = performance.now();
    await (await fetch(`${service}/livez`)).arrayBuffer();
    lives.push(performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const share = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)]?.toFixed(0);
const goodputs = { peak: [], overload: [] };
for (let round = 0; round < rounds; round += 1) {
  const peak = await unseen({ connections: 100 });
  goodputs.peak.push(goodput(peak));
  const [overload] = await Promise.all([
    unseen({ connections: 400, overallRate: Math.round(3 * goodput(peak)) }),
    probe(performance.now() + seconds * 1_000),
  ]);
  goodputs.overload.push(goodput(overload));
  const refused = overload["5xx"] / overload.duration;
  console.log(
    `peak ${goodput(peak).toFixed(0)}/s, asked for three times that: ${goodput(overload).toFixed(0)}/s answered, ${refused.toFixed(0)}/s refused with 503`,
  );
}
// Ratios within a round, as above.
const kept = median(goodputs.peak.map((peak, round) => goodputs.overload[round] / peak));
console.log(`overload: ${kept.toFixed(2)} of the peak (${rounds} rounds), at least ${OVERLOAD_LIMIT}`);
console.log(
  `then, refused with 503 within p50 ${share(refusals, 0.5)} ms, p95 ${share(refusals, 0.95)} ms; /livez answers within p50 ${share(lives, 0.5)} ms, p95 ${share(lives, 0.95)} ms (${refusals.length} and ${lives.length} probes)`,
);

for (const child of children) child.kill("SIGKILL");
rmSync(directory, { recursive: true, force: true });
process.exit(ratio >= REPEATED_READS_LIMIT && kept >= OVERLOAD_LIMIT ? 0 : 1);
