/** The body of an answer as text. Null when it is longer than `maxBytes`; the rest is then not read. */
export async function boundedText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
