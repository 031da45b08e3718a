import type { Mention } from "./mention.js";
import { DECISIVE } from "./name-rules.js";
import type { Token } from "./tokenize.js";

const LISTED_TOGETHER = 0.3;
/** From this score on, a bare ticker may be another item of a list: "UnitedHealth and CVS". */
const LISTABLE_TICKER = 0.4;
const CONNECTORS = new Set(["and", "vs", "versus", "or", "over", "nor"]);
/** Between two tickers in capitals that are doubtful alone: "TD or RY". */
const CHOICES = new Set(["or", "vs", "versus", "over"]);
const CHOSEN = 0.62;

/** Accepts doubtful mentions of a company that has a sure one, and doubtful items of a list beside a sure one. */
export function support(
  mentions: readonly Mention[],
  text: string,
  tokens: readonly Token[],
  listsTickers: boolean,
): Mention[] {
  const sure = new Set(mentions.filter((mention) => mention.score >= DECISIVE).map((mention) => mention.company));
  const named = new Set(mentions.filter(({ kind }) => kind !== "person").map((mention) => mention.company));
  return mentions.map((mention, at) => {
    // "Cohen sold shares" is about GameStop, "Cohen sold his Apple shares" is not.
    if (mention.kind === "person" && sure.size > 1 && !named.has(mention.company)) return { ...mention, score: 0 };
    if (mention.score >= DECISIVE) return mention;
    if (sure.has(mention.company)) return { ...mention, score: 0.75 };
    const isListed = [mentions[at - 1], mentions[at + 1]].some(
      (other) =>
        other !== undefined &&
        other.score >= DECISIVE &&
        other.company !== mention.company &&
        (standTogether(mention, other, text, tokens) || (listsTickers && standInRow(mention, other, tokens))),
    );
    if (listsTickers && [mentions[at - 1], mentions[at + 1]].some((other) => isChoice(mention, other, tokens)))
      return { ...mention, score: CHOSEN };
    const isListable = mention.kind !== "ticker" || listsTickers || mention.score >= LISTABLE_TICKER;
    return isListed && isListable && mention.company.builtIn
      ? { ...mention, score: Math.min(0.85, mention.score + LISTED_TOGETHER) }
      : mention;
  });
}

function standTogether(a: Mention, b: Mention, text: string, tokens: readonly Token[]): boolean {
  const [first, second] = a.from < b.from ? [a, b] : [b, a];
  const between = tokens.slice(first.to, second.from);
  if (between.length > 1) return false;
  const [word] = between;
  if (word !== undefined) return CONNECTORS.has(word.word);
  return /^\s*[,/&<>+]\s*$/.test(text.slice(first.end, second.start));
}

/** "TD or RY": two tickers in capitals, of which at least one is no word or abbreviation. */
function isChoice(a: Mention, b: Mention | undefined, tokens: readonly Token[]): boolean {
  if (b === undefined || a.kind !== "ticker" || b.kind !== "ticker" || a.company === b.company) return false;
  const [first, second] = a.from < b.from ? [a, b] : [b, a];
  const between = tokens[first.to];
  if (second.from - first.to !== 1 || between === undefined || !CHOICES.has(between.word)) return false;
  const isUpper = (mention: Mention) => tokens[mention.from]?.casing === "upper" && mention.company.builtIn;
  return isUpper(a) && isUpper(b) && Math.max(a.score, b.score) >= LISTABLE_TICKER;
}

/** "GME AMC BB": tickers with only a space between. */
function standInRow(a: Mention, b: Mention, tokens: readonly Token[]): boolean {
  const [first, second] = a.from < b.from ? [a, b] : [b, a];
  const isUpper = (mention: Mention) => tokens[mention.from]?.casing === "upper";
  return first.to === second.from && tokens[second.from]?.gap === "space" && isUpper(first) && isUpper(second);
}
