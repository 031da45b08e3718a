import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.js";

const command = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

// Continuous integration sets these, and a script there reads what the command prints.
it.each([{ CI: "true" }, { FORCE_COLOR: "1" }, { COLORTERM: "truecolor" }])(
  "output to a pipe has no colour, even when the environment asks for it: %j",
  async (asked) => {
    const data = join(await temporaryDirectory(), "data");
    const ended = spawnSync(process.execPath, [command, "ingest", "--ns", "crypto", "--data", data, "-"], {
      encoding: "utf8",
      input: `${JSON.stringify({ id: "p1", subreddit: "CryptoCurrency", title: "Bitcoin rises", created_utc: 1_770_000_000 })}\n`,
      env: { PATH: process.env.PATH, ...asked },
    });
    expect(ended.stdout).toMatch(/^read +1$/m);
    expect(ended.stdout + ended.stderr).not.toContain("\u001b");
  },
);
