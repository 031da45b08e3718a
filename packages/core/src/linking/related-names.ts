import { indexOf, indexWords, type AliasIndex, type FormEntry } from "./alias-index.js";
import type { LinkEvidence } from "./asset-link.js";
import type { StrengthJudge } from "./name-strength.js";
import { DECISIVE } from "./name-rules.js";
import { utcDay } from "../time/utc-day.js";
import type { TickerIndex } from "./ticker-index.js";

/** What stands for a company without being its name. */
export type RelatedKind = Extract<LinkEvidence["kind"], "product" | "subsidiary" | "person">;

/**
 * Products by key of their company, subsidiaries and brands by key of their owner, with the day since which it owns them
 * where they were listed, or somebody else's, before.
 */
const PRODUCTS = `
AMZN: AWS
MSFT: Azure
GOOGL: Google Cloud
TSLA: Cybertruck, Cybercab
CRM: Agentforce
XYZ: Cash App
PYPL: Venmo
LLY: Zepbound, Mounjaro
NVO: Wegovy, Ozempic
MRK: Keytruda
ABBV: Humira, Skyrizi
PFE: Paxlovid
BMY: Eliquis
PM: Zyn 2022-11-11
BABA: Qwen
PDD: Temu
`;
const SUBSIDIARIES = `
GOOGL: Waymo, DeepMind
MSFT: Activision 2023-10-13, Activision Blizzard 2023-10-13
BRK-B: Geico, BNSF
WMT: Flipkart 2018-08-18
CVS: Aetna 2018-11-28
RTX: Pratt & Whitney, Pratt and Whitney, Collins Aerospace 2018-11-26
GD: Gulfstream
OXY: OxyChem
ABF.L: Primark
FLUT: FanDuel 2018-07-10
SE: Shopee
IBM: Red Hat 2019-07-09
AVGO: VMware 2023-11-22
CSCO: Splunk 2024-03-18
`;

/** Products and brands that posts name as their users, and that only the press names as a business. */
const CONSUMER_PRODUCTS = `
AAPL: iPhone, MacBook, AirPods
AMZN: Kindle, Prime Video, Prime Day
GOOGL: YouTube, Gmail
META: Instagram, WhatsApp 2014-10-06
MSFT: Xbox, Windows 11, Microsoft 365, Call of Duty 2023-10-13, Minecraft
TSLA: Model Y, Powerwall
F: F-150
INTU: TurboTax, QuickBooks
TTWO: Grand Theft Auto, GTA VI
ABBV: Botox 2020-05-08
SONY: PlayStation
MDLZ: Oreo, Cadbury
PEP: Gatorade, Doritos
ABI.BR: Budweiser, Bud Light
DGE.L: Guinness, Johnnie Walker
NESN.SW: Nespresso, KitKat
SWK: DeWalt
0700.HK: WeChat
`;
const CONSUMER_BRANDS = `
AMZN: Whole Foods 2017-08-28, Twitch 2014-08-25, Zappos, Audible, Amazon MGM Studios
GOOGL: Fitbit 2021-01-14
MSFT: LinkedIn 2016-12-08, GitHub 2018-10-26
BRK-B: Duracell 2016-02-29, Dairy Queen
WMT: Sam's Club
DIS: ESPN, Pixar, Hulu 2019-05-14, Lucasfilm, Disneyland
CMCSA: NBCUniversal
WBD: HBO 2022-04-08, HBO Max 2022-04-08
PSKY: Nickelodeon
FOXA: Tubi 2020-04-20
STLA: Jeep, Chrysler, Peugeot, Maserati
GM: Cadillac, Chevrolet, Chevy, Buick
7203.T: Lexus
VOW3.DE: Audi, Skoda, Lamborghini, Ducati
KER.PA: Gucci, Saint Laurent, Bottega Veneta
MC.PA: Louis Vuitton, Sephora, Bulgari
CFR.SW: Cartier
EL.PA: Ray-Ban
CPRI: Michael Kors
TPR: Kate Spade 2017-07-11
VFC: North Face, The North Face, Timberland
DECK: Hoka
GAP: Old Navy, Athleta
URBN: Anthropologie
TJX: TJ Maxx, TK Maxx, HomeGoods
M: Bloomingdale's
YUM: Taco Bell, KFC, Pizza Hut
QSR: Tim Hortons 2014-12-12, Burger King 2014-12-12, Popeyes 2017-03-27
DRI: Olive Garden, LongHorn Steakhouse
DIN: Applebee's, IHOP
ACI: Safeway 2015-01-30
WTB.L: Premier Inn
KGF.L: B&Q, Screwfix
FRAS.L: Sports Direct
SBRY.L: Argos 2016-09-02
BT-A.L: Openreach
CNA.L: British Gas
IAG.L: British Airways, Iberia, Aer Lingus 2015-09-02
ITX.MC: Zara
9983.T: Uniqlo
WES.AX: Bunnings
LYV: Ticketmaster
BABA: Taobao, Tmall, Lazada 2016-04-12
BKNG: Agoda, OpenTable
EXPE: Vrbo
MTCH: Tinder
ZG: Trulia 2015-02-17
MAR: Sheraton 2016-09-23, Ritz-Carlton
HLT: Waldorf Astoria
BAC: Merrill Lynch
TDOC: BetterHelp
`;

/** Names that a company had until a day, and that mean somebody else since. Other former names are aliases of the table. */
const FORMER_NAMES = `
GEN: Symantec 2019-11-04
NBIS: Yandex 2024-07-15
HWM: Arconic 2020-03-31
PSKY: Viacom 2019-12-04
WBD: Discovery Communications 2018-03-06, Discovery Inc 2022-04-08
KHC: Kraft Foods 2015-07-02, Kraft Foods Group 2015-07-02
B: Barrick Gold 2025-05-08
TPR: Coach Inc 2017-10-30
`;

/** People who are their company in talk about markets. */
const PEOPLE = `
META: Zuckerberg, Mark Zuckerberg, Zuck
NVDA: Jensen Huang, Jensen
AMD: Lisa Su
AAPL: Tim Cook
MSFT: Nadella, Satya Nadella
GOOGL: Pichai, Sundar Pichai
AMZN: Jassy, Andy Jassy
DIS: Bob Iger, Iger
JPM: Dimon, Jamie Dimon
GME: Ryan Cohen
MSTR: Saylor, Michael Saylor
PLTR: Karp, Alex Karp
GM: Mary Barra
F: Jim Farley
CRM: Benioff, Marc Benioff
`;

/**
 * People whom only forums and microblogs call so, of whom the press writes in other roles too. Elon Musk is left out: of
 * twenty real comments that name him beside shares, five were about Tesla.
 */
const TALKED_PEOPLE = `
GME: Cohen
AMZN: Bezos
`;

const STRONG_ACRONYM = /^[A-Z]{3,5}$/;

/** Index of products, subsidiaries and people of built-in companies; posts know more people than the press. */
export function buildRelatedNames(
  tickers: TickerIndex,
  strengthOf: StrengthJudge,
  style: "news" | "informal",
): AliasIndex {
  const lists: readonly (readonly [RelatedKind, string])[] = [
    ["product", PRODUCTS],
    ["subsidiary", SUBSIDIARIES],
    ["person", PEOPLE],
    ...(style === "informal"
      ? [["person", TALKED_PEOPLE] as const]
      : [["product", CONSUMER_PRODUCTS] as const, ["subsidiary", CONSUMER_BRANDS] as const]),
  ];
  const related = lists.flatMap(([kind, text]) => linesOf(text).flatMap((line) => entriesOf(kind, line)));
  return indexOf([...related, ...linesOf(FORMER_NAMES).flatMap((line) => entriesOf("alias", line))]);

  function entriesOf(kind: RelatedKind | "alias", line: string): FormEntry[] {
    const [key = "", names = ""] = line.split(": ");
    const company = tickers.ownerOf(key)?.company;
    if (company === undefined) return [];
    return names.split(", ").map((entry) => {
      const [, name = entry, date] = /^(.+) (\d{4}-\d\d-\d\d)$/.exec(entry) ?? [];
      const words = indexWords(name);
      const upperOnly = STRONG_ACRONYM.test(name);
      const isName = kind === "person" || kind === "alias" || upperOnly || words.length > 1;
      return {
        words,
        company,
        kind,
        upperOnly,
        ...(date === undefined ? {} : { [kind === "alias" ? "until" : "since"]: utcDay(date) }),
        strength: isName ? "distinct" : strengthOf(words, { builtIn: true, upperOnly }),
      };
    });
  }
}

/** Confidence of a link that rests on such a name alone: just enough for a link, so it weighs less than the company's name. */
const CONFIDENCE: Readonly<Record<RelatedKind, number>> = { product: 0.64, subsidiary: 0.64, person: 0.61 };
const UNSURE = 0.3;

/** What a text says around a related name. */
export interface RelatedSite {
  readonly informal: boolean;
  /** Words of business or trading stand near. */
  readonly inContext: boolean;
  /** Shares, options, results or a trade stand near. */
  readonly nearShares: boolean;
}

/**
 * The score of a related name from what it would have as a name. In posts a person counts only beside talk of shares and
 * all others only beside talk of business; in the press a person counts in talk of business.
 */
export function relatedScore(kind: RelatedKind, asName: number, site: RelatedSite): number {
  if (asName < DECISIVE) return 0;
  const isClear =
    kind === "person" ? (site.informal ? site.nearShares : site.inContext) : !site.informal || site.inContext;
  return isClear ? CONFIDENCE[kind] : UNSURE;
}

/** Whether a form of this kind is a related name. */
export function isRelated(kind: string): kind is RelatedKind {
  return kind in CONFIDENCE;
}

function linesOf(text: string): string[] {
  return text.trim().split("\n");
}
