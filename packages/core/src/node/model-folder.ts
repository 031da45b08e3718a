import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { MarketDataError } from "../errors.js";

/** The package with manifest, weights and tokenizer, separate from the code so that code releases stay small. */
const modelPackage = "@market-sentiment/model";

/**
 * Folder of the model's manifest: `models` in the given assets folder, else the installed package.
 *
 * @throws MarketDataError `model_unavailable` when the package is not installed.
 */
export function modelFolder(assetsDirectory: string | undefined): string {
  if (assetsDirectory !== undefined) return join(assetsDirectory, "models");
  try {
    return dirname(createRequire(import.meta.url).resolve(`${modelPackage}/manifest.json`));
  } catch (cause) {
    const message = `The sentiment model is not installed. Install it with: npm install ${modelPackage}`;
    throw new MarketDataError("model_unavailable", message, {}, { cause });
  }
}
