import type { z } from "zod";
import { columnsOf, type ResourceColumn, type ResourceSchema } from "./resource.js";

type Schema = z.ZodType;
/** A JSON object of a result. */
export type ResultRow = Readonly<Record<string, unknown>>;

/** One value of a row: the path to it (`summary.buzz_score`), and how to show it. */
export interface ResultColumn {
  readonly path: readonly string[];
  /** Name of the field at the end of the path. */
  readonly name: string;
  readonly numeric: boolean;
  /** Lists are shown in tables (as sparkline or words), never in CSV. */
  readonly list: boolean;
  /** Deprecated fields are data, but nothing that people need to see. */
  readonly deprecated: boolean;
}

interface SchemaDefinition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly element?: Schema;
}

/** The schema below `nullable`, `optional` and the like. */
function bare(schema: Schema): Schema {
  const { innerType } = schema.def as SchemaDefinition;
  return innerType === undefined ? schema : bare(innerType);
}

/** Schema of the items of a list; null when the schema is not a list. */
export function itemsOf(schema: Schema): Schema | null {
  return (bare(schema).def as SchemaDefinition).element ?? null;
}

/** The schema as that of an object with known fields; null when it is something else. */
export function objectOf(schema: Schema): ResourceSchema | null {
  const inner = bare(schema);
  return inner.def.type === "object" ? (inner as ResourceSchema) : null;
}

/** Schema of one field of an object schema; null when there is none. */
export function fieldOf(schema: Schema, name: string): Schema | null {
  return objectOf(schema)?.shape[name] ?? null;
}

/**
 * Everything of an object that fits into one row, in wire order: scalars, lists of scalars, and the same of objects
 * inside it. Lists of objects are tables of their own.
 */
export function rowColumns(schema: Schema, above: readonly string[] = []): ResultColumn[] {
  const object = objectOf(schema);
  if (object === null) return [];
  return columnsOf(object).flatMap((column) => columnsOfField(object, column, above));
}

function columnsOfField(object: ResourceSchema, column: ResourceColumn, above: readonly string[]): ResultColumn[] {
  const { name, numeric, scalar } = column;
  const path = [...above, name];
  const field = object.shape[name];
  if (field === undefined) return [];
  const deprecated = field.meta()?.deprecated === true;
  if (scalar) return [{ path, name, numeric, list: false, deprecated }];
  const items = itemsOf(field);
  if (items === null) return rowColumns(field, path);
  return objectOf(items) === null ? [{ path, name, numeric: false, list: true, deprecated }] : [];
}

/** The value at the end of the path; null where an object on the way is missing. */
export function valueAt(row: ResultRow, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRow(value) ? (value[key] ?? null) : null), row);
}

/** Whether the value is a JSON object. */
export function isRow(value: unknown): value is ResultRow {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects in a list; anything else in it is left out. */
export function rowsIn(value: unknown): ResultRow[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}
