import { z } from "zod";
import { entrySchema } from "./source-config.js";
import { sourceConnectors } from "./source-registry.js";

/**
 * The value of an entry's field as it is written on a command line: numbers, lists (`a,b`, or as in JSON), `true` and
 * `false` where the field is one; anything else stays text, to be checked with the file.
 */
export function optionValue(kind: string, field: string, text: string): unknown {
  const connector = sourceConnectors.find((one) => one.kind === kind);
  if (connector === undefined) return text;
  const { properties = {} } = z.toJSONSchema(entrySchema(connector), { io: "input" }) as {
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
  };
  switch (Object.hasOwn(properties, field) ? properties[field]?.type : undefined) {
    case "integer":
    case "number":
      return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "array":
      return listOf(text);
    default:
      return text;
  }
}

function listOf(text: string): unknown {
  if (text.trimStart().startsWith("["))
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  return text.split(",").map((part) => part.trim());
}
