// Intercepts file operations: counts every operation below one directory, by Node and by the engine, and makes one of
// them fail, stop half-way, or be the last. Importable by a test, and by a process that a test starts.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";

/** The engine's message for each error code of Node. */
const words = {
  EIO: "Input/output error",
  ENOSPC: "No space left on device",
  EMFILE: "Too many open files",
  EACCES: "Permission denied",
  EROFS: "Read-only file system",
};

/** @type {null | { directory: string, at: number, kind: string, code: string, count: number, names: string[], isDead: boolean }} */
let plan = null;

/**
 * Lets the `at`-th operation (from 0) below `directory` go wrong. Kinds: `before` fails in its place; `after` does it and
 * fails all the same; `torn` does half of a write and fails; `dead` fails it and every later one, which leaves on the disk
 * what a killed process leaves; `kill` kills the process. `at` of Infinity only counts.
 */
export function interpose(directory, { at = Infinity, kind = "before", code = "EIO" } = {}) {
  plan = { directory, at, kind, code, count: 0, names: [], isDead: false };
}

/** Stops intercepting. Returns the operations so far, in order, as `name path`. */
export function release() {
  const { names, count, at } = plan ?? { names: [], count: 0, at: 0 };
  plan = null;
  return { names, happened: count > at };
}

const systemError = (name, code) =>
  Object.assign(new Error(`${code}: ${words[code]}, ${name}`), { code, syscall: name });
const engineError = (name, code) => new Error(`IO Error: Could not ${name}: ${words[code]}`);

async function step(name, subject, act, { half, failure = systemError }) {
  const mine = plan;
  if (mine === null || typeof subject !== "string" || !subject.includes(mine.directory)) return act();
  if (mine.isDead) throw failure(name, mine.code);
  const index = mine.count;
  mine.count += 1;
  mine.names.push(`${name} ${subject.slice(subject.indexOf(mine.directory) + mine.directory.length, 400)}`);
  if (index !== mine.at) return act();
  if (mine.kind === "kill") process.kill(process.pid, "SIGKILL");
  if (mine.kind === "dead" || mine.kind === "torn-dead") mine.isDead = true;
  if (mine.kind === "after") await (await act())?.[Symbol.asyncDispose]?.();
  if (mine.kind.startsWith("torn") && half !== undefined) await half();
  throw failure(name, mine.code);
}

const names = [
  "access",
  "link",
  "lstat",
  "mkdir",
  "open",
  "readdir",
  "readFile",
  "realpath",
  "rename",
  "rm",
  "stat",
  "writeFile",
];
for (const name of names) {
  const original = fs.promises[name];
  fs.promises[name] = (path, ...rest) => {
    const act = async () => {
      const result = await original.call(fs.promises, path, ...rest);
      return name === "open" ? interposedHandle(result, path) : result;
    };
    return step(name, path, act, {});
  };
}
syncBuiltinESMExports();

function interposedHandle(handle, path) {
  const write = handle.writeFile.bind(handle);
  for (const name of ["writeFile", "sync", "close"]) {
    const original = handle[name].bind(handle);
    handle[name] = (...args) =>
      step(name, path, () => original(...args), {
        half: name === "writeFile" ? () => write(args[0].slice(0, args[0].length / 2)) : undefined,
      }).catch(async (error) => {
        // Close the descriptor even if closing is reported as failed.
        if (name === "close") await original().catch(() => undefined);
        throw error;
      });
  }
  return handle;
}

// Reading to the end uses this, too.
const run = DuckDBConnection.prototype.run;
DuckDBConnection.prototype.run = function (sql, ...rest) {
  const act = () => run.call(this, sql, ...rest);
  const [, file] = /\bTO '([^']+)' \(FORMAT parquet/.exec(sql) ?? [];
  const half = async () => {
    await act();
    fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2));
  };
  const name = file === undefined ? "read" : "copy";
  return step(name, sql, act, { half: file === undefined ? undefined : half, failure: engineError });
};
const create = DuckDBInstance.create;
DuckDBInstance.create = (path, ...rest) =>
  step("create", path, () => create.call(DuckDBInstance, path, ...rest), { failure: engineError });
