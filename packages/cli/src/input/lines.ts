/** One line of an input; `text` is null when it was longer than allowed and was thrown away. */
export interface InputLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string | null;
}

/** Longest line that is kept, in UTF-16 units: far above any valid request. */
export const MAX_LINE_CHARS = 1_048_576;

/**
 * The lines of UTF-8 pieces, without their ends (`LF` or `CRLF`) and without a byte order mark. A last line without an
 * end counts; nothing after the last end does not. Memory stays within one line and one piece.
 */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  maxChars = MAX_LINE_CHARS,
): AsyncGenerator<InputLine> {
  const decoder = new TextDecoder();
  let number = 0;
  let pending = "";
  let tooLong = false;
  const finish = (rest: string): InputLine => {
    const text = pending + rest;
    const line = { number: ++number, text: tooLong || text.length > maxChars ? null : text.replace(/\r$/, "") };
    pending = "";
    tooLong = false;
    return line;
  };
  for await (const piece of pieces) {
    const parts = decoder.decode(piece, { stream: true }).split("\n");
    const unfinished = parts.pop() ?? "";
    for (const part of parts) yield finish(part);
    pending += unfinished;
    if (pending.length > maxChars) {
      tooLong = true;
      pending = "";
    }
  }
  pending += decoder.decode();
  if (pending !== "" || tooLong) yield finish("");
}
