// Simulated series of daily counts under the published trend rule, for `npm run simulate` and the tests of the rule.
import { seededRandom } from "./seeded-random.mjs";

/** What a weekday brings, Monday first, as a multiple of any other. */
export const weeks = {
  "seven equal days": [1, 1, 1, 1, 1, 1, 1],
  "weekend 0.15": [1, 1, 1, 1, 1, 0.15, 0.15],
  "weekend 0.05": [1.1, 1.15, 1.1, 1, 0.9, 0.05, 0.05],
  "every day another": [0.6, 1, 0.8, 1, 0.7, 0.2, 0.1],
};

/**
 * Labels of the last day of simulated series, weekdays in turn: `mean` mentions a day over the week with variance
 * `dispersion` × mean, times `change` on the last `since` days.
 *
 * @param rule `seriesTrend` and its constants, of the build or of the sources.
 * @param of `of.isAsset`: the namespace's week is known from many assets; else the series is all there is.
 * @returns Share of each label, and `perDay`, the labels of the last days by day, when `of.days` asks for more than one.
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
