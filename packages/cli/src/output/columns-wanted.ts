/**
 * Fields of a row in the order in which people want them; every other field is wanted less, the later the less. Where a
 * terminal is narrow, the least wanted columns are left out first.
 */
const mostWanted = [
  "ticker",
  "symbol",
  "sector",
  "country",
  "date",
  // What was said: a list of mentions is of no use without it.
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

/** Fields that hold what somebody wrote: they are cut, but stay readable. */
const writtenTexts = new Set(["text", "text_snippet", "title", "question"]);

/** Columns that a written text keeps at least, and those that any other text does. */
const LEAST_WRITTEN = 24;
const LEAST_OTHER = 10;

/** How much the field is wanted beside others: the lower, the more. `place` is its place in wire order. */
export function wantedRank(name: string, place: number): number {
  const rank = mostWanted.indexOf(name);
  return rank < 0 ? mostWanted.length + place : rank;
}

/** Columns of the terminal that a text of the field keeps at least. */
export function leastWidth(name: string): number {
  return writtenTexts.has(name) ? LEAST_WRITTEN : LEAST_OTHER;
}
