import type { Asset } from "../subjects/asset.js";
import type { AliasIndex, FormMatch } from "./alias-index.js";
import type { Company } from "./company.js";
import type { LinkEvidence } from "./asset-link.js";
import type { Mention } from "./mention.js";
import { maskAddresses } from "./mask-addresses.js";
import { weighed } from "./weigh-mentions.js";
import type { ContextModel } from "./context-model.js";
import { DECISIVE, FAINT, HOPELESS, type NameSite } from "./name-rules.js";
import type { StyleRules } from "./news-rules.js";
import type { UtcDay } from "../time/utc-day.js";
import { profileOf } from "./text-profile.js";
import { everydayServices, otherVentures, sharesTalk } from "./market-slang.js";
import { support } from "./support-mentions.js";
import { chooseCompany, listingOf, otherListing } from "./tagged-company.js";
import { isAboutTokens, isTokenSymbol } from "./token-symbols.js";
import { isRelated, relatedScore } from "./related-names.js";
import type { TickerIndex } from "./ticker-index.js";
import { findTickerMentions, type TickerMention, type TickerSearch } from "./ticker-mentions.js";
import { tokenize, type Token } from "./tokenize.js";

/** Indexes and rules for reading mentions. */
export interface Reading {
  readonly names: AliasIndex;
  readonly tickers: TickerIndex;
  readonly rules: StyleRules;
  readonly isHinted: (company: Company | undefined) => boolean;
  /** Day of the text; null when unknown. */
  readonly day: UtcDay | null;
  /** Weighs what the rules doubt; null to leave it as it is. */
  readonly context: ContextModel | null;
  /** Reads trading pairs, if the assets have them. */
  readonly pairAt?: TickerSearch["pairAt"];
}

const SURE = 0.97;
const NAMED_TICKER = 0.96;
const LONGEST_NAME_TAIL = 2;
/** Tokens on either side in which the words that make a product or a person count must stand. */
const RELATED_REACH = 8;

/** "$3M" is money. */
function isAmount(text: string, first: Token | undefined): boolean {
  return first !== undefined && text[first.start - 1] === "$" && /^\d/.test(text.slice(first.start, first.start + 1));
}

/** All possible mentions, also undecided ones, in text order and without overlaps. */
export function readMentions(written: string, reading: Reading): Mention[] {
  const { rules } = reading;
  // Faint names are of use only where a context model may accept them.
  const accept = reading.context?.accept[rules.name];
  const least = accept === undefined ? HOPELESS : FAINT;
  const text = maskAddresses(written);
  const tokens = tokenize(text);
  const profile = profileOf(text, tokens, rules.contextWords);
  const tickers = findTickerMentions(text, tokens, {
    index: reading.tickers,
    anyCase: rules.anyCase,
    day: reading.day,
    ...(reading.pairAt === undefined ? {} : { pairAt: reading.pairAt }),
  });
  const { matches, blocked } = findNames(tokens, tickers, reading);
  const tickerFrom = new Map(tickers.map((mention) => [mention.from, mention]));
  const mentions: Mention[] = [];
  let elsewhere: boolean | undefined;
  const isElsewhere = () => (elsewhere ??= tokens.some(({ word }) => otherVentures.has(word)));
  // In talk about tokens, "BAT" and "NEM" are tokens. (Token rules know no exchanges.)
  let aboutTokens: boolean | undefined;
  const isToken = (at: number) =>
    rules.anyCase &&
    rules.exchanges &&
    isTokenSymbol(tokens[at]?.word ?? "") &&
    (aboutTokens ??= isAboutTokens(tokens));
  const explained = new Set<TickerMention>();

  for (const match of matches) {
    const tagged = tickerAfter(tokens, match, tickerFrom, text);
    const company = chooseCompany(match, tagged, tokens, reading.isHinted);
    if (company === undefined || isAmount(text, tokens[match.from])) continue;
    if (!isValidOn(match.form, reading.day)) continue;
    if (match.form.upperOnly && isToken(match.from)) continue;
    const listing =
      tagged === null ? null : (listingOf(company, tagged) ?? otherListing(company, tagged, match, tokens, text));
    const site: NameSite = {
      form: match.form,
      text,
      tokens,
      from: match.from,
      to: match.to,
      profile,
      hinted: reading.isHinted(company),
      vouched: match.vouched === true,
    };
    let score = listing !== null && tagged?.kind !== "bare" ? NAMED_TICKER : reading.rules.scoreName(site);
    // "Apple Hospitality (APLE)": the ticker shows that the everyday word before it means another company.
    if (listing === null && tagged !== null && tagged.kind !== "bare" && match.form.strength !== "distinct") score = 0;
    if (isRelated(match.form.kind))
      score = relatedScore(match.form.kind, score, {
        informal: rules.anyCase,
        inContext: profile.hasContextNear(match.from, RELATED_REACH),
        nearShares: hasNear(tokens, match, sharesTalk) && !isElsewhere(),
      });
    if (tagged !== null && listing !== null && tagged.kind !== "bare") {
      explained.add(tagged);
      mentions.push(tickerMention(tagged, company, listing, SURE));
    }
    if (score < least) continue;
    const byHint =
      site.hinted &&
      score >= DECISIVE &&
      reading.rules.scoreName({ ...site, hinted: false }) < DECISIVE &&
      listing === null;
    const last = tokens[match.to - 1];
    const end = (match.form.endsPossessive ? last?.fullEnd : last?.end) ?? 0;
    const start = tokens[match.from]?.start ?? 0;
    mentions.push({
      company,
      listing: null,
      kind: match.form.kind === "blocked" ? "alias" : match.form.kind,
      start,
      end,
      from: match.from,
      to: match.to,
      score,
      open: isOpen(match, company, tokens),
      byHint,
    });
  }
  const taken = placesOf(
    mentions.filter(({ score, company }) => score >= DECISIVE || (score >= HOPELESS && company.builtIn)),
  );
  // Doubtful names that a ticker may replace, by token. Replaced names are left out at the end.
  const doubtful = new Map<number, Mention>();
  for (const mention of mentions)
    for (let at = mention.from; mention.score < DECISIVE && at < mention.to; at += 1) doubtful.set(at, mention);
  const replaced = new Set<Mention>();
  for (const mention of tickers) {
    if (explained.has(mention) || mention.owner === null) continue;
    if (mention.kind === "bare" && isToken(mention.from)) continue;
    const isTaken = mention.kind === "bare" && taken.has(mention.from);
    if (isTaken && !rules.anyCase) continue;
    // "so meta" means neither the ticker nor the company.
    if (rules.anyCase && mention.kind === "bare" && blocked.has(mention.from)) continue;
    const score = scoreTicker(mention, text, tokens, profile, reading);
    if (score < least) continue;
    const rival = doubtful.get(mention.from);
    // A word that is doubtful as a name may still be a ticker: "snap puts".
    if (isTaken && (rival === undefined || replaced.has(rival) || score < DECISIVE)) continue;
    // A faint name gives way to any ticker that the rules know of, and stays before a faint one.
    if (rival !== undefined && score < HOPELESS) continue;
    if (rival !== undefined && (isTaken || rival.score < HOPELESS)) replaced.add(rival);
    mentions.push(tickerMention(mention, mention.owner.company, mention.owner.asset, score));
  }
  const left = mentions.filter((mention) => !replaced.has(mention)).sort((a, b) => a.start - b.start);
  const sure = weighed(left, { text, tokens, profile, style: rules.name, model: reading.context });
  return support(sure, text, tokens, rules.anyCase);
}

/** Longest names first, from left to right. A ticker in brackets, or after an exchange or `$`, is not a name. */
function findNames(
  tokens: readonly Token[],
  tickers: readonly TickerMention[],
  { names }: Reading,
): { matches: FormMatch[]; blocked: ReadonlySet<number> } {
  const barred = placesOf(tickers.filter((mention) => mention.kind !== "bare"));
  const matches: FormMatch[] = [];
  const blocked = new Set<number>();
  for (let at = 0; at < tokens.length; at += 1) {
    if (barred.has(at)) continue;
    const match = names.longestAt(tokens, at);
    if (match === null) continue;
    if (match.form.kind === "blocked") {
      for (let place = at + match.form.freeWords; place < match.to; place += 1) blocked.add(place);
      const free = match.form.freeWords > 0 ? names.longestAt(tokens.slice(at, at + match.form.freeWords), 0) : null;
      if (free !== null && free.form.kind !== "blocked")
        matches.push({ ...free, from: free.from + at, to: free.to + at, vouched: true });
    } else {
      matches.push(match);
    }
    at = match.to - 1;
  }
  return { matches, blocked };
}

/** The ticker after a name, with at most a legal form or two more words of the name between: "Visa Inc. (V)". */
function tickerAfter(
  tokens: readonly Token[],
  match: FormMatch,
  tickerFrom: ReadonlyMap<number, TickerMention>,
  text: string,
): TickerMention | null {
  for (let at = match.to; at <= match.to + LONGEST_NAME_TAIL; at += 1) {
    const mention = tickerFrom.get(at);
    const token = tokens[at];
    if (token === undefined) return null;
    const opened = /^[\s,.]*[([]/.test(text.slice(tokens[at - 1]?.fullEnd ?? 0, token.start));
    if (mention !== undefined && mention.kind !== "bare" && (opened || mention.kind === "cashtag")) return mention;
    if (opened || token.casing === "lower" || token.gap === "break" || tokens[at - 1]?.possessive === true) return null;
  }
  return null;
}

/**
 * Whether the words around may decide on a name that the rules doubt. Nicknames, products, people and services that everybody uses
 * keep to their own rules, and an imported asset never takes a word that the rules refuse it.
 */
function isOpen({ form, from }: FormMatch, company: Company, tokens: readonly Token[]): boolean {
  return (
    company.builtIn &&
    form.strength !== "weak" &&
    !isRelated(form.kind) &&
    !everydayServices.has(tokens[from]?.word ?? "")
  );
}

/** Whether a dated name stands for its company on a day; without a day, today. */
function isValidOn({ since, until }: FormMatch["form"], day: UtcDay | null): boolean {
  return day === null
    ? until === undefined
    : (since === undefined || day >= since) && (until === undefined || day <= until);
}

function hasNear(tokens: readonly Token[], { from, to }: FormMatch, words: ReadonlySet<string>): boolean {
  return tokens.slice(Math.max(0, from - RELATED_REACH), to + RELATED_REACH).some(({ word }) => words.has(word));
}

function scoreTicker(
  mention: TickerMention,
  text: string,
  tokens: readonly Token[],
  profile: ReturnType<typeof profileOf>,
  { rules }: Reading,
): number {
  switch (mention.kind) {
    case "cashtag":
    case "pair":
      return SURE;
    case "exchange_ticker":
      return rules.exchanges ? SURE : 0;
    case "bracketed":
      return rules.scoreBracketed(mention);
    case "bare":
      return rules.scoreBare(mention, text, tokens, profile);
  }
}

/** Written out, because a text may name tickers ten thousand times and copying objects would take most of the time. */
function tickerMention(found: TickerMention, company: Company, listing: Asset | null, score: number): Mention {
  const { start, end, from, to } = found;
  return { company, listing, kind: kindOf(found), start, end, from, to, score, open: company.builtIn, byHint: false };
}

function kindOf({ kind }: TickerMention): LinkEvidence["kind"] {
  return kind === "bracketed" || kind === "bare" || kind === "pair" ? "ticker" : kind;
}

/** The tokens covered by any of the mentions. */
function placesOf(mentions: readonly { readonly from: number; readonly to: number }[]): Set<number> {
  const places = new Set<number>();
  for (const { from, to } of mentions) for (let at = from; at < to; at += 1) places.add(at);
  return places;
}
