import { createRequire } from "node:module";
import type PapaParse from "papaparse";

/**
 * The minified CSV parser, by `require`: for an `import`, Node first scans the whole file for its exports, which costs
 * a short command more than running it.
 */
export const Papa = createRequire(import.meta.url)("papaparse/papaparse.min.js") as typeof PapaParse;
