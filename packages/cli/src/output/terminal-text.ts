/** Control characters and marks that turn the direction of text. */
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Text of others made safe to show: one line, and nothing in it that a terminal would obey. */
export function terminalText(text: string): string {
  return text.replaceAll(unsafe, " ");
}
