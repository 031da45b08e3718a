import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");

/** What is looked at of a service of the compose file. */
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
}

describe("the compose file", () => {
  const { services } = parse(read("deploy/compose.yaml")) as { services: Record<string, Service> };

  it.each(Object.entries(services))(
    "gives %s nothing to write but its volume, no rights, a bound of memory, a health check, and starts it again",
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
        pids_limit: expect.any(Number) as number,
        restart: "unless-stopped",
      });
      expect(service.healthcheck?.test[0]).toBe("CMD");
      expect(service.privileged).toBeUndefined();
      // Whoever wants it elsewhere puts a proxy with TLS in front.
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    },
  );
});

describe("a folder of data in the checkout", () => {
  it("gets into no image: it holds hashes of keys and the users' own data", () => {
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
