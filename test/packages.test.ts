import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { installPacked, linkInstalled, publishedPackages, readPackage } from "./support/packed-packages.js";
import { temporaryDirectory } from "./support/temporary-directory.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const libraries = publishedPackages.filter(({ exports = {} }) => "." in exports);
const entries = libraries.flatMap(({ name, exports = {} }) =>
  Object.entries(exports)
    .filter(([, target]) => typeof target !== "string")
    .map(([path]) => name + path.slice(1)),
);

/** Another project: the packed packages and their dependencies, without the engine and the model run-time. */
let project: string;

beforeAll(async () => {
  project = await temporaryDirectory();
  for (const { folder } of publishedPackages) installPacked(folder, project);
  for (const { name } of libraries) {
    const { dependencies = {} } = readPackage(join(project, "node_modules", name));
    linkInstalled(project, Object.keys(dependencies));
  }
  linkInstalled(project, ["@types/node", "undici-types"]);
});

function run(script: string, type: "module" | "commonjs" = "module"): string {
  return execFileSync(process.execPath, [`--input-type=${type}`, "-e", script], { cwd: project, encoding: "utf8" });
}

describe.each(publishedPackages.map(({ name }) => name))("%s, as npm packs it", (name) => {
  it("has its README, its licence and the folder of its repository", () => {
    const installed = join(project, "node_modules", name);
    const { repository } = readPackage(installed);
    expect(readFileSync(join(installed, "README.md"), "utf8").split("\n").length).toBeGreaterThan(5);
    expect(readFileSync(join(installed, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
    expect(join(root, repository?.directory ?? "nowhere")).toBe(
      publishedPackages.find((published) => published.name === name)?.folder,
    );
  });

  it("has every file that it names: code and declarations of each import", () => {
    const installed = join(project, "node_modules", name);
    const named = Object.values(readPackage(installed).exports ?? {}).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    expect(named.filter((file) => !existsSync(join(installed, file)))).toEqual([]);
  });
});

describe("the packed packages, in a project without DuckDB and ONNX", () => {
  it("come in by import and by require, every entry, with nothing said on stderr", () => {
    const imports = entries.map((entry) => `Object.keys(await import("${entry}")).length`);
    const requires = entries.map((entry) => `Object.keys(require("${entry}")).length`);
    const imported = JSON.parse(run(`console.log(JSON.stringify([${imports.join(", ")}]));`)) as number[];
    expect(Math.min(...imported)).toBeGreaterThan(0);
    const script = `console.log(JSON.stringify([${requires.join(", ")}]));`;
    writeFileSync(join(project, "asks.cjs"), script);
    const { stdout, stderr } = spawnSync(process.execPath, ["asks.cjs"], { cwd: project, encoding: "utf8" });
    expect(stderr).toBe("");
    expect((JSON.parse(stdout) as number[]).length).toBe(imported.length);
  });

  it("resolve periods and link text", () => {
    const script = `
      import { createLinker, namespaces, parseCommonWords, resolvePeriod, utcDay } from "@market-sentiment/core";
      const asset = { key: "NVDA", name: "NVIDIA Corporation", type: "stock", exchange: "NASDAQ", sector: null, country: null, aliases: ["Nvidia"], primary: null, origin: "built_in" };
      const linker = createLinker({ assets: [asset], commonWords: parseCommonWords("") });
      const period = resolvePeriod({ days: 7 }, { today: utcDay("2026-03-07"), defaultDays: 1 });
      console.log(JSON.stringify([namespaces.length > 0, period.period.from, linker.link("Nvidia shares rise").map(({ key }) => key)]));
    `;
    expect(JSON.parse(run(script))).toEqual([true, "2026-03-01", ["NVDA"]]);
  });

  it("say how to get the engine when a data directory is opened", () => {
    const script = `
      import { openReader } from "@market-sentiment/core/duckdb";
      await openReader("nowhere").catch((error) => console.log(error.code, error.message));
    `;
    expect(run(script)).toContain("engine_unavailable The query engine is not installed. Install it with: npm install");
  });

  it("say how to get the model when a text is to be judged", () => {
    const model = join(project, "node_modules", "@market-sentiment", "model");
    const script = `
      import { shippedTextModel } from "@market-sentiment/core/node";
      await shippedTextModel().judge([{ text: "Shares rise" }]).catch((error) => console.log(error.code, error.message));
    `;
    renameSync(model, `${model}-away`);
    try {
      expect(run(script)).toContain(
        "model_unavailable The sentiment model is not installed. Install it with: npm install",
      );
    } finally {
      renameSync(`${model}-away`, model);
    }
  });

  it.each([
    ["bundler", "ESNext", ["asks.mts"]],
    ["nodenext", "NodeNext", ["asks.mts", "asks.cts"]],
  ])("have types that TypeScript finds by %s (%s, %j)", (moduleResolution, module, files) => {
    const imports = entries.map((entry, at) => `import * as entry${at} from "${entry}";`);
    const used = entries.map((_, at) => `entry${at}`).join(", ");
    const source = `
      ${imports.join("\n")}
      import { utcDay } from "@market-sentiment/core";
      export const entries = [${used}];
      export const day: string = utcDay("2026-03-07");
      // @ts-expect-error A day is no number: where declarations are missing, anything would do.
      export const number: number = utcDay("2026-03-07");
    `;
    for (const file of files) writeFileSync(join(project, file), source);
    const compilerOptions = { target: "ES2022", module, moduleResolution, types: ["node"], strict: true, noEmit: true };
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: true }, files }),
    );
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", "."], { cwd: project, encoding: "utf8" });
    expect(stdout).toBe("");
  });
});

describe("installing in the checkout", () => {
  it("runs no install step of the model's run-time, which would download from elsewhere", () => {
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
    };
    const { allowScripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly allowScripts: Readonly<Record<string, boolean>>;
    };
    // npm 11 uses `allowScripts`; npm 10 runs every install step named in the lock file, so the lock file must not name
    // it.
    expect(allowScripts["onnxruntime-node"]).toBe(false);
    expect(packages["node_modules/onnxruntime-node"]).toBeDefined();
    expect(packages["node_modules/onnxruntime-node"]?.hasInstallScript).toBeUndefined();
  });
});
