import { createRequire } from "node:module";
import type PapaParse from "papaparse";

/**
 * The parser of CSV files in its small form, by `require`: for an `import` Node first reads the whole file for the names that
 * it exports, and that costs a short command more than running it.
 */
export const Papa = createRequire(import.meta.url)("papaparse/papaparse.min.js") as typeof PapaParse;
