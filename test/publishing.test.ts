import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const prepack = fileURLToPath(new URL("../scripts/prepack.mjs", import.meta.url));
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "publishing-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the step before packing in a package without code. */
function prepare(command: string, repository: object) {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "example", repository }));
  const env = { ...process.env, npm_command: command };
  return spawnSync(process.execPath, [prepack], { cwd: folder, env, encoding: "utf8" });
}

describe("a package without the project's address", () => {
  it("is not published, and the error says where the steps are", () => {
    const { status, stderr } = prepare("publish", { type: "git", directory: "models" });
    expect({ status, packed: existsSync(join(folder, "LICENSE")) }).toEqual({ status: 1, packed: false });
    expect(stderr).toContain("repository.url is missing in package.json: docs/releasing.md");
  });

  it("can be packed, and one with the address published", () => {
    const url = "git+https://example.org/project.git";
    for (const done of [prepare("pack", { type: "git" }), prepare("publish", { type: "git", url })])
      expect(done).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(folder, "LICENSE"), "utf8")).toContain("Apache License");
  });
});
