import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { publishedPackages } from "./support/packed-packages.js";
import { temporaryDirectory } from "./support/temporary-directory.js";

const root = fileURLToPath(new URL("..", import.meta.url));

describe("what is installed", () => {
  const directory = temporaryDirectory();

  it("runs no step of the run-time under the setting that the README names; left alone it fetches on Linux x64 only", () => {
    const scripts = join(root, "node_modules", "onnxruntime-node", "script");
    const flag = (setting: Readonly<Record<string, string>>) =>
      execFileSync(
        process.execPath,
        ["-e", `console.log(require(${JSON.stringify(join(scripts, "install-utils.js"))}).parseInstallFlag())`],
        { env: { PATH: process.env.PATH, ...setting }, encoding: "utf8" },
      ).trim();
    expect(readFileSync(join(root, "README.md"), "utf8")).toContain("ONNXRUNTIME_NODE_INSTALL=skip npm install");
    expect([flag({}), flag({ ONNXRUNTIME_NODE_INSTALL: "skip" })]).toEqual(["undefined", "false"]);
    const load = createRequire(import.meta.url);
    const { requirements } = load(join(scripts, "install-metadata.js")) as {
      readonly requirements: Readonly<Record<string, readonly string[]>>;
    };
    expect(Object.keys(requirements).filter((platform) => requirements[platform]?.length !== 0)).toEqual(["linux/x64"]);
  });

  it("takes no other client of the engine than the one that the README names", () => {
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, object>>;
    };
    const names = Object.keys(packages).map((path) => path.split("node_modules/").at(-1));
    expect(names).toContain("@duckdb/node-api");
    expect(names).not.toContain("duckdb");
  });

  // npm writes other launchers on Windows.
  it.skipIf(process.platform === "win32")("is the command everywhere after `npm link -w packages/cli`", async () => {
    const prefix = await directory;
    const readme = readFileSync(join(root, "README.md"), "utf8");
    expect(readme).toContain("`npm link -w packages/cli`");
    const env = { ...process.env, npm_config_prefix: prefix };
    execFileSync("npm", ["link", "-w", "packages/cli", "--offline", "--no-audit", "--no-fund"], { cwd: root, env });
    const said = execFileSync(join(prefix, "bin", "sentiment"), ["--version"], { cwd: prefix, encoding: "utf8" });
    const { version } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8")) as {
      readonly version: string;
    };
    expect(said).toBe(`${version}\n`);
  });

  it("gives the command that the README calls, on the versions of Node that it names", () => {
    const files = publishedPackages.map(
      ({ folder }) =>
        JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
          readonly bin?: Readonly<Record<string, string>>;
          readonly engines?: { readonly node?: string };
        },
    );
    expect(Object.assign({}, ...files.map(({ bin }) => bin))).toEqual({ sentiment: "./bin/sentiment.js" });
    const [, version = ""] = /Node ≥ ([\d.]+)/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
    expect(new Set(files.flatMap(({ engines }) => engines?.node ?? []))).toEqual(new Set([`>=${version}`]));
  });
});
