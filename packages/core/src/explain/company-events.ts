import { event, type EventKind, raise } from "./event-kind.js";

/** What happens to a company as a whole: deals, approvals, mishaps, courts, its staff, its shareholders. */
export const companyEvents: readonly EventKind[] = [
  event(
    "deal_collapse",
    "a failed deal",
    -1,
    [
      "before",
      String.raw`(?:walks? away from|scraps?|drops|abandons?|terminates?|calls? off) .{0,40}\b(?:deal|merger|acquisition|takeover|bid)\b`,
    ],
    [
      "either",
      String.raw`\b(?:deal|merger|takeover|acquisition) (?:talks )?(?:(?:is |was )?(?:blocked|dead|off)|collapses?|collapsed|falls? apart)\b|\bdeal talks .{0,40}\bend\b`,
    ],
    ["after", String.raw`\b(?:moves to block|blocks|sues to block) .{0,40}\b(?:deal|merger|acquisition|takeover)\b`],
  ),
  event(
    "takeover_interest",
    "takeover interest",
    1,
    [
      "either",
      String.raw`\btakeover (?:interest|talks?|report|chatter|bid|offer|target|rumou?rs?|speculation)\b|\b(?:buyout|take[- ]private) (?:offer|talks?|bid|interest|rumou?rs?|deal)\b|\bmerger arithmetic\b`,
    ],
    [
      "before",
      String.raw`\bin talks to be (?:acquired|bought|sold)\b|\bdraws? .{0,20}\b(?:bids?|takeover)\b|\brejects? .{0,25}\b(?:approach|bid|offer)\b|\bexplor(?:es?|ing) (?:a )?(?:sale|strategic alternatives)\b|\bboard .{0,20}\bbid\b|\bagrees? to be (?:acquired|bought)\b`,
    ],
    [
      "after",
      String.raw`\b(?:weighs?|makes?|submits?|considers?|launch(?:es)?) .{0,25}\b(?:offer|bid) for\b|\bbid for\b|\bprivate equity circles\b`,
    ],
  ),
  event(
    "acquisition",
    "an acquisition",
    0,
    [
      "before",
      String.raw`\b(?:to acquire|acquires|(?:agrees?|set|plans?|offers?) to buy|snaps? up|is spending .{0,20} on another company)\b|\bto buy (?!(?:calls?|puts?|options|leaps|shares?|stocks?|more|some|it|now|right|today|in|for|before|after|and|or|as|this|the dip|ahead|on|at|with|if|soon)\b)[^?]{0,60}\bfor (?:about |up to |nearly |some |over )?(?:[$€£¥]|\d|cash|stock|an? undisclosed|an? reported)|\b(?:agrees?|closes?|completes?|nears?|announces?) .{0,25}\b(?:acquisition|purchase|deal (?:to expand|for a|for the))\b`,
    ],
    ["before", String.raw`(?<=['’]s? ?)\S* ?(?:purchase|acquisition) (?:divides|puzzles|pays|of)\b`],
  ),
  event(
    "approval",
    "a regulatory or trial success",
    1,
    ["after", String.raw`\bfda (?:approves|clears)\b|\bapproval for\b|\bpanel backs\b`],
    [
      "before",
      String.raw`\b(?:wins?|won|gets?|got|receives?|secures?|lands?) .{0,30}\b(?:approval|clearance|authori[sz]ation)\b|\bmeets? .{0,15}\b(?:goal|endpoint)\b|\btrial win\b|\bdata (?:tops?|impress(?:es)?|beats?)\b|\bpositive (?:late[- ]stage|phase|topline|trial)\b`,
    ],
  ),
  event(
    "trial_setback",
    "a regulatory or trial setback",
    -1,
    ["after", String.raw`\bfda (?:declines?|rejects?|refuses?)\b|\bdelays decision on\b`],
    [
      "before",
      String.raw`\b(?:fails?|failed) .{0,20}\btrial\b|\btrial (?:fails?|failed|failure|setback)\b|\bhalts? .{0,10}\b(?:study|trial)\b|\bmiss(?:es|ed) .{0,15}\b(?:goal|endpoint)\b|\bcomplete response letter\b|\bdata (?:underwhelms?|falls? short|disappoints?)\b`,
    ],
  ),
  event("recall", "a product recall", -1, [
    "before",
    String.raw`\brecall(?:s|ed|ing)?\b(?! (?:that|how|when|the))|\bhalts? sales of .{0,40}\bsafety\b`,
  ]),
  event(
    "data_breach",
    "a data breach",
    -1,
    ["before", String.raw`\b(?:breach(?:es)?|hackers|got hacked|was hacked|cyber[- ]?attack|ransomware)\b`],
    ["after", String.raw`\bdata stolen from\b`],
  ),
  event("outage", "a service outage", -1, [
    "before",
    String.raw`\b(?:outage|glitch(?:es)?|is down for everyone|disrupts? service)\b|\bdown\? reports piling up`,
  ]),
  event(
    "strike",
    "a labour dispute",
    -1,
    [
      "before",
      String.raw`\b(?:workers?|staff|pilots?|employees|union)\b.{0,30}\b(?:on strike|strike|walk(?:s|ed)? out|walkout|reject(?:s|ed)? (?:offer|deal|contract))\b|\bstrike (?:enters|vote|threat|ends|looms|hits|deadline)\b|\bunion walks out\b`,
    ],
    ["after", String.raw`\bstrike costs\b`],
  ),
  event(
    "short_report",
    "a short seller's report",
    -1,
    [
      "after",
      String.raw`\bshort[- ]seller\b|\bbets against\b|\bshort report (?:out )?on\b|\bquestions .{0,30}\baccounting\b|\breport on\b(?=.{0,40}\bso you don)`,
    ],
    [
      "before",
      String.raw`\b(?:short[- ]seller|short report|allegations|claims misleading)\b|\bafter .{0,30}\bresearch report\b`,
    ],
  ),
  event(
    "probe",
    "an investigation",
    -1,
    [
      "after",
      String.raw`\b(?:opens?|launch(?:es)?|widens?) .{0,15}\b(?:probe|inquiry|investigation)\b|\bseeks documents from\b|\bis looking into\b|\bprobe (?:into|of)\b|\binvestigat(?:es|ing)\b`,
    ],
    ["before", String.raw`\b(?:probe|inquiry|investigations?|subpoena(?:ed|s)?|under scrutiny)\b`],
  ),
  event(
    "settlement",
    "a legal settlement",
    1,
    [
      "before",
      String.raw`\bsettle(?:s|d|ment)\b(?! (?:higher|lower|up|down|at))|\bwins dismissal\b|\bends? patent (?:fight|dispute|case)\b|\bend patent fight\b|\blegal cloud lifts\b`,
    ],
    ["after", String.raw`\bsides with\b`],
  ),
  event(
    "lawsuit",
    "a legal case",
    -1,
    [
      "before",
      String.raw`\b(?:is |was |being |gets |got )?sued\b|\bclass[- ]action\b|\b(?:faces?|must face|to face) .{0,20}\b(?:trial|suit|lawsuit|claims)\b|\bloses bid to dismiss\b|\blawsuits?\b`,
    ],
    ["after", String.raw`\bsues?\b|\blawsuits? (?:against|over)\b`],
  ),
  event("layoffs", "job cuts", -1, [
    "before",
    String.raw`\b(?:lay-?offs?|laying off|lays off|job cuts|cut(?:s|ting)? .{0,25}\b(?:jobs|roles|positions|staff)|workforce|freezes? hiring|redundanc(?:y|ies))\b`,
  ]),
  event("dividend_cut", "a dividend cut", -1, [
    "before",
    String.raw`\b(?:cuts?|suspends?|halves|slash(?:es)?|scraps?|reduces?) .{0,20}\b(?:dividend|payout)\b|\bdividend (?:cut|no longer covered|at risk)\b`,
  ]),
  event("dividend_raise", "a higher dividend", 1, [
    "before",
    String.raw`\b${raise} .{0,25}\b(?:dividend|payout)\b|\b(?:special|higher) dividend\b|\bdividend (?:hike|increase|boost)\b`,
  ]),
  event("buyback", "a share buyback", 1, [
    "before",
    String.raw`\b(?:buy-?backs?|repurchases?|repurchase plan|return .{0,20} to shareholders)\b`,
  ]),
  event(
    "split",
    "a stock split",
    1,
    [
      "before",
      String.raw`\bstock split\b|\bsplits its (?:stock|shares)\b|\bsets split date\b|\b\d+-for-\d+ (?:stock )?split\b`,
    ],
    [
      "either",
      String.raw`\b(?:stock|share) splitting\b|\bsplit (?:news|announcement|vote|ratio|date)\b|\b\d+(?::1|-1| for 1) (?:stock )?split\b|\b(?:after|for|about|of|this|incoming|upcoming) (?:the |this |a |its |their )?(?:stock |share )?split\b(?! (?:second|up|into|between))|\bstock dividend\b`,
    ],
  ),
  event(
    "stake",
    "an investor's stake in it",
    1,
    [
      "after",
      String.raw`\b(?:tak(?:es?|ing)|took|buy(?:s|ing)?|bought|acquir(?:es?|ed|ing)|disclos(?:es?|ed)|reveal(?:s|ed)?|build(?:s|ing)?|built) (?:a |an )?(?:\S+ )?\d+(?:\.\d+)? ?(?:%|percent) (?:\w+ )?stake in\b|\binvest(?:s|ed|ing|ment)? (?:of )?(?:up to |over |about )?[$€£]? ?\d[\d.,]* ?(?:b|bn|bil|billion)\b (?:dollars )?(?:in|into)\b|\b(?:invests?|investing|invested) in (?=\S+ (?:stock|shares)? ?(?:with|for) [$€£]? ?\d)`,
    ],
    [
      "either",
      String.raw`\b(?:stake|investment) (?:news|announcement)\b|\binvest(?:s|ed|ing)? (?:up to )?[$€£]? ?\d[\d.,]* ?(?:b|bn|bil|billion)\b(?! (?:in|into|to)\b)|\b(?:got|gets|getting|lands?|receiv(?:es?|ed)|secur(?:es?|ed)) (?:a |an )?[$€£]? ?\d[\d.,]* ?(?:b|bn|bil|billion) (?:dollar )?(?:investment|stake|cash injection)\b|\b(?:activist (?:investor|shareholder|fund)|proxy (?:fight|battle))\b`,
    ],
  ),
];
