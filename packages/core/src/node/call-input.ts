import { type InputIssue, invalidParameters } from "../errors.js";
import type { Operation } from "../operations/operation.js";
import type { Parameter, RawParameters } from "../schema/parameters.js";
import { isOneEdit } from "../subjects/one-edit.js";
import { dayOf } from "../time/utc-day.js";

/**
 * Turns the input of a call into text, which operations read: numbers as digits, a Date as its UTC day, a list with
 * commas. Undefined values count as not given.
 *
 * @throws MarketDataError `invalid_parameters` for an unknown name, or a value of a type that no parameter takes.
 */
export function rawInputOf(operation: Operation, input: object): RawParameters {
  const parameters = new Map(Object.values(operation.parameters).map((parameter) => [parameter.name, parameter]));
  // Parameters that the operation refuses by name have their own message.
  const refused = new Set(operation.refused.map(({ name }) => name));
  const raw: Record<string, string> = Object.create(null) as Record<string, string>;
  const issues: InputIssue[] = [];
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const parameter = parameters.get(name);
    const text = textOf(value, parameter);
    if (parameter === undefined && !refused.has(name)) issues.push(unknownName(name, [...parameters.keys()]));
    else if (text === null) issues.push(unfitValue(name, parameter?.in ?? "query", value));
    else raw[name] = text;
  }
  const [first, ...rest] = issues;
  if (first !== undefined) throw invalidParameters([first, ...rest]);
  return raw;
}

function textOf(value: unknown, parameter: Parameter | undefined): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date && Number.isNaN(value.getTime())) return null;
  if (value instanceof Date) return parameter?.isInstant === true ? value.toISOString() : dayOf(value);
  const isList = Array.isArray(parameter?.fallback) && Array.isArray(value);
  return isList && value.every((item) => typeof item === "string") ? value.join(",") : null;
}

function unknownName(name: string, known: readonly string[]): InputIssue {
  const meant = known.find((one) => isOneEdit(name.toLowerCase(), one));
  const hint = meant === undefined ? "" : ` Did you mean '${meant}'?`;
  const all = known.length === 0 ? "It takes none." : `It takes: ${known.join(", ")}.`;
  const shown = name.slice(0, 100);
  return { loc: ["query", shown], msg: `There is no parameter '${shown}'.${hint} ${all}`, type: "extra_forbidden" };
}

function unfitValue(name: string, where: "query" | "path", value: unknown): InputIssue {
  const kind =
    value === null ? "null" : Array.isArray(value) ? "a list" : value instanceof Date ? "no date" : typeof value;
  return { loc: [where, name], msg: `'${name}' cannot be ${kind}.`, type: "value_type" };
}
