import type { NamespaceDefinition } from "./define.js";
import { forumCrypto } from "./forum-crypto.js";
import { forumStocks } from "./forum-stocks.js";
import { microblogStocks } from "./microblog-stocks.js";
import { newsStocks } from "./news-stocks.js";
import { predmarketStocks } from "./predmarket-stocks.js";

/** The namespaces that are served, in the order in which documents list them. */
export const namespaces: readonly NamespaceDefinition[] = [
  newsStocks,
  forumStocks,
  forumCrypto,
  microblogStocks,
  predmarketStocks,
];

/** The namespace with the id or the short name; undefined when there is none. */
export function namespaceOf(name: string): NamespaceDefinition | undefined {
  return namespaces.find(({ id, shortName }) => id === name || shortName === name);
}
