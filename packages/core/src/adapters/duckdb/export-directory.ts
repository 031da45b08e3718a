import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** `market-sentiment-export-<process>-<random>`: the name tells whose it is. */
const form = /^market-sentiment-export-(\d+)-\w{6}$/;

/** A new folder for the pieces of one answer. Deletes folders of killed processes first. */
export async function makeExportDirectory(parent: string): Promise<string> {
  for (const name of await readdir(parent).catch(() => [])) {
    const owner = form.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
  return mkdtemp(join(parent, `market-sentiment-export-${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not permitted to signal it: another user's process, but alive.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
