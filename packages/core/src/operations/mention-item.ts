import { roundScore } from "../metrics/rounding.js";
import type { MentionFields } from "../namespaces/define.js";
import type { ResourceSchema } from "../schema/resource.js";
import { excerpt } from "../schema/excerpt.js";
import type { MentionValue } from "../storage/tables.js";

/** The wire field that holds a part of a text, cut to the definition's length. */
const snippetField = "text_snippet";
/** Counters of what was seen: none seen is 0. */
const counters = new Set(["upvotes", "likes", "retweets", "replies", "quotes"]);

/** Sources of a definition's fields, and the place where the text names the asset, for snippets. */
export function valuesOf(fields: MentionFields): MentionValue[] {
  return [...new Set<MentionValue>([...Object.values(fields), "mention_at"])];
}

/** The names that a definition gives to what it shows of a mention, in their order. */
export function namesOf<Fields extends MentionFields>(fields: Fields): (keyof Fields & string)[] {
  return Object.keys(fields);
}

/** A stored mention in the shape that a definition gives it. Scores are rounded here, once; long snippets are cut. */
export function mentionItem<Item>(
  _shape: ResourceSchema<Item>,
  fields: MentionFields,
  row: Readonly<Record<string, unknown>>,
  snippetChars: number,
): Item {
  const item = Object.fromEntries(
    Object.entries(fields).map(([name, column]) => {
      const value = row[column] ?? null;
      if (name === snippetField && typeof value === "string") {
        const at = column === "text" && typeof row.mention_at === "number" ? row.mention_at : 0;
        return [name, snippet(value, at, snippetChars)];
      }
      if ((name === "sentiment_score" || name === "relevance_score") && typeof value === "number")
        return [name, roundScore(value)];
      return [name, value === null && counters.has(name) ? 0 : value];
    }),
  );
  // The names are those of the shape: both come from the same definition.
  return item as Item;
}

/** The paragraph around a place in the text, at most `maxChars` UTF-16 units, cut at word boundaries if possible. */
function snippet(text: string, at: number, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const start = text.lastIndexOf("\n", at) + 1;
  const end = text.indexOf("\n", at);
  const paragraph = text.slice(start, end < 0 ? text.length : end).trim();
  if (paragraph.length <= maxChars) return paragraph;
  // The snippet must contain the asset, so in a long paragraph it starts a little before.
  const from = Math.max(0, Math.min(at - start - Math.floor(maxChars / 3), paragraph.length - maxChars));
  const space = from === 0 ? -1 : paragraph.indexOf(" ", from);
  const begin = from === 0 ? 0 : space >= 0 && space < from + 40 ? space + 1 : from;
  const rest = paragraph.slice(begin).replace(/^[\uDC00-\uDFFF]/, "");
  return begin === 0 ? excerpt(rest, maxChars) : `…${excerpt(rest, maxChars - 1)}`;
}
