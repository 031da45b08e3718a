import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** More than file systems reserve for an empty file, and as large as a page of the counters' database. */
const probe = Buffer.alloc(4_096);

/** Error codes of a full disk, or of a used-up quota. */
const fullCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "EFBIG"];

/** Why a folder cannot be written: full, or something else; null if it can. */
export type DiskFault = "disk full" | "disk not writable";

/** Checks that a folder has room for a few kilobytes by writing and deleting them. */
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
