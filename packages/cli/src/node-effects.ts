import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isatty } from "node:tty";
import { StopRequested } from "./failure.js";
import type { Effects, FileAccess, ProgressBar, TextOutput } from "./effects.js";
import { nodeBackends } from "./node-backends.js";
import { packageVersion } from "./package-version.js";

/** The real effects of a process. */
export function nodeEffects(): Effects {
  // The client of object storage is pinned to a release that supports this version of Node.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  return {
    stdout: streamOutput(process.stdout),
    stderr: streamOutput(process.stderr),
    stdin: () => process.stdin,
    env: process.env,
    workingDirectory: process.cwd(),
    homeDirectory: os.homedir(),
    platform: process.platform,
    version: packageVersion(),
    now: () => new Date(),
    files: nodeFiles,
    stopSignal,
    progressBar,
    backends: nodeBackends(process.env),
  };
}

function streamOutput(stream: NodeJS.WriteStream & { readonly fd: number }): TextOutput {
  // Each write reports its own failure; without a listener the same failure would also end the process.
  stream.on("error", () => undefined);
  const write = (text: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      stream.write(text, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  // Not `stream.isTTY`: that is undefined on a pipe, whatever its type says.
  const isTerminal = isatty(stream.fd);
  return {
    isTerminal,
    get columns() {
      return isTerminal ? stream.columns : undefined;
    },
    write,
    writeBytes: write,
  };
}

const nodeFiles: FileAccess = {
  kindOf: async (file) => {
    const found = await orNull(stat(file));
    return found === null ? null : found.isFile() ? "file" : found.isDirectory() ? "directory" : "other";
  },
  readText: (file) => orNull(readFile(file, "utf8")),
  writePrivate: async (file, text) => {
    await mkdir(path.dirname(file), { recursive: true });
    const staged = `${file}.${process.pid}.new`;
    const handle = await open(staged, "w", 0o600);
    try {
      await handle.writeFile(text);
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(staged, file);
  },
  writePieces: async (file, pieces) => {
    await mkdir(path.dirname(file), { recursive: true });
    const staged = `${file}.${process.pid}.new`;
    const handle = await open(staged, "w");
    try {
      for await (const piece of pieces) await handle.writeFile(piece);
      await handle.sync();
    } catch (error) {
      await rm(staged, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    await rename(staged, file);
  },
  readPieces: (file) => createReadStream(file) as AsyncIterable<Uint8Array>,
};

/** Null for a file that is not there; other failures stay failures. */
async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

let stopping: AbortController | null = null;

function stopSignal(): AbortSignal {
  if (stopping !== null) return stopping.signal;
  const controller = new AbortController();
  stopping = controller;
  const names = ["SIGINT", "SIGTERM"] as const;
  const stop = (signal: NodeJS.Signals) => {
    // A second request finds no listener and ends the process at once.
    for (const name of names) process.removeListener(name, stop);
    controller.abort(new StopRequested(signal === "SIGTERM" ? "SIGTERM" : "SIGINT"));
  };
  for (const name of names) process.once(name, stop);
  // A child process that works for this one ends with it.
  if (process.channel !== undefined) process.once("disconnect", () => stop("SIGTERM"));
  return controller.signal;
}

async function progressBar(title: string): Promise<ProgressBar> {
  const { default: progress } = await import("cli-progress");
  const format = `${title} {bar} {percentage}% {note}`;
  const bar = new progress.SingleBar({ format, stream: process.stderr, hideCursor: true, barsize: 24 });
  let started = false;
  return {
    update: (done, total, note) => {
      if (started) bar.setTotal(total);
      else bar.start(total, 0, { note });
      started = true;
      bar.update(done, { note });
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}
