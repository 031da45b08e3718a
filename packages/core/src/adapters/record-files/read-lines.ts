/**
 * One line of a text file without its end. `text` is null when the line is too long or not UTF-8; then `raw` shows it.
 */
export interface TextLine {
  readonly line: number;
  readonly text: string | null;
  readonly problem: "record_too_long" | "invalid_encoding" | null;
  /** The kept part of the line, as text. */
  readonly raw: string;
}

/** Longest line that is read as a record, and the kept part of a longer one. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

const newline = 0x0a;

/**
 * Lines of a byte stream, ended by LF or CRLF, numbered from 1, without a byte order mark. A line over the limit takes
 * no more memory than its kept part and does not stop reading.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  let parts: Buffer[] = [];
  let length = 0;
  let line = 0;
  const keep = (part: Buffer) => {
    if (length < MAX_KEPT_BYTES) parts.push(part.subarray(0, MAX_KEPT_BYTES - length));
    length += part.length;
  };
  const take = (): TextLine => {
    line += 1;
    const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    const taken = lineOf(bytes, length, line);
    parts = [];
    length = 0;
    return taken;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  if (length > 0) yield take();
}

function lineOf(kept: Buffer, length: number, line: number): TextLine {
  const bytes = kept.at(-1) === 0x0d ? kept.subarray(0, -1) : kept;
  if (length > MAX_LINE_BYTES) return { line, text: null, problem: "record_too_long", raw: bytes.toString("utf8") };
  const decoded = bytes.toString("utf8");
  const text = line === 1 ? decoded.replace(/^\uFEFF/, "") : decoded;
  // Decoding turns invalid bytes into U+FFFD; only then is comparing the bytes worthwhile.
  if (text.includes("\uFFFD") && !Buffer.from(decoded, "utf8").equals(bytes)) {
    return { line, text: null, problem: "invalid_encoding", raw: bytes.toString("latin1") };
  }
  return { line, text, problem: null, raw: text };
}
