import { z } from "zod";
import { MarketDataError } from "../errors.js";
import type { ContextFacts } from "./mention-context.js";
import { linkingStyles, type StyleRules } from "./news-rules.js";

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
  accept: z.partialRecord(z.enum(linkingStyles), z.number().min(0).max(1)),
  bias: z.number(),
  weights: z.record(z.string(), z.number()),
});

/**
 * Reads `data/linking/context-model.json`: the weights of a logistic regression over facts of the surroundings, as
 * `models/train/context_model.py` writes them, and the limit of each style.
 *
 * @throws MarketDataError `invalid_file` if the text has another form, is no JSON, or limits a style that there is not;
 * `details.issues` says where.
 */
export function parseContextModel(text: string): ContextModel {
  const { accept, bias, weights } = parsed(text);
  const weightOf = new Map(Object.entries(weights));
  return {
    accept,
    probabilityOf: (facts) => 1 / (1 + Math.exp(-sumOf(facts, weightOf, bias))),
  };
}

function parsed(text: string): z.infer<typeof file> {
  const message = "The model that weighs doubtful names (context-model.json) has another form.";
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new MarketDataError("invalid_file", message, { issues: ["It is no JSON."] }, { cause });
  }
  const result = file.safeParse(json);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message: what }) => `${path.join(".")}: ${what}`);
  throw new MarketDataError("invalid_file", message, { issues }, { cause: result.error });
}

function sumOf(facts: ContextFacts, weightOf: ReadonlyMap<string, number>, bias: number): number {
  return [...new Set(facts)].reduce((sum, fact) => sum + (weightOf.get(fact) ?? 0), bias);
}
