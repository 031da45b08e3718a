import type { Story } from "./stories.js";
import { wordSimilarity } from "./word-vectors.js";

const SHORT_TEXT_CHARS = 25;
const LONG_TEXT_CHARS = 130;
/** Weightiest stories of a topic among which the best is chosen. */
const CANDIDATES = 60;

/** The story that speaks best for a topic: noticed, close to the others, telling rather than asking, of a quotable length. */
export function representativeOf(
  stories: readonly Story[],
  telling: (story: Story) => boolean = () => true,
): Story | null {
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
