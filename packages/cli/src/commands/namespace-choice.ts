import { type NamespaceDefinition, namespaceOf, namespaces } from "@market-sentiment/core";
import { WrongUse } from "../failure.js";

/** The names that `--ns` takes, in the order of the registry. */
export function namespaceNames(): string {
  return namespaces.map(({ shortName }) => shortName).join(", ");
}

/**
 * The namespace that the name means: a short name or an id.
 *
 * @throws WrongUse listing the valid names.
 */
export function namespaceNamed(name: string): NamespaceDefinition {
  const namespace = namespaceOf(name);
  if (namespace === undefined) throw new WrongUse(`there is no namespace '${name}'; --ns takes ${namespaceNames()}`);
  return namespace;
}
