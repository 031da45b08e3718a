import type { NamespaceDefinition } from "../namespaces/define.js";
import type { CollectedPage } from "./poll-source.js";

/** What names a source in a process: sources of two namespaces may have the same name. */
export const key = (namespace: Pick<NamespaceDefinition, "id">, source: string) => `${namespace.id} ${source}`;

/** {@link key} of a source. */
export const keyOf = ({ namespace, name }: CollectedPage["source"]) => key(namespace, name);
