/**
 * The beginning of a text, at most `maxChars` UTF-16 units including a final `…`. Cut at a word boundary if there is
 * one in the second half, and never inside a character. `ending` is removed at the cut.
 */
export function excerpt(text: string, maxChars: number, ending = /$/): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > maxChars / 2 ? cut.slice(0, space) : cut).replace(ending, "")}…`;
}
