/**
 * Fields of a row by importance; all others rank below, in wire order. A narrow terminal drops the least important
 * columns first.
 */
const mostWanted = [
  "ticker",
  "symbol",
  "sector",
  "country",
  "date",
  // The text, without which a list of mentions is useless.
  "text",
  "text_snippet",
  "title",
  "question",
  "buzz_score",
  "trend",
  "sentiment_score",
  "mentions",
  "trade_count",
  "company_name",
  "name",
  "trend_history",
];

/** Fields with text that somebody wrote: they are cut, but stay readable. */
const writtenTexts = new Set(["text", "text_snippet", "title", "question"]);

/** Minimum width of a text that somebody wrote, and of any other text. */
const LEAST_WRITTEN = 24;
const LEAST_OTHER = 10;

/** Importance of a field: lower means more important. `place` is its index in wire order. */
export function wantedRank(name: string, place: number): number {
  const rank = mostWanted.indexOf(name);
  return rank < 0 ? mostWanted.length + place : rank;
}

/** Columns of the terminal that a text of the field keeps at least. */
export function leastWidth(name: string): number {
  return writtenTexts.has(name) ? LEAST_WRITTEN : LEAST_OTHER;
}
