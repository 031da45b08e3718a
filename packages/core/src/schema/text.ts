import { z } from "zod";

/** Longest text of an analysis, in characters (code points: an emoji is one) after trimming. */
export const TEXT_MAX_CHARS = 2048;
/** Longest target of an analysis, in characters (code points) after trimming. */
export const TARGET_MAX_CHARS = 100;

/** Trimmed, with 1 to `max` characters; `max` of zod itself would count an emoji twice, and a flag four times. */
const boundedText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .check((context) => {
      const { value } = context;
      if (value.length <= max || (value.length <= 2 * max && Array.from(value).length <= max)) return;
      context.issues.push({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: value });
    });

/** Body of a text analysis. */
export const textRequestSchema = z.object({
  text: boundedText(TEXT_MAX_CHARS).meta({
    maxLength: TEXT_MAX_CHARS,
    description: `The text, trimmed; 1 to ${TEXT_MAX_CHARS} characters. It is read as if it were a news headline.`,
    example: "Goldman cuts Tesla price target, upgrades Ford",
  }),
  target: boundedText(TARGET_MAX_CHARS)
    .optional()
    .meta({
      maxLength: TARGET_MAX_CHARS,
      description: `Company name or ticker that occurs in the text, at most ${TARGET_MAX_CHARS} characters: the text is judged from its point of view.`,
      example: "Tesla",
    }),
});

const deprecated = (description: string) => ({
  description: `Deprecated, empty since engine 5.5. ${description}`,
  deprecated: true,
});

/** Answer of a text analysis. */
export const textResponseSchema = z.object({
  text: z.string().meta({ description: "The normalised text that was analysed." }),
  sentiment_score: z
    .number()
    .min(-1)
    .max(1)
    .meta({ description: "Expected direction, -1 bearish to +1 bullish, 3 decimals." }),
  sentiment_label: z.enum(["positive", "neutral", "negative"]).meta({ description: "Label that goes with the score." }),
  components: z
    .object({
      engine_version: z.string().meta({ description: "Version of the sentiment engine." }),
      model_score: z
        .number()
        .min(-1)
        .max(1)
        .meta({ description: "The model's own value behind the score, 6 decimals." }),
      vader_compound: z.null().meta(deprecated("Lexicon score.")),
      roberta_score: z.null().meta(deprecated("Transformer score.")),
      emoji_score: z.number().meta(deprecated("Emoji score; 0.")),
      phrase_adjustment: z.number().meta(deprecated("Phrase adjustment; 0.")),
      phrase_matches: z.array(z.object({ phrase: z.string(), score: z.number() })).meta(deprecated("Matched phrases.")),
      contextual_finance_matches: z.array(z.string()).meta(deprecated("Matched finance terms.")),
    })
    .meta({ description: "Audit values of the engine; never the input text." }),
});

/** What the library and the terminal say beyond the wire's fields. */
export const textAnalysisSchema = textResponseSchema.extend({
  target_found: z.boolean().nullable().meta({
    description:
      "Whether the target is in the text; null without a target. When false, the text names other companies (neutral) or none (read as being about the target).",
  }),
});

const share = (of: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .meta({ description: `Calibrated probability of ${of}, 6 decimals.` });
const direction = {
  sentiment_score: textResponseSchema.shape.sentiment_score,
  sentiment_label: textResponseSchema.shape.sentiment_label,
  probabilities: z
    .object({ negative: share("negative"), neutral: share("neutral"), positive: share("positive") })
    .meta({ description: "Probabilities behind the score; together 1." }),
};
const place = (description: string) => z.int().nonnegative().meta({ description });

/** Answer of an analysis for each company of a text. */
export const companiesResponseSchema = z.object({
  text: textResponseSchema.shape.text,
  target: z.string().nullable().meta({ description: "The target that was asked for; null without one." }),
  target_found: textAnalysisSchema.shape.target_found,
  ...direction,
  engine_version: z.string().meta({ description: "Version of the sentiment engine." }),
  companies: z
    .array(
      z.object({
        ticker: z.string().meta({ description: "Ticker of the company." }),
        company_name: z.string().nullable().meta({ description: "Its name; null where none is known." }),
        link_confidence: z.number().min(0).max(1).meta({ description: "How sure it is that the text names it." }),
        spans: z
          .array(
            z.object({
              start: place("First UTF-16 unit of `text`, counted from 0."),
              end: place("The unit after the last."),
            }),
          )
          .meta({ description: "Where `text` names it, in order." }),
        ...direction,
      }),
    )
    .meta({ description: "Companies that the text names, in the order in which it does." }),
});

/** Body of a text analysis. */
export type TextRequest = z.infer<typeof textRequestSchema>;
/** Answer of a text analysis over HTTP. */
export type TextResponse = z.infer<typeof textResponseSchema>;
/** Answer of a text analysis in the library and the terminal: the wire's fields and those beyond them. */
export type TextAnalysis = z.infer<typeof textAnalysisSchema>;
/** Answer of an analysis for each company of a text. */
export type CompaniesResponse = z.infer<typeof companiesResponseSchema>;
