import type { EventKind } from "./event-kind.js";
import { type Story, weightOf } from "./stories.js";
import { type WordSimilarity, wordSimilarity } from "./word-vectors.js";

/** Stories about the same thing. */
export interface TopicGroup {
  readonly event: EventKind | null;
  /** Weightiest first. */
  readonly stories: readonly Story[];
  readonly weight: number;
  readonly voices: number;
}

/** Stories this much alike tell the same. */
const PARAPHRASE_SIMILARITY = 0.42;

interface OpenTopic {
  event: EventKind | null;
  readonly stories: Story[];
}

/**
 * Topics of a week, weightiest first. Stories of one kind of event are one topic; a story without one joins the topic that
 * holds its closest paraphrase, or starts one of its own.
 */
export function topicsOf(stories: readonly Story[]): TopicGroup[] {
  const similarity = wordSimilarity(stories.map(({ words }) => words));
  const topics: OpenTopic[] = [];
  for (const story of stories) {
    const event = eventOf(story);
    const topic = event === null ? null : topics.find((known) => known.event?.id === event.id);
    if (event === null) continue;
    if (topic === undefined || topic === null) topics.push({ event, stories: [story] });
    else topic.stories.push(story);
  }
  for (const story of stories) {
    if (eventOf(story) !== null) continue;
    const topic = closest(story, topics, similarity);
    if (topic === null) topics.push({ event: null, stories: [story] });
    else topic.stories.push(story);
  }
  return joinResults(topics)
    .map(({ event, stories: own }) => ({
      event,
      stories: own,
      weight: weightOf(own),
      voices: new Set(own.flatMap(({ all }) => all.map(({ voice }) => voice))).size,
    }))
    .sort((a, b) => b.weight - a.weight || (a.stories[0]?.first.timeMs ?? 0) - (b.stories[0]?.first.timeMs ?? 0));
}

/** The event that most of the copies tell of. */
function eventOf({ all }: Story): EventKind | null {
  return all.find(({ event }) => event !== null)?.event ?? null;
}

function closest(story: Story, topics: readonly OpenTopic[], similarity: WordSimilarity): OpenTopic | null {
  let best: OpenTopic | null = null;
  let bestSimilarity = PARAPHRASE_SIMILARITY;
  for (const topic of topics) {
    for (const { words } of topic.stories) {
      const found = similarity.of(words, story.words);
      if (found > bestSimilarity) [best, bestSimilarity] = [topic, found];
    }
  }
  return best;
}

/** Reports on one quarter are one topic, named after the outcome that most of its weight tells of. */
function joinResults(topics: readonly OpenTopic[]): OpenTopic[] {
  const results = topics.filter(({ event }) => event?.id.startsWith("results") === true);
  if (results.length < 2) return [...topics];
  const outcomes = results.filter(({ event }) => event?.id !== "results");
  const leading = [...(outcomes.length > 0 ? outcomes : results)].sort(
    (a, b) => weightOf(b.stories) - weightOf(a.stories),
  )[0];
  const joined = { event: leading?.event ?? null, stories: results.flatMap(({ stories }) => stories) };
  joined.stories.sort((a, b) => b.weight - a.weight);
  return [joined, ...topics.filter((topic) => !results.includes(topic))];
}
