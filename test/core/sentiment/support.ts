import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Tokenizer } from "@huggingface/tokenizers";
import type { Tokenize } from "../../../packages/core/src/sentiment/model-input.js";
import { parseModelManifest } from "../../../packages/core/src/sentiment/model-manifest.js";

/** The committed model folder. */
export const modelDirectory = fileURLToPath(new URL("../../../models", import.meta.url));

/** The committed manifest, checked. */
export const manifest = parseModelManifest(JSON.parse(readFileSync(`${modelDirectory}/manifest.json`, "utf8")));

/** The shipped tokenizer as the model worker uses it. */
export function shippedTokenizer(): Tokenize {
  const source = readFileSync(`${modelDirectory}/${manifest.files.tokenizer.path}`, "utf8");
  const tokenizer = new Tokenizer(JSON.parse(source) as object, {});
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).ids;
}
