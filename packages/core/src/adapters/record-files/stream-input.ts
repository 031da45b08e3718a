import { Readable } from "node:stream";
import { MarketDataError } from "../../errors.js";
import { compressionOf, decompressed } from "./compression.js";
import { type FileContent, type OpenedFile, unreadable } from "./open-file.js";
import { formatOf, takeSample } from "./recognise-file.js";

/** An input of unknown size that can be read only once, such as standard input. */
export interface StreamInput {
  /** Its name in positions and messages. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Number of first bytes that show the compression. */
const HEAD_BYTES = 16;

/** A recognised stream; `content` starts at its beginning. */
export interface OpenedStream {
  readonly file: OpenedFile;
  readonly content: FileContent;
}

/**
 * Recognises a stream by its beginning, like a file, and continues from there.
 *
 * @throws MarketDataError `invalid_file` when it is empty, of unknown form, or Parquet, which must be read from its
 * end; `damaged_file` when nothing of an archive can be read.
 */
export async function openStream({ name, chunks }: StreamInput): Promise<OpenedStream> {
  let read = 0;
  const raw = counted(chunks, (bytes) => (read += bytes))[Symbol.asyncIterator]();
  const head = await takeHead(raw);
  if (head.length === 0) throw new MarketDataError("invalid_file", `${name} is empty.`, { path: name });
  if (head.subarray(0, 4).toString("latin1") === "PAR1") {
    const message = `${name} is Parquet, which is read from its end: save it as a file first.`;
    throw new MarketDataError("invalid_file", message, { path: name });
  }
  const compression = compressionOf(head);
  const whole = Readable.from(after([head], raw), { objectMode: false });
  const inside: AsyncIterable<Buffer> = compression === null ? whole : decompressed(whole, compression);
  const rest = inside[Symbol.asyncIterator]();
  const sample = await takeSample(rest).catch((cause: unknown) => Promise.reject(unreadable(name, compression, cause)));
  if (sample.bytes.length === 0) throw new MarketDataError("invalid_file", `${name} has no content.`, { path: name });
  async function* content(): AsyncGenerator<Buffer> {
    try {
      yield sample.bytes;
      if (sample.fault !== undefined) throw unreadable(name, compression, sample.fault);
      yield* after([], rest);
    } catch (cause) {
      throw unreadable(name, compression, cause);
    }
  }
  return {
    file: { path: name, bytes: 0, format: formatOf(name, sample), compression },
    content: { chunks: content(), bytesRead: () => read },
  };
}

async function* counted(chunks: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

async function takeHead(raw: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for (let next = await raw.next(); next.done !== true; next = await raw.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= HEAD_BYTES) break;
  }
  return head;
}

async function* after(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
