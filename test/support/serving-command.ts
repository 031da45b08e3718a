import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";

const command = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

const running: ChildProcess[] = [];
// Registered when a file of tests loads this one: also where a test fails, nothing stays.
afterAll(() => running.forEach((child) => child.kill("SIGKILL")));

/** `sentiment serve` in processes of its own, from the built packages. */
export interface ServingCommand {
  readonly child: ChildProcess;
  /** Exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** What it wrote so far, without its log. */
  readonly said: () => string;
  /** Ids of the processes that have answered requests so far, in the order of their first answer. */
  readonly answeredBy: () => number[];
  /** Where it listens, once it does. */
  readonly address: () => Promise<string>;
}

/** Starts it; it is killed when the tests of the file have run. Texts are judged nowhere, so that it starts soon. */
export function startServing(
  data: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ServingCommand {
  const child = spawn(process.execPath, [command, "serve", "--port", "0", "--data", data, ...args], {
    env: { ...process.env, SENTIMENT_LOG: "info", SENTIMENT_INFERENCE_URL: "http://127.0.0.1:9", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  const lines: string[] = [];
  const pids = new Set<number>();
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream.on("data", (text) => {
      const parts = (rest + String(text)).split("\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        if (!line.startsWith("{")) lines.push(line);
        else if (line.includes('"responseTime"')) pids.add((JSON.parse(line) as { pid: number }).pid);
      }
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const said = () => lines.join("\n");
  const address = async () => {
    await until(() => /listening on (\S+)/.test(said()) || child.exitCode !== null);
    return /listening on (\S+)/.exec(said())?.[1] ?? expect.fail(`it did not listen: ${said()}`);
  };
  return { child, ended, said, answeredBy: () => [...pids], address };
}

/** Waits until it is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

/** Ids of the processes that a process has started and whose command line contains the word. */
export function childrenOf(pid: number | undefined, word: string): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return rows.flatMap((row) => {
    const [, own, parent, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return Number(parent) === pid && args.includes(word) ? [Number(own)] : [];
  });
}
