import { roundScore } from "../metrics/rounding.js";
import type { MentionFields } from "../namespaces/define.js";

/** Wire fields that hold a part of a text, cut to the definition's length. */
const snippetField = "text_snippet";

/** A stored mention in the shape that a definition gives it. Scores are rounded here, once; long snippets are cut. */
export function mentionItem(
  fields: MentionFields,
  row: Readonly<Record<string, unknown>>,
  snippetChars: number,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, column]) => {
      const value = row[column] ?? null;
      if (name === snippetField && typeof value === "string") return [name, shortened(value, snippetChars)];
      if ((name === "sentiment_score" || name === "relevance_score") && typeof value === "number")
        return [name, roundScore(value)];
      return [name, value];
    }),
  );
}

/** At most `maxChars` UTF-16 units, cut at a word where there is one, never inside a surrogate pair. */
function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${space > maxChars / 2 ? cut.slice(0, space) : cut}…`;
}
