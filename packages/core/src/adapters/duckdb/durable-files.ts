import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { layout, newStagedName } from "./data-layout.js";

/**
 * Writes a whole file so that after a crash either the old or the new content is there, never a part: stage, sync,
 * rename, sync the folder. Only the holder of the write lock may call it.
 */
export async function writeDurably(directory: string, path: string, content: string | Uint8Array): Promise<void> {
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

/** Moves a finished file to its place on the same disk, durably. Creates the folder if missing. */
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

/** Creates a folder and its parents. Syncs each new one into its parent, or a power cut could undo it. */
export async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** Windows cannot sync a directory: there, the rename is as durable as the system makes it. */
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
