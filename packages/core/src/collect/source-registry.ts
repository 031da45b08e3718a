import { feed } from "./connectors/feed.js";
import type { SourceConnector } from "./source-connector.js";

/** Every kind of live source, in the order of the documentation. */
export const sourceConnectors: readonly SourceConnector[] = [feed];
