import { cutToWidth, displayWidth } from "./display-width.js";

/** Least width of a wrapped text, however narrow the terminal is. */
const LEAST = 16;

/** The text in lines of at most `width` columns (16 at least), broken between words; a word that is longer is broken too. */
export function wrapped(text: string, width: number): string[] {
  const room = Math.max(LEAST, width);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((whole) => broken(whole, room))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (displayWidth(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function broken(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word];
  // Without the sign that marks a cut.
  const head = cutToWidth(word, width).slice(0, -1);
  return [head, ...broken(word.slice(head.length), width)];
}
