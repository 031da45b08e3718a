import type { paths } from "./generated/api.js";

/** Body of the answer to a path with this ending, in any namespace. */
export type AnswerOf<Ending extends string> = BodyOf<Extract<keyof paths, `${string}${Ending}`>>;

type BodyOf<Path extends keyof paths> = Path extends unknown
  ? paths[Path] extends { get: { responses: { 200: { content: { "application/json": infer Body } } } } }
    ? Body
    : never
  : never;

/** A row of trending assets. */
export type TrendingRow = AnswerOf<"/v1/trending">[number];
/** A row of trending sectors or countries. */
export type GroupRow = AnswerOf<"/trending/sectors">[number] | AnswerOf<"/trending/countries">[number];
/** One asset in one namespace. */
export type Detail = AnswerOf<"/stock/{ticker}"> | AnswerOf<"/token/{symbol}">;
/** The sentiment of a whole namespace. */
export type MarketMood = AnswerOf<"/market-sentiment">;
/** The live sources of a namespace. */
export type Sources = AnswerOf<"/v1/sources">;
/** Several assets side by side. */
export type Comparison = AnswerOf<"/v1/compare">;
/** Assets that match a search. */
export type SearchAnswer = AnswerOf<"/v1/search">;
/** The explanation of an asset's buzz, with its evidence. */
export type Explanation = AnswerOf<"/explain">;
/** The judgement of a text for each company in it. */
export type Judgement =
  paths["/sentiment/v1/analyze/companies"]["post"]["responses"][200]["content"]["application/json"];

/** Key of an asset in a row: ticker or symbol. */
export function keyOf(row: object): string {
  const key = ("ticker" in row && row.ticker) || ("symbol" in row && row.symbol);
  return typeof key === "string" ? key : "";
}

/** Name of the asset; null where it is not known. */
export function nameOf(row: object): string | null {
  const name = ("company_name" in row && row.company_name) || ("name" in row && row.name);
  return typeof name === "string" ? name : null;
}

/** How much was said or traded: the namespace's own count. */
export function volumeOf(row: object): number {
  return Number(("mentions" in row && row.mentions) || ("trade_count" in row && row.trade_count) || 0);
}

/** What {@link volumeOf} counts. */
export function volumeName(row: object | undefined): string {
  return row !== undefined && "trade_count" in row ? "Trades" : "Mentions";
}

/**
 * The rows of an answer: the answer itself if it is a list, else its first list of rows, else the answer as a single
 * row.
 */
export function rowsOf(answer: unknown): readonly object[] {
  if (Array.isArray(answer)) return answer as object[];
  if (answer === null || typeof answer !== "object") return [];
  const lists = Object.values(answer).filter(
    (value): value is object[] => Array.isArray(value) && value.length > 0 && typeof value[0] === "object",
  );
  return lists[0] ?? [answer];
}
