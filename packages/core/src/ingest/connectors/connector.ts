import type { NewsSourceDirectory } from "../../subjects/news-sources.js";
import type { NormalisedRecord } from "../record.js";

/** One field of a connector's record: the names to look for, and whether a record needs it. */
export interface RecordField {
  readonly name: string;
  /** Other column names; the first that is present and not empty counts. */
  readonly columns: readonly string[];
  readonly required: boolean;
  readonly description: string;
}

/** A field from its name, other names, whether it is required, and what it holds. */
export function recordField(
  name: string,
  columns: readonly string[],
  required: boolean,
  description: string,
): RecordField {
  return { name, columns, required, description };
}

/** What a connector may use beside the record. */
export interface ConnectorContext {
  readonly sources: NewsSourceDirectory;
  /** Time of the run, ms since the epoch; later creation times are rejected. */
  readonly nowMs: number;
  /** Column by field, for files with other column names. */
  readonly columnMap: Readonly<Record<string, string>>;
}

/**
 * The pure half of a source: turns raw records into documents. The other half, extraction, is the only step with I/O
 * and belongs to the adapters.
 */
export interface Connector {
  readonly title: string;
  /** Fields that may be mapped to other columns, for flat records. */
  readonly fields: readonly RecordField[];
  /** Columns of flat records that are read but cannot be mapped. */
  readonly alsoReads?: readonly string[];
  /** Whether a record has the form that this connector reads. Never throws. */
  recognises(record: Readonly<Record<string, unknown>>): boolean;
  /** Gives documents, or a fault with its reason. May also throw `RefusedValue` for a value. */
  normalize(record: Readonly<Record<string, unknown>>, context: ConnectorContext): NormalisedRecord;
}

/** The first connector that recognises the record; the last one where none does, because it says what is missing. */
export function connectorFor(
  connectors: readonly Connector[],
  record: Readonly<Record<string, unknown>>,
): Connector | undefined {
  return connectors.find((connector) => connector.recognises(record)) ?? connectors.at(-1);
}

/** The value of a field in a record: under its mapped column, its own name, or one of its other names. */
export function fieldValue(
  field: RecordField,
  record: Readonly<Record<string, unknown>>,
  columnMap: Readonly<Record<string, string>>,
): unknown {
  const column = columnOf(field, record, columnMap);
  return column === null ? undefined : record[column];
}

/** The column of a field; null where none of its columns holds anything. */
function columnOf(
  field: RecordField,
  record: Readonly<Record<string, unknown>>,
  columnMap: Readonly<Record<string, string>>,
): string | null {
  const mapped = columnMap[field.name];
  if (mapped !== undefined) return mapped;
  if (holdsSomething(record[field.name])) return field.name;
  for (const column of field.columns) if (holdsSomething(record[column])) return column;
  return null;
}

/** Columns of a flat record with a value that no field reads; none for connectors of nested records. */
export function unreadColumnsOf(
  { fields, alsoReads = [] }: Connector,
  record: Readonly<Record<string, unknown>>,
  columnMap: Readonly<Record<string, string>>,
): string[] {
  if (fields.length === 0) return [];
  const columns = Object.keys(record);
  // Most records have our own names and nothing else: a field always reads the column of its own name.
  const own = namesOf(fields);
  if (isEmpty(columnMap) && columns.every((column) => own.has(column))) return [];
  const read = new Set<string | null>([...alsoReads, ...fields.map((field) => columnOf(field, record, columnMap))]);
  return columns.filter((column) => !read.has(column) && holdsSomething(record[column]));
}

const knownNames = new WeakMap<readonly RecordField[], ReadonlySet<string>>();

/** The fields' own names. */
function namesOf(fields: readonly RecordField[]): ReadonlySet<string> {
  let names = knownNames.get(fields);
  if (names === undefined) {
    names = new Set(fields.map(({ name }) => name));
    knownNames.set(fields, names);
  }
  return names;
}

function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  for (const name in record) if (record[name] !== undefined) return false;
  return true;
}

function holdsSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Whether a record has the field under any of its names, even if empty or null. */
export function hasField(
  field: RecordField,
  record: Readonly<Record<string, unknown>>,
  columnMap: Readonly<Record<string, string>>,
): boolean {
  const mapped = columnMap[field.name];
  return (mapped === undefined ? [field.name, ...field.columns] : [mapped]).some((column) => column in record);
}
