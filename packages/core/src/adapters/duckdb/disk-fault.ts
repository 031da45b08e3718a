import { MarketDataError } from "../../errors.js";

const damagedDisk = "the disk reports an error";

/** Failures of file operations: error codes, the system's words (the engine passes on only these), and ours. */
const faults: readonly (readonly [codes: readonly string[], said: RegExp, words: string])[] = [
  [["ENOSPC"], /No space left on device/i, "the disk is full"],
  [["EDQUOT"], /Disk quota exceeded/i, "the disk quota is used up"],
  [["EROFS"], /Read-only file system/i, "the disk is read-only"],
  [["EACCES", "EPERM"], /Permission denied|Operation not permitted/i, "this user has no permission"],
  [["EMFILE", "ENFILE"], /Too many open files/i, "too many files are open"],
  [["EFBIG"], /File too large/i, "a file would be larger than this system allows"],
  [["EIO"], /Input\/output error/i, damagedDisk],
];

/** The disk failure behind an error or its causes, in words; null if there is none. */
export function diskFaultOf(failure: unknown): string | null {
  for (let cause = failure; cause instanceof Error; cause = cause.cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const fault = faults.find(([codes, said]) => (code === undefined ? said.test(message) : codes.includes(code)));
    if (fault !== undefined) return fault[2];
  }
  return null;
}

/** Whether the file itself is at fault, not this process's permissions or its number of open files. */
export function isDamage(failure: unknown): boolean {
  return [null, damagedDisk].includes(diskFaultOf(failure));
}

/** The error for a data directory that cannot be written. */
export function unwritable(directory: string, cause: unknown): MarketDataError {
  const reason = diskFaultOf(cause) ?? (cause instanceof Error ? cause.message : String(cause));
  const message = `The data directory ${directory} cannot be written: ${reason}.`;
  return new MarketDataError("store_unwritable", message, { directory }, { cause });
}
