/**
 * A rejected record as JSON text. 64-bit integers become text with all their digits. Never throws, even on deep
 * nesting.
 */
export function rawText(record: unknown): string {
  const digits = (_name: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  try {
    return JSON.stringify(record, digits);
  } catch {
    // `JSON.stringify` overflows the stack at some thousand levels.
    return deepText(record);
  }
}

/** JSON text without recursion. */
function deepText(root: unknown): string {
  const text: string[] = [];
  // What is left to write, last first: finished text, or a value.
  const rest: ({ readonly text: string } | { readonly value: unknown })[] = [{ value: root }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ("text" in next) {
      text.push(next.text);
      continue;
    }
    const { value } = next;
    if (typeof value !== "object" || value === null) {
      text.push(rawText(value));
      continue;
    }
    const isList = Array.isArray(value);
    text.push(isList ? "[" : "{");
    rest.push({ text: isList ? "]" : "}" });
    const entries = Object.entries(value);
    for (const [index, [name, item]] of [...entries.entries()].reverse()) {
      rest.push({ value: item });
      const comma = index === 0 ? "" : ",";
      rest.push({ text: isList ? comma : `${comma}${JSON.stringify(name)}:` });
    }
  }
  return text.join("");
}
