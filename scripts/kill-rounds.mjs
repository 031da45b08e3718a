// Kills writers and rebuilds of text and market data, collectors during polls, and servers under load, a hundred times
// each: npm run test:kills [-- ROUNDS]. The ordinary tests do the same in fewer rounds.
import { spawnSync } from "node:child_process";

const rounds = process.argv[2] ?? "100";
const files = [
  "test/core/storage/killed-writers.test.ts",
  "test/integration/killed-collectors.test.ts",
  "test/integration/kill-server.test.ts",
];
const { status } = spawnSync("npx", ["vitest", "run", ...files], {
  stdio: "inherit",
  env: { ...process.env, KILL_ROUNDS: rounds },
  shell: process.platform === "win32",
});
process.exit(status ?? 1);
