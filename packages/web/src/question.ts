import { type Namespace, type OperationName, takes } from "./namespaces.js";

/** One request of a public operation. */
export interface Question {
  /** Description for readers. */
  readonly label: string;
  readonly namespace: Namespace;
  /** Name of the operation. */
  readonly operation: OperationName;
  /** Values of the placeholders in its path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Builds a request; leaves out parameters that the operation does not take. */
export function question(
  label: string,
  namespace: Namespace,
  operation: OperationName,
  values: Readonly<Record<string, string | number | null | undefined>> = {},
): Question {
  const template = namespace.operations[operation]?.path ?? "";
  const given = Object.entries(values).filter(([name, value]) => {
    return value !== null && value !== undefined && value !== "" && takes(namespace, operation, name);
  });
  const texts = given.map(([name, value]) => [name, String(value)] as const);
  return {
    label,
    namespace,
    operation,
    path: Object.fromEntries(texts.filter(([name]) => template.includes(`{${name}}`))),
    query: Object.fromEntries(texts.filter(([name]) => !template.includes(`{${name}}`))),
  };
}

/** The same request with a period that starts on another day. */
export function startingOn(asked: Question, from: string): Question {
  return { ...asked, query: { ...asked.query, from } };
}

/** Path of the operation, with its `{placeholders}`. */
export function templateOf({ namespace, operation }: Question): string {
  return namespace.operations[operation]?.path ?? "";
}

/** Path and query of the request. */
export function addressOf(asked: Question): string {
  const path = templateOf(asked).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asked.path[name] ?? ""));
  const query = new URLSearchParams(asked.query).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The request as a shell command. The key stays a variable, because a shared page must not contain it. */
export function curlOf(asked: Question, origin: string): string {
  return `curl -s -H "X-API-Key: $KEY" '${origin}${addressOf(asked).replaceAll("'", "%27")}'`;
}

/** The request as a library call. */
export function libraryCallOf({ namespace, operation, path, query }: Question): string {
  const input = Object.entries({ ...path, ...query }).map(([name, value]) => {
    if (/^(days|limit|offset)$/.test(name)) return `${name}: ${value}`;
    return `${name}: ${name === "tickers" || name === "symbols" ? JSON.stringify(value.split(",")) : JSON.stringify(value)}`;
  });
  return `await market.${namespace.shortName}.${operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}(${input.length === 0 ? "" : `{ ${input.join(", ")} }`});`;
}
