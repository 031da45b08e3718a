import type { AssetDirectory } from "../subjects/directory.js";
import { shownAssets } from "../subjects/shown-assets.js";
import type { NamespaceDefinition } from "./define.js";

/** The reference graph by kind of subject. */
export interface SubjectGraph {
  /** Stocks and ETFs. */
  readonly stocks: AssetDirectory;
  readonly tokens: AssetDirectory;
}

/** The part of the reference graph that a namespace speaks of, under the keys as they are there. */
export function graphOf({ assetTypes }: Pick<NamespaceDefinition, "assetTypes">, graph: SubjectGraph): AssetDirectory {
  return assetTypes.includes("token") ? graph.tokens : graph.stocks;
}

/** The assets of a namespace under the keys that its routes take; see {@link shownAssets}. */
export function assetsOf(
  namespace: Pick<NamespaceDefinition, "assetTypes" | "subject">,
  graph: SubjectGraph,
): AssetDirectory {
  return shownAssets(graphOf(namespace, graph), namespace.subject);
}
