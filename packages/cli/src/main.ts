import { nodeEffects } from "./node-effects.js";
import { run } from "./run.js";

const exitCode = await run(process.argv.slice(2), nodeEffects());
// Everything written was handed over by now; leaving at once also ends a stdin that nobody wants to read any more.
process.exit(exitCode);
