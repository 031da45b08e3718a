import { addDays, daysFrom, startOfDayMs, type UtcDay, weekdayOf } from "@market-sentiment/core";
import { earningsDay, earningsOn } from "./earnings.js";
import type { Direction } from "./event-kinds.js";
import { targetText } from "./money.js";
import { remembered } from "./memo.js";
import { otherQuestions } from "./predmarket-questions.js";
import type { QuestionKind, SampleMarketPlan } from "./predmarket-types.js";
import { samplePrice } from "./prices.js";
import { hash32, Rng } from "./rng.js";
import { dateText } from "./slots.js";
import { type SampleAsset, usStocks } from "./universe.js";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Longest life of a market in days. */
const longestMarket = 48;

const traded = usStocks.filter(({ popularity }) => popularity >= 15);
const companies = traded.filter(({ groupId }) => groupId !== "fund");

interface Draft {
  readonly kind: QuestionKind;
  readonly asset: SampleAsset;
  readonly question: string;
  readonly eventTitle: string;
  readonly outcomes?: readonly [string, string];
  readonly strike?: number;
  readonly rung?: number;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly polarity: Direction;
  readonly closesEarly?: number | null;
  readonly firstWins: boolean;
  readonly interest: number;
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10) as UtcDay;

function plan(seed: string | number, draft: Draft): SampleMarketPlan {
  const { asset, createdAt, endsAt, question } = draft;
  const id = String(600_000 + (hash32(`${String(seed)}/${question}/${String(createdAt)}`) % 90_000_000));
  const rng = new Rng(seed, "market", id);
  const waiting = rng.chance(0.06) ? rng.range(20, 60) : rng.range(0.2, 0.9);
  const closesAt = Math.floor(((draft.closesEarly ?? endsAt) + waiting * hourMs) / 1000) * 1000;
  return {
    id,
    kind: draft.kind,
    asset: asset.key,
    question,
    eventTitle: draft.eventTitle,
    eventId: String(100_000 + (hash32(`${draft.eventTitle}/${String(createdAt)}`) % 9_000_000)),
    outcomes: draft.outcomes ?? ["Yes", "No"],
    strike: draft.strike ?? null,
    rung: draft.rung ?? null,
    rungTitle: draft.rung === undefined || draft.strike === undefined ? null : targetText(asset, draft.strike),
    createdAt,
    endsAt,
    closesAt,
    winner: rng.chance(0.012) ? null : draft.firstWins ? 0 : 1,
    polarity: draft.polarity,
    popularity: asset.popularity ** 0.5 * draft.interest * rng.logNormal(1, 0.7),
    firstDay: dayAt(createdAt),
    lastDay: dayAt(closesAt),
  };
}

const closeOf = (seed: string | number, asset: SampleAsset, day: UtcDay) => samplePrice(seed, asset.key, day, 21);

function upDown(seed: string | number, day: UtcDay): SampleMarketPlan[] {
  const target = addDays(day, weekdayOf(day) === 4 ? 3 : 1);
  return new Rng(seed, "updown", day).sample(traded.slice(0, 14), 5).map((asset) =>
    plan(seed, {
      kind: "up_down",
      asset,
      question: `${asset.names[0]} (${asset.key}): up or down on ${dateText(target)}?`,
      eventTitle: `${asset.key} on ${dateText(target)}`,
      outcomes: ["Up", "Down"],
      createdAt: startOfDayMs(day) + 21.5 * hourMs,
      endsAt: startOfDayMs(target) + 21 * hourMs,
      polarity: 1,
      firstWins: closeOf(seed, asset, target) > samplePrice(seed, asset.key, target, 0),
      interest: 1.5,
    }),
  );
}

function closeAbove(seed: string | number, day: UtcDay): SampleMarketPlan[] {
  const friday = addDays(day, 4);
  return new Rng(seed, "ladder", day).sample(companies.slice(0, 20), 2).flatMap((asset) => {
    const now = samplePrice(seed, asset.key, day, 12);
    return [-0.07, -0.03, 0.005, 0.04, 0.08].map((shift, rung) => {
      const strike = Number(targetText(asset, now * (1 + shift)).replace(/[^\d.]/g, ""));
      return plan(seed, {
        kind: "close_above",
        asset,
        question: `Will ${asset.names[0]} (${asset.key}) close above ${targetText(asset, now * (1 + shift))} on ${dateText(friday)}?`,
        eventTitle: `${asset.key} weekly close, ${dateText(friday)}`,
        strike,
        rung,
        createdAt: startOfDayMs(day) + 13 * hourMs,
        endsAt: startOfDayMs(friday) + 21 * hourMs,
        polarity: 1,
        firstWins: closeOf(seed, asset, friday) > strike,
        interest: 0.7,
      });
    });
  });
}

function touched(
  seed: string | number,
  asset: SampleAsset,
  from: UtcDay,
  to: UtcDay,
  test: (price: number) => boolean,
) {
  for (const day of daysFrom(from, to)) {
    for (const hour of [15.5, 17, 19, 21]) {
      if (weekdayOf(day) < 5 && test(samplePrice(seed, asset.key, day, hour))) return startOfDayMs(day) + hour * hourMs;
    }
  }
  return null;
}

function hitTarget(seed: string | number, day: UtcDay): SampleMarketPlan[] {
  const end = addDays(day, 27);
  return new Rng(seed, "hit", day).sample(companies.slice(0, 24), 2).flatMap((asset) => {
    const now = samplePrice(seed, asset.key, day, 12);
    return [-0.16, -0.08, 0.08, 0.17].map((shift, rung) => {
      const text = targetText(asset, now * (1 + shift));
      const strike = Number(text.replace(/[^\d.]/g, ""));
      const high = shift > 0;
      const hit = touched(seed, asset, addDays(day, 1), end, (price) => (high ? price >= strike : price <= strike));
      return plan(seed, {
        kind: high ? "hit_high" : "hit_low",
        asset,
        question: `Will ${asset.names[0]} (${asset.key}) ${high ? "hit" : "dip to"} ${text} by ${dateText(end)}?`,
        eventTitle: `What price will ${asset.key} hit by ${dateText(end)}?`,
        strike,
        rung,
        createdAt: startOfDayMs(day) + 14 * hourMs,
        endsAt: startOfDayMs(end) + 21 * hourMs,
        polarity: high ? 1 : -1,
        closesEarly: hit,
        firstWins: hit !== null,
        interest: 0.6,
      });
    });
  });
}

function earnings(seed: string | number, day: UtcDay): SampleMarketPlan[] {
  const due = addDays(day, 9);
  return earningsOn(seed, due)
    .filter(({ asset }) => usStocks.includes(asset) && asset.popularity >= 10 && earningsDay(seed, asset, due) === due)
    .map(({ asset, kind, hour }) =>
      plan(seed, {
        kind: "earnings",
        asset,
        question: `Will ${asset.names[0]} (${asset.key}) beat quarterly earnings estimates?`,
        eventTitle: `${asset.key} earnings, ${dateText(due)}`,
        createdAt: startOfDayMs(day) + 15 * hourMs,
        endsAt: startOfDayMs(due) + hour * hourMs,
        polarity: 1,
        firstWins: kind === "earnings_beat",
        interest: 1.4,
      }),
    );
}

function others(seed: string | number, day: UtcDay): SampleMarketPlan[] {
  const rng = new Rng(seed, "other-markets", day);
  const end = addDays(day, rng.int(20, 42));
  return rng.sample(companies.slice(0, 26), 1).map((asset) => {
    const { text, polarity } = rng.pick(otherQuestions);
    const question = text
      .replace("{name}", asset.names[0])
      .replace("{product}", rng.pick(asset.products))
      .replace("{date}", dateText(end));
    return plan(seed, {
      kind: "other",
      asset,
      question,
      eventTitle: question,
      createdAt: startOfDayMs(day) + 16 * hourMs,
      endsAt: startOfDayMs(end) + 23 * hourMs,
      polarity,
      firstWins: rng.chance(0.3),
      interest: 0.9,
    });
  });
}

/** Markets that open on the day. */
export const marketsOpening = remembered(128, openMarkets);

function openMarkets(seed: string | number, day: UtcDay): readonly SampleMarketPlan[] {
  const weekday = weekdayOf(day);
  if (weekday > 4) return [];
  const plans = [
    ...upDown(seed, day),
    ...(weekday === 0 ? closeAbove(seed, day) : []),
    ...(weekday === 1 && Math.floor(startOfDayMs(day) / dayMs / 7) % 2 === 0 ? hitTarget(seed, day) : []),
    ...earnings(seed, day),
    ...(weekday === 2 || weekday === 4 ? others(seed, day) : []),
  ];
  // Rungs of cheap shares can round to one strike.
  return [...new Map(plans.map((market) => [market.question, market])).values()];
}

/** Markets that are open for some part of the day, oldest first. */
export function marketsAlive(seed: string | number, day: UtcDay): SampleMarketPlan[] {
  return daysFrom(addDays(day, -longestMarket), day)
    .flatMap((opened) => marketsOpening(seed, opened))
    .filter(({ lastDay }) => lastDay >= day);
}
