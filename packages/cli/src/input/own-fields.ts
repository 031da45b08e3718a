/** Fields of a line that its answer repeats, so that answers can be matched with what was asked. */
const repeated = ["id", "target"] as const;

/** Strings, numbers and marks of a JSON text, in their order. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\]:,]/g;

/**
 * JSON texts of the line's fields that an answer repeats. Numbers keep their spelling, because a 64-bit id does not fit
 * into a double.
 *
 * @param body The parsed line.
 * @param line Its valid JSON text.
 */
export function ownFields(body: unknown, line: string): Readonly<Record<string, string>> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return {};
  const own: Record<string, string> = {};
  for (const name of repeated) {
    const value = (body as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    own[name] = typeof value === "number" ? (numberAsWritten(name, line) ?? String(value)) : JSON.stringify(value);
  }
  return own;
}

/** The last number that the outermost object has under the name: of two fields with one name, JSON takes the last. */
function numberAsWritten(name: string, line: string): string | undefined {
  let depth = 0;
  let [key, colon]: [string, boolean] = ["", false];
  let found: string | undefined;
  for (const [token] of line.matchAll(TOKEN)) {
    if (depth === 1 && colon && JSON.parse(key) === name && /^[-\d]/.test(token)) found = token;
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    colon = token === ":";
    if (token.startsWith('"')) key = token;
  }
  return found;
}

/** An object's JSON text with the own fields before its others. */
export function withOwnFields(own: Readonly<Record<string, string>>, object: object): string {
  const fields = Object.entries(own).map(([name, json]) => `${JSON.stringify(name)}:${json},`);
  return `{${fields.join("")}${JSON.stringify(object).slice(1)}`;
}
