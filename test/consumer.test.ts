import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "./support/temporary-directory.js";

const root = fileURLToPath(new URL("..", import.meta.url));
let project: string;

/** A project that has the built core and nothing of the engine or the model run-time. */
beforeAll(async () => {
  project = await temporaryDirectory();
  const installed = join(project, "node_modules", "@market-sentiment", "core");
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, "packages/core/package.json"), join(installed, "package.json"));
  cpSync(join(root, "packages/core/dist"), join(installed, "dist"), { recursive: true });
  mkdirSync(join(project, "node_modules", "@huggingface"));
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies)) {
    symlinkSync(join(root, "node_modules", dependency), join(project, "node_modules", dependency));
  }
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
});

function run(script: string): string {
  return execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: project, encoding: "utf8" });
}

describe("the built core, installed without DuckDB and ONNX", () => {
  it("imports, resolves periods and links text", () => {
    const script = `
      import { createLinker, namespaces, parseCommonWords, resolvePeriod, utcDay } from "@market-sentiment/core";
      const asset = { key: "NVDA", name: "NVIDIA Corporation", type: "stock", exchange: "NASDAQ", sector: null, country: null, aliases: ["Nvidia"], primary: null, origin: "built_in" };
      const linker = createLinker({ assets: [asset], commonWords: parseCommonWords("") });
      const period = resolvePeriod({ days: 7 }, { today: utcDay("2026-03-07"), defaultDays: 1 });
      console.log(JSON.stringify([namespaces.length > 0, period.period.from, linker.link("Nvidia shares rise").map(({ key }) => key)]));
    `;
    expect(JSON.parse(run(script))).toEqual([true, "2026-03-01", ["NVDA"]]);
  });

  it("says how to get the engine when a data directory is opened", () => {
    const script = `
      import { openReader } from "@market-sentiment/core/duckdb";
      await openReader("nowhere").catch((error) => console.log(error.code, error.message));
    `;
    expect(run(script)).toContain("engine_unavailable The query engine is not installed. Install it with: npm install");
  });
});
