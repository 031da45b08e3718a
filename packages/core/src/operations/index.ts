import type { NamespaceDefinition } from "../namespaces/define.js";
import { namespaces } from "../namespaces/index.js";
import { analyze } from "./analyze.js";
import { compare } from "./compare.js";
import { detail } from "./detail.js";
import { explain } from "./explain.js";
import { health } from "./health.js";
import { marketSentiment } from "./market-sentiment.js";
import type { Operation } from "./operation.js";
import { rawMentions } from "./raw-mentions.js";
import { search } from "./search.js";
import { stats } from "./stats.js";
import { trendingByDimension } from "./trending-by-dimension.js";
import { trending } from "./trending.js";

/** The operations of one namespace, in the order of the specification. */
export function operationsOf(namespace: NamespaceDefinition): Operation[] {
  const { own } = namespace;
  return [
    trending(namespace),
    ...namespace.dimensions.map((dimension) => trendingByDimension(namespace, dimension)),
    own?.detail?.(namespace) ?? detail(namespace),
    ...(namespace.explain === false ? [] : [explain(namespace)]),
    search(namespace),
    compare(namespace),
    own?.marketSentiment?.(namespace) ?? marketSentiment(namespace),
    stats(namespace),
    health(namespace),
    own?.rawMentions?.(namespace) ?? rawMentions(namespace),
  ];
}

/** Every operation that is served: text analysis, then each namespace. */
export function allOperations(served: readonly NamespaceDefinition[] = namespaces): Operation[] {
  return [analyze(), ...served.flatMap(operationsOf)];
}
