import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

const newline = 0x0a;

/**
 * A file of lines that several processes append to, one at a time: hold their common lock when calling any method but
 * {@link close}. An appended line survives the end of its process; only a crash of the machine can tear it. Nothing
 * waits for the disk.
 */
export class JournalFile {
  readonly #descriptor: number;
  /** End of the lines that this process has read or written. */
  #end = 0;

  /** Opens the file. Creates it if missing, readable by its owner only. */
  constructor(path: string) {
    this.#descriptor = openSync(path, "a+", 0o600);
  }

  /** How much of the file this process has read or written, in bytes. */
  get bytes(): number {
    return this.#end;
  }

  /**
   * Gives `take` the lines that others have appended since the last call. Cuts the file after the last complete line,
   * because a killed process may have left half of one. If `take` refuses a line, cuts the file before that line.
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
   * Appends a whole line or nothing. Read what others have appended first.
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
