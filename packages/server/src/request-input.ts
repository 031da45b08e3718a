import type { InputIssue, RawParameters } from "@market-sentiment/core";
import type { IncomingMessage } from "node:http";
import { type HttpRefusal, invalidInput, missingHost, unknownExpectation } from "./problems/refusal.js";

/** Longest address that is read, in bytes. */
export const MAX_ADDRESS_BYTES = 8_192;

/**
 * Largest body that is read, in bytes: the longest text and target fit, even with every character written as two
 * `\\uXXXX` escapes of 6 bytes.
 */
export const MAX_BODY_BYTES = 32_768;

/** The rule of HTTP itself that the request breaks; null when it breaks none. */
export function faultOfHead({ httpVersion, headers }: IncomingMessage): HttpRefusal | null {
  if (httpVersion === "1.1" && headers.host === undefined) return missingHost();
  const { expect } = headers;
  return expect === undefined || /^100-continue$/i.test(expect) ? null : unknownExpectation();
}

/**
 * Reads a query string without dropping anything: a repeated parameter becomes a list.
 *
 * @throws HttpRefusal 422 when a name or value is not percent-encoded UTF-8.
 */
export function readQuery(text: string): RawParameters {
  if (text === "") return Object.create(null) as RawParameters;
  const values = new Map<string, string[]>();
  const issues: InputIssue[] = [];
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const separator = pair.indexOf("=");
    const rawName = separator === -1 ? pair : pair.slice(0, separator);
    const name = decode(rawName);
    const value = separator === -1 ? "" : decode(pair.slice(separator + 1));
    if (name === null || value === null) {
      const msg = "Not valid percent-encoded UTF-8";
      issues.push({ loc: ["query", name ?? rawName.slice(0, 100)], msg, type: "percent_encoding" });
    } else {
      values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  if (issues.length > 0) throw invalidInput(issues);
  return recordOf(values);
}

/** No prototype: a parameter called `constructor` or `__proto__` is a name like any other. */
function recordOf(values: ReadonlyMap<string, readonly string[]>): RawParameters {
  const record = Object.create(null) as Record<string, string | readonly string[]>;
  for (const [name, list] of values) record[name] = list.length === 1 && list[0] !== undefined ? list[0] : list;
  return record;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** Query and path parameters as one set. The path wins over a query parameter of the same name. */
export function readParameterText(query: string, path: Readonly<Record<string, string>>): RawParameters {
  return Object.assign(Object.create(null), readQuery(query), path) as RawParameters;
}

/**
 * Reads a JSON body; undefined when it is empty.
 *
 * @throws HttpRefusal 422 `json_invalid` when it is not JSON in UTF-8.
 */
export function readJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw invalidInput([{ loc: ["body"], msg: "The body is not valid JSON", type: "json_invalid" }]);
  }
}

/**
 * The address for the router. A path that is not valid percent-encoded UTF-8 is passed on literally, like every other
 * path; the parameter's grammar refuses it later.
 */
export function routableAddress(address: string): string {
  const end = address.indexOf("?");
  const path = end === -1 ? address : address.slice(0, end);
  if (!path.includes("%")) return address;
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    return path.replaceAll("%", "%25") + address.slice(path.length);
  }
}

/** Whether a path has an empty segment: a trailing slash, or two in a row. Such addresses do not exist. */
export function hasEmptySegment(address: string): boolean {
  const end = address.indexOf("?");
  const path = end === -1 ? address : address.slice(0, end);
  return path !== "/" && (path.endsWith("/") || path.includes("//"));
}
