import type { tableColumns, tableRows } from "@market-sentiment/core/node";

/** The page, in the checkout. */
export const pageFile: string;

/** What the page says. */
export function tablesPage(core: {
  readonly tableColumns: typeof tableColumns;
  readonly tableRows: typeof tableRows;
}): string;
