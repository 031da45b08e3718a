/** Most that a block may hold. */
const BLOCK_BYTES = 131_072;

/**
 * A Zstandard frame of uncompressed blocks, written by hand, so that tests need no compressor. Its window is that of
 * `--long=windowLog`.
 */
export function zstdFrame(content: string | Buffer, windowLog = 20): Buffer {
  const bytes = Buffer.from(content);
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (windowLog - 10) << 3])];
  for (let start = 0; start === 0 || start < bytes.length; start += BLOCK_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_BYTES);
    const isLast = start + BLOCK_BYTES >= bytes.length;
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | Number(isLast), 0, 3);
    parts.push(header, block);
  }
  return Buffer.concat(parts);
}

/** A frame that readers pass over. */
export function skippableFrame(content: string): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(0x184d2a53, 0);
  header.writeUInt32LE(Buffer.byteLength(content), 4);
  return Buffer.concat([header, Buffer.from(content)]);
}
