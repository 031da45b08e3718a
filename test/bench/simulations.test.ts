import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

it("market buzz of a generated market without events has a median of 45 to 55 on every weekday, in every namespace", () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["bench/simulations.mjs", "levels"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout.split("\n").filter((line) => /^\w+-(stocks|crypto) /.test(line))).toHaveLength(5);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^holds +market buzz, median of each weekday/m)]);
});
