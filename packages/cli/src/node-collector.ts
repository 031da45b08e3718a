import { type ChildProcess, spawn } from "node:child_process";
import type { RunningCollector } from "./backends.js";

/** Pause before a collector that ended by itself is started again. */
const RESTART_MS = 5_000;
/** Longest time that a collector may take to end. */
const STOP_MS = 26_000;
/** How a command ends that was asked the wrong way: another start would end so too. */
const WRONG_USE = 2;

/** Runs `collect` in a process of its own, so that nothing it does slows an answer, and starts it again when it dies. */
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
    // The channel carries nothing: it breaks when this process dies, however that happens, and the collector ends then.
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
