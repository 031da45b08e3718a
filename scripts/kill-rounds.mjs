// Kills writers and rebuilds a hundred times each, of texts and of markets: npm run test:kills [-- ROUNDS]. The tests that run
// every time do the same in fewer rounds.
import { spawnSync } from "node:child_process";

const rounds = process.argv[2] ?? "100";
const { status } = spawnSync("npx", ["vitest", "run", "test/core/storage/killed-writers.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, KILL_ROUNDS: rounds },
  shell: process.platform === "win32",
});
process.exit(status ?? 1);
