/** Thrown when compressed data cannot be decoded. */
export class ZstdFault extends Error {
  readonly kind: "truncated" | "damaged" | "wide_window" | "dictionary";

  constructor(kind: ZstdFault["kind"]) {
    super(`Zstandard data: ${kind}`);
    this.kind = kind;
  }
}

const FRAME_MAGIC = 0xfd2fb528;
const BLOCK_MAX_BYTES = 131_072;
const CHECKSUM_BYTES = 4;
/** Size of a dictionary's id in bytes, by flag. */
const dictionaryBytes = [0, 1, 2, 4] as const;

/** Whether four bytes start a skippable frame. */
function isSkippable(magic: number): boolean {
  return (magic & 0xfffffff0) >>> 0 === 0x184d2a50;
}

/** Whether a file begins like Zstandard data. */
export function isZstd(head: Buffer): boolean {
  if (head.length < 4) return false;
  const magic = head.readUInt32LE(0);
  return magic === FRAME_MAGIC || isSkippable(magic);
}

/** Header of a frame. */
export interface FrameHeader {
  /** Window size: how far back the content refers, and what a decoder must hold. */
  readonly windowBytes: number;
  readonly bytes: Buffer;
  readonly hasChecksum: boolean;
}

/**
 * Splits Zstandard data into frames without decoding. Decoders often read the first frame only, or take truncated data
 * for a complete frame; this reader handles both.
 */
export class FrameReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next frame; null at the end of the data. Read all blocks of the previous frame before. @throws ZstdFault. */
  async next(): Promise<FrameHeader | null> {
    while (await this.#fill(1)) {
      const magic = (await this.#peek(4)).readUInt32LE(0);
      if (magic === FRAME_MAGIC) return this.#header();
      if (!isSkippable(magic)) throw new ZstdFault("damaged");
      let left = (await this.#take(8)).readUInt32LE(4);
      for (; left > 0; left -= Math.min(left, BLOCK_MAX_BYTES)) await this.#take(Math.min(left, BLOCK_MAX_BYTES));
    }
    return null;
  }

  /** The blocks of the frame in order, then its checksum. Each has at most 128 KiB. @throws ZstdFault. */
  async *blocks({ hasChecksum }: FrameHeader): AsyncGenerator<Buffer> {
    for (let isLast = false; !isLast;) {
      const header = (await this.#peek(3)).readUIntLE(0, 3);
      const type = (header >> 1) & 3;
      const size = header >> 3;
      // Type 3 does not exist; type 1 repeats one byte.
      if (type === 3 || size > BLOCK_MAX_BYTES) throw new ZstdFault("damaged");
      isLast = (header & 1) === 1;
      yield await this.#take(3 + (type === 1 ? 1 : size));
    }
    if (hasChecksum) yield await this.#take(CHECKSUM_BYTES);
  }

  async #header(): Promise<FrameHeader> {
    const descriptor = (await this.#peek(5)).readUInt8(4);
    if ((descriptor & 0x08) !== 0) throw new ZstdFault("damaged");
    const isSingle = (descriptor & 0x20) !== 0;
    const sizeFlag = descriptor >> 6;
    const dictionary = dictionaryBytes[(descriptor & 3) as 0 | 1 | 2 | 3];
    const sizeBytes = sizeFlag === 0 ? Number(isSingle) : 2 ** sizeFlag;
    const bytes = await this.#take(5 + Number(!isSingle) + dictionary + sizeBytes);
    const sizeAt = bytes.length - sizeBytes;
    if (dictionary > 0 && bytes.readUIntLE(sizeAt - dictionary, dictionary) !== 0) throw new ZstdFault("dictionary");
    const hasChecksum = (descriptor & 0x04) !== 0;
    if (isSingle) return { windowBytes: sizeOf(bytes.subarray(sizeAt)), bytes, hasChecksum };
    const window = bytes.readUInt8(5);
    const base = 2 ** (10 + (window >> 3));
    return { windowBytes: base + (base / 8) * (window & 7), bytes, hasChecksum };
  }

  async #peek(length: number): Promise<Buffer> {
    if (!(await this.#fill(length))) throw new ZstdFault("truncated");
    return this.#rest.subarray(0, length);
  }

  async #take(length: number): Promise<Buffer> {
    const taken = await this.#peek(length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  /** Reads until `length` bytes are available. @returns Whether they are. */
  async #fill(length: number): Promise<boolean> {
    while (this.#rest.length < length) {
      const next = await this.#source.next();
      if (next.done === true) return false;
      this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    }
    return true;
  }
}

/** Reads a content size of 1, 2, 4 or 8 bytes; the two-byte form starts at 256. */
function sizeOf(bytes: Buffer): number {
  if (bytes.length === 8) return Number(bytes.readBigUInt64LE(0));
  return bytes.readUIntLE(0, bytes.length) + (bytes.length === 2 ? 256 : 0);
}
