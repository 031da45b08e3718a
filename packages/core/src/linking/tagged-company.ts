import type { Asset } from "../subjects/asset.js";
import type { FormMatch } from "./alias-index.js";
import { listingWithTicker, type Company } from "./company.js";
import { isLegalEnding } from "./name-rules.js";
import type { TickerMention } from "./ticker-mentions.js";
import type { Token } from "./tokenize.js";

/**
 * The company that a name stands for: of several, the one whose ticker follows, else the hinted one, else the likeliest.
 * "Prudential (PRU)" is Prudential Financial, although the name alone stands for Prudential plc. Undefined for a name
 * that stands for none.
 */
export function chooseCompany(
  match: FormMatch,
  tagged: TickerMention | null,
  tokens: readonly Token[],
  isHinted: (company: Company | undefined) => boolean,
): Company | undefined {
  const { companies } = match.form;
  const owner = tagged?.owner?.company;
  if (owner?.builtIn === true && !companies.includes(owner) && beginsWith(owner.core, tokens, match)) return owner;
  if (companies.length < 2) return companies[0];
  const byTicker = tagged === null ? undefined : companies.find((company) => listingOf(company, tagged) !== null);
  return byTicker ?? companies.find((company) => isHinted(company)) ?? companies[0];
}

function beginsWith(name: readonly string[], tokens: readonly Token[], { from, to }: FormMatch): boolean {
  return name.length >= to - from && tokens.slice(from, to).every(({ word }, at) => word === name[at]);
}

/** The company's listing that a ticker after its name means; null when the ticker is none of the company's. */
export function listingOf(company: Company, { kind, owner, ticker }: TickerMention): Asset | null {
  if (owner?.company === company) return owner.asset;
  if (kind === "exchange_ticker" && owner !== null) return null;
  const listing = listingWithTicker(company, ticker);
  // The text names an exchange where our table has no listing of the company. The company is meant all the same.
  return listing !== null && kind === "exchange_ticker" ? company.main : listing;
}

/**
 * "Bayer AG (BAYRY)": a ticker directly after a distinctive name is a further listing, whatever our table says of it.
 */
export function otherListing(
  company: Company,
  tagged: TickerMention,
  match: FormMatch,
  tokens: readonly Token[],
  text: string,
): Asset | null {
  const isRightAfter =
    tagged.from === match.to || (tagged.from === match.to + 1 && isLegalEnding(tokens[match.to], text));
  const isStranger = tagged.owner === null || !tagged.owner.company.builtIn;
  return company.builtIn &&
    match.form.strength === "distinct" &&
    tagged.kind === "bracketed" &&
    isRightAfter &&
    isStranger
    ? company.main
    : null;
}
