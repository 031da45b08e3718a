import type { Decision, ModelManifest } from "./model-manifest.js";
import type { PosterPosition } from "./poster-position.js";
import type { SentimentLabel, TextJudgement } from "./text-model.js";

type Verdict = Pick<TextJudgement, "score" | "label" | "modelScore" | "probabilities">;

/**
 * Three logits (negative, neutral, positive) as a verdict: probabilities are softmax(logits / temperature), the score is
 * p(positive) - p(negative). Where the writer tells a position of their own, the log odds of its direction are raised first.
 */
export function verdictOf(
  logits: ArrayLike<number>,
  { temperature, thresholds, position }: Pick<Decision, "temperature" | "thresholds"> & Pick<ModelManifest, "position">,
  held: PosterPosition,
): Verdict {
  const raised = held === 0 ? null : held > 0 ? 2 : 0;
  const scaled = [0, 1, 2].map(
    (label) => (logits[label] ?? 0) / temperature + (label === raised ? position.logOdds : 0),
  );
  const top = Math.max(...scaled);
  const weights = scaled.map((value) => Math.exp(value - top));
  const sum = weights.reduce((a, b) => a + b, 0);
  const [negative = 0, neutral = 0, positive = 0] = weights.map((weight) => weight / sum);
  const probabilities = { negative, neutral, positive };
  const score = rounded(positive - negative, 1000);
  return {
    score,
    label: labelOf(probabilities, score, thresholds),
    modelScore: rounded(positive - negative, 1_000_000),
    probabilities,
  };
}

/**
 * The label: neutral when that is at least `thresholds.neutral` times as likely as the likelier direction, when the other
 * direction is at least `thresholds.doubt` times as likely as that, or when the score says neither; else the side of the
 * score. A text that may be good or bad, but hardly neutral, has a score near 0, as a neutral text does: the score alone
 * cannot tell them apart.
 */
export function labelOf(
  { negative, neutral, positive }: TextJudgement["probabilities"],
  score: number,
  thresholds: Decision["thresholds"],
): SentimentLabel {
  const likelier = Math.max(negative, positive);
  if (score === 0 || neutral >= thresholds.neutral * likelier) return "neutral";
  if (Math.min(negative, positive) >= thresholds.doubt * likelier) return "neutral";
  return score > 0 ? "positive" : "negative";
}

function rounded(value: number, steps: number): number {
  // Adding 0 turns -0 into 0, which JSON and people read alike.
  return Math.round(value * steps) / steps + 0;
}
