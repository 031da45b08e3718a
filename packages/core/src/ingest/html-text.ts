import { decodeHTML } from "entities";

/** Elements whose end is the end of a line. */
const lineEnds = /<\s*(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/blockquote)\b[^>]*>/gi;
/** Elements whose content is not text. */
const notText = /<\s*(script|style|head|template)\b[^>]*>[\s\S]*?<\s*\/\s*\1\s*>/gi;

/** The text of an HTML fragment: tags go, paragraphs become lines, entities characters. Null when nothing is left. */
export function htmlText(html: string | null): string | null {
  if (html === null) return null;
  const bare = html
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(notText, " ")
    .replaceAll(lineEnds, "\n")
    .replaceAll(/<\/?[a-z!][^>]*>/gi, "");
  const text = decodeHTML(bare)
    .replaceAll("\u00A0", " ")
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return text === "" ? null : text;
}
