import type { NamespaceDefinition } from "./define.js";
import { forumCrypto } from "./forum-crypto.js";
import { forumStocks } from "./forum-stocks.js";
import { microblogStocks } from "./microblog-stocks.js";
import { newsStocks } from "./news-stocks.js";
import { predmarketStocks } from "./predmarket-stocks.js";

/** The namespaces that are served, in the order in which documents list them. */
export const servedNamespaces = [newsStocks, forumStocks, forumCrypto, microblogStocks, predmarketStocks] as const;

/** The same, for code that needs no specific one. */
export const namespaces: readonly NamespaceDefinition[] = servedNamespaces;

/** One of the built-in namespaces, with its exact type. */
export type ServedNamespace = (typeof servedNamespaces)[number];

/** The namespace with the id or the short name; undefined when there is none. */
export function namespaceOf(name: string): NamespaceDefinition | undefined {
  return namespaces.find(({ id, shortName }) => id === name || shortName === name);
}
