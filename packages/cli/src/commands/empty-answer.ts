import {
  type CallContext,
  type Dataset,
  type DataSpan,
  dataSpan,
  namespaces,
  type Operation,
} from "@market-sentiment/core";

/** Available data, for notes about an empty answer. */
export interface DataOverview {
  /** From when to when the namespace has data; null where it has none. */
  readonly span: DataSpan | null;
  /** Short names of the namespaces that have data. */
  readonly filled: readonly string[];
}

/** Available data up to the call's day. */
export async function dataOverview(operation: Operation, dataset: Dataset, call: CallContext): Promise<DataOverview> {
  const spans = await Promise.all(
    namespaces.map(async (namespace) => ({ namespace, span: await dataSpan(namespace, dataset, call) })),
  );
  return {
    span: spans.find(({ namespace }) => namespace.id === operation.namespace?.id)?.span ?? null,
    filled: spans.filter(({ span }) => span !== null).map(({ namespace }) => namespace.shortName),
  };
}
