import { cp, readFile, rm, writeFile } from "node:fs/promises";
import type * as Core from "./packages/core/src/index.js";
import { defineConfig, type Options } from "tsup";

/** One build: ESM with declarations, nothing bundled but our own source and, in core, zod. */
const shared: Options = {
  format: ["esm"],
  target: "node20",
  platform: "node",
  sourcemap: true,
  splitting: true,
  clean: true,
  treeshake: true,
  // Every dependency stays an import, our own packages included.
  skipNodeModulesBundle: true,
  external: [/^@market-sentiment\//],
};

/** Declarations are made from source, so that no package waits for another's output. */
const declarations = {
  compilerOptions: {
    paths: {
      "@market-sentiment/core": ["./packages/core/src/index.ts"],
      "@market-sentiment/core/duckdb": ["./packages/core/src/adapters/duckdb.ts"],
      "@market-sentiment/core/onnx": ["./packages/core/src/adapters/onnx.ts"],
      "@market-sentiment/core/node": ["./packages/core/src/node.ts"],
    },
    baseUrl: ".",
  },
};

/** What the table of stocks parses to, beside the table: a command reads it in a tenth of the time. */
async function writeParsedAssets(): Promise<void> {
  const built = new URL("packages/core/dist/index.js", import.meta.url);
  const { parseAssets } = (await import(built.href)) as typeof Core;
  const [builtIn, listed] = (["built_in", "listed"] as const).map(async (origin) => {
    const file = origin === "listed" ? "listed.csv" : "assets.csv";
    return parseAssets(await readFile(`data/reference/${file}`, "utf8"), origin).assets;
  });
  const assets = [...((await builtIn) ?? []), ...((await listed) ?? [])];
  await writeFile("packages/core/assets/reference/assets.json", JSON.stringify(assets));
}

export default defineConfig([
  {
    ...shared,
    name: "core",
    // 95 small files that every command would load one by one: in one piece they take a third of the processor time. Schemas
    // of two copies work together, and the declarations name the dependency.
    noExternal: ["zod"],
    entry: {
      index: "packages/core/src/index.ts",
      duckdb: "packages/core/src/adapters/duckdb.ts",
      onnx: "packages/core/src/adapters/onnx.ts",
      "onnx-worker": "packages/core/src/adapters/onnx-worker.ts",
      node: "packages/core/src/node.ts",
    },
    outDir: "packages/core/dist",
    tsconfig: "packages/core/tsconfig.json",
    dts: {
      ...declarations,
      entry: {
        index: "packages/core/src/index.ts",
        duckdb: "packages/core/src/adapters/duckdb.ts",
        onnx: "packages/core/src/adapters/onnx.ts",
        node: "packages/core/src/node.ts",
      },
    },
    // The reference graph travels inside the package; the model has a package of its own.
    onSuccess: async () => {
      await cp("node_modules/zod/LICENSE", "packages/core/dist/zod.LICENSE");
      await rm("packages/core/assets", { recursive: true, force: true });
      await cp("data/reference", "packages/core/assets/reference", { recursive: true });
      await writeParsedAssets();
      await cp("data/linking", "packages/core/assets/linking", { recursive: true });
    },
  },
  {
    ...shared,
    name: "sample",
    entry: {
      index: "packages/sample/src/index.ts",
      "sample-worker": "packages/sample/src/sample-worker.ts",
    },
    outDir: "packages/sample/dist",
    tsconfig: "packages/sample/tsconfig.json",
    dts: { ...declarations, entry: { index: "packages/sample/src/index.ts" } },
    // What the model says about the sample's texts, so that a first start need not ask it.
    onSuccess: async () => {
      await rm("packages/sample/assets", { recursive: true, force: true });
      await cp("data/sample", "packages/sample/assets/sample", { recursive: true });
    },
  },
  {
    name: "web",
    // The page brings everything with it: what it is made of is in the file, and nothing is asked of another host.
    entry: { app: "packages/web/src/main.tsx" },
    format: ["esm"],
    platform: "browser",
    target: "es2022",
    minify: true,
    clean: true,
    noExternal: [/./],
    outDir: "packages/web/dist",
    tsconfig: "packages/web/tsconfig.json",
    onSuccess: async () => {
      await cp("packages/web/src/index.html", "packages/web/dist/index.html");
      await cp("packages/web/src/icon.svg", "packages/web/dist/icon.svg");
      const parts = ["preact", "uplot", "openapi-fetch"];
      const licences = await Promise.all(
        parts.map(async (name) => `${name}\n\n${await readFile(`node_modules/${name}/LICENSE`, "utf8")}`),
      );
      await writeFile("packages/web/dist/LICENSES.txt", licences.join("\n\n"));
    },
  },
  {
    ...shared,
    name: "server",
    entry: { index: "packages/server/src/index.ts", settings: "packages/server/src/settings.ts" },
    outDir: "packages/server/dist",
    tsconfig: "packages/server/tsconfig.json",
    dts: declarations,
    // Served at /changelog, also by an installed package.
    onSuccess: async () => {
      await cp("CHANGELOG.md", "packages/server/assets/CHANGELOG.md");
    },
  },
  {
    ...shared,
    name: "cli",
    entry: { main: "packages/cli/src/main.ts", "serve-worker": "packages/cli/src/serve-worker.ts" },
    outDir: "packages/cli/dist",
    tsconfig: "packages/cli/tsconfig.json",
    dts: false,
  },
]);
