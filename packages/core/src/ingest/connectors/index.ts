import type { Connector } from "./connector.js";
import { newsRecords } from "./news-records.js";

/** All file connectors. */
export const connectors: readonly Connector[] = [newsRecords];

/** The connectors of a namespace, the default one first. */
export function connectorsOf(namespace: string): Connector[] {
  return connectors.filter((connector) => connector.namespace === namespace);
}
