// Reads the Delta logs of a store with readers of other projects: deltalake and DuckDB's delta extension, both from PyPI.
// Usage: npm run test:tables
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const site = mkdtempSync(join(tmpdir(), "delta-readers-"));
try {
  const wanted = ["deltalake==1.6.6", "pyarrow==26.0.1", "duckdb==1.5.5", "duckdb-extension-delta==1.5.5"];
  const install = spawnSync("python3", ["-m", "pip", "install", "-q", "--target", site, ...wanted], {
    stdio: "inherit",
  });
  if (install.status !== 0) throw new Error("Python's packages could not be installed: python3 with pip is needed.");
  const test = spawnSync("npx", ["vitest", "run", "test/core/storage/open-tables.test.ts", ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, DELTA_READERS: site },
  });
  process.exitCode = test.status ?? 1;
} finally {
  rmSync(site, { recursive: true, force: true });
}
