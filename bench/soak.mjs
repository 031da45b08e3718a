// Feeds and a stream of posts into one collector for a while, with a model that costs nothing: what was sent is stored, once;
// how late it can be seen; whether memory grows. Asked for by name: npm run bench -- soak [--minutes 20] [--feeds 200] [--rate 200]
// [--robots] [--counts]. With --counts only what was lost or doubled decides; --robots is the worst stream, see live-upstream.mjs.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openReader } from "@market-sentiment/core/node";
import { startUpstream } from "./live-upstream.mjs";

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const [minutes, feeds, rate] = [option("minutes", 20), option("feeds", 200), option("rate", 200)];
const countsOnly = process.argv.includes("--counts");
const SAMPLE_MS = 2_000;
const LAG_LIMIT_MS = 10_000;
/**
 * The posts of the running day are kept in memory, so it grows with them: from the second quarter to the last by at most so many
 * kilobytes for each, as a busy day of a million may take 1.5 GB.
 */
const KILOBYTES_A_POST = 1.5;
/** Memory sways by as much when nothing grows. */
const SWAY_MB = 16;
const namespaces = ["news-stocks", "microblog-stocks"];
const directory = mkdtempSync(join(tmpdir(), "soak-"));
const upstream = await startUpstream({ feeds, rate, robots: process.argv.includes("--robots") });
const { started, sources } = upstream;
const data = join(directory, "data");
writeFileSync(join(directory, "sources.yaml"), JSON.stringify({ version: 1, sources }));
const script = fileURLToPath(new URL("../test/support/collect-process.mjs", import.meta.url));
const child = spawn(process.execPath, [script, data, join(directory, "sources.yaml")], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, QUIET_MS: "10000" },
});
let failures = 0;
/** How long each publication took, in milliseconds, by namespace. */
const publications = new Map();
createInterface(child.stdout).on("line", (line) => {
  const { kind, namespace, tookMs } = JSON.parse(line);
  if (kind === "not_stored") failures += 1;
  if (kind === "published") publications.set(namespace, [...(publications.get(namespace) ?? []), tookMs]);
});
const ended = new Promise((resolve) => child.once("close", resolve));

/** How late items could be read, in milliseconds, by namespace. */
const lags = new Map(namespaces.map((namespace) => [namespace, []]));
const memory = [];
const seen = new Set();
let reader = null;
async function sample() {
  reader ??= await openReader(data).catch(() => null);
  if (reader === null) return;
  const view = await reader.view();
  for (const namespace of namespaces) {
    const sql = `SELECT DISTINCT document_id AS id, CAST(epoch_ms(created_utc) AS DOUBLE) AS at FROM mentions
      WHERE day >= CAST(? AS DATE) AND epoch_ms(created_utc) > ?`;
    const params = [new Date(Date.now() - 60_000).toISOString().slice(0, 10), Date.now() - 60_000];
    const now = Date.now();
    for (const { id, at } of await view.query(namespace, { sql, params }).catch(() => []))
      if (!seen.has(id)) {
        seen.add(id);
        // Items from before the collector's start are not late through its fault.
        if (at > started + 20_000) lags.get(namespace).push(now - at);
      }
  }
}
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
while (Date.now() < started + minutes * 60_000) {
  await sleep(SAMPLE_MS);
  if (!countsOnly) await sample();
  memory.push(rss());
}
const stoppedAt = upstream.pause();
/** Processor time of the collector, user and system; the clock of /proc has a hundred ticks a second. */
const ticks = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
const processorMs = (Number(ticks[11]) + Number(ticks[12])) * 10;
await sleep(15_000);
child.kill("SIGTERM");
await ended;
await reader?.close();

reader = await openReader(data);
const view = await reader.view();
/** How many documents and rows of a namespace are stored; a text has a row for each company that it names. */
const stored = async (namespace) => {
  const sql = `SELECT CAST(COUNT(*) AS INTEGER) AS rows, CAST(COUNT(DISTINCT document_id) AS INTEGER) AS documents,
    CAST(COUNT(DISTINCT (document_id, subject)) AS INTEGER) AS mentions FROM mentions`;
  const [found] = await view.query(namespace, { sql, params: [] });
  return found;
};
const news = await stored("news-stocks");
const posts = await stored("microblog-stocks");
await reader.close();
const { items, posts: wanted } = upstream.sent();
upstream.close();
rmSync(directory, { recursive: true, force: true });

let failed = 0;
const check = (isGood, line) => {
  console.log(`${isGood ? "ok  " : "FAIL"} ${line}`);
  if (!isGood) failed += 1;
};
check(
  news.documents === items && news.rows === news.mentions,
  `feeds: ${items} items sent, ${news.documents} stored, ${news.rows - news.mentions} rows twice`,
);
check(
  posts.documents === wanted && posts.rows === posts.mentions,
  `stream: ${wanted} posts sent, ${posts.documents} stored, ${posts.rows - posts.mentions} rows twice`,
);
check(failures === 0, `${failures} publications failed`);
if (!countsOnly) {
  const share = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? NaN;
  const seconds = (values, part) => (share(values, part) / 1_000).toFixed(1);
  for (const [namespace, own] of lags)
    check(
      share(own, 0.95) <= LAG_LIMIT_MS,
      `lag, ${namespace}: p50 ${seconds(own, 0.5)} s, p95 ${seconds(own, 0.95)} s of ${own.length} items until they can be read (limit ${LAG_LIMIT_MS / 1_000})`,
    );
  for (const [namespace, own] of publications)
    console.log(
      `     ${namespace}: ${own.length} publications, p50 ${seconds(own, 0.5)} s, p95 ${seconds(own, 0.95)} s`,
    );
  console.log(`     the collector took ${(processorMs / (stoppedAt - started)).toFixed(2)} of a processor`);
  const part = Math.floor(memory.length / 4);
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [early, late] = [mean(memory.slice(part, 2 * part)), mean(memory.slice(-part))];
  const between = 0.5 * (items + wanted);
  const each = ((late - early) * 1_024) / between;
  check(
    late <= early + SWAY_MB + (KILOBYTES_A_POST * between) / 1_024,
    `memory: ${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last (${(late / early).toFixed(2)} times), ${each.toFixed(2)} kB for each of ${Math.round(between)} documents in between (limit ${KILOBYTES_A_POST}, and ${SWAY_MB} MB)`,
  );
}
process.exit(failed === 0 ? 0 : 1);
