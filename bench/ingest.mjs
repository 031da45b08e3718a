// What ingest costs, as ratios within one run: a busy day against a quiet one, the linker's share, the time until a reader
// sees new posts of a day that is full, peak memory, and bytes written for bytes kept. Each part is a process of its own.
// Usage: node bench/ingest.mjs [--posts 1000000] [--quiet 10000] [--link 20000] [--ticks 8640] [--per-tick 116]
// The limits are stated for the sizes that are used when left out; smaller ones give an idea, and are said to be smaller.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const stated = { posts: 1_000_000, quiet: 10_000, link: 20_000, ticks: 8_640, "per-tick": 116 };
const size = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : stated[name];
};
const root = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const script = fileURLToPath(new URL("ingest-process.mjs", import.meta.url));

function measure(part, options) {
  const data = join(root, `${part}-${JSON.stringify(options).replaceAll(/\W+/g, "-")}`);
  const { status, stdout } = spawnSync(process.execPath, [script, part, JSON.stringify({ ...options, data })], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  rmSync(data, { recursive: true, force: true });
  if (status !== 0) throw new Error(`The part ${part} failed.`);
  return JSON.parse(stdout);
}

const rows = [];
/** @param isAtLeast Whether the measured value must not fall below the limit. */
const report = (what, measured, must, aim, isAtLeast = false) => {
  const isMet = isAtLeast ? measured >= must : measured <= must;
  rows.push({ what, measured: Number(measured.toFixed(2)), must, aim, met: isMet ? "yes" : "NO" });
};

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
  report(`seconds until a reader sees 500 more posts; ${words}`, Math.max(...busy.visibleMs) / 1000, 5, 1);
  report(`peak memory, GB; ${words}`, busy.peakMb / 1024, 1.5, 0.8);
}
const linking = measure("linking", { count: size("link") });
report("ingest without model, against the linker alone", linking.linkMs / linking.ingestMs, 0.4, 0.6, true);
const ticks = measure("ticks", { ticks: size("ticks"), perTick: size("per-tick") });
report("bytes written for each byte kept, a day of ticks of 10 s", ticks.written / ticks.kept, 12, 6);
rmSync(root, { recursive: true, force: true });

console.table(rows);
const smaller = Object.keys(stated).filter((name) => size(name) < stated[name]);
if (smaller.length > 0)
  console.log(`Smaller than stated: ${smaller.map((name) => `${name} ${size(name)}`).join(", ")}.`);
process.exit(rows.every(({ met }) => met === "yes") ? 0 : 1);
