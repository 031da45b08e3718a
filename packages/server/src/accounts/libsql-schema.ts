import type Database from "libsql";
import { AccountError } from "./store.js";

/** One step per version, applied in order; a published step never changes. `user_version` counts the applied ones. */
const migrations: readonly string[] = [
  `CREATE TABLE accounts (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     plan TEXT NOT NULL,
     created_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE api_keys (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     hash TEXT NOT NULL UNIQUE,
     last_four TEXT NOT NULL,
     created_at_ms INTEGER NOT NULL,
     revoked_at_ms INTEGER
   ) STRICT;
   CREATE INDEX api_keys_by_account ON api_keys (account_id);`,
  `ALTER TABLE accounts ADD COLUMN billing_start_ms INTEGER;`,
];

/**
 * Brings the file to the newest schema. Two processes may do so at once: the second waits for the first.
 *
 * @throws AccountError `unreadable_store` when a newer version wrote the file.
 */
export function migrate(database: Database.Database): void {
  if (schemaVersionOf(database) === migrations.length) return;
  database
    .transaction(() => {
      const version = schemaVersionOf(database);
      if (version > migrations.length) {
        throw new AccountError("unreadable_store", "The account store was written by a newer version.");
      }
      for (const step of migrations.slice(version)) database.exec(step);
      database.exec(`PRAGMA user_version = ${migrations.length}`);
    })
    .immediate();
}

/** Number of migrations applied to the file; 0 when it is not an account store. */
export function schemaVersionOf(database: Database.Database): number {
  const [version] = database.prepare("PRAGMA user_version").raw().get() as [number];
  return version;
}
