import { copyFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build-if-stale.mjs";

// Runs before `npm pack` and `npm publish` in the folder of a package: whatever was built before, the package gets code
// and declarations of the sources as they are, and the licence. It writes nothing to standard output, where
// `npm pack --json` answers.
buildIfStale();
copyFileSync(fileURLToPath(new URL("../LICENSE", import.meta.url)), path.join(process.cwd(), "LICENSE"));
