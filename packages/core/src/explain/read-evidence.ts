import { MarketDataError } from "../errors.js";
import { coreWords, legalSuffixes, withoutListing } from "../linking/name-forms.js";
import { percentages } from "../metrics/polarity.js";
import { median } from "../metrics/quantile.js";
import { roundBuzz, roundDecimal } from "../metrics/rounding.js";
import type { ExplainRules } from "../namespaces/define.js";
import { type ActivityTotals, totalsQuery } from "../query/activity-queries.js";
import { readReference } from "../query/reference-query.js";
import { rootTicker } from "../subjects/asset-key.js";
import type { Asset } from "../subjects/asset.js";
import type { NewsSourceDirectory } from "../subjects/news-sources.js";
import { partlySeenDays } from "../operations/partly-seen-days.js";
import { readTrendCalendar, type TrendCalendar } from "../operations/trend-calendar.js";
import { addDays, daysBetween, daysFrom, type UtcDay } from "../time/utc-day.js";
import { type EventElsewhere, eventsElsewhere } from "./cross-check.js";
import type { Attention, Evidence, Lean, Shares } from "./evidence.js";
import {
  type EvidenceRow,
  evidenceRowsQuery,
  type EvidenceTotals,
  evidenceTotalsQuery,
  type OtherPlace,
  otherPlacesQuery,
} from "./evidence-queries.js";
import type { ExplainQuestion } from "./explainer.js";
import { pickMentions } from "./pick-mentions.js";
import { readMentionsOf, storiesOf } from "./stories.js";
import { topicsOf } from "./topics.js";
import { type RivalReadings, unfitness, verifiedCondition } from "./verification.js";

/** The parts needed to read evidence. */
export interface EvidenceParts {
  readonly rivals: RivalReadings;
  readonly sources: NewsSourceDirectory;
}

/** Fewest verified texts, and speakers among them, from which a week is explained. */
const LEAST_ITEMS = 3;
const LEAST_VOICES = 2;

const PAST_DAYS = 28;
const LEAST_PAST_DAYS = 14;
const LEAST_JUDGED_BEFORE = 10;

/**
 * What may be said about the asset in the window: how much, against its own past; which way; over what; and the mentions
 * that show it. The same data give the same evidence.
 *
 * @throws MarketDataError `insufficient_data` with fewer than 3 verified texts or fewer than 2 speakers; where nobody
 *   recorded who speaks, each text is a speaker of its own.
 */
export async function readEvidence(
  question: ExplainQuestion,
  parts: EvidenceParts,
  signal: AbortSignal | undefined,
): Promise<Evidence> {
  const { namespace, asset, period, view } = question;
  const rules = namespace.explain;
  if (rules === false) throw new MarketDataError("explanation_unavailable", "This namespace is not explained.");
  const pastFrom = addDays(period.from, -PAST_DAYS);
  const verified = verifiedCondition(rules, parts.rivals.of(asset));
  // Words of texts that were changed or deleted since are not kept, so a past state cannot show them.
  const condition = question.isPast === true ? `(${verified}) AND (title IS NOT NULL OR body IS NOT NULL)` : verified;
  const ask = <Row>(query: Parameters<typeof view.query>[1]) => view.query<Row>(namespace.id, query, { signal });
  const totals = await ask<EvidenceTotals>(
    evidenceTotalsQuery(asset.key, { pastFrom, from: period.from, to: period.to }, condition, namespace.voice),
  );
  const current = totals.find((side) => side.current);
  const past = totals.find((side) => !side.current);
  if (current === undefined || current.verified < LEAST_ITEMS || current.voices + current.unnamed < LEAST_VOICES)
    throw tooLittle(rules, current?.verified ?? 0);

  const calendar = await readTrendCalendar(
    { namespace, view, query: ask, call: { today: period.to, now: question.now } },
    period.to,
  );
  const [rows, others, buzz] = await Promise.all([
    ask<EvidenceRow>(evidenceRowsQuery(asset.key, period.from, period.to, condition)),
    ask<OtherPlace>(otherPlacesQuery(asset.key, period.from, period.to)),
    readBuzz(question, calendar, signal),
  ]);
  const read = readMentionsOf(asset.key, rows, others, namespace);
  const reasons = read.map(({ text }) => unfitness(text));
  const fit = read.filter(({ text }, index) => reasons[index] === null && text !== "");
  const voices = new Set(fit.map(({ voice }) => voice));
  if (fit.length < LEAST_ITEMS || voices.size < LEAST_VOICES) throw tooLittle(rules, fit.length);
  const name = companyName(asset);
  const ownWords = new Set([...coreWords(asset.name ?? ""), ...coreWords(name), ...ownForms(asset.key, asset.aliases)]);
  const topics = topicsOf(storiesOf(fit, period.to, ownWords));
  const direction = sharesOf(current);
  const before = past === undefined || judgedOf(past) < LEAST_JUDGED_BEFORE ? null : sharesOf(past);
  const lean = leanOf(direction);
  const shownPlace = (place: string | null) => (place === null ? null : parts.sources.nameOf(place));
  const elsewhere = rules.crossCheck ? await eventsElsewhere(question, parts.rivals, signal) : [];
  const borneOut = new Map<string, string[]>();
  for (const { event, talk } of elsewhere) borneOut.set(event.id, [...(borneOut.get(event.id) ?? []), talk]);
  const { crossCheck } = rules;
  const picked = pickMentions(topics, { lean, shownPlace, crossCheck, borneOut, ownWords });
  return {
    namespaceId: namespace.id,
    asset: { key: asset.key, name },
    from: period.from,
    to: period.to,
    attention: attentionOf(question, { rules, calendar, current, past, buzz }),
    direction,
    lean,
    directionBefore: before,
    leanBefore: before === null ? null : leanOf(before),
    ...picked,
    elsewhere: isCause(picked.cause) ? null : eventInTheNews(elsewhere),
    leftOut: {
      unverified: current.mentions - current.verified,
      promotional: reasons.filter((reason) => reason === "promotion").length,
      instructions: reasons.filter((reason) => reason === "instruction").length,
    },
  };
}

const isCause = (cause: Evidence["cause"]) => cause === "main" || cause === "leading";

/** Fewest sources of news for an event that only they tell of. */
const LEAST_SOURCES = 2;

/** The event that the most sources of news report, for talk that names none itself. */
function eventInTheNews(elsewhere: readonly EventElsewhere[]): Evidence["elsewhere"] {
  const told = elsewhere.find(({ isNews, voices }) => isNews && voices >= LEAST_SOURCES);
  return told === undefined ? null : { event: told.event.id, phrase: told.event.phrase, talk: told.talk };
}

function tooLittle({ items, voices }: ExplainRules, found: number): MarketDataError {
  const message =
    found < LEAST_ITEMS
      ? `Too few ${items[1]} of the last 7 days could be shown to be about this asset to explain it.`
      : `All ${items[1]} of the last 7 days about this asset are by one ${voices[0]}, too few to explain it.`;
  return new MarketDataError("insufficient_data", message);
}

function ownForms(key: string, aliases: readonly string[]): string[] {
  return [rootTicker(key).toLowerCase(), ...aliases.flatMap((alias) => coreWords(alias))];
}

function attentionOf(
  { namespace, period, view }: ExplainQuestion,
  of: {
    readonly rules: ExplainRules;
    readonly calendar: TrendCalendar;
    readonly current: EvidenceTotals;
    readonly past: EvidenceTotals | undefined;
    readonly buzz: { readonly now: number; readonly usual: number | null };
  },
): Attention {
  const { rules, calendar, current, past, buzz } = of;
  const firstDay = view.snapshot.firstDays[namespace.id] ?? period.from;
  const pastDays = Math.max(0, Math.min(PAST_DAYS, daysBetween(firstDay, period.from)));
  const pastSeen = pastDays === 0 ? 0 : seenDays(calendar, addDays(period.from, -pastDays), addDays(period.from, -1));
  // What live sources missed is left out on both sides.
  const perDay = (past?.verified ?? 0) / pastSeen;
  const usual = pastSeen < LEAST_PAST_DAYS ? null : perDay * seenDays(calendar, period.from, period.to);
  return {
    items: current.verified,
    voices: current.voices,
    unnamed: current.unnamed,
    places: rules.places === null ? null : current.places,
    usualItems: usual === null ? null : roundDecimal(usual, 1),
    pastDays,
    timesUsual: usual === null || usual === 0 ? null : roundDecimal(current.verified / usual, 1),
    buzz: buzz.now,
    usualBuzz: usual === null ? null : buzz.usual,
  };
}

/** Number of days, less the time that live sources are known to have missed. */
function seenDays(calendar: TrendCalendar, from: UtcDay, to: UtcDay): number {
  return daysFrom(from, to).reduce((sum, day) => sum + (calendar.knownAt(calendar.backOf(day)) ?? 1), 0);
}

/**
 * Buzz of the window, and the median of the four windows before it, against the same references; what was missed counts as is
 * usual.
 */
async function readBuzz(
  { namespace, asset, period, view }: ExplainQuestion,
  calendar: TrendCalendar,
  signal: AbortSignal | undefined,
): Promise<{ readonly now: number; readonly usual: number | null }> {
  const scale = await readReference(view, namespace, "subject", period.to, { signal });
  const windows = [0, 1, 2, 3, 4].map((back) => ({
    ...period,
    from: addDays(period.from, -back * period.days),
    to: addDays(period.to, -back * period.days),
  }));
  const [now = 0, ...earlier] = await Promise.all(
    windows.map(async (window) => {
      const partlySeen = partlySeenDays(calendar, window);
      const query = totalsQuery("subject", [asset.key], window, { ...scale, partlySeen });
      const [row] = await view.query<ActivityTotals>(namespace.id, query, { signal });
      return row?.buzz ?? 0;
    }),
  );
  return { now: roundBuzz(now), usual: roundBuzz(median(earlier)) };
}

const judgedOf = ({ positive, neutral, negative }: EvidenceTotals) => positive + neutral + negative;

function sharesOf(totals: EvidenceTotals): Shares {
  const { bullishPct, bearishPct } = percentages(totals);
  return { judged: judgedOf(totals), positivePct: bullishPct, negativePct: bearishPct };
}

/** A side leads with 15 points more than the other; both above a quarter without a leader are split. */
function leanOf({ judged, positivePct, negativePct }: Shares): Lean {
  if (judged === 0) return "neutral";
  if (positivePct - negativePct >= 15) return "positive";
  if (negativePct - positivePct >= 15) return "negative";
  return positivePct >= 25 && negativePct >= 25 ? "split" : "neutral";
}

/** The company as a sentence calls it: its name without what only says what kind of body it is; the key where it has no name. */
function companyName(asset: Asset): string {
  const words = withoutListing(asset.name ?? asset.key)
    .replace(/^The (?=\S+ \S)/, "")
    .split(/\s+/);
  while (words.length > 1 && isEnding(words.at(-1) ?? "")) words.pop();
  return words.join(" ").replace(/[,&\s]+$/, "");
}

function isEnding(word: string): boolean {
  const plain = word.replaceAll(/[.,]/g, "").toLowerCase();
  return ["", "&", "and", "aktiengesellschaft"].includes(plain) || legalSuffixes.has(plain);
}
