/** A long whole number as the value of a member or list element, or inside a text that looks like one. */
const longNumber = /(?<=[\s:,[])-?[1-9]\d{15,}(?=[\s,}\]])/g;

/** Digits of the shortest whole number that a JavaScript number may not hold exactly. */
const LONG_DIGITS = 16;

/**
 * The value of a JSON text. Whole numbers beyond 2^53 come as text with all their digits; as JavaScript numbers, two
 * ids could become one.
 *
 * @throws SyntaxError when it is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayHoldLongNumber(text)) return value;
  const exact = withQuotedNumbers(text);
  return exact === text ? value : (JSON.parse(exact) as unknown);
}

/**
 * Whether the text may hold a long number. Looks at one character in sixteen: a run of sixteen digits covers at least
 * one of them. A regular expression over the whole text would take longer than parsing it.
 */
function mayHoldLongNumber(text: string): boolean {
  for (let at = LONG_DIGITS - 1; at < text.length; at += LONG_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (isDigit(text.charCodeAt(start - 1))) start -= 1;
    while (isDigit(text.charCodeAt(at + 1))) at += 1;
    if (at + 1 - start >= LONG_DIGITS && /[\s,}\]]/.test(text.charAt(at + 1))) return true;
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A JSON text with quotes around the whole numbers that no number can hold. */
function withQuotedNumbers(text: string): string {
  const parts: string[] = [];
  let done = 0;
  let quote = -1;
  let isInside = false;
  for (const { 0: digits, index } of text.matchAll(longNumber)) {
    // A quote opens or closes a string, unless a backslash escapes it.
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

/** Whether an odd number of backslashes precedes an index. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start -= 1;
  return (at - start) % 2 === 1;
}
