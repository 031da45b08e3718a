import { type NamespaceDefinition, namespaceOf, namespaces, type TextNamespace } from "@market-sentiment/core";
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

/** The names that `--ns` takes where texts are read, in the order of the registry. */
export function textNamespaceNames(): string {
  return namespaces.flatMap(({ kind, shortName }) => (kind === "text" ? [shortName] : [])).join(", ");
}

/**
 * The namespace of texts that the name means.
 *
 * @throws WrongUse for a namespace without texts, and as {@link namespaceNamed}.
 */
export function textNamespaceNamed(name: string): TextNamespace {
  const namespace = namespaceNamed(name);
  if (namespace.kind === "text") return namespace;
  throw new WrongUse(`${namespace.shortName} has no texts to annotate; --ns takes ${textNamespaceNames()}`);
}
