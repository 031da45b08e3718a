import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The last outputs of each package's build; if present and newest, the build was complete. */
const code = [
  "core/dist/index.js",
  "core/dist/node.js",
  "sample/dist/index.js",
  "sample/dist/sample-worker.js",
  "web/dist/app.js",
  "server/dist/index.js",
  "cli/dist/main.js",
  "cli/dist/serve-worker.js",
];
const declarations = ["core/dist/index.d.ts", "sample/dist/index.d.ts", "server/dist/index.d.ts"];

/** Inputs of the build. */
const inputs = [
  ...["core", "sample", "web", "server", "cli"].flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/package.json`,
  ]),
  "tsup.config.ts",
  "package.json",
  "data",
  "CHANGELOG.md",
];

/** Time of the newest file below a path, in milliseconds; 0 when there is none. Reads only names and times. */
function newest(root, input) {
  const file = path.join(root, input);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  // A folder's own time changes when a file is removed.
  return readdirSync(file).reduce((time, name) => Math.max(time, newest(root, path.join(input, name))), found.mtimeMs);
}

/**
 * Why the workspace below `root` must be built; null when it need not be. Compares times only, in a few milliseconds.
 *
 * @param codeOnly Whether to ignore type declarations.
 */
export function stalenessOf(root, codeOnly = false) {
  const built = (codeOnly ? code : [...code, ...declarations]).map((output) => ({
    output,
    time: statSync(path.join(root, "packages", output), { throwIfNoEntry: false })?.mtimeMs,
  }));
  const missing = built.find(({ time }) => time === undefined);
  if (missing !== undefined) return `packages/${missing.output} is missing`;
  const oldest = Math.min(...built.map(({ time }) => time ?? 0));
  const changed = inputs.find((input) => newest(root, input) > oldest);
  return changed === undefined ? null : `${changed} changed`;
}

/**
 * Builds all packages when an output is missing or older than its inputs. Prints one line to stderr.
 *
 * @param codeOnly Skips type declarations, which take most of the time and are not needed to run anything. A later call
 * that needs them builds them.
 */
export function buildIfStale(root = fileURLToPath(new URL("..", import.meta.url)), codeOnly = false) {
  const reason = stalenessOf(root, codeOnly);
  if (reason === null) {
    console.error("build: up to date");
    return;
  }
  console.error(`build: ${reason}, building`);
  const tsup = path.join(root, "node_modules", "tsup", "dist", "cli-default.js");
  const { status, error } = spawnSync(process.execPath, [tsup, "--silent", ...(codeOnly ? ["--no-dts"] : [])], {
    cwd: root,
    // Not on standard output: another program may be reading the command's answer there.
    stdio: ["ignore", 2, 2],
  });
  if (error !== undefined) throw error;
  if (status !== 0) {
    console.error("build: failed");
    process.exit(status ?? 1);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) buildIfStale();
