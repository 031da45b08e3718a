import type { Company } from "./company.js";
import type { AssetLink, LinkEvidence } from "./asset-link.js";
import { DECISIVE } from "./name-rules.js";
import type { Mention } from "./read-mentions.js";

const REPEAT_GAIN = 0.35;
const MOST_SURE = 0.99;

/** Turns decided mentions into one link a company, surest first, then by first span, then by key. */
export function gatherLinks(text: string, mentions: readonly Mention[]): AssetLink[] {
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
  // Two classes named side by side are one company; the main one stands for both.
  const named = listings.find((asset) => asset === company.main) ?? listings[0] ?? company.main;
  // An imported row of a built-in company (often an over-the-counter line) adds nothing that a reader looks for.
  const listing = company.builtIn && named.origin === "imported" ? company.main : named;
  if (hinted !== undefined) evidence.push({ kind: "hint", text: listing.key });
  return {
    key: listing.key,
    spans: mentions.map(({ start, end }) => ({ start, end })),
    evidence,
    confidence: confidenceOf(mentions.map((mention) => mention.score)),
  };
}

/** The best mention, raised a little by every further one. */
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
