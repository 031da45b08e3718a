import type { NamespaceDefinition } from "../namespaces/define.js";
import { namespaces, type ServedNamespace } from "../namespaces/index.js";
import { analyzeCompanies } from "./analyze-companies.js";
import { analyze } from "./analyze.js";
import { compare } from "./compare.js";
import { detail } from "./detail.js";
import { explain } from "./explain.js";
import { health } from "./health.js";
import { marketSentiment } from "./market-sentiment.js";
import type { Operation } from "./operation.js";
import { panel, panelManifest } from "./panel.js";
import { rawMentions } from "./raw-mentions.js";
import { search } from "./search.js";
import { sources } from "./sources.js";
import { stats } from "./stats.js";
import { trendingByCountry, trendingBySector } from "./trending-by-dimension.js";
import { trending } from "./trending.js";

/**
 * The operations of a namespace by library name, in the order of the specification; null where the namespace lacks one.
 * This is the one list of operations.
 */
export function namedOperations<const Namespace extends NamespaceDefinition>(namespace: Namespace) {
  return {
    trending: trending(namespace),
    trendingBySector: trendingBySector(namespace),
    trendingByCountry: trendingByCountry(namespace),
    detail: detail(namespace),
    explain: explain(namespace),
    search: search(namespace),
    compare: compare(namespace),
    marketSentiment: marketSentiment(namespace),
    stats: stats(namespace),
    health: health(namespace),
    sources: sources(namespace),
    rawMentions: rawMentions(namespace),
    panel: panel(namespace),
    panelManifest: panelManifest(namespace),
  };
}

/** The operations of a namespace by name, each with the types of its input and its result. */
export type NamedOperations<Namespace extends NamespaceDefinition> = ReturnType<typeof namedOperations<Namespace>>;

/** Names of all operations, a closed list that follows from {@link namedOperations}. */
export type OperationName =
  | NonNullable<NamedOperations<ServedNamespace>[keyof NamedOperations<ServedNamespace>]>["name"]
  | ReturnType<typeof analyze | typeof analyzeCompanies>["name"];

/** The operations of one namespace, in the order of the specification. */
export function operationsOf(namespace: NamespaceDefinition): Operation[] {
  return Object.values<Operation | null>(namedOperations(namespace)).filter((operation) => operation !== null);
}

/** All operations: text analysis, then each namespace. */
export function allOperations(served: readonly NamespaceDefinition[] = namespaces): Operation[] {
  return [analyze(), analyzeCompanies(), ...served.flatMap(operationsOf)];
}
