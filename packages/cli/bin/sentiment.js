#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// The command `sentiment`. In a checkout it first builds what is missing or older than its sources, on stderr and only
// where there is something to build; in an installed package there is nothing to build.
const root = new URL("../../../", import.meta.url);
const builder = new URL("scripts/build-if-stale.mjs", root);
const main = new URL("../dist/main.js", import.meta.url);
if (existsSync(new URL("../src", import.meta.url)) && existsSync(builder)) {
  const { buildIfStale, stalenessOf } = await import(builder.href);
  if (stalenessOf(fileURLToPath(root), true) !== null) buildIfStale(fileURLToPath(root), true);
}
await import(main.href);
