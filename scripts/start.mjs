import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build-if-stale.mjs";
import { demoFolder } from "./demo-folder.mjs";

// One command from a fresh checkout to a running service with sample data: builds what is stale, then serves in this
// same process, so that a signal reaches the server and nothing else.
buildIfStale(undefined, true);
process.env.SENTIMENT_DATA ||= demoFolder;
const main = new URL("../packages/cli/dist/main.js", import.meta.url);
process.argv = [process.execPath, path.normalize(fileURLToPath(main)), "serve", "--sample", ...process.argv.slice(2)];
await import(main.href);
