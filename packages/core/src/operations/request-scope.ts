import type { Dataset } from "../dataset.js";
import type { CompiledQuery, DataView } from "../engine.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { CallContext } from "./operation.js";

/** What the steps of one running operation share: one namespace, one state of the data, one caller. */
export interface RequestScope<Namespace extends NamespaceDefinition = NamespaceDefinition> {
  readonly namespace: Namespace;
  readonly dataset: Dataset;
  readonly view: DataView;
  readonly call: CallContext;
  query<Row>(query: CompiledQuery): Promise<Row[]>;
}

/** Binds the newest state of the data to one call. */
export async function requestScope<Namespace extends NamespaceDefinition>(
  namespace: Namespace,
  dataset: Dataset,
  call: CallContext,
): Promise<RequestScope<Namespace>> {
  const view = await dataset.view();
  return {
    namespace,
    dataset,
    view,
    call,
    query: (query) => view.query(namespace.id, query, { signal: call.signal }),
  };
}
