import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { layout, newStagedName } from "./data-layout.js";

/**
 * Writes a whole file of a data directory so that after a crash either the old or the new content is there, never a part:
 * stage, sync, rename, sync the folder. Only the holder of the write lock may call it.
 */
export async function writeDurably(directory: string, path: string, content: string): Promise<void> {
  await makeDirectory(join(directory, layout.staging));
  await makeDirectory(dirname(path));
  const staged = join(directory, layout.staging, newStagedName());
  try {
    const handle = await open(staged, "wx");
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(staged, path);
  } catch (cause) {
    await rm(staged, { force: true }).catch(() => undefined);
    throw cause;
  }
  await syncDirectory(dirname(path));
}

/** Moves a finished file to its place on the same disk, durably; makes the folder where it is missing. */
export async function moveDurably(staged: string, path: string): Promise<void> {
  const handle = await open(staged, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await makeDirectory(dirname(path));
  await rename(staged, path);
  await syncDirectory(dirname(path));
}

/** Makes a folder with those above it. Each new one is synced into its parent, else a power cut could take it back. */
export async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** Some systems cannot sync a directory (Windows): the rename is then as durable as they make it. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (process.platform !== "win32") throw cause;
  }
}
