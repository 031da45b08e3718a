import { z } from "zod";
import { type FieldName, fields, orNull } from "./fields.js";

/** Fields of a resource that are not in the catalogue. */
type ExtraFields = Readonly<Record<string, z.ZodType>>;

/** An object without known fields. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export type NoFields = {};

/** Type of one field: from the extra fields, else from the catalogue. */
type FieldValue<Name extends string, Extra> = Name extends keyof Extra
  ? z.output<Extra[Name]>
  : Name extends FieldName
    ? z.output<(typeof fields)[Name]>
    : never;

/** A row with the named fields; `Nullable` names those that may also be null. */
export type Row<Name extends string, Nullable extends string = never, Extra = unknown> = string extends Name
  ? Record<string, unknown>
  : { [Key in Name | (keyof Extra & string)]: FieldValue<Key, Extra> | (Key extends Nullable ? null : never) };

/** Schema of an object with known fields, in wire order. */
export interface ResourceSchema<
  Value = Record<string, unknown>,
  Name extends string = string,
> extends z.ZodType<Value> {
  readonly shape: Readonly<Record<Name, z.ZodType>>;
}

/**
 * Builds a resource as an ordered pick of catalogue fields, keeping each field's name and type. Key order is wire
 * order. Extra fields listed in `names` take their place there; the others follow.
 *
 * @throws RangeError when a name is neither in the catalogue nor an extra field.
 */
export function resource<
  const Names extends readonly string[],
  const Nullable extends readonly string[] = [],
  const Extra extends ExtraFields = NoFields,
>(
  names: Names,
  options: { readonly nullable?: Nullable; readonly extra?: Extra } = {},
): ResourceSchema<Row<Names[number], Nullable[number], Extra>, Names[number] | (keyof Extra & string)> {
  const nullable = new Set<string>(options.nullable ?? []);
  const extra: ExtraFields = options.extra ?? {};
  const shape: Record<string, z.ZodType> = {};
  for (const name of [...names, ...Object.keys(extra).filter((key) => !names.includes(key))]) {
    const schema = extra[name] ?? (isFieldName(name) ? fields[name] : undefined);
    if (schema === undefined) throw new RangeError(`No wire field is called ${name}.`);
    shape[name] = nullable.has(name) && !(schema instanceof z.ZodNullable) ? orNull(schema) : schema;
  }
  // The type describes exactly this shape.
  return z.object(shape) as unknown as ReturnType<typeof resource<Names, Nullable, Extra>>;
}

/** A row of a resource in wire order. A missing field, or one of another type, does not compile. */
export function rowOf<Value extends object>(schema: ResourceSchema<Value>, values: Value): Value {
  return inWireOrder(schema, values) as Value;
}

/**
 * A row of a resource whose fields a definition chooses from `values`. Choosing a field that `values` lacks does not
 * compile.
 */
// `values` has more than is chosen, which a type of its own allows and the type of its bound would not.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function chosenRow<Value, Name extends string, Values extends Readonly<Record<Name, unknown>>>(
  schema: ResourceSchema<Value, Name>,
  values: Values,
): Value {
  return inWireOrder(schema, values) as Value;
}

function inWireOrder({ shape }: ResourceSchema<unknown>, values: object): object {
  const given = values as Readonly<Record<string, unknown>>;
  const row: Record<string, unknown> = {};
  // Answers have hundreds of rows: a list of pairs for each would cost more than the row.
  for (const name of Object.keys(shape)) {
    const value = given[name];
    if (value === undefined) throw new RangeError(`The field ${name} of a row has no value.`);
    row[name] = value;
  }
  return row;
}

/** Whether the text names a scalar wire field. */
function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(fields, name);
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
export function columnsOf(schema: ResourceSchema<unknown>): ResourceColumn[] {
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
