import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale, stalenessOf } from "./build-if-stale.mjs";

// The command from a checkout: builds what is missing or stale, without a word where nothing is, then runs in this same
// process. `npm run -s sentiment -- …` prints nothing but what the command prints.
const root = fileURLToPath(new URL("..", import.meta.url));
if (stalenessOf(root, true) !== null) buildIfStale(root, true);
const main = new URL("../packages/cli/dist/main.js", import.meta.url);
process.argv = [process.execPath, path.normalize(fileURLToPath(main)), ...process.argv.slice(2)];
await import(main.href);
