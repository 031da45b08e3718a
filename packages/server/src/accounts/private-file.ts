import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** How long a writer waits for another process, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000;

/**
 * Settings of every connection to a SQLite file of the service: readers beside one writer, and a commit that has
 * returned is on the disk.
 */
export const connectionSettings = [
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`,
  "PRAGMA journal_mode = WAL",
  "PRAGMA synchronous = FULL",
  "PRAGMA foreign_keys = ON",
] as const;

/** Makes the file and its folder where they are missing, so that it and what SQLite puts beside it are the owner's alone. */
export function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  closeSync(openSync(path, "a", 0o600));
}
