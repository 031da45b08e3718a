// Simulated series of daily counts under the published trend rule, for `npm run simulate` and the tests of the rule.
import { seededRandom } from "./seeded-random.mjs";

/** Activity by weekday, Monday first, as relative factors. */
export const weeks = {
  "seven equal days": [1, 1, 1, 1, 1, 1, 1],
  "weekend 0.15": [1, 1, 1, 1, 1, 0.15, 0.15],
  "weekend 0.05": [1.1, 1.15, 1.1, 1, 0.9, 0.05, 0.05],
  "every day another": [0.6, 1, 0.8, 1, 0.7, 0.2, 0.1],
};

/**
 * Labels of the last day of simulated series, weekdays in turn: `mean` mentions per day over the week with variance
 * `dispersion` × mean, times `change` on the last `since` days.
 *
 * @param rule `seriesTrend` and its constants, from the build or the sources.
 * @param of `of.isAsset`: the weekly pattern is known from many assets of the namespace; else only the series is known.
 * @returns Share of each label, and `perDay`, the labels of the last days by day, when `of.days` is above one.
 */
export function simulatedLabels(rule, of) {
  const { mean, dispersion, week, change = 1, since = 3, isAsset, rounds, seed = 1 } = of;
  const random = seededRandom(7919 * seed + 1000 * mean + 7 * dispersion);
  const whole = week.reduce((sum, factor) => sum + factor, 0) / 7;
  const factors = week.map((factor) => factor / whole);
  const known = { factors, variances: factors.map(() => 0.002), dispersion: 1 };
  const shares = { rising: 0, falling: 0, stable: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const days = Array.from({ length: rule.TREND_SERIES_DAYS }, (_, back) => {
      const weekday = (((round - back) % 7) + 7) % 7;
      const mentions = random.count(mean * factors[weekday] * (back < since ? change : 1), dispersion);
      return { weekday, exposure: 1, mentions, engagement: 4 * mentions, breadth: [mentions] };
    });
    const label = rule.seriesTrend({
      dayAt: (back) => days[back],
      priorAt: () => (isAsset ? known : rule.EVEN_WEEK),
      deviation: isAsset ? rule.ASSET_DEVIATION : rule.NAMESPACE_DEVIATION,
    });
    shares[label ?? "stable"] += 1 / rounds;
  }
  return shares;
}

/** A series of daily counts, oldest first, and the label of each day from the 62nd on. */
function labelsOf(rule, counts, firstWeekday, priorAt, exposureAt = () => 1) {
  const dayAt = (day) => ({
    weekday: (firstWeekday + day) % 7,
    exposure: exposureAt(day),
    mentions: counts[day],
    engagement: null,
    breadth: [counts[day]],
  });
  const labels = [];
  for (let last = rule.TREND_SERIES_DAYS - 1; last < counts.length; last += 1) {
    const series = {
      dayAt: (back) => dayAt(last - back),
      priorAt: (back) => priorAt(last - back),
      deviation: rule.ASSET_DEVIATION,
    };
    labels.push(rule.seriesTrend(series) ?? "stable");
  }
  return labels;
}

const meanOf = (week) => week.reduce((sum, factor) => sum + factor, 0) / 7;
const knownWeek = (week) => ({
  factors: week.map((factor) => factor / meanOf(week)),
  variances: week.map(() => 0.002),
  dispersion: 1,
});

/** Shares of labels by the weekday of the last day, Monday first, of an asset without a change. */
export function labelsByWeekday(rule, { mean, dispersion, week, rounds }) {
  const random = seededRandom(77);
  const prior = knownWeek(week);
  const shares = Array.from({ length: 7 }, () => ({ rising: 0, falling: 0, stable: 0 }));
  for (let round = 0; round < rounds; round += 1) {
    const last = round % 7;
    const counts = Array.from({ length: rule.TREND_SERIES_DAYS }, (_, day) =>
      random.count(mean * prior.factors[(last + 8 + day) % 7], dispersion),
    );
    // 62 days: the first is on the weekday after the last one's.
    const [label] = labelsOf(rule, counts, (last + 8) % 7, () => prior);
    shares[last][label] += 7 / rounds;
  }
  return shares;
}

/** Share of assets labelled rising on the three days after two days that a whole namespace misses. */
export function afterOutage(rule, { assets, mean, dispersion, week }) {
  const random = seededRandom(5);
  const prior = knownWeek(week);
  const length = rule.TREND_SERIES_DAYS + 3;
  const gap = [length - 5, length - 4];
  const all = Array.from({ length: assets }, () =>
    Array.from({ length }, (_, day) => random.count(mean * prior.factors[day % 7], dispersion)),
  );
  const holed = all.map((counts) => counts.map((count, day) => (gap.includes(day) ? 0 : count)));
  const totals = Array.from({ length }, (_, day) => holed.reduce((sum, counts) => sum + counts[day], 0));
  const hourly = totals.map((total, day) => ({
    weekday: day % 7,
    hours: Array.from({ length: 24 }, () => total / 24),
  }));
  const coverages = rule.dayCoverages(hourly, null);
  const rising = (series, exposureAt) => {
    const labels = series.flatMap((counts) => labelsOf(rule, counts, 0, () => prior, exposureAt).slice(-3));
    return labels.filter((label) => label === "rising").length / labels.length;
  };
  return {
    clean: rising(all, () => 1),
    missing: rising(holed, (day) => coverages[day]),
    asZeros: rising(holed, () => 1),
  };
}

/**
 * How often labels differ from the previous day's. For a change of activity on day `at`: the share of assets with the
 * right label within four days, when it first appears, and when it ends (the day of the change is 1).
 */
export function labelChanges(rule, { mean, dispersion, week, assets, days, change = 1, at = 0 }) {
  const random = seededRandom(11);
  const prior = knownWeek(week);
  let [changed, asked, found, begins, ends] = [0, 0, 0, 0, 0];
  for (let asset = 0; asset < assets; asset += 1) {
    const firstWeekday = asset % 7;
    const step = rule.TREND_SERIES_DAYS - 1 + at;
    const counts = Array.from({ length: rule.TREND_SERIES_DAYS - 1 + days }, (_, day) =>
      random.count(mean * prior.factors[(firstWeekday + day) % 7] * (day >= step ? change : 1), dispersion),
    );
    const labels = labelsOf(rule, counts, firstWeekday, () => prior);
    for (let day = 1; day < labels.length; day += 1) {
      asked += 1;
      if (labels[day] !== labels[day - 1]) changed += 1;
    }
    const begin = labels.findIndex((label, day) => day >= at && day < at + 4 && label === "rising");
    if (begin < 0) continue;
    const end = labels.findIndex((label, day) => day > begin && label !== "rising");
    found += 1;
    begins += begin - at + 1;
    ends += (end < 0 ? labels.length : end) - at + 1;
  }
  return { changed: changed / asked, found: found / assets, begins: begins / found, ends: ends / found };
}
