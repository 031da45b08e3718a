// Runs the backfill by Spark over a real local Spark, which it installs from PyPI into a folder of its own. Needs Python with venv, and Java 17.
// Usage: npm run test:spark
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;

const site = mkdtempSync(join(tmpdir(), "spark-"));
try {
  if (run("java", ["-version"]) !== 0) throw new Error("There is no Java: Spark 4 needs Java 17 or later.");
  const python = process.env.SPARK_PYTHON ?? join(site, "bin", "python");
  if (process.env.SPARK_PYTHON === undefined) {
    const isThere =
      run("python3", ["-m", "venv", site]) === 0 && run(python, ["-m", "pip", "install", "-q", "pyspark==4.3.0"]) === 0;
    if (!isThere) throw new Error("PySpark could not be installed: python3 with venv and pip is needed.");
  }
  process.exitCode = run("npx", ["vitest", "run", "test/spark", ...process.argv.slice(2)], { SPARK_PYTHON: python });
} finally {
  rmSync(site, { recursive: true, force: true });
}
