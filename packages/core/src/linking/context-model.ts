import { z } from "zod";
import type { ContextFacts } from "./mention-context.js";
import type { StyleRules } from "./news-rules.js";

/** Says how likely a doubtful spelling means its company; rules decide what follows from it. */
export interface ContextModel {
  /** By style: from this probability on, a spelling that the rules doubt is accepted. In other styles none is. */
  readonly accept: Readonly<Partial<Record<StyleRules["name"], number>>>;
  /**
   * 0 to 1. The company's key is for whoever collects examples: what is learned of one name must hold for others.
   */
  probabilityOf(facts: ContextFacts, key: string): number;
}

const file = z.object({
  accept: z.record(z.string(), z.number().min(0).max(1)),
  bias: z.number(),
  weights: z.record(z.string(), z.number()),
});

/**
 * Reads `data/linking/context-model.json`: the weights of a logistic regression over facts of the surroundings, as
 * `models/train/context_model.py` writes them, and the limit of each style.
 *
 * @throws ZodError if the text has another form; SyntaxError if it is no JSON.
 */
export function parseContextModel(text: string): ContextModel {
  const { accept, bias, weights } = file.parse(JSON.parse(text));
  const weightOf = new Map(Object.entries(weights));
  return {
    accept,
    probabilityOf: (facts) => 1 / (1 + Math.exp(-sumOf(facts, weightOf, bias))),
  };
}

function sumOf(facts: ContextFacts, weightOf: ReadonlyMap<string, number>, bias: number): number {
  return [...new Set(facts)].reduce((sum, fact) => sum + (weightOf.get(fact) ?? 0), bias);
}
