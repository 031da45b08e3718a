import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name).replaceAll("\\", "/"));

interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const read = (path: string): Source => {
  const text = readFileSync(join(root, path), "utf8");
  const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name]) => name ?? "");
  return { path, text, imports };
};
const core = sourcesOf("packages/core/src").map(read);
const sample = sourcesOf("packages/sample/src").map(read);
const web = sourcesOf("packages/web/src").map(read);
const server = sourcesOf("packages/server/src").map(read);
const cli = sourcesOf("packages/cli/src").map(read);

/** Path of an imported source file; null for a package. */
function target(source: Source, name: string): string | null {
  if (!name.startsWith(".")) return null;
  return relative(root, resolve(root, dirname(source.path), name))
    .replaceAll("\\", "/")
    .replace(/\.js$/, existsSync(resolve(root, dirname(source.path), name).replace(/\.js$/, ".tsx")) ? ".tsx" : ".ts");
}

describe("the shape of the code", () => {
  it("has arrows that point inward: core imports no other package, sample and server only core", () => {
    const importing = (sources: readonly Source[], ...packages: readonly string[]) => {
      const names = packages.join("|");
      const outward = new RegExp(`@market-sentiment/(${names})\\b|packages/(${names})/`);
      return sources.filter(({ imports }) => imports.some((name) => outward.test(name))).map(({ path }) => path);
    };
    expect([
      ...importing(core, "sample", "web", "server", "cli"),
      ...importing(sample, "web", "server", "cli"),
      ...importing(web, "core", "sample", "server", "cli"),
      ...importing(server, "sample", "cli"),
    ]).toEqual([]);
  });

  it("leaves the invented sample to the command that asks for it", () => {
    const importing = cli.filter(({ text }) => /^import \{.*@market-sentiment\/sample/m.test(text));
    expect(importing.map(({ path }) => path)).toEqual([]);
  });

  it("has one door to the counting of requests", () => {
    const outside = server.filter(({ path }) => !path.startsWith("packages/server/src/quota/"));
    const doors = outside.flatMap((source) => source.imports.map((name) => target(source, name)));
    const inside = doors.filter((path) => path?.startsWith("packages/server/src/quota/"));
    expect([...new Set(inside)]).toEqual(["packages/server/src/quota/index.ts"]);
  });

  it("keeps files, engine and model run-time to the adapters and the Node entry of core", () => {
    const outside = core.filter(({ path }) => !/core\/src\/(adapters\/|node\/|node\.ts)/.test(path));
    const reaching = outside.filter(({ imports }) =>
      imports.some((name) =>
        /^node:(fs|http|net|worker_threads|child_process|os)|^@duckdb|^onnxruntime|^undici|\/adapters\//.test(name),
      ),
    );
    expect(reaching.map(({ path }) => path)).toEqual([]);
  });

  it("reads no clock, environment or console in core, and the environment in one place of server and CLI", () => {
    const using = (sources: readonly Source[], pattern: RegExp) =>
      sources
        .filter(({ text }) => pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")))
        .map(({ path }) => path);
    // Callers of `openSentiment` may pass a clock; without one it uses the system's.
    const frontDoor = "packages/core/src/node/open-sentiment.ts";
    expect(using(core, /\bDate\.now\(|new Date\(\)|\bprocess\.env\b|\bconsole\./)).toEqual([frontDoor]);
    expect(using(server, /\bprocess\.env\b|\bconsole\./)).toEqual([]);
    expect(using(cli, /\bprocess\.env\b/).length).toBeLessThanOrEqual(1);
  });

  it("names no namespace in shared code", () => {
    const shared = [...core, ...web, ...server, ...cli].filter(
      ({ path }) => !/\/(namespaces|connectors|predmarket|generated)\//.test(path),
    );
    const naming = shared.filter(({ text }) => /"(news|forum|microblog|predmarket)-(stocks|crypto)"/.test(text));
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it("has no import cycles, imports of types included", () => {
    const graph = new Map(
      [...core, ...sample, ...web, ...server, ...cli].map((source) => [
        source.path,
        [...source.text.matchAll(/^(?:import|export)\s[^;]*?from\s+"([^"]+)"/gms)]
          .map(([, name]) => target(source, name ?? ""))
          .filter((path) => path !== null),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      else if (!done.has(path)) {
        for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
        done.add(path);
      }
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  it("keeps files short and named after their purpose", () => {
    const sources = [...core, ...sample, ...web, ...server, ...cli].filter(({ path }) => !path.includes("/generated/"));
    const long = sources.filter(({ text }) => text.split("\n").length > 300);
    expect(long.map(({ path }) => path)).toEqual([]);
    expect(
      sources.filter(({ path }) => /\/(utils?|helpers?|common|misc|types)\.ts$/.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  it("needs no settings of npm's: newer versions warn about those that they do not know", () => {
    expect(existsSync(join(root, ".npmrc"))).toBe(false);
  });

  it("carries no address of a package registry and no path of a machine", () => {
    const lock = readFileSync(join(root, "package-lock.json"), "utf8");
    expect(lock).not.toMatch(/"resolved": "https?:/);
    for (const binding of ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"]) {
      expect(lock).toContain(`node_modules/@duckdb/node-bindings-${binding}"`);
    }
  });
});
