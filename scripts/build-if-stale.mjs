import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What the build writes last in each package: present and newest when it was complete. */
const code = [
  "core/dist/index.js",
  "core/dist/node.js",
  "sample/dist/index.js",
  "sample/dist/sample-worker.js",
  "web/dist/app.js",
  "server/dist/index.js",
  "cli/dist/main.js",
];
const declarations = ["core/dist/index.d.ts", "sample/dist/index.d.ts", "server/dist/index.d.ts"];

/** What the build reads. */
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

/** Time of the newest file below, in milliseconds; 0 when there is none. Looks at names and times only. */
function newest(root, input) {
  const file = path.join(root, input);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  // A folder's own time changes when a file is taken away.
  return readdirSync(file).reduce((time, name) => Math.max(time, newest(root, path.join(input, name))), found.mtimeMs);
}

/**
 * Why the workspace below `root` has to be built; null when it does not. Only looks at times, in a few milliseconds.
 *
 * @param codeOnly Whether type declarations do not matter.
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
 * Builds all packages when an output is missing or older than what it is built from. Prints one line to stderr.
 *
 * @param codeOnly Leaves type declarations out, which take most of the time and are of no use to a process that runs;
 * what needs them builds again, with them.
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
    // Nothing of it on standard output, where a command's own answer may be read by another program.
    stdio: ["ignore", 2, 2],
  });
  if (error !== undefined) throw error;
  if (status !== 0) {
    console.error("build: failed");
    process.exit(status ?? 1);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) buildIfStale();
