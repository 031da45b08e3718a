import { readFileSync } from "node:fs";
import * as core from "@market-sentiment/core/node";
import { expect, it } from "vitest";
import { pageFile, tablesPage } from "../../scripts/tables-page.mjs";

it("docs/tables.md is up to date with the stored columns: npm run docs:tables", () => {
  expect(readFileSync(pageFile, "utf8")).toBe(tablesPage(core));
});

it("every stored column has a description", () => {
  const silent = Object.entries(core.tableColumns).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([name, { holds }]) => (/^.{4,}\.$/s.test(holds) ? [] : [`${table}.${name}`])),
  );
  expect(silent).toEqual([]);
});
