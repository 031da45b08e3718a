/** One day of a series as the trend rule sees it. */
export interface OracleTrendDay {
  readonly mentions: number;
  readonly engagement: number | null;
  readonly breadth: number;
}

/** A namespace and one series in it, by days since the epoch. */
export interface OracleTrendInput {
  readonly last: number;
  /** First day of the namespace with data. */
  readonly first: number;
  /** Mentions of the whole namespace by hour of a day. */
  readonly hoursOf: (day: number) => readonly number[];
  readonly seriesOf: (day: number) => OracleTrendDay;
  /** The series is the namespace itself. */
  readonly isWhole: boolean;
}

type PerWeekday = readonly number[];

const weekdayOf = (day: number) => (day + 3) % 7;
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const middle = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length === 0 ? 0 : ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
};
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
const each = <Value>(of: (weekday: number) => Value) => [0, 1, 2, 3, 4, 5, 6].map(of);

/**
 * The trend of a closed day, computed a second time from the published rule: 3 days against the 3 before, adjusted for
 * weekdays, without days on which the source was down, and with the lower threshold on the days after a label began.
 */
export function oracleTrend(input: OracleTrendInput): string | null {
  const six = range(input.last - 5, input.last);
  if (total(six.map((day) => input.seriesOf(day).mentions)) === 0) return null;
  const seen = coverage(input);
  const beats = (day: number, band: number, least: number) => {
    const { ratio, z, mentions } = change(input, seen, day);
    if (mentions < 6) return "stable";
    if (ratio > band && z > least) return "rising";
    return ratio < 1 / band && z < -least ? "falling" : "stable";
  };
  const today = beats(input.last, 1.1, 1.47);
  if (today !== "stable") return today;
  const still = beats(input.last, 1.05, 0.7);
  for (const back of [1, 2, 3]) {
    if (still === "stable") break;
    if (beats(input.last - back, 1.1, 1.47) === still) return still;
    if (beats(input.last - back, 1.05, 0.7) !== still) break;
  }
  return "stable";
}

/** Seen share of each of the 62 days. */
function coverage({ last, first, hoursOf }: OracleTrendInput): (day: number) => number {
  const days = range(Math.max(first, last - 61), last);
  const sums = new Map(days.map((day) => [day, total(hoursOf(day))]));
  const busy = days.filter((day) => (sums.get(day) ?? 0) > 0);
  const profile = range(0, 23).map((hour) => {
    const month = busy.filter((day) => day > last - 28);
    return month.length === 0
      ? 1 / 24
      : total(month.map((day) => (hoursOf(day)[hour] ?? 0) / (sums.get(day) ?? 1))) / month.length;
  });
  const usual = (weekday: number) => {
    const same = busy.filter((day) => weekdayOf(day) === weekday);
    return middle((same.length < 3 ? busy : same).map((day) => sums.get(day) ?? 0));
  };
  return (day) => {
    if (!sums.has(day)) return 0;
    const normal = usual(weekdayOf(day));
    const text = hoursOf(day).map((count) => (count > 0 ? "x" : "."));
    let missing = 0;
    for (const gap of text.join("").matchAll(/\.+/g)) {
      const share = total(profile.slice(gap.index, gap.index + gap[0].length));
      if (share >= 0.1 && share * normal >= 20) missing += share;
    }
    const here = Math.max(0, 1 - missing);
    const arrived = sums.get(day) ?? 0;
    return normal * here >= 20 && arrived < (normal * here) / 2 ? arrived / normal : here;
  };
}

/** Weekday factors, their uncertainty, and the dispersion of days. */
function week(
  days: readonly number[],
  countOf: (day: number) => number,
  seen: (day: number) => number,
  prior: { readonly factors: PerWeekday; readonly variances: PerWeekday },
  deviation: number,
) {
  const inside = days.filter((day) => seen(day) > 0);
  const all = total(inside.map(countOf));
  const variances = prior.variances.map((variance) => variance + deviation * deviation);
  if (all === 0) return { factors: prior.factors, variances, phi: 1 };
  const rate = (factors: PerWeekday) => all / total(inside.map((day) => seen(day) * (factors[weekdayOf(day)] ?? 1)));
  const start = rate(prior.factors);
  const S = each((weekday) => total(inside.filter((day) => weekdayOf(day) === weekday).map(countOf)));
  const M = each((weekday) =>
    total(
      inside
        .filter((day) => weekdayOf(day) === weekday)
        .map((day) => start * (prior.factors[weekday] ?? 1) * seen(day)),
    ),
  );
  const pearson = (factors: PerWeekday, parameters: number) => {
    const level = rate(factors);
    const terms = inside.map((day) => {
      const mean = level * (factors[weekdayOf(day)] ?? 1) * seen(day);
      return (countOf(day) - mean) ** 2 / mean;
    });
    return terms.length > parameters ? Math.max(1, total(terms) / (terms.length - parameters)) : 1;
  };
  const repeats = each((weekday) => inside.filter((day) => weekdayOf(day) === weekday));
  const freedom = total(repeats.map((same) => Math.max(0, same.length - 1)));
  const around = repeats.flatMap((same) => {
    const level = total(same.map(countOf)) / total(same.map(seen));
    return level > 0 ? same.map((day) => (countOf(day) - level * seen(day)) ** 2 / (level * seen(day))) : [];
  });
  let factors = prior.factors;
  let phi = freedom < 14 ? pearson(prior.factors, 1) : Math.max(1, total(around) / freedom);
  for (let pass = 1; pass <= 2; pass += 1) {
    const k = variances.map((variance) => phi / variance);
    const raw = each((w) => ((prior.factors[w] ?? 1) * ((S[w] ?? 0) + (k[w] ?? 0))) / ((M[w] ?? 0) + (k[w] ?? 0)));
    factors = raw.map((factor) => (7 * factor) / total(raw));
    const mean = total(M) / 7;
    phi = pearson(factors, 1 + (6 * mean) / (mean + phi / (deviation * deviation)));
  }
  return { factors, variances: variances.map((variance, w) => 1 / (1 / variance + (M[w] ?? 0) / phi)), phi };
}

function change(input: OracleTrendInput, seen: (day: number) => number, day: number) {
  const past = range(day - 58, day - 3);
  const flat = { factors: each(() => 1), variances: each(() => 0) };
  const namespace = week(past, (of) => total(input.hoursOf(of)), seen, flat, 0.6);
  const own = input.isWhole
    ? week(past, (of) => input.seriesOf(of).mentions, seen, flat, 0.6)
    : week(past, (of) => input.seriesOf(of).mentions, seen, namespace, 0.2);
  const window = (days: readonly number[]) => {
    const inside = days.filter((of) => seen(of) > 0);
    const parts = inside.map((of) => seen(of) * (own.factors[weekdayOf(of)] ?? 1));
    const e = total(parts);
    const sum = (of: (row: OracleTrendDay) => number) => total(inside.map((known) => of(input.seriesOf(known))));
    return {
      e,
      whole: total(inside.map(seen)),
      doubt: total(inside.map((of, at) => ((parts[at] ?? 0) / e) ** 2 * (own.variances[weekdayOf(of)] ?? 0))),
      mentions: sum(({ mentions }) => mentions),
      engagement: sum(({ engagement }) => engagement ?? 0),
      breadth: sum(({ breadth }) => breadth),
    };
  };
  const [now, then] = [window(range(day - 2, day)), window(range(day - 5, day - 3))];
  const mentions = now.mentions + then.mentions;
  if (now.whole < 1 || then.whole < 1) return { ratio: 1, z: 0, mentions };
  const r = (c: number, p: number) => (c / now.e + 1) / (p / then.e + 1);
  const hasEngagement = input.seriesOf(day).engagement !== null;
  const ratio =
    r(now.mentions, then.mentions) ** 0.6 *
    (hasEngagement ? r(now.engagement, then.engagement) ** 0.25 : 1) *
    r(now.breadth, then.breadth) ** 0.15;
  const rho = now.e / then.e;
  const a = (3 / 8) * own.phi;
  const variance = own.phi * (1 + rho) + (mentions / (now.e + then.e)) * now.e * (now.doubt + then.doubt);
  const z = (2 * (Math.sqrt(now.mentions + a) - Math.sqrt(rho * (then.mentions + a)))) / Math.sqrt(variance);
  return { ratio, z, mentions };
}
