import type { Connector } from "./connector.js";
import { marketRecords } from "./market-records.js";
import type { MarketConnector } from "./market-connector.js";
import { newsRecords } from "./news-records.js";

/** All file connectors. */
export const connectors: readonly (Connector | MarketConnector)[] = [newsRecords, marketRecords];

/** The connectors of a namespace, the default one first. */
export function connectorsOf(namespace: string): (Connector | MarketConnector)[] {
  return connectors.filter((connector) => connector.namespace === namespace);
}
