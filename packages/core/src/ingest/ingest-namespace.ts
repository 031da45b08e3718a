import type { NamespaceDefinition } from "../namespaces/define.js";
import type { MarketStore } from "../storage/market-store.js";
import type { MentionStore } from "../storage/mention-store.js";
import type { RecordField } from "./connectors/connector.js";
import { ingestMarkets } from "./market-pipeline.js";
import { ingest, type IngestParts } from "./pipeline.js";
import type { IngestReport } from "./run-ledger.js";

/** Parts of a run over a namespace of any kind. The model judges texts; market namespaces need none. */
export type NamespaceIngestParts = Omit<IngestParts, "namespace" | "store"> & {
  readonly namespace: NamespaceDefinition;
  readonly store: MentionStore & MarketStore;
};

/**
 * Reads records into a namespace, with the pipeline of its kind; see `ingest` and `ingestMarkets`.
 *
 * @throws MarketDataError from the store or the model. What was published stays.
 */
export function ingestNamespace(parts: NamespaceIngestParts): Promise<IngestReport> {
  const { namespace } = parts;
  switch (namespace.kind) {
    case "text":
      return ingest({ ...parts, namespace });
    case "market":
      return ingestMarkets({ ...parts, namespace });
  }
}

/** Fields that the namespace reads from flat records. */
export function recordFieldsOf(namespace: NamespaceDefinition): readonly RecordField[] {
  switch (namespace.kind) {
    case "text":
      return namespace.connectors.flatMap(({ fields }) => fields);
    case "market":
      return namespace.connector.fields;
  }
}
