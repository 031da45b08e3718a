/** Control characters and marks that turn the direction of text. */
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Somebody else's text made safe to show: one line, without anything that a terminal would obey. */
export function terminalText(text: string): string {
  return text.replaceAll(unsafe, " ");
}
