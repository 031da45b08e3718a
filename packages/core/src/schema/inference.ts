import { z } from "zod";
import { TEXT_KINDS } from "../sentiment/text-model.js";

/** Most texts in a request to an inference service. */
export const INFERENCE_MAX_TEXTS = 256;
/** Longest text in a request to an inference service, in UTF-16 units. */
export const INFERENCE_MAX_TEXT_CHARS = 16_384;

/** Most places of the target, and of other companies, in such a text; a model reads the first few. */
export const INFERENCE_MAX_PLACES = 1_000;

/** Path of an inference service. */
export const INFERENCE_PATH = "/judge";

const nameSchema = z.string().min(1).max(1_000);
const spanSchema = z.object({ start: z.int().min(0), end: z.int().min(0) });

/** Request body of an inference service: the questions of a `TextModel`. */
export const inferenceRequestSchema = z.object({
  texts: z
    .array(
      z.object({
        text: z.string().min(1).max(INFERENCE_MAX_TEXT_CHARS),
        target: z
          .object({
            name: nameSchema,
            aliases: z.array(nameSchema).max(100).exactOptional(),
            spans: z.array(spanSchema).max(INFERENCE_MAX_PLACES).exactOptional(),
            others: z.array(spanSchema).max(INFERENCE_MAX_PLACES).exactOptional(),
          })
          .exactOptional(),
        kind: z.enum(TEXT_KINDS).exactOptional(),
      }),
    )
    .max(INFERENCE_MAX_TEXTS),
});

const shareSchema = z.number().min(0).max(1);

/** Its answer: one judgement per text, in order. */
export const inferenceResponseSchema = z.object({
  engine_version: z.string(),
  judgements: z.array(
    z.object({
      text: z.string(),
      score: z.number().min(-1).max(1),
      label: z.enum(["positive", "neutral", "negative"]),
      modelScore: z.number().min(-1).max(1),
      probabilities: z.object({ negative: shareSchema, neutral: shareSchema, positive: shareSchema }),
      targetFound: z.boolean().nullable(),
    }),
  ),
});

/** Body of a request to an inference service. */
export type InferenceRequest = z.infer<typeof inferenceRequestSchema>;
/** Answer of an inference service: one judgement for each text, in the order of the request. */
export type InferenceResponse = z.infer<typeof inferenceResponseSchema>;
