import type { UtcDay } from "../time/utc-day.js";
import type { CitedMention } from "./evidence.js";
import { shortened } from "./passage.js";
import type { EvidenceWords } from "./writer.js";

const months = "January February March April May June July August September October November December".split(" ");

/** `16 April`, with the year where it is asked for. */
export function dayText(day: UtcDay, withYear = false): string {
  const [year = "", month = "1", date = "1"] = day.split("-");
  const text = `${Number(date)} ${months[Number(month) - 1] ?? ""}`;
  return withYear ? `${text} ${year}` : text;
}

/** `1,204`. */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 article`, `41 articles`. */
export function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

/** Longest quotation in an explanation. */
const QUOTE_CHARS = 110;
/** Fewer reactions than this are not mentioned. */
const NOTABLE_REACTIONS = 10;

/** The mention in quotation marks with who says so and when: `“…” (Reuters, 14 April)`. */
export function quoted(mention: CitedMention, { reactions }: EvidenceWords): string {
  const who = [
    mention.from,
    reactions !== null && mention.reactions >= NOTABLE_REACTIONS
      ? `${countText(mention.reactions)} ${reactions}`
      : null,
    dayText(mention.day),
  ];
  return `“${shortened(mention.text, QUOTE_CHARS)}” (${who.filter((part) => part !== null).join(", ")})`;
}
