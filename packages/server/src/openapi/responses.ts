import { STATUS_CODES } from "node:http";
import { mediaTypeOf, type Operation, type RowFormat, rowFormats } from "@market-sentiment/core";
import { isTabular } from "../answers/answer-form.js";
import type { Components } from "./components.js";
import { type DocumentedProblem, documentedProblems } from "./documented-problems.js";
import { errorBodies, type ErrorBodyName } from "./error-bodies.js";
import { answerHeaders, hasEtag, headerReferences, resultHeaders } from "./headers.js";
import { type JsonObject, jsonSchemaOf } from "./json-schema.js";
import { pascalCase } from "./names.js";

/** Every answer of an operation by status. The result comes first, the errors follow by status. */
export function responsesOf(
  operation: Operation,
  result: { readonly schema: JsonObject; readonly example: unknown },
  components: Components,
): JsonObject {
  const byStatus = new Map<number, DocumentedProblem[]>();
  for (const problem of documentedProblems(operation)) {
    const { status } = problem.problem;
    byStatus.set(status, [...(byStatus.get(status) ?? []), problem]);
  }
  const headers = resultHeaders(operation, components);
  const responses: Record<number, JsonObject> = {
    200: operation.isStreamed
      ? { description: "The rows, as they are made.", headers, content: streamedContent(result) }
      : resultResponse(operation, headers, result),
  };
  if (hasEtag(operation)) responses[304] = { description: "Not modified: the caller has this body already.", headers };
  for (const [status, problems] of byStatus) responses[status] = errorResponse(status, problems, operation, components);
  return responses;
}

/** An answer in JSON. */
export function jsonResponse(
  description: string,
  headers: JsonObject,
  schema: JsonObject,
  shown: JsonObject,
): JsonObject {
  return { description, headers, content: { "application/json": { schema, ...shown } } };
}

/** The result as JSON; a list also as CSV. */
function resultResponse(
  operation: Operation,
  headers: JsonObject,
  { schema, example }: { readonly schema: JsonObject; readonly example: unknown },
): JsonObject {
  const response = jsonResponse("The result.", headers, schema, { example });
  if (!isTabular(operation)) return response;
  return { ...response, content: { ...(response.content as JsonObject), "text/csv": { schema: { type: "string" } } } };
}

/** A file in each available format. A schema describes only the format with one JSON object a line. */
function streamedContent({ schema, example }: { readonly schema: JsonObject; readonly example: unknown }): JsonObject {
  const [row] = Array.isArray(example) ? (example as unknown[]) : [];
  const contents: Readonly<Record<RowFormat, JsonObject>> = {
    csv: { schema: { type: "string" } },
    ndjson: { schema: schema.items, example: row },
    parquet: { schema: { type: "string", format: "binary" } },
    arrow: { schema: { type: "string", format: "binary" } },
  };
  return Object.fromEntries(rowFormats.map((format) => [mediaTypeOf(format), contents[format]]));
}

/** The answer for one status. It gets a name, because most operations share it. */
function errorResponse(
  status: number,
  problems: readonly DocumentedProblem[],
  operation: Operation,
  components: Components,
): JsonObject {
  const bodies = [...new Set(problems.map(({ body }) => body))].map((name) => errorSchema(name, components));
  const [only, ...others] = bodies;
  const names = [...new Set(problems.flatMap(({ problem }) => Object.keys(problem.headers ?? {})))];
  const carried = headerReferences(components, names.map(headerSpelling));
  const common = status === 401 ? headerReferences(components, ["X-Request-ID"]) : answerHeaders(operation, components);
  const examples = Object.fromEntries(
    problems.map(({ name, problem }) => [name, { value: { detail: problem.detail } }]),
  );
  const schema = others.length === 0 && only !== undefined ? only : { anyOf: bodies };
  const response = jsonResponse(descriptionOf(status, problems), { ...common, ...carried }, schema, { examples });
  // A response with examples of this very operation stays with it and is not shared.
  const own = problems.some(({ name }) => ownExamples.has(name));
  return own ? response : { ...components.add("responses", responseName(status, problems, operation), response) };
}

const ownExamples: ReadonlySet<string> = new Set(["invalid_parameters", "invalid_asset_count", "unsupported_asset"]);
const statusNames: Readonly<Record<number, string>> = { 401: "Unauthorized", 429: "TooManyRequests" };

function responseName(status: number, problems: readonly DocumentedProblem[], { access }: Operation): string {
  const name = statusNames[status] ?? problems.map((problem) => pascalCase(problem.name)).join("Or");
  return access === "public" ? `Public${name}` : name;
}

function descriptionOf(status: number, problems: readonly DocumentedProblem[]): string {
  const names = problems.map(({ name }) => name.replaceAll("_", " "));
  return `${STATUS_CODES[status] ?? String(status)}: ${names.join(", or ")}.`;
}

function errorSchema(name: ErrorBodyName, components: Components): JsonObject {
  return components.nameObjects(name, jsonSchemaOf(errorBodies[name], "output"));
}

/** `retry-after` is `Retry-After`. */
function headerSpelling(name: string): string {
  return name === "www-authenticate"
    ? "WWW-Authenticate"
    : name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
