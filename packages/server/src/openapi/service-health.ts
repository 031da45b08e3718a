import { type Operation, SERVICE_VERSION } from "@market-sentiment/core";
import { SERVICE_ID } from "../health.js";
import type { Components } from "./components.js";
import { answerHeaders } from "./headers.js";
import type { JsonObject } from "./json-schema.js";
import { pascalCase } from "./names.js";
import { exampleResult } from "./operation-object.js";
import { jsonResponse } from "./responses.js";

/** Tag of operations of the service as a whole. */
export const SERVICE_TAG = "service";

/** `GET /health` as the document describes it: the health of all namespaces together. */
export function serviceHealthObject(operations: readonly Operation[], components: Components): JsonObject {
  const parts = operations.filter(({ name }) => name === "health");
  const idOf = ({ namespace, id }: Operation) => namespace?.id ?? id;
  const [first, ...others] = parts.map(({ id }) => ({ $ref: `#/components/schemas/${pascalCase(id)}` }));
  const status = { type: "string", enum: ["healthy", "unhealthy"], description: "Healthy when every namespace is." };
  const count = (description: string) => ({ type: "integer", minimum: 0, description });
  const summary = components.add("schemas", "ServiceHealthSummary", {
    type: "object",
    properties: {
      total: count("Namespaces asked."),
      healthy: count("Namespaces that are healthy."),
      unhealthy: count("Namespaces that are not."),
      unhealthy_services: { type: "array", items: { type: "string" }, description: "Ids of those that are not." },
    },
    required: ["total", "healthy", "unhealthy", "unhealthy_services"],
  });
  const services = {
    type: "object",
    description: "What each namespace says of itself, by id.",
    ...(first === undefined
      ? {}
      : { additionalProperties: others.length === 0 ? first : { anyOf: [first, ...others] } }),
  };
  const schema = components.add("schemas", "ServiceHealth", {
    type: "object",
    properties: {
      status,
      service: { type: "string", description: "Id of the service." },
      version: { type: "string", description: "Release of the service interface." },
      summary,
      services,
    },
    required: ["status", "service", "version", "summary", "services"],
  });
  const example = (isHealthy: boolean) => ({
    status: isHealthy ? "healthy" : "unhealthy",
    service: SERVICE_ID,
    version: SERVICE_VERSION,
    summary: {
      total: parts.length,
      healthy: isHealthy ? parts.length : 0,
      unhealthy: isHealthy ? 0 : parts.length,
      unhealthy_services: isHealthy ? [] : parts.map(idOf),
    },
    services: Object.fromEntries(parts.map((part) => [idOf(part), exampleHealth(part, isHealthy)] as const)),
  });
  const headers = answerHeaders({ access: "public" }, components);
  return {
    operationId: "serviceHealth",
    tags: [SERVICE_TAG],
    summary: "Health of the service",
    description: "Asks every namespace. A deep check: not meant for polling every second.",
    security: [],
    responses: {
      "200": jsonResponse("Every namespace is healthy.", headers, { ...schema }, { example: example(true) }),
      "503": jsonResponse("At least one namespace is not.", headers, { ...schema }, { example: example(false) }),
    },
    "x-access": "public",
  };
}

function exampleHealth(operation: Operation, isHealthy: boolean): object {
  const healthy = exampleResult(operation) as object;
  return isHealthy ? healthy : { ...healthy, status: "unhealthy", error: "The data cannot be read." };
}
