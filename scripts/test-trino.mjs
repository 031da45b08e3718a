// Asks a real Trino, which it fetches by Maven into the user's cache, everything that DuckDB is asked. Needs Maven, tar and Java 24 or
// later (TRINO_JAVA_HOME, JAVA_HOME or the path name it).
// Usage: npm run test:trino
import { spawnSync } from "node:child_process";
import { fetchTrino, javaHome } from "./trino-archive.mjs";

const java = javaHome();
if (java === null)
  throw new Error("There is no Java of 24 or later: Trino needs one. Name its folder in TRINO_JAVA_HOME.");
const env = { ...process.env, TRINO_HOME: fetchTrino(), TRINO_JAVA_HOME: java };
const test = spawnSync("npx", ["vitest", "run", "test/trino", ...process.argv.slice(2)], { stdio: "inherit", env });
process.exitCode = test.status ?? 1;
