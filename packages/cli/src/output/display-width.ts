/** Characters that take no column: combining marks, joiners, variation selectors. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** Characters that take two columns: East Asian wide forms and pictures. */
const doubleWidth =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;

/** Columns that the text takes on a terminal. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** The text cut to at most `width` columns, ending in `…` where something was cut. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const character of text) {
    used += widthOf(character);
    if (used > width) break;
    kept += character;
  }
  return width < 1 ? "" : `${kept.trimEnd()}…`;
}

function widthOf(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (zeroWidth.test(character)) return 0;
  return doubleWidth.test(character) ? 2 : 1;
}
