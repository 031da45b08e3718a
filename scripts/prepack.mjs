import { copyFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build-if-stale.mjs";

// Runs before `npm pack` and `npm publish` in a package's folder. A package of code is built from its current sources,
// with declarations; every package gets the licence. Writes nothing to standard output, which `npm pack --json` uses.
//
// A package is published only with the project's address, which npm shows beside it (docs/releasing.md).
if (
  process.env["npm_command"] === "publish" &&
  JSON.parse(readFileSync("package.json", "utf8")).repository?.url === undefined
) {
  console.error("repository.url is missing in package.json: docs/releasing.md says how to set it for all packages");
  process.exit(1);
}
if (existsSync("src")) buildIfStale();
copyFileSync(fileURLToPath(new URL("../LICENSE", import.meta.url)), path.join(process.cwd(), "LICENSE"));
