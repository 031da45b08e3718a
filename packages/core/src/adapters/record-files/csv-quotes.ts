/** Position in a CSV record: outside quotes, inside quotes, or broken by a quote in the wrong place. */
export type QuoteState = "outside" | "inside" | "broken";

/**
 * The state after one line, given the state before it. A quote opens a field only at its very start, and closes it only
 * before a delimiter or the end of the line, with optional blanks between; a doubled quote is part of the field (RFC
 * 4180). Looks at each character once.
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
