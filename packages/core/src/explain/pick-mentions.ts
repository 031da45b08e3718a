import { roundDecimal } from "../metrics/rounding.js";
import type { CitedMention, Evidence, Lean, Topic } from "./evidence.js";
import { shortened } from "./passage.js";
import type { Story } from "./stories.js";
import type { TopicGroup } from "./topics.js";
import { wordSimilarity } from "./word-vectors.js";

const TOPICS = 4;
const MENTIONS = 10;
const MENTIONS_A_TOPIC = 3;
const TEXT_CHARS = 240;
/** Least share of the week's weight for an event to be the cause, and to be worth naming. */
const MAIN_SHARE = 0.3;
const LEADING_SHARE = 0.1;
/**
 * Where talk is checked, most of it are positions and jokes, so a smaller share is enough for what several tell in words of
 * their own: the more of them, the smaller.
 */
const LEADING_TELLERS = 3;
const LEAST_LEADING_SHARE = 0.01;

/** How the topics are to be taken. */
export interface TopicRules {
  readonly lean: Lean;
  readonly shownPlace: (place: string | null) => string | null;
  /** Whether an event reported by one text only needs `borneOut`. */
  readonly crossCheck: boolean;
  /** By kind of event: what the namespaces that also report it call their texts. */
  readonly borneOut: ReadonlyMap<string, readonly string[]>;
  /** Words of the asset's own names. */
  readonly ownWords: ReadonlySet<string>;
}

/** The topics worth naming, and the mentions that stand for them and for both directions. */
export function pickMentions(
  groups: readonly TopicGroup[],
  { lean, shownPlace, crossCheck, borneOut, ownWords }: TopicRules,
): Pick<Evidence, "topics" | "cause" | "mentions"> {
  const total = groups.reduce((sum, { weight }) => sum + weight, 0);
  const share = ({ weight }: TopicGroup) => (total === 0 ? 0 : weight / total);
  const isTold = (group: TopicGroup) =>
    group.event?.isEvent !== true || !crossCheck || isToldTwice(group) || borneOut.has(group.event.id);
  const isQuotable = (story: Story) => saysSomething(story.first.text, ownWords);
  const leadingShare = (group: TopicGroup) =>
    crossCheck && group.event?.isEvent === true ? leadingShareOfTalk(group) : LEADING_SHARE;
  const nameable = groups
    .filter((group) => isTopic(group) && share(group) >= leadingShare(group) / 2 && isTold(group))
    .filter((group) => group.stories.some(isQuotable))
    .sort((a, b) => rankOf(b, share(b), leadingShare(b)) - rankOf(a, share(a), leadingShare(a)))
    .slice(0, TOPICS);
  const [first] = nameable;
  const cause = first === undefined ? "none" : strengthOf(first, share(first), leadingShare(first));
  const picked: { story: Story; topic: number | null }[] = [];
  const add = (story: Story | null, topic: number | null) => {
    if (story !== null && picked.length < MENTIONS && !picked.some((known) => known.story === story))
      picked.push({ story, topic });
  };
  nameable.forEach((group, topic) => {
    const left = group.stories.filter(isQuotable);
    for (let count = 0; count < (topic === 0 ? MENTIONS_A_TOPIC : 1); count += 1) {
      const story = representativeOf(left, (candidate) => tells(candidate, group));
      if (story === null) break;
      left.splice(left.indexOf(story), 1);
      add(story, topic);
    }
  });
  const stories = groups
    .flatMap((group) => group.stories)
    .filter(isQuotable)
    .sort((a, b) => b.weight - a.weight);
  const sides = lean === "negative" ? (["positive", "negative"] as const) : (["negative", "positive"] as const);
  for (const side of sides) add(representativeOf(stories.filter((story) => labelOf(story) === side)), null);
  for (const story of stories.slice(0, MENTIONS)) add(story, null);
  return {
    topics: nameable.map((group) => describe(group, share(group), borneOut)),
    cause,
    mentions: picked.map(({ story, topic }) => cite(story, topic, shownPlace)),
  };
}

/** Whether the text itself reports the group's event and was not judged in the opposite direction. */
function tells({ first }: Story, { event }: TopicGroup): boolean {
  if (event === null || first.event?.id !== event.id) return event === null;
  return event.direction * (first.row.sentiment_score ?? 0) >= -0.1;
}

const labelOf = ({ first }: Story) => first.row.sentiment_label;

/** An event, or a story that several speakers tell. */
function isTopic({ event, stories, voices }: TopicGroup): boolean {
  const texts = stories.reduce((sum, { all }) => sum + all.length, 0);
  return event !== null || (texts >= 3 && voices >= 2);
}

/** Whether two speakers tell it, in words of their own; among speakers who were not recorded, two may be one. */
function isToldTwice({ stories, voices }: TopicGroup): boolean {
  const isKnown = stories.some(({ all }) => all.some(({ isNamed }) => isNamed));
  const least = isKnown ? 2 : LEADING_TELLERS;
  return stories.length >= least && voices >= least;
}

function leadingShareOfTalk({ stories, voices }: TopicGroup): number {
  const tellers = Math.min(stories.length, voices);
  return tellers < LEADING_TELLERS ? LEADING_SHARE : Math.max(LEAST_LEADING_SHARE, LEADING_SHARE / tellers ** 2);
}

/** Whether a text says anything beside names and tickers: a bare "$BABA" is no quotation. */
function saysSomething(text: string, ownWords: ReadonlySet<string>): boolean {
  const words = text.replaceAll(/[$#@][\p{L}\p{N}._-]+/gu, " ").match(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu) ?? [];
  const said = words.map((word) => word.toLowerCase().replace(/['’]s$/, "")).filter((word) => !ownWords.has(word));
  return said.length >= 2 || (said.length === 1 && words.length >= 2);
}

/** Events come first; a story without a kind must weigh twice as much to go before one; background comes last. */
function rankOf({ event }: TopicGroup, share: number, leadingShare: number): number {
  if (event === null) return share / 2;
  return event.isEvent && share >= leadingShare ? share : share - 1;
}

function strengthOf({ stories, voices, event }: TopicGroup, share: number, leadingShare: number): Evidence["cause"] {
  if (share < (event?.isEvent === true ? leadingShare : LEADING_SHARE)) return "none";
  if (event !== null && !event.isEvent) return stories.length >= 2 ? "background" : "none";
  return share >= MAIN_SHARE && (stories.length >= 2 || voices >= 2) ? "main" : "leading";
}

function describe(
  { event, stories, voices }: TopicGroup,
  share: number,
  borneOut: ReadonlyMap<string, readonly string[]>,
): Topic {
  return {
    event: event?.id ?? null,
    phrase: event?.phrase ?? null,
    isEvent: event?.isEvent ?? false,
    borneOutBy: event?.isEvent === true ? (borneOut.get(event.id) ?? []) : [],
    share: roundDecimal(share, 2),
    stories: stories.length,
    voices,
  };
}

function cite(
  { first }: Story,
  topic: number | null,
  shownPlace: (place: string | null) => string | null,
): CitedMention {
  const { row, text } = first;
  return {
    documentId: row.document_id,
    text: shortened(text, TEXT_CHARS),
    from: shownPlace(row.place),
    day: row.day,
    label: row.sentiment_label,
    reactions: row.engagement,
    topic,
  };
}

const SHORT_TEXT_CHARS = 25;
const LONG_TEXT_CHARS = 130;
/** Number of the heaviest stories of a topic to choose the best from. */
const CANDIDATES = 60;

/**
 * The story that represents a topic best: noticed, close to the others, a statement rather than a question, of quotable
 * length.
 */
function representativeOf(stories: readonly Story[], telling: (story: Story) => boolean = () => true): Story | null {
  const candidates = stories.slice(0, CANDIDATES);
  const similarity = wordSimilarity(candidates.map(({ words }) => words));
  let best: Story | null = null;
  let bestScore = -Infinity;
  for (const story of candidates) {
    const { text } = story.first;
    const closeness = candidates.reduce(
      (sum, other) => sum + (other === story ? 0 : similarity.of(story.words, other.words)),
      0,
    );
    const score =
      Math.log1p(story.weight) +
      closeness / Math.max(1, candidates.length - 1) +
      (telling(story) ? 1 : 0) -
      (text.length < SHORT_TEXT_CHARS || text.length > LONG_TEXT_CHARS ? 0.5 : 0) -
      (/\?/.test(text) ? 0.6 : 0) -
      (/^(?:\d+|why|how|should|here's|these|this|\w+ (?:reasons|stocks))\b/i.test(text) ? 0.4 : 0);
    if (score > bestScore) [best, bestScore] = [story, score];
  }
  return best;
}
