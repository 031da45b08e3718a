import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** More than what disks keep free for an empty file, and as much as a page of the counters. */
const probe = Buffer.alloc(4_096);

/** What a disk refuses that is full for this process. */
const fullCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EFBIG"];

/** What keeps a folder from being written: it is full, or something else; null when nothing does. */
export type DiskFault = "disk full" | "disk not writable";

/** Tries whether a folder takes a few kilobytes more, by writing them and taking them away again. */
export async function diskFaultOf(folder: string): Promise<DiskFault | null> {
  const path = join(folder, `.ready-${randomBytes(8).toString("hex")}`);
  try {
    await writeFile(path, probe, { flag: "wx", mode: 0o600 });
    return null;
  } catch (cause) {
    return fullCodes.includes((cause as NodeJS.ErrnoException).code) ? "disk full" : "disk not writable";
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}
