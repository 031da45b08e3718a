import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { MarketDataError } from "../../errors.js";
import { zstdChunks } from "./zstd-chunks.js";
import { isZstd, ZstdFault } from "./zstd-frames.js";

/** Compression of a file. */
export type Compression = "gzip" | "zstd";

/** Recognises compression by the first bytes; null when there is none. */
export function compressionOf(head: Buffer): Compression | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  return isZstd(head) ? "zstd" : null;
}

/** Decompresses a stream. Turn its errors into product errors with {@link archiveError}. */
export function decompressed(source: Readable, compression: Compression): AsyncIterable<Buffer> {
  if (compression === "zstd") return zstdChunks(source);
  const gunzip = createGunzip();
  source.on("error", (cause) => gunzip.destroy(cause));
  gunzip.on("close", () => source.destroy());
  return source.pipe(gunzip) as AsyncIterable<Buffer>;
}

/**
 * The error for an archive: `damaged_file` when it is truncated or damaged, `invalid_file` when this program cannot
 * read it.
 */
export function archiveError(path: string, compression: Compression, cause: unknown): MarketDataError {
  const kind = cause instanceof ZstdFault ? cause.kind : isCutOff(cause) ? "truncated" : "damaged";
  const name = compression === "gzip" ? "gzip" : "Zstandard";
  const messages = {
    truncated: `${path} is a truncated ${name} archive: it ends before its end mark.`,
    damaged: `${path} is a damaged ${name} archive.`,
    dictionary: `${path} was compressed with a dictionary of its own: decompress it first.`,
    wide_window:
      `${path} is compressed with a window of 2 GiB or more, which takes Node 22.15 or newer. ` +
      `Use such a version, or decompress the file first: zstd -d --long=31 ${path}`,
  } as const;
  const code = kind === "truncated" || kind === "damaged" ? "damaged_file" : "invalid_file";
  return new MarketDataError(code, messages[kind], { path }, { cause });
}

function isCutOff(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException).code === "Z_BUF_ERROR";
}
