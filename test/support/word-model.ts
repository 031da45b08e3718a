import type { TextModel } from "@market-sentiment/core";

/**
 * A text model for tests of everything around the model: "gains" in the text is positive, "falls" negative, everything
 * else neutral. Fixed scores, so that expected results can be computed by hand.
 */
export function wordModel(): TextModel {
  return {
    engineVersion: "5.5",
    judge: (texts) =>
      Promise.resolve(
        texts.map(({ text, target }) => {
          const score = text.includes("gains") ? 0.8 : text.includes("falls") ? -0.6 : 0;
          return {
            text,
            score,
            label: score > 0 ? "positive" : score < 0 ? "negative" : "neutral",
            modelScore: score,
            probabilities: { negative: 0, neutral: 1, positive: 0 },
            targetFound: target === undefined ? null : true,
          };
        }),
      ),
    close: () => Promise.resolve(),
  };
}
