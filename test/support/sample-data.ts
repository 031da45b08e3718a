import { createHash } from "node:crypto";
import type { TextModel } from "@market-sentiment/core";
import { loadSample } from "@market-sentiment/sample";

/** End of the tests' sample: in the afternoon of its last day. */
export const SAMPLE_NOW = new Date("2026-06-17T15:20:00Z");
/** Days of it. */
export const SAMPLE_LENGTH = 35;

/** A stand-in for the model on texts of any kind: an opinion that depends on the text and the target alone. */
export function chanceModel(): TextModel {
  return {
    engineVersion: "5.5",
    judge: (texts) =>
      Promise.resolve(
        texts.map(({ text, target }) => {
          const draw =
            createHash("sha256")
              .update(`${target?.name ?? ""} ${text}`)
              .digest()
              .readUInt16BE() / 65_535;
          const score = Math.round((draw * 2 - 1) * 1000) / 1000;
          return {
            text,
            score,
            label: score > 0.3 ? "positive" : score < -0.3 ? "negative" : "neutral",
            modelScore: score,
            probabilities: { negative: (1 - score) / 2, neutral: 0, positive: (1 + score) / 2 },
            targetFound: target === undefined ? null : true,
          };
        }),
      ),
    close: () => Promise.resolve(),
  };
}

/** Fills a directory with sample data of all namespaces, as `serve --sample` does, judged by {@link chanceModel}. */
export async function fillWithSample(dataDirectory: string): Promise<void> {
  await loadSample({ dataDirectory, now: () => SAMPLE_NOW, days: SAMPLE_LENGTH, textModel: chanceModel() });
}
