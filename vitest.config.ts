import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@market-sentiment\/core$/, replacement: source("packages/core/src/index.ts") },
      { find: /^@market-sentiment\/core\/duckdb$/, replacement: source("packages/core/src/adapters/duckdb.ts") },
      { find: /^@market-sentiment\/core\/onnx$/, replacement: source("packages/core/src/adapters/onnx.ts") },
      { find: /^@market-sentiment\/core\/node$/, replacement: source("packages/core/src/node.ts") },
      { find: /^@market-sentiment\/sample$/, replacement: source("packages/sample/src/index.ts") },
      { find: /^@market-sentiment\/server\/settings$/, replacement: source("packages/server/src/settings.ts") },
      { find: /^@market-sentiment\/server$/, replacement: source("packages/server/src/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    pool: "forks",
    maxWorkers: 2,
    // Far from UTC and with a half-hour offset: a local-time slip shows up as a wrong day.
    env: { TZ: "Pacific/Marquesas" },
  },
});
