import type { Operation, Parameter } from "@market-sentiment/core";
import { SERVICE_VERSION } from "@market-sentiment/core";
import { formParameter, isTabular } from "../answers/answer-form.js";
import type { Components } from "./components.js";
import { exampleOf } from "./example-of.js";
import { exampleValues, tokenValues } from "./example-values.js";
import { type JsonObject, jsonSchemaOf } from "./json-schema.js";
import { camelCase, pascalCase } from "./names.js";
import { responsesOf } from "./responses.js";

/** Name of the security scheme. */
export const KEY_SCHEME = "ApiKey";

/** Tag of operations that belong to no namespace. */
export const TEXT_TAG = "sentiment";

/** One operation as the document describes it. */
export function operationObject(operation: Operation, components: Components): JsonObject {
  const { access, body } = operation;
  const parameters = [...Object.values(operation.parameters), ...(isTabular(operation) ? [formParameter] : [])];
  const note = access === "professional" ? " Professional accounts only." : "";
  return {
    operationId: camelCase(operation.id),
    tags: [operation.namespace?.id ?? TEXT_TAG],
    summary: operation.summary,
    description: `${operation.description}${note}`,
    security: access === "public" ? [] : [{ [KEY_SCHEME]: [] }],
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(parameterObject) }),
    ...(body === null ? {} : { requestBody: requestBody(operation, jsonSchemaOf(body, "input"), components) }),
    responses: responsesOf(operation, resultOf(operation, components), components),
    "x-access": access,
  };
}

/** An example of the operation's answer. */
export function exampleResult(operation: Operation, schema = jsonSchemaOf(operation.result, "output")): unknown {
  const { namespace } = operation;
  return exampleOf(schema, {
    ...exampleValues,
    ...(namespace?.subject.keyField === "symbol" ? tokenValues : {}),
    ...operation.example,
    service: namespace?.id ?? TEXT_TAG,
    version: SERVICE_VERSION,
  });
}

function resultOf(operation: Operation, components: Components) {
  const schema = jsonSchemaOf(operation.result, "output");
  return {
    schema: components.nameObjects(pascalCase(operation.id), schema),
    example: exampleResult(operation, schema),
  };
}

function requestBody(operation: Operation, schema: JsonObject, components: Components): JsonObject {
  const named = components.nameObjects(`${pascalCase(operation.id)}Request`, schema);
  return { required: true, content: { "application/json": { schema: named, example: exampleOf(schema, {}) } } };
}

/**
 * A parameter. An optional one has its example in its schema: interactive pages fill in the examples of parameters, and
 * an unwanted filter would change the answer. Days have no example, because each service has data for other days, and
 * the examples of an operation together must be a request that every service can answer.
 */
function parameterObject(parameter: Parameter): JsonObject {
  const { name, description, schema, example } = parameter;
  const required = parameter.in === "path" || parameter.required === true || parameter.expected === true;
  return {
    name,
    in: parameter.in,
    description,
    ...(required ? { required } : {}),
    ...(parameter.deprecated === true ? { deprecated: true } : {}),
    schema: required || example === undefined ? schema : { ...schema, examples: [example] },
    ...(required && example !== undefined ? { example } : {}),
  };
}
