/** Where the text of a CSV record stands: between fields or in one, inside quotes, or damaged by a quote in the wrong place. */
export type QuoteState = "outside" | "inside" | "broken";

/**
 * The state at the end of one line, given the state at its beginning. A quote opens a field at its very beginning; it closes
 * it before a delimiter or the end of the line, where blanks may stand between; doubled it is part of the field (RFC 4180).
 * Each character is looked at once.
 */
export function quoteStateAfter(line: string, state: "outside" | "inside", delimiter: string): QuoteState {
  let isInside = state === "inside";
  let at = 0;
  for (;;) {
    if (!isInside) {
      if (line[at] !== '"') {
        const next = line.indexOf(delimiter, at);
        if (next < 0) return "outside";
        at = next + 1;
        continue;
      }
      at += 1;
      isInside = true;
    }
    const quote = line.indexOf('"', at);
    if (quote < 0) return "inside";
    at = quote + 1;
    if (line[at] === '"') {
      at += 1;
      continue;
    }
    while (line[at] === " ") at += 1;
    if (at >= line.length) return "outside";
    if (line[at] !== delimiter) return "broken";
    at += 1;
    isInside = false;
  }
}
