import { indexOf, indexWords, type AliasIndex } from "./alias-index.js";
import type { TickerIndex } from "./ticker-index.js";

/** Nicknames of companies in posts: phrase and key. */
const SURE =
  "gamestonk GME; game stop stock GME; tim apple AAPL; appl AAPL; nvidea NVDA; nvidya NVDA; telsa TSLA; tesler TSLA; palantard PLTR; palanteer PLTR; zuckbook META; faceberg META; amazn AMZN; micosoft MSFT; disney plus DIS; goog GOOG; googl GOOGL; blackberry BB; gamestop GME; mickey ds MCD; raytheon RTX; jp morgan chase JPM; alibaba BABA";
/** Nicknames that need trading words beside them: "the mouse earnings". */
const WEAK =
  "the mouse DIS; mickey DIS; lulu LULU; big blue IBM; wally world WMT; ma bell T; chewy CHWY; game stop GME; bed bath BBBY; cruises CCL; robbinghood HOOD; pandora PNDORA.CO; edison EDNR.MI; schrodinger SDGR; post POST; block XYZ; match MTCH; strategy MSTR; dave DAVE; msci MSCI; nasdaq NDAQ; formula one FWONK; wendys WEN; wendy's WEN; eaton ETN; the zuck META; uncle warren BRK-B";
/** Short names that are words, names or places too: a company's verb or trading words near them decide. */
const SHORT =
  "lulu LULU; southwest LUV; rolls RR.L; wells WFC; anglo AAL.L; heinz KHC; hims HIMS; celsius CELH; schwab SCHW; vici VICI";
/** Phrases with a company's name that do not mean the company in posts. */
const BLOCKED =
  "netflix and chill; muddy waters; google translate; google maps; google sheets; i spy; baba ganoush; baba yaga; on holding; on holdings; oil and natural gas; el toro; rh; rtx 3090; rtx 3080; rtx 3070; rtx 3060; rtx 2080; rtx 4090; rtx 4080; rtx gpu; rtx card; rtx cards; block buster; match com; general electric bill; wendys dumpster; wendy's dumpster; behind wendys; behind the wendys; behind a wendys; behind wendy's; behind the wendy's; behind a wendy's; at wendys; at wendy's; bullish; popular stocks; schrodingers cat; schrodinger's cat; chipotle sauce; chipotle mayo; bofa deez; bofa deez nuts; wen moon; robin hood; apple watch; apple juice; oh snap; snap out; snap back; in a snap; gap up; gap down; target hit; hit target; block them; block him; block her; block me; block you; low key; for real; arm and a leg; meta as fuck; so meta; very meta; the meta; new meta; current meta; work visa; my visa; flip a coin; coin flip; the oracle; oracle of omaha; the carnival; match made; the match; best buy now; best buy in; grab some; grab a; grab the; grab them; on target; price targets; my target; your target; target price; fair target; exit target; target of; first target; next target; big board; sea of; sea of red; sea of green; fox news; wolf of; wolf pack; shell out; ball gag; mouse click; google says; google tells; just google; google it; any intel; intel on; an uber; uber home; uber driver; uber ride; ubers; carnival atmosphere; carnival barkers; nok nok; in the dell; cvs run; paypal me; venmo me; degrees celsius; trump presidency";

const read = (text: string, strength: "distinct" | "ambiguous" | "weak") =>
  text.split(";").map((entry) => {
    const at = entry.trim().lastIndexOf(" ");
    return { phrase: entry.trim().slice(0, at), key: entry.trim().slice(at + 1), strength };
  });

/** The index of nicknames and of phrases that name no company. For posts only. */
export function buildNicknames(tickers: TickerIndex): AliasIndex {
  const blocked = BLOCKED.split(";").map((phrase) => ({
    words: indexWords(phrase),
    company: null,
    strength: "distinct" as const,
  }));
  const named = [...read(SURE, "distinct"), ...read(SHORT, "ambiguous"), ...read(WEAK, "weak")].flatMap(
    ({ phrase, key, strength }) => {
      const company = tickers.ownerOf(key)?.company;
      return company === undefined ? [] : [{ words: indexWords(phrase), company, strength }];
    },
  );
  return indexOf([...blocked, ...named]);
}
