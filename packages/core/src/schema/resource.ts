import { z } from "zod";
import { type FieldName, fields } from "./fields.js";

/** A resource schema: the named catalogue fields in wire order, then the extra ones. */
export type ResourceSchema = z.ZodObject<Record<string, z.ZodType>>;

/**
 * Builds a resource as an ordered pick of catalogue fields. Key order is wire order; extra fields that are named in
 * `names` take their place there, the rest follow.
 */
export function resource(
  names: readonly string[],
  options: { readonly nullable?: readonly string[]; readonly extra?: Readonly<Record<string, z.ZodType>> } = {},
): ResourceSchema {
  const nullable = new Set(options.nullable ?? []);
  const extra = options.extra ?? {};
  const shape: Record<string, z.ZodType> = {};
  for (const name of [...names, ...Object.keys(extra).filter((key) => !names.includes(key))]) {
    const schema = extra[name] ?? (isFieldName(name) ? fields[name] : undefined);
    if (schema === undefined) throw new RangeError(`No wire field is called ${name}.`);
    shape[name] = nullable.has(name) ? nullableLike(schema) : schema;
  }
  return z.object(shape);
}

/** Whether the text names a scalar wire field. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(fields, name);
}

/** `nullable()` drops the description that sits on the inner schema; it is carried over so that docs keep it. */
function nullableLike(schema: z.ZodType): z.ZodType {
  const meta = schema.meta();
  return meta === undefined ? schema.nullable() : schema.nullable().meta(meta);
}

/** One column of a table view of a resource. */
export interface ResourceColumn {
  readonly name: string;
  readonly description: string;
  /** Numbers are shown right-aligned. */
  readonly numeric: boolean;
  /** Lists and objects have no place in a flat table. */
  readonly scalar: boolean;
}

/** The columns of a resource in wire order, for tables, CSV and generated documentation. */
export function columnsOf(schema: ResourceSchema): ResourceColumn[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const inner = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
    return {
      name,
      description: field.meta()?.description ?? inner.meta()?.description ?? "",
      numeric: inner instanceof z.ZodNumber,
      scalar: !(inner instanceof z.ZodArray || inner instanceof z.ZodObject || inner instanceof z.ZodRecord),
    };
  });
}
