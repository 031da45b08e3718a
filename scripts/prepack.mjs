import { copyFileSync, existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build-if-stale.mjs";

// Runs before `npm pack` and `npm publish` in the folder of a package: whatever was built before, a package of code gets
// code and declarations of the sources as they are; every package gets the licence. It writes nothing to standard output, where
// `npm pack --json` answers.
if (existsSync("src")) buildIfStale();
copyFileSync(fileURLToPath(new URL("../LICENSE", import.meta.url)), path.join(process.cwd(), "LICENSE"));
