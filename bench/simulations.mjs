// What the published measures do by chance: false trends without a change, and the level of quiet markets. Prints tables;
// fails when a stated limit is passed. `npm run simulate`, or `npm run simulate -- levels` for one of the two.
import { marketBaseline, marketBuzz, marketLevel, trendOf } from "@market-sentiment/core";
import { DEFAULT_SEED, sampleNamespaceIds, sampleRecords, sampleTruth } from "@market-sentiment/core/node";
import { seededRandom } from "./seeded-random.mjs";

const FALSE_TREND_LIMIT = 0.21;
const LEVEL_LIMITS = [45, 55];
const wanted = process.argv[2] ?? "all";
let failures = 0;

/** Share of each label over simulated assets, the spread estimated from 28 simulated days as in production. */
function labels({ mean, dispersion, change, engagement, rounds }) {
  const random = seededRandom(1000 * mean + dispersion);
  const days = (count, factor) => Array.from({ length: count }, () => random.count(mean * factor, dispersion));
  const window = (factor) => {
    const mentions = days(3, factor).reduce((a, b) => a + b, 0);
    return { exposureDays: 3, mentions, engagement: engagement ? mentions * 4 : null, breadth: mentions };
  };
  const shares = { rising: 0, falling: 0, stable: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const dailyMentions = days(28, 1);
    shares[trendOf({ current: window(change), previous: window(1), dailyMentions })] += 1 / rounds;
  }
  return shares;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`.padStart(8);

function falseTrends() {
  console.log("False trends: share labelled rising or falling although nothing changed, and doublings found.");
  console.log("mentions/day  variance/mean  engagement    false  doubling found");
  for (const mean of [0.5, 2, 5, 20, 100, 1000]) {
    for (const dispersion of [1, 3]) {
      for (const engagement of [true, false]) {
        const of = { mean, dispersion, engagement, rounds: 20_000 };
        const wrong = 1 - labels({ ...of, change: 1 }).stable;
        const found = labels({ ...of, change: 2 }).rising;
        if (wrong > FALSE_TREND_LIMIT) failures += 1;
        const head = `${String(mean).padStart(12)}  ${String(dispersion).padStart(13)}  ${engagement ? "yes" : "no "}       `;
        console.log(`${head} ${percent(wrong)}  ${percent(found)}`);
      }
    }
  }
  console.log(`limit of false labels: ${percent(FALSE_TREND_LIMIT).trim()}`);
}

/** Who spoke and how loudly it was heard, in any of the upstream forms. */
const speakerOf = (record) => record.proxyWallet ?? record.author_id ?? record.source ?? record.author ?? null;
const loudnessOf = (record) =>
  (record.score ?? 0) +
  (record.public_metrics?.like_count ?? 0) +
  (record.proxyWallet === undefined ? 0 : record.size * record.price);

/** Activity of one generated day of a namespace, the records that an event stands behind left out. */
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
  console.log("\nMarket buzz of generated days without events (about 50 is normal), against the 90 days before each.");
  console.log("namespace            days  weekday median  weekend median  weekend, uncorrected");
  const dayMs = 86_400_000;
  const first = Date.UTC(2025, 8, 1);
  for (const id of sampleNamespaceIds) {
    const days = Array.from({ length: 330 }, (_, index) => {
      const day = new Date(first + index * dayMs).toISOString().slice(0, 10);
      return { weekday: (new Date(first + index * dayMs).getUTCDay() + 6) % 7, x: marketLevel(quietDay(id, day)) };
    });
    const scored = days.slice(90).map(({ weekday, x }, index) => {
      const baseline = marketBaseline(days.slice(index, index + 90));
      return {
        weekend: weekday > 4,
        buzz: marketBuzz(x, baseline, weekday),
        uncorrected: marketBuzz(x, { ...baseline, weekdayOffsets: [] }, weekday),
      };
    });
    const of = (weekend, key) => median(scored.filter((day) => day.weekend === weekend).map((day) => day[key]));
    const [weekday, weekend] = [of(false, "buzz"), of(true, "buzz")];
    for (const value of [weekday, weekend]) if (value < LEVEL_LIMITS[0] || value > LEVEL_LIMITS[1]) failures += 1;
    const cells = [weekday, weekend, of(true, "uncorrected")].map((value) => value.toFixed(1).padStart(14));
    console.log(`${id.padEnd(18)} ${String(scored.length).padStart(6)}  ${cells.join("  ")}`);
  }
  console.log(`limits of both medians: ${LEVEL_LIMITS.join(" to ")}`);
}

if (wanted !== "levels") falseTrends();
if (wanted !== "trends") quietLevels();
process.exit(failures === 0 ? 0 : 1);
