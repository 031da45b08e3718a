import type { LanguageModelOptions } from "@market-sentiment/core/node";
import { z } from "zod";

/** Settings of explanations in the environment; an address without a model, or the other way round, is a fault. */
export const explainerSettings = {
  SENTIMENT_LLM_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .optional()
    .meta({
      description: "an OpenAI-compatible endpoint that writes explanations (default: they are written offline)",
    }),
  SENTIMENT_LLM_MODEL: z.string().optional().meta({ description: "name of its model" }),
  SENTIMENT_LLM_API_KEY: z.string().optional().meta({ description: "key that it asks for (default: none)" }),
  SENTIMENT_LLM_WHEN_DOWN: z
    .enum(["built-in", "unavailable"], { error: "must be one of built-in, unavailable" })
    .default("built-in")
    .meta({
      description: "what happens while it is down: the offline writer stands in, or explanations are unavailable",
    }),
};

/** The parsed settings. */
export type ExplainerSettings = {
  readonly [Name in keyof typeof explainerSettings]?: z.infer<(typeof explainerSettings)[Name]>;
};

/** The setting that is missing beside the given ones; null when none is. */
export function missingExplainerSetting(settings: ExplainerSettings): string | null {
  const { SENTIMENT_LLM_URL: url, SENTIMENT_LLM_MODEL: model } = settings;
  if ((url === undefined) === (model === undefined)) return null;
  return url === undefined ? "SENTIMENT_LLM_URL" : "SENTIMENT_LLM_MODEL";
}

/** The language model that writes explanations; null for the built-in writer. */
export function languageModelOf(settings: ExplainerSettings): LanguageModelOptions | null {
  const { SENTIMENT_LLM_URL: url, SENTIMENT_LLM_MODEL: model, SENTIMENT_LLM_API_KEY: apiKey } = settings;
  if (url === undefined || model === undefined) return null;
  const whenDown = settings.SENTIMENT_LLM_WHEN_DOWN === "unavailable" ? "unavailable" : "built_in";
  return { url, model, whenDown, ...(apiKey === undefined ? {} : { apiKey }) };
}
