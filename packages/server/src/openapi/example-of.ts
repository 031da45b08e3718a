import { isJsonObject, type JsonObject, mapValues } from "./json-schema.js";

/** Example values by wire field, wherever the field stands in a body. */
export type ValuesByField = Readonly<Record<string, unknown>>;

/**
 * A body that fits the schema, with every field present and one item in each list. A field gets the schema's own
 * example, else the value given for its name, else the simplest value of its type. The same schema always gives the
 * same body.
 */
export function exampleOf(schema: JsonObject, values: ValuesByField, field = ""): unknown {
  const { properties, items, examples, anyOf, type } = schema;
  if (isJsonObject(properties)) {
    return mapValues(properties, (value, key) => (isJsonObject(value) ? exampleOf(value, values, key) : null));
  }
  if (isJsonObject(items)) {
    // The value for a list's name does not fit its items.
    return Array.isArray(values[field]) ? values[field] : [exampleOf(items, values)];
  }
  if (Array.isArray(examples)) return examples[0] as unknown;
  if (Object.hasOwn(values, field)) return values[field];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as JsonObject, values, field);
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown;
  return plainValue(Array.isArray(type) ? type[0] : type, schema);
}

function plainValue(type: unknown, { format, minimum, maximum }: JsonObject): unknown {
  switch (type) {
    case "string":
      return format === "date" ? "2026-03-12" : format === "date-time" ? "2026-03-12T14:30:00.000Z" : "example";
    case "integer":
    case "number":
      return Math.min(Math.max(1, Number(minimum ?? 1)), Number(maximum ?? 1));
    case "boolean":
      return false;
    case "object":
      return {};
    default:
      return null;
  }
}
