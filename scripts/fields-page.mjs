// Writes docs/fields.md: every wire field, its meaning, its formula, and the function that computes it.
// Usage: npm run docs:fields
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";

export const pageFile = fileURLToPath(new URL("../docs/fields.md", import.meta.url));

/** Every field of the operations' answers in order of first occurrence: descriptions, kinds, and operations. */
export function wireFields(operations) {
  const found = new Map();
  const walk = (schema, operation) => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const known = found.get(name) ?? { kinds: new Set(), descriptions: new Set(), operations: new Set() };
      known.kinds.add(kindOf(field));
      if (field.description !== undefined) known.descriptions.add(field.description);
      known.operations.add(operation);
      found.set(name, known);
      walk(field, operation);
    }
    for (const part of [schema.items, ...(schema.anyOf ?? [])]) if (part !== undefined) walk(part, operation);
  };
  for (const { name, result } of operations) walk(z.toJSONSchema(result), name);
  return found;
}

/** The kind of a field in a word or two, with its range if it has one. */
function kindOf({ type, anyOf, enum: words, minimum, maximum, format }) {
  if (anyOf !== undefined) return [...new Set(anyOf.map(kindOf))].join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(", ");
  const least = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? null : minimum;
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? null : maximum;
  const kind = format ?? type ?? "any";
  if (least === null && most === null) return kind;
  return most === null ? `${kind}, ${least} or more` : `${kind}, ${least ?? "−∞"} to ${most}`;
}

/** Origin of a count of texts, from the table by which it is read. */
function originOfMeasure({ fold, column, of }) {
  const formula =
    fold === "sum"
      ? `sum of the daily column \`${column}\``
      : `distinct \`${of}\` of the window's mentions; of one day the column \`${column}\``;
  return {
    formula,
    by: fold === "sum" ? "operations/shape.ts#measureValue" : "operations/distinct-counts.ts#readDistinctCounts",
  };
}

/** The origin of each field. @throws Error naming the fields without one, and the origins without a field. */
export function originsOf(names, fieldOrigins, measures) {
  const origins = {
    ...Object.fromEntries(Object.entries(measures).map(([name, measure]) => [name, originOfMeasure(measure)])),
    ...fieldOrigins,
  };
  const missing = names.filter((name) => origins[name] === undefined);
  const spare = Object.keys(origins).filter((name) => !names.includes(name));
  if (missing.length + spare.length > 0)
    throw new Error(`fields without an origin: ${missing.join(", ")}; origins without a field: ${spare.join(", ")}`);
  return origins;
}

const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** The page. */
export function fieldsPage({ allOperations, fieldOrigins, measures }) {
  const found = wireFields(allOperations());
  const origins = originsOf([...found.keys()], fieldOrigins, measures);
  const byName = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = byName.map(([name, { kinds, descriptions, operations }]) => {
    const { formula, by } = origins[name];
    const [file, called] = by.split("#");
    const link = `[${called}](../packages/core/src/${file})`;
    const cells = [
      `\`${name}\``,
      [...kinds].filter((kind) => !kinds.has(`${kind} or null`)).join("; "),
      [...descriptions].join(" / "),
      formula,
      link,
      [...operations].join(", "),
    ];
    return `| ${cells.map(cell).join(" | ")} |`;
  });
  return `# Every field on the wire

Made by \`npm run docs:fields\` from the schemas of the operations, \`packages/core/src/schema/field-origins.ts\` and
\`packages/core/src/namespaces/measures.ts\`. The measures behind the formulas, each with an example: [measures.md](measures.md).

| field | kind | what it holds | how it comes about | computed by | operations |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const core = await import("@market-sentiment/core");
  const page = fieldsPage(core);
  const isChanged = page !== readFileSync(pageFile, { encoding: "utf8", flag: "a+" });
  if (isChanged) writeFileSync(pageFile, page);
  console.log(isChanged ? "docs/fields.md is written" : "docs/fields.md is up to date");
}
