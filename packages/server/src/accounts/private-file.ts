import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** How long a writer waits for another process, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000;

/**
 * Settings of every connection to one of the service's SQLite files: readers do not block the writer, and a commit is
 * on the disk when it returns.
 */
export const connectionSettings = [
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`,
  "PRAGMA journal_mode = WAL",
  "PRAGMA synchronous = FULL",
  "PRAGMA foreign_keys = ON",
] as const;

/**
 * Creates the file and its folder if missing, so that only the owner can read it and the files that SQLite puts beside
 * it.
 */
export function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  closeSync(openSync(path, "a", 0o600));
}
