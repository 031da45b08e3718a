import type { Dataset } from "../dataset.js";
import type { CompiledQuery, DataView } from "../engine.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { refuseUnrecorded } from "./as-of.js";
import type { CallContext } from "./operation.js";

/** Context of one running operation: one namespace, one state of the data, one caller. */
export interface RequestScope<Namespace extends NamespaceDefinition = NamespaceDefinition> {
  readonly namespace: Namespace;
  readonly dataset: Dataset;
  readonly view: DataView;
  readonly call: CallContext;
  query<Row>(query: CompiledQuery): Promise<Row[]>;
}

/**
 * Binds a call to the newest state of the data, or to the state as of its instant.
 *
 * @throws MarketDataError `invalid_parameters` when that is before the first recorded state.
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
