import { randomUUID } from "node:crypto";
import { existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import Database from "libsql";
import { migrate, schemaVersionOf } from "./libsql-schema.js";
import { BUSY_TIMEOUT_MS, connectionSettings, makePrivateFile } from "./private-file.js";
import { AccountError } from "./store.js";

/**
 * Opens the account file, and creates it if missing. It is created atomically, so an empty or partial file is damaged,
 * not new: treating it as new would make all keys invalid.
 *
 * @throws AccountError `unreadable_store` when it is not an account store, is damaged, or a newer version wrote it.
 */
export function openAccountFile(path: string): Database.Database {
  if (!existsSync(path)) make(path);
  if (statSync(path).size === 0) {
    throw damaged("The account store is empty: put a copy of it back, or remove the file to begin without accounts.");
  }
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    for (const setting of connectionSettings) database.exec(setting);
    if (schemaVersionOf(database) === 0) throw damaged("The file is not an account store.");
    migrate(database);
    checkAccountFile(database);
    return database;
  } catch (cause) {
    database.close();
    if (cause instanceof AccountError) throw cause;
    throw new AccountError("unreadable_store", "The account store cannot be opened.", { cause });
  }
}

/**
 * Text columns of both tables. Read as hexadecimal digits, because the driver ends the process when bytes are not valid
 * text.
 */
const textColumns = [
  "SELECT hex(id), hex(name), hex(plan) FROM accounts",
  "SELECT hex(id), hex(account_id), hex(hash), hex(last_four) FROM api_keys",
] as const;

/**
 * Reads the whole file: every page, every index against its table, and every text.
 *
 * @throws AccountError `unreadable_store` when any part of it is damaged.
 */
export function checkAccountFile(database: Database.Database): void {
  let isWhole: boolean;
  try {
    const [verdict] = database.prepare("PRAGMA integrity_check(1)").raw().get() as [string];
    isWhole = verdict === "ok" && textColumns.every((sql) => areTexts(database.prepare(sql).raw().all() as string[][]));
  } catch (cause) {
    throw damaged("The account store is damaged: put a copy of it back.", cause);
  }
  if (!isWhole) throw damaged("The account store is damaged: put a copy of it back.");
}

function areTexts(rows: readonly (readonly string[])[]): boolean {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for (const row of rows) for (const digits of row) utf8.decode(Buffer.from(digits, "hex"));
  return true;
}

/** A text that changes whenever the file is written, replaced or truncated; null when it no longer exists. */
export function looksOf(path: string): string | null {
  const looks = [path, `${path}-wal`].map((file) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
  });
  return looks[0] === null ? null : looks.join(" ");
}

/**
 * Built under a temporary name and renamed when complete. If two processes do so at once, the second uses the first's
 * file.
 */
function make(path: string): void {
  const aside = `${path}.${randomUUID()}.new`;
  makePrivateFile(aside);
  try {
    const database = new Database(aside);
    migrate(database);
    database.close();
    place(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

function place(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch {
    // Another process was first, or this file system has no hard links.
    if (!existsSync(path)) renameSync(aside, path);
  }
}

function damaged(message: string, cause?: unknown): AccountError {
  return new AccountError("unreadable_store", message, { cause });
}
