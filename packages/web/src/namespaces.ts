import { generatedNamespaces } from "./generated/namespaces.js";

/** One namespace as the interface describes it; nothing here knows a namespace by name. */
export interface Namespace {
  /** Its name in addresses of this page and in the library. */
  readonly shortName: string;
  readonly title: string;
  readonly basePath: string;
  /** Kind of its assets. Namespaces of one kind share their assets. */
  readonly assetPath: string;
  readonly operations: Readonly<Partial<Record<OperationName, NamespaceOperation>>>;
}

type Generated = (typeof generatedNamespaces)[number]["operations"];

/** Every operation that some namespace has. */
export type OperationName = Generated extends infer Each ? (Each extends unknown ? keyof Each : never) : never;

interface NamespaceOperation {
  /** With `{placeholders}`. */
  readonly path: string;
  readonly parameters: readonly string[];
}

/** All namespaces, in the order of the interface. */
export const namespaces: readonly Namespace[] = generatedNamespaces;

/** Whether an operation of the namespace takes the parameter. */
export function takes(namespace: Namespace, operation: OperationName, parameter: string): boolean {
  return namespace.operations[operation]?.parameters.includes(parameter) === true;
}

/** The namespace of that name, else the first one that has the operation. */
export function chosenNamespace(name: string | null, operation: OperationName): Namespace {
  const able = namespaces.filter(({ operations }) => operation in operations);
  const chosen = able.find(({ shortName }) => shortName === name) ?? able[0];
  if (chosen === undefined) throw new Error(`No namespace has ${operation}.`);
  return chosen;
}
