import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { AccountError, hashKey, type LibsqlAccountStore, openAccountStore } from "@market-sentiment/server";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const CREATED = new Date("2026-01-31T23:59:59.999Z");
let directory = "";
let path = "";
let stores: LibsqlAccountStore[] = [];
const open = (now = () => CREATED) => {
  const store = openAccountStore({ path, now });
  stores.push(store);
  return store;
};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "accounts-"));
  path = join(directory, "deep", "accounts.db");
});
afterEach(() => {
  for (const store of stores) store.close();
  stores = [];
  rmSync(directory, { recursive: true, force: true });
});
const codeOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return error instanceof AccountError ? error.code : error;
  }
  return "nothing";
};

describe("the account store", () => {
  it("finds a key's account by its hash, and none by another hash", () => {
    const store = open();
    const account = store.createAccount({ name: "  Zoë's desk ", plan: "hobby" });
    const { secret, key } = store.createKey(account.id);
    expect(account).toEqual({
      id: account.id,
      name: "Zoë's desk",
      plan: "hobby",
      createdAt: CREATED,
      billingStart: CREATED,
    });
    expect(store.findByHash(hashKey(secret))).toEqual({ key, account });
    expect(key).toEqual({
      id: key.id,
      accountId: account.id,
      lastFour: secret.slice(-4),
      createdAt: CREATED,
      revokedAt: null,
    });
    expect([store.findByHash(hashKey(`${secret}x`)), store.findByHash("")]).toEqual([null, null]);
  });

  it("never stores a key itself", () => {
    const store = open();
    const { secret } = store.createKey(store.createAccount({ name: "A", plan: "free" }).id);
    store.close();
    expect(readFileSync(path).includes(secret.slice(8))).toBe(false);
  });

  it("shows one instance's changes to all others on the next turn of their event loop", async () => {
    const [one, two] = [open(), open()];
    const { id } = one.createAccount({ name: "A", plan: "free" });
    const { secret, key } = two.createKey(id);
    expect(one.findByHash(hashKey(secret))?.key.revokedAt).toBeNull();
    two.revokeKey(key.id);
    await setImmediate();
    expect(one.findByHash(hashKey(secret))?.key.revokedAt).toEqual(CREATED);
    two.changePlan(id, "professional");
    await setImmediate();
    expect(one.findByHash(hashKey(secret))?.account.plan).toBe("professional");
  });

  it("sees a revocation by another process in a key that it has just looked up", async () => {
    const store = open();
    const { secret, key } = store.createKey(store.createAccount({ name: "A", plan: "free" }).id);
    for (let round = 0; round < 3; round += 1) expect(store.findByHash(hashKey(secret))?.key.revokedAt).toBeNull();
    const revoke = `UPDATE api_keys SET revoked_at_ms = 1 WHERE id = '${key.id}'`;
    const libsql = createRequire(import.meta.url).resolve("libsql");
    const script = `new (require(${JSON.stringify(libsql)}))(process.argv[1], { timeout: 5000 }).exec(process.argv[2])`;
    expect(spawnSync(process.execPath, ["-e", script, path, revoke]).status).toBe(0);
    await setImmediate();
    expect(store.findByHash(hashKey(secret))?.key.revokedAt).toEqual(new Date(1));
  });

  it("stores when months begin: as set, else when the account was created, also in a file of an older version", () => {
    const store = open();
    const billingStart = new Date("2026-01-31T00:00:00.000Z");
    const { id } = store.createAccount({ name: "A", plan: "free" });
    expect(store.createAccount({ name: "B", plan: "hobby", billingStart }).billingStart).toEqual(billingStart);
    expect(store.changePlan(id, "hobby")).toMatchObject({ plan: "hobby", billingStart: CREATED });
    expect(store.changePlan(id, "hobby", billingStart)).toMatchObject({ createdAt: CREATED, billingStart });
    const old = new Database(path);
    old.exec("UPDATE accounts SET billing_start_ms = NULL");
    old.close();
    expect(store.findAccount("A")?.billingStart).toEqual(CREATED);
  });

  it("keeps everything when it is opened again", () => {
    const first = open();
    const account = first.createAccount({ name: "A", plan: "free" });
    const { secret, key } = first.createKey(account.id);
    first.close();
    first.close();
    const second = open();
    expect([second.listAccounts(), second.listKeys()]).toEqual([[account], [key]]);
    expect(second.findAccount("A")).toEqual(account);
    expect(second.findByHash(hashKey(secret))).toEqual({ key, account });
  });

  it("keeps the first revocation time when a key is revoked twice, and other keys valid", () => {
    let now = CREATED;
    const store = open(() => now);
    const { id } = store.createAccount({ name: "A", plan: "free" });
    const [one, two] = [store.createKey(id).key, store.createKey(id).key];
    store.revokeKey(one.id);
    now = new Date("2026-02-01T00:00:00.000Z");
    expect(store.revokeKey(one.id).revokedAt).toEqual(CREATED);
    expect(store.listKeys(id).map(({ id: key, revokedAt }) => [key, revokedAt])).toEqual([
      [one.id, CREATED],
      [two.id, null],
    ]);
  });

  it("refuses duplicate and invalid names and unknown accounts and keys, each with its code", () => {
    const store = open();
    store.createAccount({ name: "A", plan: "free" });
    expect(codeOf(() => store.createAccount({ name: " A ", plan: "hobby" }))).toBe("account_exists");
    expect(codeOf(() => store.createAccount({ name: " ", plan: "free" }))).toBe("invalid_name");
    expect(codeOf(() => store.createAccount({ name: "x".repeat(101), plan: "free" }))).toBe("invalid_name");
    expect(codeOf(() => store.createKey("nobody"))).toBe("unknown_account");
    expect(codeOf(() => store.changePlan("nobody", "free"))).toBe("unknown_account");
    expect(codeOf(() => store.revokeKey("nothing"))).toBe("unknown_key");
    expect([store.findAccount("nobody"), store.listAccounts().length]).toEqual([null, 1]);
  });

  it("is readable by its owner only", () => {
    open().createAccount({ name: "A", plan: "free" });
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o077).toBe(0);
  });

  it("refuses a file of a newer version and one that is not a store, and leaves it unchanged", () => {
    open().close();
    const database = new Database(path);
    database.exec("PRAGMA user_version = 99");
    database.close();
    expect(codeOf(() => open())).toBe("unreadable_store");
    writeFileSync(path, "not a database, but long enough to look like one".repeat(50));
    expect(codeOf(() => open())).toBe("unreadable_store");
    expect(readFileSync(path, "utf8")).toMatch(/^not a database/);
  });

  it("can be opened and written by several processes at once", async () => {
    const libsql = createRequire(import.meta.url).resolve("libsql");
    // Uses only the driver, so that the processes need no build. With this many writers, none may fail or lose a write.
    const script = `const db = new (require(${JSON.stringify(libsql)}))(process.argv[1], { timeout: 5000 });
      for (let i = 0; i < 20; i++) db.prepare("INSERT INTO accounts (id, name, plan, created_at_ms) VALUES (?, ?, 'free', ?)").run(process.pid + "-" + i, process.pid + "-" + i, i);`;
    const store = open();
    const writers = Array.from({ length: 3 }, () => spawn(process.execPath, ["-e", script, path]));
    for (let index = 0; index < 20; index += 1) store.createAccount({ name: `own ${index}`, plan: "free" });
    const codes = await Promise.all(writers.map((writer) => new Promise((resolve) => writer.on("exit", resolve))));
    expect([codes, store.listAccounts().length]).toEqual([[0, 0, 0], 80]);
  });
});

describe("a damaged file of accounts", () => {
  const page = 4_096;
  /** A file with keys, and the hashes of all of them. */
  const filled = (count = 200) => {
    const store = open();
    const hashes = Array.from({ length: count }, (_, index) => {
      const { id } = store.createAccount({ name: `Zoë ${index}`, plan: "free" });
      return hashKey(store.createKey(id).secret);
    });
    store.close();
    return { hashes, bytes: readFileSync(path) };
  };
  /** Result for each key: found, or the error code. Never "lost". */
  const outcomes = (store: () => LibsqlAccountStore, hashes: readonly string[]) => {
    const seen = new Set<unknown>();
    try {
      const opened = store();
      for (const hash of hashes) {
        try {
          seen.add(opened.findByHash(hash) === null ? "lost" : "found");
        } catch (error) {
          seen.add(error instanceof AccountError ? error.code : "the driver's error");
        }
      }
    } catch (error) {
      seen.add(error instanceof AccountError ? error.code : error);
    }
    return [...seen];
  };
  /** Ways in which a disk, a copy or a person damages a file. */
  const damages: Readonly<Record<string, (bytes: Buffer, at: number) => Buffer>> = {
    zeros: (bytes, at) => bytes.fill(0, at, at + page),
    noise: (bytes, at) => bytes.fill("\xffsome other text\x80", at, at + page, "latin1"),
    "one wrong bit": (bytes, at) => (bytes.writeUInt8(bytes.readUInt8(at + 4_000) ^ 4, at + 4_000), bytes),
    "another page": (bytes, at) => (
      bytes.copyWithin(at, (at + 3 * page) % bytes.length, ((at + 3 * page) % bytes.length) + page),
      bytes
    ),
    "an early end": (bytes, at) => bytes.subarray(0, at),
    "an early end within a page": (bytes, at) => bytes.subarray(0, at + 100),
  };

  it.each(Object.entries(damages))("(%s, at any page) never makes valid keys look unknown", (_, damage) => {
    const { hashes, bytes } = filled();
    let refused = 0;
    for (let at = 0; at < bytes.length; at += page) {
      writeFileSync(path, damage(Buffer.from(bytes), at));
      for (const beside of ["-wal", "-shm"]) rmSync(path + beside, { force: true });
      const seen = outcomes(open, hashes);
      expect([at, seen.includes("lost")]).toEqual([at, false]);
      if (seen.includes("unreadable_store")) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
  });

  it("is refused when it is empty; a missing one is created whole, and only once by two at the same time", () => {
    mkdirSync(join(directory, "deep"));
    writeFileSync(path, "");
    expect(codeOf(() => open())).toBe("unreadable_store");
    expect(statSync(path).size).toBe(0);
    rmSync(path);
    open().createAccount({ name: "A", plan: "free" });
    expect(open().listAccounts().length).toBe(1);
    expect(readdirSync(join(directory, "deep")).filter((file) => file.endsWith(".new"))).toEqual([]);
  });

  it.each([
    ["cut off", () => truncateSync(path, 2 * page)],
    ["emptied", () => truncateSync(path, 0)],
    [
      "overwritten",
      () => {
        const file = openSync(path, "r+");
        writeSync(file, Buffer.alloc(statSync(path).size - page, 1), 0, null, page);
        closeSync(file);
      },
    ],
    ["moved away", () => renameSync(path, `${path}.old`)],
  ])("while it is open (%s) never makes a valid key look unknown", async (_, damage) => {
    const { hashes } = filled();
    const store = open();
    const [first = "", ...others] = hashes;
    expect(store.findByHash(first)).not.toBeNull();
    damage();
    await setImmediate();
    const seen = outcomes(() => store, others);
    // The driver's cached part of the file is intact.
    expect(seen).not.toContain("lost");
    expect(store.findByHash(first)).not.toBeNull();
  });

  it("is not suspected because of an unknown key, nor after another process changed the file", () => {
    const { hashes } = filled(3);
    const [store, other] = [open(), open()];
    expect(store.findByHash("0".repeat(64))).toBeNull();
    const { id } = other.createAccount({ name: "late", plan: "free" });
    const late = hashKey(other.createKey(id).secret);
    expect(outcomes(() => store, [late, ...hashes])).toEqual(["found"]);
    expect(store.findByHash("0".repeat(64))).toBeNull();
  });

  it("is not suspected in a copy: once the store is closed, its file alone holds every key", () => {
    const { hashes } = filled();
    const copy = join(directory, "copy.db");
    copyFileSync(path, copy);
    path = copy;
    expect(outcomes(open, hashes)).toEqual(["found"]);
  });
});
