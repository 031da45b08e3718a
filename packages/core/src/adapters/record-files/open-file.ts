import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Transform } from "node:stream";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { MarketDataError } from "../../errors.js";

/** A file whose content has been recognised. */
export interface OpenedFile {
  readonly path: string;
  readonly bytes: number;
  readonly format: "json_lines" | "csv" | "parquet";
  readonly gzipped: boolean;
}

const sampleBytes = 65_536;

/**
 * Recognises a file by its content, not its name.
 *
 * @throws MarketDataError `invalid_file` when it is missing, empty, unreadable or of no known form.
 */
export async function recogniseFile(path: string): Promise<OpenedFile> {
  const bytes = await sizeOf(path);
  if (bytes === 0) throw new MarketDataError("invalid_file", `${path} is empty.`, { path });
  const head = await readHead(path);
  const gzipped = head[0] === 0x1f && head[1] === 0x8b;
  if (head.subarray(0, 4).toString("latin1") === "PAR1") return { path, bytes, format: "parquet", gzipped };
  const sample = gzipped ? await gunzipHead(path) : head;
  if (sample.length === 0) throw new MarketDataError("invalid_file", `${path} holds nothing.`, { path });
  if (sample.includes(0)) {
    const message = `${path} is a binary file: neither JSON lines, CSV (both may be gzipped) nor Parquet.`;
    throw new MarketDataError("invalid_file", message, { path });
  }
  const text = sample
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return { path, bytes, format: text.startsWith("{") || text.startsWith("[") ? "json_lines" : "csv", gzipped };
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

async function readHead(path: string): Promise<Buffer> {
  try {
    const handle = await open(path, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new MarketDataError("invalid_file", `${path} cannot be read.`, { path }, { cause });
  }
}

/** The beginning of what is inside; a damaged archive shows itself here or while it is read. */
async function gunzipHead(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const stream = createReadStream(path).pipe(createGunzip());
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= sampleBytes) break;
    }
  } catch (cause) {
    // Some of it may still be readable: then the reader reports the place of the damage.
    if (length === 0) throw damagedArchive(path, cause);
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks);
}

/** The error of an archive that ends early or holds damaged data. */
export function damagedArchive(path: string, cause: unknown): MarketDataError {
  const truncated = (cause as NodeJS.ErrnoException).code === "Z_BUF_ERROR";
  const message = truncated
    ? `${path} is a truncated gzip archive: it ends before its end mark.`
    : `${path} is a damaged gzip archive.`;
  return new MarketDataError("damaged_file", message, { path }, { cause });
}

/** The decompressed bytes of a text file, and how many bytes of the file itself have been read. */
export function openBytes(file: OpenedFile): { readonly stream: Readable; readonly bytesRead: () => number } {
  let bytesRead = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytesRead += chunk.length;
      done(null, chunk);
    },
  });
  const source = createReadStream(file.path, { highWaterMark: 262_144 });
  const counted = source.pipe(counter);
  source.on("error", (cause) => counter.destroy(cause));
  if (!file.gzipped) return { stream: counted, bytesRead: () => bytesRead };
  const gunzip = createGunzip();
  counted.on("error", (cause) => gunzip.destroy(cause));
  return { stream: counted.pipe(gunzip), bytesRead: () => bytesRead };
}
