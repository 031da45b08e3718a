import type { Dataset, Evidence, Explainer } from "@market-sentiment/core";

/** The dataset with an explainer whose evidence is captured, because the service's answer does not contain it. */
export function withEvidence(dataset: Dataset): {
  readonly dataset: Dataset;
  /** Evidence of the last explanation; null without one. */
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
