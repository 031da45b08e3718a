import type { NamespaceDefinition } from "./define.js";
import { newsStocks } from "./news-stocks.js";
import { predmarketStocks } from "./predmarket-stocks.js";

/** The namespaces that are served, in the order in which documents list them. */
export const namespaces: readonly NamespaceDefinition[] = [newsStocks, predmarketStocks];

/** The namespace with the id or the short name; undefined when there is none. */
export function namespaceOf(name: string): NamespaceDefinition | undefined {
  return namespaces.find(({ id, shortName }) => id === name || shortName === name);
}
