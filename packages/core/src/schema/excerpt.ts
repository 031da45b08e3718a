/**
 * The beginning of a text, at most `maxChars` UTF-16 units with the `…` that marks it as cut: cut at a word where there is one
 * in the second half, never inside a character. `ending` is taken off where it was cut.
 */
export function excerpt(text: string, maxChars: number, ending = /$/): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > maxChars / 2 ? cut.slice(0, space) : cut).replace(ending, "")}…`;
}
