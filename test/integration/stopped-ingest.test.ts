import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.js";

const command = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
// Long enough to be recognised before its end.
const posts = Array.from({ length: 60 }, (_, index) => ({
  id: `p${index}`,
  subreddit: "CryptoCurrency",
  author: `writer${index}`,
  title: `Bitcoin rises for day ${index}`,
  selftext: "nothing else to say ".repeat(70),
  created_utc: 1_770_000_000 + index * 60,
  score: index,
}));
const lines = posts.map((post) => `${JSON.stringify(post)}\n`).join("");

/** Runs the command over standard input, which ends unless it `stays` open until a signal ends the run. */
async function ingest(data: string, stays: NodeJS.Signals | null): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, [command, "ingest", "--ns", "crypto", "--data", data, "-"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  child.stdin.write(lines);
  if (stays === null) child.stdin.end();
  else {
    while (!existsSync(join(data, "writer.lock"))) await setTimeout(50);
    // Any part may be judged by then, from nothing to everything.
    await setTimeout(1_500);
    child.kill(stays);
  }
  return { code: await ended, stdout };
}

const count = (stdout: string, name: string) => Number(new RegExp(`^ *${name} +(\\d+)$`, "m").exec(stdout)?.[1]);

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "an ingest that %s stops while its input is open exits with %i, keeps what it reported as stored, and is completed by the next",
  async (signal, code) => {
    const data = join(await temporaryDirectory(), "data");
    const stopped = await ingest(data, signal);
    expect(stopped.code).toBe(code);
    const kept = count(stopped.stdout, "new");
    const rest = await ingest(data, null);
    expect(rest.code).toBe(0);
    expect([count(rest.stdout, "new") + kept, count(rest.stdout, "unchanged")]).toEqual([60, kept]);
  },
  120_000,
);
