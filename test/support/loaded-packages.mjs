// Preloaded by a test: writes the names of the packages that a program imported or required, when it ends.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const report = process.env.LOADED_PACKAGES;
const imported = path.join(mkdtempSync(path.join(path.dirname(report), "loaded-")), "imported");
writeFileSync(imported, "");
const hooks = `
  import { appendFileSync } from "node:fs";
  export async function load(url, context, next) {
    appendFileSync(${JSON.stringify(imported)}, url + "\\n");
    return next(url, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, import.meta.url);
const { cache } = createRequire(import.meta.url);
process.on("exit", () => {
  const required = Object.keys(cache).map((file) => pathToFileURL(file).href);
  const names = [...readFileSync(imported, "utf8").split("\n"), ...required].flatMap((url) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
    return name === undefined ? [] : [name];
  });
  writeFileSync(report, JSON.stringify([...new Set(names)].sort()));
});
