import { type ChildProcess, spawn } from "node:child_process";
import type { RunningCollector } from "./backends.js";

/** Pause before a collector that ended by itself is started again. */
const RESTART_MS = 5_000;
/** Longest time that a collector may take to end. */
const STOP_MS = 26_000;
/** Exit code of wrong use: another start would fail the same way. */
const WRONG_USE = 2;

/** Runs `collect` in a separate process, so that it cannot slow down answers, and restarts it when it dies. */
export function startCollector(options: {
  readonly dataDirectory: string;
  readonly sourceFile: string;
}): RunningCollector {
  const { dataDirectory, sourceFile } = options;
  const program = process.argv[1] ?? "";
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;
  let ended: () => void = () => undefined;

  const start = () => {
    const args = [program, "collect", "--data", dataDirectory, "--sources", sourceFile];
    // The channel carries no messages: it breaks when this process dies in any way, and then the collector ends.
    child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.once("exit", (code) => {
      child = null;
      ended();
      if (!isStopping && code !== WRONG_USE) timer = setTimeout(start, RESTART_MS);
    });
  };
  start();
  return {
    stop: async () => {
      isStopping = true;
      if (timer !== null) clearTimeout(timer);
      const running = child;
      if (running === null) return;
      const gone = new Promise<void>((resolve) => (ended = resolve));
      running.kill("SIGTERM");
      const last = setTimeout(() => running.kill("SIGKILL"), STOP_MS);
      await gone;
      clearTimeout(last);
    },
  };
}
