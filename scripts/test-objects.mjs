// Runs the tests of object storage over versitygw, which it builds by Go into a folder of its own. `VERSITYGW` names one that is there.
// The ordinary tests run over s3rver. Usage: npm run test:objects
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RELEASE = "github.com/versity/versitygw/cmd/versitygw@v1.8.0";
const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;

const folder = mkdtempSync(join(tmpdir(), "versitygw-"));
try {
  const program = process.env.VERSITYGW ?? join(folder, "versitygw");
  if (process.env.VERSITYGW === undefined && run("go", ["install", RELEASE], { GOBIN: folder }) !== 0)
    throw new Error("versitygw could not be built: Go is needed.");
  const files = ["test/core/object-storage", "test/integration/object-storage.test.ts"];
  process.exitCode = run("npx", ["vitest", "run", ...files, ...process.argv.slice(2)], { VERSITYGW: program });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
