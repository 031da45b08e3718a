import { readFileSync } from "node:fs";

/** Release of the command line tool, from its package file. */
export function packageVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
