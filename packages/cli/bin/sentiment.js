#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";
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
// Node 22.8 and newer keep what they compiled, in the system's temporary folder, and the next command starts sooner.
module.enableCompileCache?.();
await import(main.href);
