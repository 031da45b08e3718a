// Runs every benchmark in turn and prints what each says: figures as ratios against a stated limit of the same run.
// `npm run bench -- linking` runs one of them; `npm run bench -- ingest --full` hands what starts with the first `--` on to it.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const all = ["linking", "search", "hostile", "sentiment", "cli", "reads", "as-of", "server", "flood", "collecting"];
/** Take a quarter of an hour and more, or need a browser: they run when they are asked for by name. */
const byName = ["ingest", "soak", "page", "panel", "scale", "http-reads"];
const given = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith("--"));
const wanted = firstOption < 0 ? given : given.slice(0, firstOption);
const options = firstOption < 0 ? [] : given.slice(firstOption);
if (options.length > 0 && wanted.length !== 1) {
  console.error("Options belong to one benchmark: name it first.");
  process.exit(2);
}
const unknown = wanted.filter((name) => ![...all, ...byName].includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(", ")}. There are: ${[...all, ...byName].join(", ")}.`);
  process.exit(2);
}
let failed = 0;
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.mjs`, import.meta.url)), ...options], {
    stdio: "inherit",
  });
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
