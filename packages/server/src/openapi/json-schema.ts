import { z } from "zod";

/** A JSON object of the document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (2020-12, as in OpenAPI 3.1) of what a zod schema takes or gives. Answers allow further fields, so
 * that adding one is not a breaking change. Integers have no bounds that come from JavaScript alone, formats have no
 * patterns beside them, and a nullable value lists null in its type if it has one.
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  return tidied(z.toJSONSchema(schema, { target: "draft-2020-12", io, reused: "inline" }));
}

/** Whether the value is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const spelledOut: ReadonlySet<unknown> = new Set(["date", "date-time"]);

function tidied(node: JsonObject): JsonObject {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    // The document itself names the dialect.
    if (key === "$schema" || (key === "additionalProperties" && value === false)) continue;
    if (key === "minimum" && value === Number.MIN_SAFE_INTEGER) continue;
    if (key === "maximum" && value === Number.MAX_SAFE_INTEGER) continue;
    if (key === "propertyNames" || (key === "additionalProperties" && isJsonObject(value) && isEmpty(value))) continue;
    if (key === "pattern" && spelledOut.has(node.format)) continue;
    if (key === "example") result.examples = [value];
    else if (key === "properties" && isJsonObject(value)) result.properties = mapValues(value, tidiedValue);
    else result[key] = Array.isArray(value) ? value.map(tidiedValue) : tidiedValue(value);
  }
  return withNullInType(result);
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}

function tidiedValue(value: unknown): unknown {
  return isJsonObject(value) ? tidied(value) : value;
}

/** `anyOf` of a typed value and null becomes a list of types. An object keeps the `anyOf`, so that it can be named. */
function withNullInType(node: JsonObject): JsonObject {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node;
  const [value, nothing] = anyOf as [JsonObject, JsonObject];
  if (nothing.type !== "null" || typeof value.type !== "string" || value.type === "object") return node;
  const choices = Array.isArray(value.enum) ? { enum: [...(value.enum as unknown[]), null] } : {};
  return { ...value, ...rest, type: [value.type, "null"], ...choices };
}

/** The object with every value replaced. */
export function mapValues(
  object: JsonObject,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
