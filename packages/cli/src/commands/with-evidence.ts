import type { Dataset, Evidence, Explainer } from "@market-sentiment/core";

/** The dataset with an explainer that is listened to, because evidence is no part of the service's answer. */
export function withEvidence(dataset: Dataset): {
  readonly dataset: Dataset;
  /** What the last explanation rests on; null when there was none. */
  readonly evidence: () => Evidence | null;
} {
  const { explainer } = dataset;
  if (explainer === null) return { dataset, evidence: () => null };
  let last: Evidence | null = null;
  const listening: Explainer = {
    explain: async (question, options) => {
      const explanation = await explainer.explain(question, options);
      last = explanation.evidence ?? null;
      return explanation;
    },
    close: () => explainer.close(),
  };
  return { dataset: { ...dataset, explainer: listening }, evidence: () => last };
}
