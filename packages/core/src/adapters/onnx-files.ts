import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MarketDataError } from "../errors.js";
import { parseModelManifest, type ModelManifest } from "../sentiment/model-manifest.js";

/** Files of a verified model folder. */
export interface ModelFiles {
  readonly manifest: ModelManifest;
  readonly modelPath: string;
  readonly tokenizerPath: string;
}

/** Reads the manifest and verifies the sha256 of its files. @throws MarketDataError `model_unavailable`. */
export async function openModelFiles(modelDirectory: string): Promise<ModelFiles> {
  const manifest = parseModelManifest(parsed(await read(join(modelDirectory, "manifest.json"))));
  const [modelPath, tokenizerPath] = await Promise.all([
    checked(modelDirectory, manifest.files.model),
    checked(modelDirectory, manifest.files.tokenizer),
  ]);
  return { manifest, modelPath, tokenizerPath };
}

async function checked(directory: string, file: ModelManifest["files"]["model"]): Promise<string> {
  const path = join(directory, file.path);
  const sha256 = createHash("sha256")
    .update(await read(path))
    .digest("hex");
  if (sha256 === file.sha256) return path;
  throw new MarketDataError(
    "model_unavailable",
    `The model file "${file.path}" is not the one its manifest names: sha256 ${sha256}, expected ${file.sha256}.`,
    { file: file.path, sha256, expected: file.sha256 },
  );
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new MarketDataError(
      "model_unavailable",
      `The model file "${path}" cannot be read.`,
      { file: path },
      { cause },
    );
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new MarketDataError("model_unavailable", "The model manifest is not JSON.", {}, { cause });
  }
}
