import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../packages/server/src/config.js";
import { settings } from "../../packages/server/src/settings.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");

/** The checked fields of a service in the compose file. */
interface Service {
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly restart?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly privileged?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly image?: string;
}

/** The composition of each size. */
const compositions = ["compose.laptop.yaml", "compose.yaml", "compose.fleet.yaml"] as const;

describe.each(compositions)("%s", (file) => {
  const { services } = parse(read(`deploy/${file}`), { merge: true }) as { services: Record<string, Service> };

  // A Trino writes its logs and its own settings at the start.
  it.each(Object.entries(services))(
    "runs %s with only its volume writable, no privileges, a memory limit, a health check and restarts",
    (name, service) => {
      expect(service).toMatchObject({
        ...(name === "trino" ? {} : { read_only: true }),
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
        pids_limit: expect.any(Number) as number,
        restart: "unless-stopped",
      });
      expect(service.healthcheck?.test[0]).toBe("CMD");
      expect(service.privileged).toBeUndefined();
      // To expose it, put a TLS proxy in front.
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    },
  );

  it("gives our services settings that exist, and files that are there", () => {
    const ofCommands = /^(?:AWS_|SENTIMENT_S3_)/;
    for (const { environment = {}, volumes = [], image } of Object.values(services)) {
      if (!(image ?? "market-sentiment").includes("market-sentiment")) continue;
      const unknown = Object.keys(environment).filter((name) => !ofCommands.test(name) && !(name in settings.shape));
      expect(unknown).toEqual([]);
      const mounted = volumes.flatMap((volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? []);
      for (const path of mounted) expect(existsSync(`${root}/deploy/${path}`), path).toBe(true);
    }
  });

  it.skipIf(spawnSync("docker", ["compose", "version"]).status !== 0)("is valid for docker compose", () => {
    const env = { ...process.env, SENTIMENT_DATA: "s3://bucket/prefix", SENTIMENT_INFERENCE_TOKEN: "0123456789abcdef" };
    const args = ["compose", "-f", `${root}/deploy/${file}`, "--profile", "*", "config", "--quiet"];
    const { status, stderr } = spawnSync("docker", args, { encoding: "utf8", env });
    expect([status, stderr]).toEqual([0, ""]);
  });
});

describe("the systemd unit", () => {
  const unit = read("deploy/market-sentiment.service");
  const valuesOf = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);

  it("runs the built command as a service, with existing settings only", () => {
    const [command = ""] = valuesOf("ExecStart");
    const [, script = "", word] = /^\S+ \/opt\/market-sentiment\/(\S+) (\w+)$/.exec(command) ?? [];
    expect(read("packages/cli/bin/sentiment.js")).toContain("../dist/main.js");
    expect([script, word]).toEqual(["packages/cli/dist/main.js", "serve"]);
    const given = valuesOf("Environment").flatMap((line) =>
      line.split(" ").map((pair) => pair.split("=") as [string, string]),
    );
    expect(given.map(([name]) => name).filter((name) => !Object.hasOwn(settings.shape, name))).toEqual([]);
    // systemd creates this folder and gives it to the service's user.
    expect(Object.fromEntries(given)).toMatchObject({
      SENTIMENT_DATA: `/var/lib/${valuesOf("StateDirectory")[0] ?? ""}`,
    });
  });

  it("allows longer for a stop than a request may take, and lets the service write only its own folder", () => {
    const { drainMs } = readConfig({ SENTIMENT_DATA: "/var/lib/market-sentiment" });
    expect(Number(valuesOf("TimeoutStopSec")[0]) * 1_000).toBeGreaterThan(drainMs);
    expect([valuesOf("DynamicUser"), valuesOf("ProtectSystem"), valuesOf("NoNewPrivileges")]).toEqual([
      ["yes"],
      ["strict"],
      ["yes"],
    ]);
  });
});

describe("the image", () => {
  const lines = read("deploy/Dockerfile").split("\n");
  const at = (start: string) => lines.findIndex((line) => line.startsWith(start));

  it("installs before it copies the sources, so that a code change reuses the installed packages", () => {
    const { workspaces } = JSON.parse(read("package.json")) as { workspaces: readonly string[] };
    const copied = lines
      .slice(0, at("RUN npm ci"))
      .flatMap((line) => /^COPY (\S+)\/package\.json /.exec(line)?.[1] ?? [])
      .sort();
    expect(copied).toEqual([...workspaces].sort());
    expect(at("RUN npm ci")).toBeLessThan(at("COPY . ."));
  });

  it("runs the given arguments as a command, and serves without any", () => {
    expect(lines).toContain('ENTRYPOINT ["node", "/app/packages/cli/dist/main.js"]');
    expect(lines).toContain('CMD ["serve"]');
  });

  it("holds neither tests nor what the model is trained with", () => {
    expect(read(".dockerignore").split("\n")).toEqual(
      expect.arrayContaining(["models/train", "test", "bench", "eval"]),
    );
  });
});

describe("a folder of data in the checkout", () => {
  it("is never copied into an image: it holds hashes of keys and users' data", () => {
    const left = read(".dockerignore").split("\n");
    expect(left).toEqual(expect.arrayContaining(["**/.sentiment", "var", ".git"]));
  });

  it.each([".sentiment/accounts.db", "sub/.sentiment/CURRENT", "var/demo/accounts.db"])(
    "is never committed: %s",
    (path) => {
      const { status } = spawnSync("git", ["check-ignore", "--no-index", "-q", path], { cwd: root });
      expect(status).toBe(0);
    },
  );
});
