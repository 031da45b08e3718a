import type { Asset } from "../subjects/asset.js";
import type { UtcDay } from "../time/utc-day.js";
import { foldedKey } from "../subjects/asset-key.js";
import { buildAliasIndex, joinIndexes } from "./alias-index.js";
import type { AssetLink, LinkEvidence } from "./asset-link.js";
import type { CommonWords } from "./common-words.js";
import { type Company, groupCompanies } from "./company.js";
import type { ContextModel } from "./context-model.js";
import { headlineWords } from "./finance-words.js";
import { informalRules } from "./informal-rules.js";
import { DECISIVE } from "./name-rules.js";
import { strengthJudge } from "./name-strength.js";
import { newsRules } from "./news-rules.js";
import { buildNicknames } from "./nicknames.js";
import type { Mention } from "./mention.js";
import { readMentions, type Reading } from "./read-mentions.js";
import { TickerIndex } from "./ticker-index.js";
import { buildRelatedNames } from "./related-names.js";
import { buildTokenNames } from "./token-names.js";
import { pairReader, tokenRules } from "./token-rules.js";

/** Options for linking one text. */
export interface LinkOptions {
  /** `news` (the default) trusts capitals; `informal` is for forum and microblog posts. */
  readonly style?: "news" | "informal";
  /** Tickers that the source attached. They can confirm a doubtful mention, but never make a link without one. */
  readonly hints?: readonly string[];
  /** Day of the text: a ticker means the company that had it then. Default, also for null: today's owners. */
  readonly day?: UtcDay | null;
}

/** Finds the assets that texts name. Pure and safe to share: the same text always gives the same links. */
export interface Linker {
  /** One link per company, by descending confidence, then by first span, then by key. Never throws. */
  link(text: string, options?: LinkOptions): readonly AssetLink[];
}

/** What a linker knows of words, from the files that ship in `data/linking`. */
export interface LinkingData {
  /** `common-words.txt`, parsed. */
  readonly commonWords: CommonWords;
  /** `context-model.json`, parsed: weighs doubtful spellings by the words around. Default: the rules alone decide. */
  readonly context?: ContextModel | null;
}

/** Data to build a linker from. */
export interface LinkerParts extends LinkingData {
  /** Built-in and imported stocks and funds, in any order; or tokens only. Tokens among stocks are ignored. */
  readonly assets: readonly Asset[];
}

/** Builds the index (about a second for 60,000 assets) and returns a linker over it. */
export function createLinker(parts: LinkerParts): Linker {
  const isTokens = parts.assets.length > 0 && parts.assets.every((asset) => asset.type === "token");
  return isTokens ? tokenLinker(parts) : stockLinker(parts);
}

function stockLinker({ assets, commonWords, context = null }: LinkerParts): Linker {
  const strengthOf = strengthJudge(commonWords);
  const companies = groupCompanies(
    assets.filter((asset) => asset.type !== "token"),
    strengthOf,
  );
  const tickers = new TickerIndex(companies, (word) => isOrdinary(word, commonWords));
  const names = buildAliasIndex(companies, strengthOf, (word) => tickers.isWord(word));
  const written = joinIndexes(names, buildRelatedNames(tickers, strengthOf, "news"));
  const spoken = joinIndexes(
    buildNicknames(tickers),
    joinIndexes(names, buildRelatedNames(tickers, strengthOf, "informal")),
  );
  return linkerOver(tickers, (style) =>
    style === "informal"
      ? { names: spoken, tickers, rules: informalRules, context }
      : { names: written, tickers, rules: newsRules, context },
  );
}

function tokenLinker({ assets, commonWords, context = null }: LinkerParts): Linker {
  const companies = groupCompanies(
    assets.map((asset) => ({ ...asset, name: null })),
    strengthJudge(commonWords),
  );
  const names = buildTokenNames(companies, commonWords);
  const tickers = new TickerIndex(companies, (word) => isOrdinary(word, commonWords));
  const pairAt = pairReader((word) => tickers.isWord(word));
  const [news, informal] = [tokenRules("news"), tokenRules("informal")];
  return linkerOver(tickers, (style) => ({
    names,
    tickers,
    pairAt,
    rules: style === "informal" ? informal : news,
    context,
  }));
}

function isOrdinary(word: string, commonWords: CommonWords): boolean {
  return commonWords.commonnessOf(word) !== null || headlineWords.has(word);
}

function linkerOver(
  tickers: TickerIndex,
  readingOf: (style: NonNullable<LinkOptions["style"]>) => Omit<Reading, "isHinted" | "day">,
): Linker {
  const readings = { news: readingOf("news"), informal: readingOf("informal") };
  return {
    link(text, { style = "news", hints = [], day = null } = {}) {
      const hinted = new Set(hints.map((hint) => tickers.ownerOf(foldedKey(hint.replace(/^\$/, "")), day)?.company));
      hinted.delete(undefined);
      return gatherLinks(
        text,
        readMentions(text, { ...readings[style], day, isHinted: (company) => hinted.has(company) }),
      );
    },
  };
}

const REPEAT_GAIN = 0.35;
const MOST_SURE = 0.99;

/** Turns accepted mentions into one link per company, by descending confidence, then by first span, then by key. */
function gatherLinks(text: string, mentions: readonly Mention[]): AssetLink[] {
  const byCompany = new Map<Company, Mention[]>();
  for (const mention of mentions) {
    if (mention.score < DECISIVE) continue;
    const own = byCompany.get(mention.company);
    if (own === undefined) byCompany.set(mention.company, [mention]);
    else own.push(mention);
  }
  return [...byCompany].map(([company, own]) => linkOf(text, company, own)).sort(compareLinks);
}

function linkOf(text: string, company: Company, mentions: readonly Mention[]): AssetLink {
  const evidence: LinkEvidence[] = mentions.map(({ kind, start, end }) => ({ kind, text: text.slice(start, end) }));
  const hinted = mentions.find((mention) => mention.byHint);
  const listings = mentions.flatMap((mention) => mention.listing ?? []);
  // Two share classes named side by side are one company; the main one stands for both.
  const named = listings.find((asset) => asset === company.main) ?? listings[0] ?? company.main;
  // Imported listings of a built-in company (often over-the-counter) are of no interest to readers.
  const listing = company.builtIn && named.origin !== "built_in" ? company.main : named;
  if (hinted !== undefined) evidence.push({ kind: "hint", text: listing.key });
  return {
    key: listing.key,
    spans: mentions.map(({ start, end }) => ({ start, end })),
    evidence,
    confidence: confidenceOf(mentions.map((mention) => mention.score)),
  };
}

/** Score of the best mention, raised slightly by each further one. */
function confidenceOf(scores: readonly number[]): number {
  const [best = 0, ...rest] = [...scores].sort((a, b) => b - a);
  const doubt = rest.reduce((left, score) => left * (1 - REPEAT_GAIN * score), 1 - best);
  return Math.round(Math.min(MOST_SURE, 1 - doubt) * 1000) / 1000;
}

function compareLinks(a: AssetLink, b: AssetLink): number {
  return (
    b.confidence - a.confidence ||
    (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}
