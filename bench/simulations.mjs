// False alarms and detections of the published measures: a table with limit and measured value of each promise. Fails
// when a limit is missed. `npm run simulate`, or `npm run simulate -- trends`, `levels` or `references` for one part.
import {
  ASSET_DEVIATION,
  buzz,
  dayCoverages,
  EVEN_WEEK,
  marketBaseline,
  marketBuzz,
  marketLevel,
  NAMESPACE_DEVIATION,
  referenceOf,
  seriesTrend,
  TREND_SERIES_DAYS,
  weekdayProfile,
} from "@market-sentiment/core";
import { DEFAULT_SEED, sampleNamespaceIds, sampleRecords, sampleTruth } from "@market-sentiment/sample";
import { seededRandom } from "./seeded-random.mjs";
import { afterOutage, labelChanges, labelsByWeekday, simulatedLabels, weeks } from "./simulated-trends.mjs";

const rule = {
  ASSET_DEVIATION,
  dayCoverages,
  EVEN_WEEK,
  NAMESPACE_DEVIATION,
  seriesTrend,
  TREND_SERIES_DAYS,
  weekdayProfile,
};
const wanted = process.argv[2] ?? "all";
const summary = [];

/** One line of the table at the end; `holds` decides whether the run fails. */
function promise(what, must, measured, holds) {
  summary.push({ what, must, measured, holds });
}

const percent = (share) => `${(100 * share).toFixed(1)} %`.padStart(8);
const cells = (values) => values.map(percent).join(" ");

function falseTrends() {
  const [means, dispersions] = [
    [1, 2, 5, 20, 100, 1000],
    [1, 3, 10, 20, 30],
  ];
  console.log(
    "False trends: share labelled rising or falling although nothing changed, by mentions a day, and doublings of",
  );
  console.log("20 a day that are found. 'asset': the week is its namespace's; 'whole': the series is all there is.");
  console.log(
    `week               of     variance/mean ${means.map((mean) => String(mean).padStart(8)).join(" ")}  doubling`,
  );
  let [worst, fewest] = [0, 1];
  for (const [name, week] of Object.entries(weeks)) {
    for (const isAsset of [true, false]) {
      for (const dispersion of dispersions) {
        const of = { week, dispersion, isAsset };
        const wrong = means.map((mean) => 1 - simulatedLabels(rule, { ...of, mean, rounds: 4000 }).stable);
        const found = simulatedLabels(rule, { ...of, mean: 20, change: 2, rounds: 4000 }).rising;
        worst = Math.max(worst, ...wrong);
        if (dispersion === 3 && name === "seven equal days") fewest = Math.min(fewest, found);
        const who = isAsset ? "asset" : "whole";
        console.log(`${name.padEnd(18)} ${who}  ${String(dispersion).padStart(13)} ${cells(wrong)}  ${percent(found)}`);
      }
    }
  }
  promise(
    "false labels, variance/mean 1 to 30, 1 to 1,000 a day, weekend 0.05 to 1",
    "at most 21 %",
    percent(worst),
    worst <= 0.21,
  );
  promise("a doubling at 20 a day, variance/mean 3", "at least 85 %", percent(fewest), fewest >= 0.85);
}

function weekdayClock() {
  const shares = labelsByWeekday(rule, { mean: 100, dispersion: 3, week: weeks["weekend 0.15"], rounds: 7000 });
  console.log(
    "\nThe week of an unchanging asset, 100 a day, weekend 0.15: rising and falling by weekday, Monday first.",
  );
  console.log(
    `rising  ${cells(shares.map(({ rising }) => rising))}\nfalling ${cells(shares.map(({ falling }) => falling))}`,
  );
  const worst = Math.max(...shares.flatMap(({ rising, falling }) => [rising, falling]));
  promise("one label on one weekday without a change", "at most 21 %", percent(worst), worst <= 0.21);
}

function outages() {
  const { clean, missing, asZeros } = afterOutage(rule, {
    assets: 400,
    mean: 5,
    dispersion: 3,
    week: weeks["weekend 0.15"],
  });
  console.log("\nTwo days without data: share of 400 assets labelled rising on the three days after.");
  console.log(
    `nothing missing ${percent(clean)}, two days missing ${percent(missing)}, taken for silence ${percent(asZeros)}`,
  );
  promise("rising after an outage of two days", "at most 21 %", percent(missing), missing <= 0.21);
}

function flicker() {
  const steady = labelChanges(rule, { mean: 4, dispersion: 3, week: weeks["weekend 0.15"], assets: 300, days: 28 });
  const step = labelChanges(rule, {
    mean: 20,
    dispersion: 3,
    week: weeks["weekend 0.15"],
    assets: 600,
    days: 14,
    change: 2,
    at: 3,
  });
  console.log("\nLabels from day to day.");
  console.log(`steady talk, 4 a day: ${percent(steady.changed)} of asset-days have another label than the day before`);
  console.log(
    `a doubling at 20 a day: found in ${percent(step.found)}, the label begins on average on day ${step.begins.toFixed(2)} and is gone on day ${step.ends.toFixed(2)} (day 1 is that of the step)`,
  );
  promise(
    "asset-days with another label than the day before",
    "at most 25 %",
    percent(steady.changed),
    steady.changed <= 0.25,
  );
}

/** Author of a record and the reactions to it, in any of the upstream forms. */
const speakerOf = (record) => record.proxyWallet ?? record.author_id ?? record.source ?? record.author ?? null;
const loudnessOf = (record) =>
  (record.score ?? 0) +
  (record.public_metrics?.like_count ?? 0) +
  (record.proxyWallet === undefined ? 0 : record.size * record.price);

/** Activity of one generated day of a namespace, without records caused by an event. */
function quietDay(id, day) {
  const request = { seed: DEFAULT_SEED, day };
  const records = sampleRecords(id, request).flatMap((record) => record.data ?? [record]);
  const truth = new Map(sampleTruth(id, request).records.map((known) => [known.id, known]));
  const trades = records.filter((record) => record.transactionHash !== undefined);
  const counted =
    trades.length > 0
      ? trades
      : records.filter((record) => {
          const known = truth.get(record.id);
          return known !== undefined && known.event === null && !known.bot && known.assets.length > 0;
        });
  return {
    mentions: counted.length,
    people: new Set(counted.map(speakerOf)).size,
    engagement: Math.max(
      0,
      counted.reduce((sum, record) => sum + Math.max(0, loudnessOf(record)), 0),
    ),
  };
}

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

function quietLevels() {
  console.log(
    "\nMarket buzz of generated days without events (about 50 is normal), medians by weekday from the 57th day on.",
  );
  console.log("namespace            days  Monday to Sunday                                   weekend, uncorrected");
  const dayMs = 86_400_000;
  const first = Date.UTC(2025, 8, 1);
  const medians = [];
  for (const id of sampleNamespaceIds) {
    const days = Array.from({ length: 330 }, (_, index) => {
      const day = new Date(first + index * dayMs).toISOString().slice(0, 10);
      const weekday = (new Date(first + index * dayMs).getUTCDay() + 6) % 7;
      return { index, weekday, x: marketLevel(quietDay(id, day)) };
    });
    const scored = days.slice(56).map(({ index, weekday, x }) => {
      const baseline = marketBaseline(days.slice(Math.max(0, index - 90), index));
      const uncorrected = marketBuzz(x, { ...baseline, weekdayOffsets: [] }, weekday);
      return { weekday, buzz: marketBuzz(x, baseline, weekday), uncorrected };
    });
    const byWeekday = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
      median(scored.filter((day) => day.weekday === weekday).map((day) => day.buzz)),
    );
    for (const isWeekend of [false, true])
      medians.push(median(scored.filter(({ weekday }) => weekday > 4 === isWeekend).map((day) => day.buzz)));
    const flat = median(scored.filter(({ weekday }) => weekday > 4).map((day) => day.uncorrected));
    const shown = [...byWeekday, flat].map((value) => value.toFixed(1).padStart(6));
    console.log(`${id.padEnd(18)} ${String(scored.length).padStart(6)}  ${shown.join(" ")}`);
  }
  const [low, high] = [Math.min(...medians), Math.max(...medians)];
  const measured = `${low.toFixed(1)} to ${high.toFixed(1)}`;
  promise("market buzz of generated namespaces, weekdays and weekends", "45 to 55", measured, low >= 45 && high <= 55);
}

/**
 * Enough days of a namespace to determine each weekday's median to a point: counts that fluctuate around a drifting
 * level.
 */
function steadyLevels() {
  console.log("\nMarket buzz of 4,200 simulated days with a drifting level, medians by weekday from the 57th day on.");
  const medians = [];
  for (const [name, week] of Object.entries(weeks)) {
    const random = seededRandom(8);
    let drift = 0;
    const days = Array.from({ length: 4200 }, (_, index) => {
      drift = 0.6 * drift + 0.15 * random.normal();
      const mentions = random.count(800 * week[index % 7] * Math.exp(drift), 8);
      const x = marketLevel({ mentions, people: 0.6 * mentions, engagement: 6 * mentions });
      return { index, weekday: index % 7, x };
    });
    const scored = days.slice(56).map(({ index, weekday, x }) => {
      const baseline = marketBaseline(days.slice(Math.max(0, index - 90), index));
      return { weekday, buzz: marketBuzz(x, baseline, weekday) };
    });
    const byWeekday = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
      median(scored.filter((day) => day.weekday === weekday).map((day) => day.buzz)),
    );
    medians.push(...byWeekday);
    console.log(`${name.padEnd(26)} ${byWeekday.map((value) => value.toFixed(1).padStart(6)).join(" ")}`);
  }
  const [low, high] = [Math.min(...medians), Math.max(...medians)];
  const measured = `${low.toFixed(1)} to ${high.toFixed(1)}`;
  promise("market buzz, median of each weekday after 8 weeks", "45 to 55", measured, low >= 45 && high <= 55);
}

/** Namespaces whose assets differ in activity by orders of magnitude, from their first day on. */
function references() {
  console.log(
    "\nReferences from the first day on: share of asset-days at 50 or more after 60 days, and the furthest that an asset",
  );
  console.log("with unchanged talk moves between two days.");
  let [least, most, furthest] = [1, 0, 0];
  for (const [assets, busiest] of [
    [2000, 500],
    [300, 100],
    [30, 12],
    [5, 3],
  ]) {
    const random = seededRandom(assets);
    const days = Array.from({ length: 200 }, () =>
      Array.from({ length: assets }, (_, asset) => {
        const mentions = random.count(busiest / (asset + 1), 3);
        return {
          evidence: mentions,
          people: mentions === 0 ? 0 : Math.max(1, random.count(0.7 * mentions)),
          places: Math.min(mentions, 4),
        };
      }).filter(({ evidence }) => evidence > 0),
    );
    const steady = [0.3, 1, 3, 10, 40, 200].map((level) => ({
      evidence: level,
      people: level,
      places: Math.min(6, level),
    }));
    let before = null;
    let moved = 0;
    const scores = [];
    days.forEach((active, day) => {
      const past = days.slice(Math.max(0, day - 90), day).filter((known) => known.length > 0);
      const reference = referenceOf(past.flat(), past.length);
      for (const sample of before === null ? [] : steady)
        moved = Math.max(moved, Math.abs(buzz(sample, reference) - buzz(sample, before)));
      if (day >= 60) scores.push(...active.map((sample) => buzz(sample, reference)));
      before = reference;
    });
    const share = scores.filter((score) => score >= 50).length / scores.length;
    [least, most, furthest] = [Math.min(least, share), Math.max(most, share), Math.max(furthest, moved)];
    console.log(
      `${String(assets).padStart(5)} assets: ${percent(share)} of ${scores.length} asset-days, ${moved.toFixed(2)} points`,
    );
  }
  promise(
    "asset-days at 50 or more after 60 days",
    "3 to 7 %",
    `${percent(least)} to ${percent(most)}`,
    least >= 0.03 && most <= 0.07,
  );
  promise(
    "an asset with unchanged talk, from one day to the next",
    "at most 3 points",
    furthest.toFixed(2),
    furthest <= 3,
  );
}

if (["all", "trends"].includes(wanted)) {
  falseTrends();
  weekdayClock();
  outages();
  flicker();
}
if (["all", "levels"].includes(wanted)) {
  quietLevels();
  steadyLevels();
}
if (["all", "references"].includes(wanted)) references();

console.log("\nMust and measured");
for (const { what, must, measured, holds } of summary)
  console.log(`${holds ? "holds " : "MISSED"}  ${what.padEnd(74)} ${must.padEnd(18)} ${measured.trim()}`);
process.exit(summary.every(({ holds }) => holds) ? 0 : 1);
