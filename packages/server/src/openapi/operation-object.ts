import type { Operation, OperationName, Parameter } from "@market-sentiment/core";
import { SERVICE_VERSION } from "@market-sentiment/core";
import type { Components } from "./components.js";
import { exampleOf, type ValuesByField } from "./example-of.js";
import { exampleValues, tokenValues } from "./example-values.js";
import { type JsonObject, jsonSchemaOf } from "./json-schema.js";
import { camelCase, pascalCase } from "./names.js";
import { responsesOf } from "./responses.js";

/** Name of the scheme by which keys are sent. */
export const KEY_SCHEME = "ApiKey";

/** Tag of what belongs to no namespace. */
export const TEXT_TAG = "sentiment";

/** What an example says differently because of the operation that answers with it. */
const operationValues: Partial<Record<OperationName, ValuesByField>> = {
  search: { count: 1 },
  stats: { unique_tickers: 642, unique_tokens: 89 },
  "market-sentiment": {
    mentions: 1_298,
    positive_count: 512,
    negative_count: 308,
    neutral_count: 478,
    bullish_pct: 39,
    bearish_pct: 24,
  },
  sources: {
    name: "wire-news",
    type: "feed",
    status: "ok",
    last_poll: "2026-03-12T14:29:30.000Z",
    last_success: "2026-03-12T14:29:30.000Z",
    outcome: "new",
    reason: "no_overlap",
    lag_seconds: 30,
    newest_item: "2026-03-12T14:28:00.000Z",
    polls: 2_016,
    errors: 3,
    coverage: 0.998,
    coverage_24h: 0.998,
    coverage_30d: 0.991,
    from: "2026-03-10T03:00:00.000Z",
    to: "2026-03-10T09:30:00.000Z",
    items_paid_today: 0,
  },
  analyze: {
    text: "Goldman cuts Tesla price target, upgrades Ford",
    sentiment_score: -0.764,
    sentiment_label: "negative",
    engine_version: "5.5",
    model_score: -0.764128,
    emoji_score: 0,
    phrase_adjustment: 0,
    phrase_matches: [],
    contextual_finance_matches: [],
  },
};

/** One operation as the document describes it. */
export function operationObject(operation: Operation, components: Components): JsonObject {
  const { access, body } = operation;
  const note = access === "professional" ? " Professional accounts only." : "";
  return {
    operationId: camelCase(operation.id),
    tags: [operation.namespace?.id ?? TEXT_TAG],
    summary: operation.summary,
    description: operation.description + note,
    security: access === "public" ? [] : [{ [KEY_SCHEME]: [] }],
    ...(Object.keys(operation.parameters).length === 0
      ? {}
      : { parameters: Object.values(operation.parameters).map(parameterObject) }),
    ...(body === null ? {} : { requestBody: requestBody(operation, jsonSchemaOf(body, "input"), components) }),
    responses: responsesOf(operation, resultOf(operation, components), components),
    "x-access": access,
  };
}

/** An example of what the operation answers. */
export function exampleResult(operation: Operation, schema = jsonSchemaOf(operation.result, "output")): unknown {
  const { namespace, name } = operation;
  return exampleOf(schema, {
    ...exampleValues,
    ...(namespace?.subject.keyField === "symbol" ? tokenValues : {}),
    ...operationValues[name],
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
 * A parameter. The example of one that may be left out stands in its schema: interactive pages fill in the examples of
 * parameters, and a filter that nobody asked for would change the answer. Days have none: which ones have data is each
 * service's own, and all examples of an operation together are a request that every service answers.
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
