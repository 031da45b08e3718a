import type { Asset } from "../subjects/asset.js";
import { foldedKey } from "../subjects/asset-key.js";
import { buildAliasIndex, type AliasIndex } from "./alias-index.js";
import type { CommonWords } from "./common-words.js";
import { groupCompanies } from "./company.js";
import { informalRules } from "./informal-rules.js";
import { gatherLinks } from "./gather-links.js";
import { strengthJudge } from "./name-strength.js";
import { newsRules } from "./news-rules.js";
import { readMentions } from "./read-mentions.js";
import { TickerIndex } from "./ticker-index.js";

/** Why a text is taken to be about an asset: what was found, and the words that show it. */
export interface LinkEvidence {
  /** `hint` says that the caller's hint tipped the balance; the others say what the span is. */
  readonly kind: "cashtag" | "ticker" | "exchange_ticker" | "name" | "alias" | "hint";
  /** As written in the text; for a hint, the hint. */
  readonly text: string;
}

/** A place in the text, as UTF-16 offsets; `end` is exclusive. */
export interface LinkSpan {
  readonly start: number;
  readonly end: number;
}

/** One asset that a text is about. */
export interface AssetLink {
  /** Key of the listing that the text names, else of the company's main listing. */
  readonly key: string;
  /** Where it is named, in text order, without overlaps; at least one. */
  readonly spans: readonly LinkSpan[];
  /** One entry a span, in the same order, and the hint when it was needed. */
  readonly evidence: readonly LinkEvidence[];
  /** 0 to 1, three decimals; also served as `relevance_score`. */
  readonly confidence: number;
}

/** How to read one text. */
export interface LinkOptions {
  /** `news` (the default) trusts capitals; `informal` is for forum and microblog posts. */
  readonly style?: "news" | "informal";
  /** Tickers that the source attached. They support a doubtful mention and never make a link without a mention. */
  readonly hints?: readonly string[];
}

/** Finds the assets of texts. Pure and safe to share; the same text always gives the same links. */
export interface Linker {
  /** Links, surest first, then by first span, then by key. One company gives one link. Never throws. */
  link(text: string, options?: LinkOptions): readonly AssetLink[];
}

/** What a linker is built from. */
export interface LinkerParts {
  /** Built-in and imported stocks and funds, in any order. */
  readonly assets: readonly Asset[];
  /** `data/linking/common-words.txt`, parsed. */
  readonly commonWords: CommonWords;
}

/** Builds the index (about a second for 60,000 assets) and gives the linker over it. */
export function createLinker({ assets, commonWords }: LinkerParts): Linker {
  const strengthOf = strengthJudge(commonWords);
  const companies = groupCompanies(
    assets.filter((asset) => asset.type !== "token"),
    strengthOf,
  );
  const names: AliasIndex = buildAliasIndex(companies, strengthOf);
  const tickers = new TickerIndex(companies);
  return {
    link(text, { style = "news", hints = [] } = {}) {
      const rules = style === "informal" ? informalRules : newsRules;
      const hinted = new Set(hints.map((hint) => tickers.ownerOf(foldedKey(hint.replace(/^\$/, "")))?.company));
      hinted.delete(undefined);
      return gatherLinks(
        text,
        readMentions(text, { names, tickers, rules, isHinted: (company) => hinted.has(company) }),
      );
    },
  };
}
