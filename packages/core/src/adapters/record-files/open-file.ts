import { createReadStream, type ReadStream } from "node:fs";
import { MarketDataError } from "../../errors.js";
import { archiveError, type Compression, decompressed } from "./compression.js";

/** Largest file, decompressed, that is read as a whole. */
const WHOLE_MAX_BYTES = 64 * 1024 * 1024;

/** Bytes read at once: what is read ahead, and so how much too far an archive seems to be read. */
const READ_BYTES = 65_536;

/** A file whose content has been recognised. */
export interface OpenedFile {
  readonly path: string;
  /** Size as it lies on the disk. */
  readonly bytes: number;
  /** `json_document`: one JSON value over several lines, or too long for a line. `feed`: XML. */
  readonly format: "json_lines" | "json_document" | "csv" | "parquet" | "feed";
  readonly compression: Compression | null;
}

/** The content of a file while it is read. */
export interface FileContent {
  /** Decompressed bytes. Throws `damaged_file` where they end early or cannot be read. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Bytes of the file itself that have been read so far. */
  readonly bytesRead: () => number;
}

/** The decompressed bytes of a file. It is opened with the first read and closed when the reading ends. */
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

/** The error of a content that cannot be read to its end; a request to stop stays what it is. */
export function unreadable(path: string, compression: Compression | null, cause: unknown): Error {
  if (cause instanceof MarketDataError) return cause;
  if (cause instanceof Error && cause.name === "AbortError") return cause;
  // Errors of the disk name the call that failed; all others come from the decoder.
  const fromDisk = (cause as NodeJS.ErrnoException).syscall !== undefined;
  if (compression !== null && !fromDisk) return archiveError(path, compression, cause);
  return new MarketDataError("damaged_file", `${path} cannot be read to its end.`, { path }, { cause });
}

/**
 * A whole file, for forms that cannot be read as a stream.
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
