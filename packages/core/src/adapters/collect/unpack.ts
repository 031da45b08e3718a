import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { PollFailure } from "../../collect/poll-failure.js";

const unpackers = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;
const inflateEntry = promisify(inflateRaw);

/** Encodings that {@link unpacked} supports, for `Accept-Encoding`. */
export const acceptedEncodings = "gzip, deflate, br";

/**
 * Decodes a body by its `Content-Encoding`; never unpacks more than `maxBytes`.
 *
 * @throws PollFailure `body_too_large`, `body_cut`, `wrong_content`.
 */
export async function unpacked(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? "identity";
  if (name === "" || name === "identity") return body;
  const unpack = (unpackers as Readonly<Record<string, (typeof unpackers)["gzip"] | undefined>>)[name];
  if (unpack === undefined)
    throw new PollFailure("wrong_content", `The answer has an unknown encoding: ${name.slice(0, 40)}.`);
  return withReason(() => unpack(body, { maxOutputLength: maxBytes }));
}

/**
 * The one file of a ZIP archive.
 *
 * @throws PollFailure as {@link unpacked}.
 */
export async function onlyFileOf(archive: Buffer, maxBytes: number): Promise<Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (archive.length < 4 || archive.readUInt32LE(0) !== 0x04034b50)
    throw new PollFailure("wrong_content", "The answer is not a ZIP archive.");
  if (end < 0 || end + 20 > archive.length) throw new PollFailure("body_cut", "The archive ends early.");
  const directory = archive.readUInt32LE(end + 16);
  if (directory + 46 > archive.length) throw new PollFailure("body_cut", "The archive ends early.");
  const method = archive.readUInt16LE(directory + 10);
  const packedBytes = archive.readUInt32LE(directory + 20);
  const header = archive.readUInt32LE(directory + 42);
  if (header + 30 > archive.length) throw new PollFailure("body_cut", "The archive ends early.");
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (packed.length < packedBytes) throw new PollFailure("body_cut", "The archive ends early.");
  if (method === 0) return packed;
  if (method !== 8) throw new PollFailure("wrong_content", "The archive uses an unknown compression method.");
  return withReason(() => inflateEntry(packed, { maxOutputLength: maxBytes }));
}

async function withReason(unpack: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await unpack();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE")
      throw new PollFailure("body_too_large", "The unpacked answer is too long.", { cause });
    if (code === "Z_BUF_ERROR") throw new PollFailure("body_cut", "The compressed answer ends early.", { cause });
    throw new PollFailure("wrong_content", "The compressed answer is damaged.", { cause });
  }
}
