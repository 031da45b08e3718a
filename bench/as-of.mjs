// Cost of answers as of an earlier time: a year of daily values with late data, published day by day, queried now and
// as of the past. In one run: `trending` with as_of against the same without, and the bytes of earlier values against
// the daily tables.
// Usage: node bench/as-of.mjs [--assets 20000] [--active 1000] [--days 365] [--late 0.05] [--rounds 40]
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays, dayOf, operationsOf } from "@market-sentiment/core";
import { readSnapshot } from "@market-sentiment/core/node";
import { fillYear, first, namespace, openYear } from "./recorded-year.mjs";

const LIMITS = { time: 1.5, size: 3 };
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? Number(process.argv[at + 1]) : fallback;
};
const [assets, active, days] = [option("assets", 20_000), option("active", 1_000), option("days", 365)];
const [late, rounds] = [option("late", 0.05), option("rounds", 40)];
const directory = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));

await fillYear(directory, { assets, active, days, late });

const { files } = await readSnapshot(directory);
const bytesOf = (some) => some.reduce((sum, { path }) => sum + statSync(join(directory, path)).size, 0);
const earlier = bytesOf(files.filter(({ history }) => history === true));
const now = bytesOf(files.filter(({ history }) => history !== true));

const dataset = await openYear(directory, assets);
const trending = operationsOf(namespace).find(({ name }) => name === "trending");
const last = addDays(first, days - 1);
/** Time of one answer in ms. */
const ask = async (today, now_, parameters) => {
  const call = { today, now: now_, lookbackDays: null, accountType: null, earlyStart: "clamp" };
  const begun = performance.now();
  await (await trending.prepare({ parameters }, dataset, call)).run();
  return performance.now() - begun;
};
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
let isMet = true;
const say = (what, value, limit) => {
  isMet &&= value <= limit;
  console.log(`${what}: ${value.toFixed(2)} (limit ${limit})${value <= limit ? "" : "  MISSED"}`);
};
console.log(`${assets} assets, ${active} of them a day, ${days} days, ${late * 100} % late, ${rounds} rounds`);
const asked = new Date(`${addDays(last, 1)}T12:00:00Z`);
for (const window of ["1", "7", "30"]) {
  const then = addDays(last, -1);
  const past = { days: window, as_of: `${then}T23:59:59Z` };
  // The first query of an instant binds its tables, so both kinds run once before they are timed.
  const firstMs = await ask(dayOf(asked), asked, past);
  const at = new Date(`${then}T23:59:59Z`);
  await ask(then, at, { days: window });
  const [with_, without] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    with_.push(await ask(dayOf(asked), asked, past));
    without.push(await ask(then, at, { days: window }));
  }
  console.log(
    `trending over ${window} days: ${median(with_).toFixed(1)} ms as it was known, ${median(without).toFixed(1)} ms as it is; the first question of an instant ${firstMs.toFixed(1)} ms`,
  );
  say(`  as_of against the same without, ${window} days`, median(with_) / median(without), LIMITS.time);
}
console.log(`earlier values ${(earlier / 1e6).toFixed(1)} MB, daily tables ${(now / 1e6).toFixed(1)} MB`);
say("size of the earlier values against the daily tables", earlier / now, LIMITS.size);
await dataset.close();
rmSync(directory, { recursive: true, force: true });
process.exit(isMet ? 0 : 1);
