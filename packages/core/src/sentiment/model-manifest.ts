import { z } from "zod";
import { MarketDataError } from "../errors.js";

const file = z.object({
  path: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
});
const tokenId = z.int().nonnegative();

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
  }),
  temperature: z.number().positive(),
  thresholds: z.object({ neutral: z.number().positive() }),
  position: z.object({ logOdds: z.number().nonnegative() }),
});

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
