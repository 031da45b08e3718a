import { copyFileSync, existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build-if-stale.mjs";

// Runs before `npm pack` and `npm publish` in a package's folder. A package of code is built from its current sources,
// with declarations; every package gets the licence. Writes nothing to standard output, which `npm pack --json` uses.
if (existsSync("src")) buildIfStale();
copyFileSync(fileURLToPath(new URL("../LICENSE", import.meta.url)), path.join(process.cwd(), "LICENSE"));
