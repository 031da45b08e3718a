// Writes docs/tables.md: every stored table and what its columns hold. Usage: npm run docs:tables
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

export const pageFile = fileURLToPath(new URL("../docs/tables.md", import.meta.url));

const cell = (text) => text.replaceAll("|", "\\|");

/** The page. */
export function tablesPage({ tableColumns, tableRows }) {
  const parts = Object.entries(tableColumns).map(([table, columns]) => {
    const rows = Object.entries(columns).map(([name, { type, holds }]) => `| \`${name}\` | ${type} | ${cell(holds)} |`);
    return `## ${table}\n\n${tableRows[table]}\n\n| column | type | holds |\n|---|---|---|\n${rows.join("\n")}\n`;
  });
  return `# Stored tables

Made by \`npm run docs:tables\` from \`packages/core/src/storage/table-descriptions.ts\`. Every namespace has the same tables; those
that it does not use stay empty. How other engines read them: [open-tables.md](open-tables.md). All times are UTC.

${parts.join("\n")}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const page = tablesPage(await import("@market-sentiment/core/node"));
  const isChanged = page !== readFileSync(pageFile, { encoding: "utf8", flag: "a+" });
  if (isChanged) writeFileSync(pageFile, page);
  console.log(isChanged ? "docs/tables.md is written" : "docs/tables.md is up to date");
}
