import { chatEndpoint, type ChatEndpointOptions } from "../adapters/chat-endpoint.js";
import { fileCache } from "../adapters/explanation-files.js";
import { builtInWriter } from "../explain/built-in-writer.js";
import { claimVocabulary } from "../explain/claim-vocabulary.js";
import { createExplainer } from "../explain/create-explainer.js";
import type { Explainer } from "../explain/explainer.js";
import { noCache } from "../explain/explanation-cache.js";
import { languageModelWriter } from "../explain/language-model-writer.js";
import type { ExplanationWriter } from "../explain/writer.js";
import { readCommonWords, type ReferenceGraph } from "./reference-files.js";

/** A language model in place of the built-in writer. */
export interface LanguageModelOptions extends ChatEndpointOptions {
  /** While it is down: use the built-in writer, or give no explanation. */
  readonly whenDown: "built_in" | "unavailable";
}

/** Options of explanations. */
export interface LocalExplainerOptions {
  readonly dataDirectory: string;
  readonly graph: Pick<ReferenceGraph, "stocks" | "tokens" | "sources">;
  /** Left out: the built-in writer, without network. */
  readonly languageModel?: LanguageModelOptions | undefined;
  /** False disables the cache. */
  readonly keep?: boolean;
  /** Folder with the shipped word list; the package's own when left out. */
  readonly assetsDirectory?: string | undefined;
}

/** Explains from the data of a directory, and caches its texts there. */
export function localExplainer(options: LocalExplainerOptions): Explainer {
  const { dataDirectory, graph, keep = true } = options;
  return createExplainer({ ...graph, writer: writerOf(options), cache: keep ? fileCache(dataDirectory) : noCache });
}

function writerOf({ graph, languageModel, assetsDirectory }: LocalExplainerOptions): ExplanationWriter {
  if (languageModel === undefined) return builtInWriter();
  const read = async () => claimVocabulary([graph.stocks, graph.tokens], await readCommonWords(assetsDirectory));
  let vocabulary: ReturnType<typeof read> | null = null;
  return languageModelWriter({
    endpoint: chatEndpoint(languageModel),
    standIn: builtInWriter(),
    whenDown: languageModel.whenDown === "built_in" ? "stand_in" : "unavailable",
    vocabulary: () => (vocabulary ??= read()),
  });
}
