import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const bench = fileURLToPath(new URL("../../bench/soak.mjs", import.meta.url));

it("a collector of many feeds and a stream stores everything sent, once (a short run of npm run bench -- soak)", () => {
  const short = ["--minutes", "0.4", "--feeds", "30", "--rate", "60", "--counts"];
  const { stdout, status } = spawnSync(process.execPath, [bench, ...short], { encoding: "utf8" });
  expect([stdout, status]).toEqual([
    expect.stringMatching(/^ok .*feeds.*\nok .*stream.*\nok .*0 publications failed\n$/),
    0,
  ]);
}, 240_000);
