import { Readable } from "node:stream";
import * as zlib from "node:zlib";
import { type FrameHeader, FrameReader, ZstdFault } from "./zstd-frames.js";

/** Decodes one frame from its header and blocks. */
export type FrameDecoder = (frame: FrameHeader, blocks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/**
 * The content of all frames of Zstandard data. Gives everything before a damaged place, then the error.
 *
 * @throws ZstdFault, or whatever the decoder throws.
 */
export async function* zstdChunks(
  source: AsyncIterable<Buffer>,
  decode: FrameDecoder = frameDecoder,
): AsyncGenerator<Buffer> {
  const reader = new FrameReader(source);
  for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
    let fault: unknown = null;
    // An error ends the blocks, but first the decoder gives what it still holds.
    const blocks = async function* (header: FrameHeader) {
      try {
        yield* reader.blocks(header);
      } catch (cause) {
        fault = cause;
      }
    };
    try {
      yield* decode(frame, blocks(frame));
    } catch (cause) {
      throw (fault ?? cause) as Error;
    }
    if (fault !== null) throw fault as Error;
  }
}

/** Node's own decoder, available since 22.15. */
type NativeDecoder = (options: { params: Record<number, number> }) => ReturnType<typeof zlib.createGunzip>;
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: NativeDecoder };
const { ZSTD_d_windowLogMax: windowLogMaxParameter = 100 } = zlib.constants as { ZSTD_d_windowLogMax?: number };
/** Dumps are written with `--long=31`, the widest window of the official tool. */
const WINDOW_LOG_MAX = 31;

async function* nativeFrame(
  create: NativeDecoder,
  { bytes }: FrameHeader,
  blocks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const decoder = create({ params: { [windowLogMaxParameter]: WINDOW_LOG_MAX } });
  const whole = async function* () {
    yield bytes;
    yield* blocks;
  };
  const source = Readable.from(whole());
  source.on("error", (cause) => decoder.destroy(cause));
  decoder.on("close", () => source.destroy());
  yield* source.pipe(decoder) as AsyncIterable<Buffer>;
}

/** Widest window of the decoder below. */
const PORTABLE_WINDOW_MAX_BYTES = 2_145_386_496;

/**
 * The decoder for versions of Node without their own. It moves its whole window for each block and does not verify
 * checksums.
 */
export async function* portableFrame(
  { bytes, windowBytes }: FrameHeader,
  blocks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  if (windowBytes > PORTABLE_WINDOW_MAX_BYTES) throw new ZstdFault("wide_window");
  const { Decompress } = await import("fzstd");
  const decoded: Buffer[] = [];
  const decoder = new Decompress(({ buffer, byteOffset, byteLength }) => {
    if (byteLength > 0) decoded.push(Buffer.from(buffer, byteOffset, byteLength));
  });
  const push = (chunk: Uint8Array, isLast = false) => {
    try {
      decoder.push(chunk, isLast);
    } catch {
      throw new ZstdFault("damaged");
    }
    return decoded.splice(0);
  };
  push(bytes);
  for await (const block of blocks) yield* push(block);
  yield* push(new Uint8Array(0), true);
}

const frameDecoder: FrameDecoder =
  createZstdDecompress === undefined
    ? portableFrame
    : (frame, blocks) => nativeFrame(createZstdDecompress, frame, blocks);
