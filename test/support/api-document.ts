import { allOperations } from "@market-sentiment/core";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { openApiDocument } from "../../packages/server/src/openapi/document.js";

type Json = Readonly<Record<string, unknown>>;

/** One answer as the document describes it, references followed. */
export interface DescribedAnswer {
  readonly description: string;
  readonly headers: Json;
  /** Empty for an answer without body. */
  readonly examples: readonly unknown[];
  /** What is wrong with a body; null when nothing is. */
  readonly faults: (body: unknown) => string | null;
}

/** One operation as the document describes it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Json & { readonly name: string; readonly in: string; readonly schema: Json })[];
  readonly requestBody?: unknown;
  readonly responses: Json;
  readonly security: readonly unknown[];
  readonly "x-access": string;
}

/** The document of everything that is served, and its parts. */
export const apiDocument = openApiDocument(allOperations());

const ajv = new Ajv2020({ strict: false, allErrors: true });
(formats.default as unknown as (instance: Ajv2020) => void)(ajv);
ajv.addSchema(apiDocument, "api");

const escaped = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** The value at a JSON pointer, and the pointer of where it really stands. */
function follow(pointer: string): { readonly pointer: string; readonly value: Json } {
  let value: unknown = apiDocument;
  for (const key of pointer.split("/").slice(1)) {
    value = (value as Json)[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  const reference = (value as { $ref?: string } | undefined)?.$ref;
  return reference === undefined ? { pointer, value: value as Json } : follow(reference.slice(1));
}

const validators = new Map<string, ValidateFunction>();

/** What is wrong with a body under the schema at the pointer. */
function faultsAt(pointer: string, body: unknown): string | null {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
  validators.set(pointer, validate);
  return validate(body) ? null : ajv.errorsText(validate.errors);
}

/** Every operation of the document: method, path, description. */
export function describedOperations(): { method: string; path: string; described: DescribedOperation }[] {
  return Object.entries(apiDocument.paths as Record<string, Record<string, DescribedOperation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  );
}

/** The answer that the document describes for a status; undefined when it describes none. */
export function describedAnswer(method: string, path: string, status: number): DescribedAnswer | undefined {
  const at = `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`;
  const operation = follow(`/paths/${escaped(path)}/${method.toLowerCase()}`).value as unknown as DescribedOperation;
  if (operation.responses[status] === undefined) return undefined;
  const { pointer, value } = follow(at);
  const contents = value.content as Record<string, Json> | undefined;
  // Of rows that are streamed, the schema is that of one JSON object a line.
  const type = contents?.["application/x-ndjson"] === undefined ? "application/json" : "application/x-ndjson";
  const content = contents?.[type];
  const named = Object.values((content?.examples ?? {}) as Record<string, { value: unknown }>).map(
    (each) => each.value,
  );
  return {
    description: String(value.description),
    headers: (value.headers ?? {}) as Json,
    examples: content === undefined ? [] : "example" in content ? [content.example, ...named] : named,
    faults: (body) => faultsAt(`${pointer}/content/${escaped(type)}/schema`, body),
  };
}

/** What is wrong with the example of a request body. */
export function requestBodyFaults(method: string, path: string): string | null {
  const at = `/paths/${escaped(path)}/${method.toLowerCase()}/requestBody/content/application~1json`;
  return faultsAt(`${at}/schema`, follow(at).value.example);
}
