import { isJsonObject, type JsonObject, mapValues } from "./json-schema.js";
import { pascalCase } from "./names.js";

/** A reference into the document's components. */
export interface Reference {
  readonly $ref: string;
}

/** The named parts of the document. The same name always means the same part. */
export class Components {
  readonly #parts = new Map<string, Map<string, JsonObject>>();

  /** Names a part. @throws RangeError when a different part already has the name. */
  add(kind: "schemas" | "responses" | "headers", name: string, part: JsonObject): Reference {
    const parts = this.#parts.get(kind) ?? new Map<string, JsonObject>();
    this.#parts.set(kind, parts);
    const known = parts.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(part)) {
      throw new RangeError(`Two different parts of the document are called ${name}.`);
    }
    parts.set(name, part);
    return { $ref: `#/components/${kind}/${name}` };
  }

  /**
   * The schema with every object in it named after its place (`NewsStocksDetail`, `NewsStocksDetailDailyTrendItem`), so
   * that generated clients have types with names.
   */
  nameObjects(name: string, schema: JsonObject): JsonObject {
    const { properties, items, anyOf } = schema;
    if (isJsonObject(properties)) {
      const named = mapValues(properties, (value, key) =>
        isJsonObject(value) ? this.nameObjects(name + pascalCase(key), value) : value,
      );
      return { ...this.add("schemas", name, { ...schema, properties: named }) };
    }
    if (isJsonObject(items)) return { ...schema, items: this.nameObjects(`${name}Item`, items) };
    if (Array.isArray(anyOf)) {
      return { ...schema, anyOf: (anyOf as JsonObject[]).map((choice) => this.nameObjects(name, choice)) };
    }
    return schema;
  }

  /** Everything named so far, in the order of naming. */
  toObject(): JsonObject {
    return Object.fromEntries([...this.#parts].map(([kind, parts]) => [kind, Object.fromEntries(parts)]));
  }
}
