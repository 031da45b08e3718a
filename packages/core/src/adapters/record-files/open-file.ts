import { createReadStream, type ReadStream } from "node:fs";
import { MarketDataError } from "../../errors.js";
import { archiveError, type Compression, decompressed } from "./compression.js";

/** Largest file that is read as a whole, decompressed. */
const WHOLE_MAX_BYTES = 64 * 1024 * 1024;

/** Bytes per read; progress in an archive may be ahead by this much. */
const READ_BYTES = 65_536;

/** A file with its recognised format. */
export interface OpenedFile {
  readonly path: string;
  /** Size on disk. */
  readonly bytes: number;
  /** `json_document`: one JSON value over several lines, or too long for a line. `feed`: XML. */
  readonly format: "json_lines" | "json_document" | "csv" | "parquet" | "feed";
  readonly compression: Compression | null;
}

/** Content of a file during reading. */
export interface FileContent {
  /** Decompressed bytes. Throws `damaged_file` when they are truncated or unreadable. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Bytes read so far of the file on disk. */
  readonly bytesRead: () => number;
}

/** The decompressed bytes of a file. Opens it on the first read and closes it at the end. */
export function openContent({ path, compression }: Pick<OpenedFile, "path" | "compression">): FileContent {
  let source: ReadStream | null = null;
  async function* chunks(): AsyncGenerator<Buffer> {
    source = createReadStream(path, { highWaterMark: READ_BYTES });
    try {
      yield* compression === null ? (source as AsyncIterable<Buffer>) : decompressed(source, compression);
    } catch (cause) {
      throw unreadable(path, compression, cause);
    } finally {
      source.destroy();
    }
  }
  return { chunks: chunks(), bytesRead: () => source?.bytesRead ?? 0 };
}

/** The error for content that cannot be read to its end. An abort stays what it is. */
export function unreadable(path: string, compression: Compression | null, cause: unknown): Error {
  if (cause instanceof MarketDataError) return cause;
  if (cause instanceof Error && cause.name === "AbortError") return cause;
  // Disk errors name the failed system call; all others come from the decoder.
  const fromDisk = (cause as NodeJS.ErrnoException).syscall !== undefined;
  if (compression !== null && !fromDisk) return archiveError(path, compression, cause);
  return new MarketDataError("damaged_file", `${path} cannot be read to its end.`, { path }, { cause });
}

/**
 * Reads a whole file, for formats that cannot be streamed.
 *
 * @throws MarketDataError `invalid_file` when it is larger than the limit; otherwise as its content does.
 */
export async function wholeContent(
  path: string,
  content: FileContent,
  form: string,
  limitBytes = WHOLE_MAX_BYTES,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of content.chunks) {
    length += chunk.length;
    if (length > limitBytes) {
      const message = `${path} is ${form} of more than ${limitBytes / 1024 / 1024} MiB, and such a file is read as a whole.`;
      throw new MarketDataError("invalid_file", message, { path });
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
