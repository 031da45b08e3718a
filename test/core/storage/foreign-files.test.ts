import { chmod, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openLocalDataset, openReader, openWriter } from "@market-sentiment/core/node";
import { SOURCE_SCHEMA_FILE } from "../../../packages/core/src/collect/example-sources.js";
import { openAccountStore, openUsageFile } from "@market-sentiment/server";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../support/file-ingest.js";
import { ingestPosts, openAndLeave, smallStore, storedIds } from "../../support/small-store.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** Every entry below a folder, with the content of files and the target of links. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    content[path] = entry.isFile()
      ? await readFile(path, "latin1")
      : entry.isSymbolicLink()
        ? await readlink(path)
        : "folder";
  }
  return content;
}

const codeOf = async (run: () => Promise<unknown>) => (await failureOf(run)).code;

describe("a folder with other files", () => {
  it.each([
    ["files/dump.parquet"],
    ["files/forum-crypto/mentions/mine.parquet"],
    ["staging/thesis.txt"],
    ["snapshots/holiday.json"],
    ["rejected/letter.txt"],
    ["package.json"],
    ["index/index.html"],
    ["CURRENT"],
  ])("with %s is refused, and nothing is written or deleted in it", async (path) => {
    const folder = await temporaryDirectory();
    const file = join(folder, path);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, "MANIFEST-000004\n");
    const before = await contentOf(folder);
    const { code, message } = await failureOf(() => ingestPosts(folder, 0, 5));
    expect(code).toBe("store_foreign");
    expect(message).toContain(path.split("/").at(-1));
    expect(await contentOf(folder)).toEqual(before);
  });

  it("is refused when it is a file", async () => {
    const file = join(await temporaryDirectory(), "data");
    await writeFile(file, "a file");
    expect(await codeOf(() => openWriter(file))).toBe("store_foreign");
    expect(await readFile(file, "utf8")).toBe("a file");
  });

  it("is accepted when it holds only lost+found and hidden files", async () => {
    const folder = await temporaryDirectory();
    await mkdir(join(folder, "lost+found"));
    await writeFile(join(folder, ".gitignore"), "*");
    await ingestPosts(folder, 0, 5);
    expect(await storedIds(folder)).toHaveLength(5);
  });

  it("is accepted when it holds only files of other parts of the product", async () => {
    const folder = await temporaryDirectory();
    openAccountStore({ path: join(folder, "accounts.db") }).close();
    const usage = await openUsageFile(join(folder, "usage.db"));
    await usage.transaction((counters) => counters.addToMonth("account", 0, 1, 0));
    await writeFile(join(folder, "demo-key"), "sk_live_0");
    await writeFile(join(folder, "sources.yaml"), "version: 1");
    await writeFile(join(folder, SOURCE_SCHEMA_FILE), "{}");
    await ingestPosts(folder, 0, 5);
    await usage.close();
    expect(await storedIds(folder)).toHaveLength(5);
  });
});

describe("a data directory that also has foreign files", () => {
  it("keeps every one of them through ingests, in every folder", async () => {
    const data = await smallStore();
    const own = [
      "files/dump.parquet",
      "files/forum-crypto/dump.parquet",
      "files/forum-crypto/mentions/dump.parquet",
      "files/forum-crypto/mentions/2026-03.parquet",
      "staging/mine.txt",
      "staging/2026-03-march.parquet",
      "snapshots/000000000001.json.bak",
      "snapshots/1.json",
      "snapshots/notes/000000000001.json",
      "notes.md",
    ];
    for (const path of own) {
      await mkdir(join(data, path, ".."), { recursive: true });
      await writeFile(join(data, path), path);
    }
    // Folders with names that files of ours have.
    for (const path of ["snapshots/000000000000.json", "staging/0123456789abcdef"]) await mkdir(join(data, path));
    for (let run = 0; run < 8; run += 1) await ingestPosts(data, 30 + run, 1);
    for (const path of own) expect(await readFile(join(data, path), "utf8")).toBe(path);
    expect(await readdir(join(data, "snapshots"))).toContain("000000000000.json");
    expect(await readdir(join(data, "staging"))).toContain("0123456789abcdef");
    expect(await storedIds(data)).toHaveLength(38);
  });

  it("deletes temporary files of a killed engine, and nothing that only looks like one", async () => {
    const data = await smallStore();
    const spilled = ["duckdb_temp_storage_DEFAULT-0.tmp", "duckdb_temp_block-12.block"];
    const own = ["duckdb_temp_notes.txt", "my_duckdb_temp_storage-0.tmp"];
    for (const name of [...spilled, ...own]) await writeFile(join(data, "staging", name), name);
    await openAndLeave(data);
    expect((await readdir(join(data, "staging"))).sort()).toEqual(own);
  });

  it("never follows a link out of it to delete something", async () => {
    const data = await smallStore();
    const outside = await temporaryDirectory();
    const name = "2026-03-0123456789abcdef.parquet";
    for (const path of [`mentions/${name}`, name, "0123456789abcdef", "000000000001.json"]) {
      await mkdir(join(outside, path, ".."), { recursive: true });
      await writeFile(join(outside, path), "outside");
    }
    await rename(join(data, "snapshots"), join(outside, "snapshots"));
    await writeFile(join(outside, "snapshots", "000000000099.json"), "outside");
    await symlink(join(outside, "snapshots"), join(data, "snapshots"));
    await symlink(outside, join(data, "files", "linked"));
    await symlink(join(outside, "mentions"), join(data, "files", "forum-crypto", "linked"));
    await symlink(join(outside, name), join(data, "files", "forum-crypto", "mentions", name));
    await rm(join(data, "staging"), { recursive: true });
    await symlink(outside, join(data, "staging"));
    const before = await contentOf(outside);
    await openAndLeave(data);
    expect(await contentOf(outside)).toEqual(before);
    await rm(join(data, "staging"));
    await ingestPosts(data, 30, 1);
    expect(await contentOf(outside)).toMatchObject(before);
    expect(await storedIds(data)).toHaveLength(31);
  });

  it("loses none when its CURRENT is missing: writers and readers refuse it and say how to recover", async () => {
    const data = await smallStore();
    await rm(join(data, "CURRENT"));
    const before = await contentOf(data);
    for (const use of [
      () => openWriter(data),
      () => ingestPosts(data, 30, 1),
      async () => (await openReader(data)).view(),
      async () => (await openLocalDataset({ dataDirectory: data, textModel: "none" })).view(),
    ]) {
      const { code, message } = await failureOf(use);
      expect([code, message]).toEqual(["store_damaged", expect.stringContaining(`sentiment repair --data ${data}`)]);
    }
    expect(await contentOf(data)).toEqual(before);
  });

  it("is refused, with nothing deleted, when the snapshot is lost, torn, foreign or names other people's files", async () => {
    for (const text of [null, "", "{}", '{"format":1,"version":3}', foreignSnapshot]) {
      const data = await smallStore();
      const snapshot = join(data, "snapshots", "000000000003.json");
      await rm(snapshot);
      if (text !== null) await writeFile(snapshot, text);
      const before = await contentOf(data);
      expect([text, await codeOf(() => openWriter(data))]).toEqual([text, "store_damaged"]);
      expect(await contentOf(data)).toEqual(before);
    }
  });

  it("is refused, with nothing deleted, when files that the snapshot names are missing", async () => {
    const data = await smallStore();
    const mentions = join(data, "files", "forum-crypto", "mentions");
    await rm(mentions, { recursive: true });
    const before = await contentOf(data);
    expect(await codeOf(() => openWriter(data))).toBe("store_damaged");
    expect((await failureOf(() => storedIds(data))).message).toMatch(
      /3 of its \d+ files are missing. Run: sentiment repair/,
    );
    expect(await contentOf(data)).toEqual(before);
  });

  it("is left to the newer release that wrote it", async () => {
    const data = await smallStore();
    const snapshot = join(data, "snapshots", "000000000003.json");
    const content = JSON.parse(await readFile(snapshot, "utf8")) as object;
    await writeFile(snapshot, JSON.stringify({ ...content, format: 2 }));
    const { message } = await failureOf(() => openWriter(data));
    expect(message).toBe(
      "The data directory was written by a newer release. Update this one, or name another directory.",
    );
  });
});

const foreignSnapshot = JSON.stringify({
  format: 1,
  version: 3,
  publishedAt: "2026-03-31T12:00:00.000Z",
  files: [],
  retired: [{ path: "../../important.parquet", retiredAt: "2020-01-01T00:00:00.000Z" }],
  runs: [],
  firstDays: {},
});

describe("the writer's lock", () => {
  it("is held by one writer, also under another path of the same directory in the same process", async () => {
    const data = await smallStore();
    const alias = join(await temporaryDirectory(), "alias");
    await symlink(data, alias);
    const writer = await openWriter(data);
    expect(await codeOf(() => openWriter(alias))).toBe("store_locked");
    await writer.close();
    await ingestPosts(alias, 30, 1);
    expect(await storedIds(alias)).toHaveLength(31);
  });

  it("is taken atomically, and a torn lock file is reported as damage with the way to repair it", async () => {
    const data = await smallStore();
    await writeFile(join(data, "writer.lock"), "");
    const { code, message } = await failureOf(() => openWriter(data));
    expect([code, message]).toEqual([
      "store_damaged",
      expect.stringMatching(/writer\.lock is not a lock file of this program.*repair/),
    ]);
  });

  it.skipIf(process.getuid?.() === 0)("reports a missing permission as such, not as another writer", async () => {
    const data = await smallStore();
    await chmod(data, 0o500);
    const { code, message } = await failureOf(() => openWriter(data));
    await chmod(data, 0o700);
    expect([code, message]).toEqual(["store_unwritable", expect.stringContaining("has no permission")]);
  });
});
