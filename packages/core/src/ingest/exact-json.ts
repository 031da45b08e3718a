/** A long whole number as the value of a member or of a list, or in a text that looks like one. */
const longNumber = /(?<=[\s:,[])-?[1-9]\d{15,}(?=[\s,}\]])/g;

/**
 * The value of a JSON text. Whole numbers beyond 2^53 come as text with all their digits: as numbers, two ids would become
 * one.
 *
 * @throws SyntaxError when it is no JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (text.search(longNumber) < 0) return value;
  const exact = withQuotedNumbers(text);
  return exact === text ? value : (JSON.parse(exact) as unknown);
}

/** A JSON text with quotes around the whole numbers that no number can hold. */
function withQuotedNumbers(text: string): string {
  const parts: string[] = [];
  let done = 0;
  let quote = -1;
  let isInside = false;
  for (const { 0: digits, index } of text.matchAll(longNumber)) {
    // A quote opens or closes a text, unless a backslash makes it part of one.
    for (let next = text.indexOf('"', quote + 1); next >= 0 && next < index; next = text.indexOf('"', quote + 1)) {
      if (!isInside || !isEscaped(text, next)) isInside = !isInside;
      quote = next;
    }
    if (isInside || Number.isSafeInteger(Number(digits))) continue;
    parts.push(text.slice(done, index), `"${digits}"`);
    done = index + digits.length;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(done);
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start -= 1;
  return (at - start) % 2 === 1;
}
