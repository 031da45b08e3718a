import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

const newline = 0x0a;

/**
 * Lines in a file that several processes append to, one at a time: call every method but {@link close} while holding their
 * common lock. An appended line survives the end of its process; only the loss of the machine can tear it. Nothing waits
 * for the disk.
 */
export class JournalFile {
  readonly #descriptor: number;
  /** Where the lines end that were read or written here. */
  #end = 0;

  /** Opens the file, or makes it, readable by its owner only. */
  constructor(path: string) {
    this.#descriptor = openSync(path, "a+", 0o600);
  }

  /** How much of the file was read or written here. */
  get bytes(): number {
    return this.#end;
  }

  /**
   * Gives `take` the lines that others have appended since the last call. It cuts the file behind the last whole line, since a
   * killed process may have left half of one; where `take` refuses a line, it cuts the file before that line.
   */
  readNew(take: (line: string) => boolean): void {
    const { size } = fstatSync(this.#descriptor);
    if (size === this.#end) return;
    const bytes = Buffer.alloc(size - this.#end);
    let read = 0;
    while (read < bytes.length) {
      const more = readSync(this.#descriptor, bytes, read, bytes.length - read, this.#end + read);
      if (more === 0) break;
      read += more;
    }
    let from = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
      if (!take(bytes.toString("utf8", from, end))) break;
      from = end + 1;
    }
    this.#end += from;
    if (from < bytes.length) ftruncateSync(this.#descriptor, this.#end);
  }

  /**
   * Adds a line, all of it or nothing. Read what others have appended first.
   *
   * @throws The system's error, for example when the disk is full.
   */
  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`, "utf8");
    try {
      const written = writeSync(this.#descriptor, bytes);
      if (written < bytes.length) throw new Error("The journal could not be written to its end.");
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#end);
      throw error;
    }
    this.#end += bytes.length;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
