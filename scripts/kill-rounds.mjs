// Kills writers and rebuilds of text and market data, collectors during polls, and servers under load, a hundred times
// each: npm run test:kills [-- ROUNDS [faults|writers|objects|collectors|servers …]]. The ordinary tests do the same in fewer rounds.
// `faults` makes every file operation of a publication fail in every way, once; `objects` every request to an object store.
// In pieces of at most 25 rounds, each with moments of its own, so that one can be repeated: KILL_SEED is its number.
import { spawnSync } from "node:child_process";

const MOST_ROUNDS = 25;
const files = {
  faults: "test/core/storage/publication-faults.test.ts",
  writers: "test/core/storage/killed-writers.test.ts",
  objects: "test/core/object-storage/one-writer.test.ts",
  collectors: "test/integration/killed-collectors.test.ts",
  servers: "test/integration/kill-server.test.ts",
};
const [given = "100", ...names] = process.argv.slice(2);
const rounds = Number(given);
const unknown = names.filter((name) => !(name in files));
if (!Number.isInteger(rounds) || rounds < 1 || unknown.length > 0) {
  console.error("Usage: npm run test:kills [-- ROUNDS [faults|writers|objects|collectors|servers …]]");
  process.exit(2);
}
let failed = 0;
for (const name of names.length > 0 ? names : Object.keys(files)) {
  let done = 0;
  for (let piece = Number(process.env.KILL_SEED ?? 1); done < rounds; piece += 1) {
    const count = name === "faults" || name === "objects" ? rounds : Math.min(MOST_ROUNDS, rounds - done);
    const { status } = spawnSync("npx", ["vitest", "run", files[name]], {
      stdio: "inherit",
      env: { ...process.env, KILL_ROUNDS: String(count), KILL_SEED: String(piece) },
      shell: process.platform === "win32",
    });
    done += count;
    if (status !== 0) failed += 1;
    console.log(`${name}: ${done} of ${rounds} rounds, piece ${piece} ${status === 0 ? "good" : "FAILED"}`);
  }
}
process.exit(failed === 0 ? 0 : 1);
