import { open, stat } from "node:fs/promises";
import { MarketDataError } from "../../errors.js";
import { type Compression, compressionOf } from "./compression.js";
import { isJsonLines } from "./json-lines.js";
import { type OpenedFile, openContent } from "./open-file.js";
import { MAX_LINE_BYTES } from "./read-lines.js";

/** Smallest sample of a file; longer if its first line is. */
const SAMPLE_BYTES = 65_536;
const newline = 0x0a;

/**
 * Recognises a file by its content, not its name.
 *
 * @throws MarketDataError `invalid_file` when it is missing, empty, unreadable, of unknown form, or compressed in a way
 * that this version of Node does not support; `damaged_file` when nothing of an archive can be read.
 */
export async function recogniseFile(path: string): Promise<OpenedFile> {
  const bytes = await sizeOf(path);
  if (bytes === 0) throw new MarketDataError("invalid_file", `${path} is empty.`, { path });
  const head = await readHead(path);
  const compression = compressionOf(head);
  if (head.subarray(0, 4).toString("latin1") === "PAR1") return { path, bytes, format: "parquet", compression };
  const sample = await sampleOf(path, compression);
  if (sample.bytes.length === 0) throw new MarketDataError("invalid_file", `${path} has no content.`, { path });
  return { path, bytes, format: formatOf(path, sample), compression };
}

/** The beginning of some content. */
export interface Sample {
  readonly bytes: Buffer;
  /** Whether this is all of it. */
  readonly whole: boolean;
  /** The error that ended it early. */
  readonly fault?: unknown;
}

/** Recognises a format by the beginning of the content. @throws MarketDataError `invalid_file` for a binary one. */
export function formatOf(path: string, { bytes, whole }: Sample): OpenedFile["format"] {
  // Only XML may be UTF-16: a byte order mark and `<` in two bytes.
  if (["fffe3c00", "feff003c"].includes(bytes.subarray(0, 4).toString("hex"))) return "feed";
  if (bytes.includes(0)) {
    const message = `${path} is a binary file: neither JSON, CSV nor a feed (all may be compressed with gzip or Zstandard), nor Parquet.`;
    throw new MarketDataError("invalid_file", message, { path });
  }
  const text = bytes
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  if (text.startsWith("<")) return "feed";
  if (!text.startsWith("{") && !text.startsWith("[")) return "csv";
  return isJsonLines(text, whole) ? "json_lines" : "json_document";
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new MarketDataError("invalid_file", `${path} is a directory, not a file.`, { path });
    return found.size;
  } catch (cause) {
    if (cause instanceof MarketDataError) throw cause;
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const message = missing ? `${path} does not exist.` : `${path} cannot be read.`;
    throw new MarketDataError("invalid_file", message, { path }, { cause });
  }
}

/** The first bytes on disk, enough to recognise compression. */
async function readHead(path: string): Promise<Buffer> {
  try {
    const handle = await open(path, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new MarketDataError("invalid_file", `${path} cannot be read.`, { path }, { cause });
  }
}

/** The beginning of the decompressed content. */
async function sampleOf(path: string, compression: Compression | null): Promise<Sample> {
  const chunks = openContent({ path, compression }).chunks[Symbol.asyncIterator]();
  try {
    return await takeSample(chunks);
  } finally {
    await chunks.return?.();
  }
}

/**
 * Takes the beginning of some content, with at least one whole line where lines are no longer than records may be. The
 * rest stays in the iterator.
 */
export async function takeSample(chunks: AsyncIterator<Buffer>): Promise<Sample> {
  const parts: Buffer[] = [];
  let length = 0;
  let lineEnds = false;
  try {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      parts.push(next.value);
      length += next.value.length;
      lineEnds ||= next.value.includes(newline);
      if (length >= SAMPLE_BYTES && (lineEnds || length > MAX_LINE_BYTES)) {
        return { bytes: Buffer.concat(parts), whole: false };
      }
    }
  } catch (cause) {
    // If some of it is readable, the reader will report the position of the damage.
    if (length === 0) throw cause;
    return { bytes: Buffer.concat(parts), whole: false, fault: cause };
  }
  return { bytes: Buffer.concat(parts), whole: true };
}
