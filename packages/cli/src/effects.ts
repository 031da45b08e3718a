import type { Backends } from "./backends.js";

/** A stream that text goes to. */
export interface TextOutput {
  readonly isTerminal: boolean;
  /** Width of the terminal; undefined when there is none. */
  readonly columns: number | undefined;
  /** Resolves when the text was handed over; rejects with the stream's error (`EPIPE` when the reader went away). */
  write(text: string): Promise<void>;
  /** The same for binary data. */
  writeBytes(bytes: Uint8Array): Promise<void>;
}

/** Access to files; paths are absolute. */
export interface FileAccess {
  /** Null if there is no such file. */
  kindOf(path: string): Promise<"file" | "directory" | "other" | null>;
  /** The whole file as text; null when it does not exist. */
  readText(path: string): Promise<string | null>;
  /** Writes a file that only its owner may read (mode 0600), replacing it as a whole. */
  writePrivate(path: string, text: string): Promise<void>;
  /**
   * Writes a file of any size with ordinary permissions. It appears under its name only when complete. Creates missing
   * folders.
   */
  writePieces(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The file in pieces, for inputs of any size. */
  readPieces(path: string): AsyncIterable<Uint8Array>;
}

/** A progress bar on a terminal. */
export interface ProgressBar {
  /** `done` of `total`, in one unit; `note` is shown beside the bar. */
  update(done: number, total: number, note: string): void;
  stop(): void;
}

/**
 * All contact of a command with the outside world. `nodeEffects` gives the real effects; tests pass fakes, so that
 * every command runs in process, at a fixed time and without files.
 */
export interface Effects {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  readonly homeDirectory: string;
  readonly platform: string;
  /** Release of the command line tool. */
  readonly version: string;
  readonly now: () => Date;
  readonly files: FileAccess;
  /** Fires when the process is asked to stop (SIGINT, SIGTERM); a second request ends it at once. */
  readonly stopSignal: () => AbortSignal;
  /** A bar on stderr; asked for only where stderr is a terminal. */
  readonly progressBar: (title: string) => Promise<ProgressBar>;
  readonly backends: Backends;
}
