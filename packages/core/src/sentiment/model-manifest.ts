import { z } from "zod";
import { MarketDataError } from "../errors.js";
import type { TextKind } from "./text-model.js";

const file = z.object({
  path: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
});
const tokenId = z.int().nonnegative();

/** How three logits become an answer, and how many windows of a long text are read for them. */
const decisionSchema = z.object({
  temperature: z.number().positive(),
  thresholds: z.object({
    neutral: z.number().positive(),
    // Left out, no direction is doubted: the two are never equally likely.
    doubt: z.number().positive().max(1).default(1),
  }),
  maxWindows: z.int().positive().default(1),
});

const manifestSchema = z.object({
  engineVersion: z.string().min(1),
  files: z.object({ model: file, tokenizer: file }),
  labels: z.tuple([z.literal("negative"), z.literal("neutral"), z.literal("positive")]),
  input: z.object({
    tokens: z.object({
      cls: tokenId,
      sep: tokenId,
      pad: tokenId,
      markStart: tokenId,
      markEnd: tokenId,
      otherStart: tokenId,
      otherEnd: tokenId,
    }),
    maxTokens: z.int().min(16),
    maxNameTokens: z.int().positive(),
    maxMentions: z.int().positive(),
    maxOthers: z.int().positive(),
    titleTokens: z.int().nonnegative().default(24),
    endWeight: z.number().positive().default(2),
  }),
  ...decisionSchema.shape,
  /** For texts of a known kind, where that differs from the one for all texts. */
  kinds: z
    .object({
      headline: decisionSchema.exactOptional(),
      post: decisionSchema.exactOptional(),
      message: decisionSchema.exactOptional(),
    })
    .default({}),
  position: z.object({ logOdds: z.number().nonnegative() }),
});

/** How logits become an answer: see `verdictOf`, and `buildModelInputs` for the windows. */
export type Decision = z.infer<typeof decisionSchema>;

/** The decision for texts of a kind; undefined: for texts that may be of any. */
export function decisionFor(manifest: ModelManifest, kind: TextKind | undefined): Decision {
  return (kind === undefined ? undefined : manifest.kinds[kind]) ?? manifest;
}

/** What code needs of `models/manifest.json`; the file says more for people. Paths are relative to the manifest. */
export type ModelManifest = z.infer<typeof manifestSchema>;

/** Checks a parsed manifest. @throws MarketDataError `model_unavailable` naming the first field that is wrong. */
export function parseModelManifest(value: unknown): ModelManifest {
  const result = manifestSchema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  throw new MarketDataError(
    "model_unavailable",
    `The model manifest is not valid at "${field}": ${issue?.message ?? ""}`,
    {
      field,
    },
  );
}
