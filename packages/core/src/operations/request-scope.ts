import type { Dataset } from "../dataset.js";
import type { CompiledQuery, DataView } from "../engine.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { refuseUnrecorded } from "./as-of.js";
import type { CallContext } from "./operation.js";

/** What the steps of one running operation share: one namespace, one state of the data, one caller. */
export interface RequestScope<Namespace extends NamespaceDefinition = NamespaceDefinition> {
  readonly namespace: Namespace;
  readonly dataset: Dataset;
  readonly view: DataView;
  readonly call: CallContext;
  query<Row>(query: CompiledQuery): Promise<Row[]>;
}

/**
 * Binds the newest state of the data to one call, or the state as of when it asks.
 *
 * @throws MarketDataError `invalid_parameters` where that was before anything was recorded.
 */
export async function requestScope<Namespace extends NamespaceDefinition>(
  namespace: Namespace,
  dataset: Dataset,
  call: CallContext,
): Promise<RequestScope<Namespace>> {
  const view = await dataset.view(call.asOf?.at);
  refuseUnrecorded(namespace, view, call);
  return {
    namespace,
    dataset,
    view,
    call,
    query: (query) => view.query(namespace.id, query, { signal: call.signal }),
  };
}
