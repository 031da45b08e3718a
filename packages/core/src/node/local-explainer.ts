import { fileCache } from "../adapters/explanation-files.js";
import { builtInWriter } from "../explain/built-in-writer.js";
import { noCache } from "../explain/explanation-cache.js";
import { createExplainer } from "../explain/create-explainer.js";
import type { Explainer } from "../explain/explainer.js";
import type { ReferenceGraph } from "./reference-files.js";

/** How explanations of a data directory are written. */
export interface LocalExplainerOptions {
  readonly dataDirectory: string;
  readonly graph: Pick<ReferenceGraph, "stocks" | "tokens" | "sources">;
  /** False: every text is written anew. */
  readonly keep?: boolean;
}

/** Explains from the data of a directory, and keeps its texts in it. */
export function localExplainer({ dataDirectory, graph, keep = true }: LocalExplainerOptions): Explainer {
  return createExplainer({ ...graph, writer: builtInWriter(), cache: keep ? fileCache(dataDirectory) : noCache });
}
