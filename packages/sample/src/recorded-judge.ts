import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import {
  MarketDataError,
  parseModelManifest,
  type TextJudge,
  type TextToJudge,
  type TextVerdict,
} from "@market-sentiment/core";
import { modelFolder } from "@market-sentiment/core/node";
import { decodeVerdicts, encodeVerdicts, questionKey, type RecordedVerdicts } from "./recorded-verdicts.js";

/** Shipped assets of the sample, one folder above the code, whether built or not. */
const shippedAssets = fileURLToPath(new URL("../assets", import.meta.url));

/** Path of the sample's judgements, below the assets. */
export const sampleVerdictsFile = join("sample", "judgements.bin");

/**
 * Identifies the model in a folder exactly: the sha256 of the manifest fields that code reads, which include the sha256
 * of its files, its input form and the scaling of its answers.
 *
 * @throws MarketDataError `model_unavailable` when the manifest is not valid; the system's error when it cannot be
 * read.
 */
export async function modelIdentity(modelDirectory: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(modelDirectory, "manifest.json"), "utf8"));
  return createHash("sha256")
    .update(JSON.stringify(parseModelManifest(manifest)))
    .digest("hex");
}

/** The verdicts in a file; null when it is missing or invalid. */
export async function readVerdicts(file: string): Promise<RecordedVerdicts | null> {
  try {
    return decodeVerdicts(brotliDecompressSync(await readFile(file)));
  } catch {
    return null;
  }
}

/** The content of a file that {@link readVerdicts} reads. */
export function verdictsFile(recorded: RecordedVerdicts): Uint8Array {
  return brotliCompressSync(encodeVerdicts(recorded), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

/**
 * Judges the sample's texts from the shipped model's recorded judgements, and asks `model` for all others: texts of
 * other days, and all texts if the judgements come from other weights.
 *
 * @param assetsDirectory Folder with `sample` and `models`; the shipped ones when left out.
 */
export function recordedJudge(assetsDirectory: string | undefined, model: TextJudge): TextJudge {
  let known: Promise<RecordedVerdicts["verdicts"]> | null = null;
  return {
    judge: async (texts, options) => {
      const verdicts = await (known ??= verdictsOf(assetsDirectory));
      const answers = texts.map((text) => verdictOn(text, verdicts));
      const open = texts.filter((_, at) => answers[at] === null);
      const judged = open.length === 0 ? [] : await model.judge(open, options);
      let next = 0;
      return answers.map((answer) => answer ?? given(judged[next++]));
    },
  };
}

async function verdictsOf(assetsDirectory: string | undefined): Promise<RecordedVerdicts["verdicts"]> {
  const recorded = await readVerdicts(join(assetsDirectory ?? shippedAssets, sampleVerdictsFile));
  const isOfTheseWeights = recorded !== null && recorded.model === (await modelIdentity(modelFolder(assetsDirectory)));
  return isOfTheseWeights ? recorded.verdicts : new Map();
}

function verdictOn(question: TextToJudge, verdicts: RecordedVerdicts["verdicts"]): TextVerdict | null {
  if (verdicts.size === 0) return null;
  try {
    return verdicts.get(questionKey(question)) ?? null;
  } catch (cause) {
    // The model's error names the faulty text and its index.
    if (cause instanceof MarketDataError && cause.code === "invalid_text") return null;
    throw cause;
  }
}

function given(verdict: TextVerdict | undefined): TextVerdict {
  if (verdict === undefined) throw new MarketDataError("model_unavailable", "The model gave too few answers.");
  return verdict;
}
