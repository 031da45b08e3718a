import { createRequire } from "node:module";
import type * as Client from "@duckdb/node-api";
import { MarketDataError } from "../../errors.js";

const require = createRequire(import.meta.url);

/**
 * Loads the client on first use, so that programs without a data directory need no DuckDB. By `require`, because the
 * client is CommonJS: an `import` would first parse its files for export names, a third of a short command's processor
 * time.
 */
export function loadClient(): typeof Client {
  try {
    return require("@duckdb/node-api") as typeof Client;
  } catch (cause) {
    const message = "The query engine is not installed. Install it with: npm install @duckdb/node-api@1.5.5-r.5";
    throw new MarketDataError("engine_unavailable", message, {}, { cause });
  }
}
