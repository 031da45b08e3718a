import {
  buyRating,
  cut,
  dive,
  estimates,
  event,
  type EventKind,
  figures,
  leap,
  officer,
  outlook,
  quarter,
  raise,
  report,
  sellRating,
} from "./event-kind.js";

/** What markets wait for: outlooks, analysts, contracts, leadership, results. */
export const marketEvents: readonly EventKind[] = [
  event(
    "guidance_cut",
    "a lowered outlook",
    -1,
    [
      "before",
      String.raw`\b${cut} .{0,35}\b${outlook}\b|\bguidance cut\b|\b${outlook} (?:slashed|cut|disappoints?|falls? flat)\b|\bprofit warning\b|\bwarns? on .{0,30}\b(?:sales|profit|revenue|earnings|demand)\b|\b(?:weak|disappointing|soft|cautious|downbeat) (?:guidance|outlook|forecast)\b|\bsees .{0,40}\bbelow\b|\bguid(?:es|ed) lower\b`,
    ],
    ["after", String.raw`\bguidance cut at\b`],
  ),
  event(
    "guidance_raise",
    "a raised outlook",
    1,
    [
      "before",
      String.raw`\b(?:just )?${raise} (?!.{0,30}\bprice target)(?:.{0,45} )?${outlook}\b|\b${raise} .{0,30}\brevenue target\b|\b${outlook} (?:tops|raised|beats)\b|\bguid(?:es|ed) higher\b|\bupbeat .{0,20}${outlook}\b|\bsees .{0,40}\babove\b|\bsees \S+ demand\b`,
    ],
    ["after", String.raw`\bupbeat\b(?=.{0,30}${outlook})|\bguide up at\b`],
  ),
  event(
    "downgrade",
    "an analyst downgrade",
    -1,
    [
      "before",
      String.raw`\bdowngraded?\b|\bcut to ${sellRating}\b|\bis cut at\b|\bloses a bull\b|\bmoves? to ${sellRating}\b`,
    ],
    [
      "after",
      String.raw`\bdowngrad(?:es?|ed|ing):?|\banalyst cuts\b|\bcools on\b|\bswaps\b|\bcuts? (?=.{1,40}\bto ${sellRating}\b)`,
    ],
  ),
  event(
    "upgrade",
    "an analyst upgrade",
    1,
    [
      "before",
      String.raw`\b(?:double-)?upgraded?\b(?= (?:at|by|to|from|while|on)\b)|\braised to ${buyRating}\b|\bturns bullish\b|\b(?:gets|on|after) an? (?:\w+ )?upgrade\b`,
    ],
    [
      "after",
      String.raw`\bupgrad(?:es|ed)\b|\bupgrade:|\b${raise} (?=.{1,40}\bto ${buyRating}\b)|\bwarms to\b|\bthe worst is over for\b`,
    ],
    ["before", String.raw`\bupgrade from\b|\?.{0,30}\bthinks so\b`],
  ),
  event(
    "target_cut",
    "a lower price target",
    -1,
    [
      "before",
      String.raw`\b(?:price target|target|pt) (?:cut|trimmed|lowered|slashed|reduced)\b|\blower (?:price )?targets\b`,
    ],
    ["after", String.raw`\b${cut} (?:the )?(?=.{1,40}\b(?:target|pt)\b)|\bpt cut\b|\btrims estimates for\b`],
  ),
  event(
    "target_raise",
    "a higher price target",
    1,
    ["before", String.raw`\b(?:price target|target|pt) (?:raised|lifted|hiked|increased|boosted)\b`],
    [
      "after",
      String.raw`\b${raise} (?:the )?(?=.{1,40}\b(?:target|pt)\b)|\btakes (?=.{1,25}\btarget to\b)|\bpt raise\b|\bmore confident in\b|\bsees (?=.{1,30}\b(?:at|hitting) [$€£¥]?\d)`,
    ],
  ),
  event(
    "initiation",
    "new analyst coverage",
    1,
    ["before", String.raw`\binitiated (?:with|at)\b`],
    [
      "after",
      String.raw`\b(?:initiates?|begins|starts?|assumes?|resumes?) (?:coverage|(?=.{1,40}\b(?:at|with) (?:${buyRating}|${sellRating})\b))|\bnew coverage\b`,
    ],
    ["before", String.raw`\bin new coverage\b`],
  ),
  event(
    "index_change",
    "a change of index membership",
    1,
    [
      "before",
      String.raw`\b(?:to join|joins|joining) .{0,25}\b(?:index|s&p 500|nasdaq-100|dow|ftse 100)\b|\b(?:added to|removed from) .{0,25}\b(?:index|s&p 500|nasdaq-100|dow)\b|\bindex inclusion\b`,
    ],
    ["after", String.raw`\bindex funds must buy\b`],
  ),
  event(
    "tariffs",
    "tariffs",
    -1,
    [
      "before",
      String.raw`\bflags? .{0,20}\btariff|\btariffs? (?:hit|will (?:cost|wreck|hurt)|bites?|headlines)\b|\bwarns? tariffs\b`,
    ],
    ["after", String.raw`\bnew tariffs put\b|\btariffs will (?:wreck|hurt|hit)\b`],
  ),
  event("contract_loss", "a lost contract", -1, [
    "before",
    String.raw`\b(?:loses?|lost|to lose) .{0,30}\b(?:contracts?|orders?|major customer|customers?|client)\b|\bdropped by\b|\border cancelled\b|\bas deal with .{0,40}\bends\b`,
  ]),
  event("contract_win", "a contract win", 1, [
    "before",
    String.raw`\b(?:wins?|won|lands?|secures?|bags|awarded)\b .{0,30}\b(?:contracts?|orders?|awards?|deal)\b|\bsigns? .{0,30}\b(?:contracts?|orders?|supply (?:deal|agreement)|new deal)\b|\bwins over\b|\bbeats .{0,30}\bto .{0,15}\bdeal\b|\b(?:chosen|selected|picked) by\b|\bbacklog swells\b`,
  ]),
  event(
    "partnership",
    "a partnership",
    1,
    [
      "either",
      String.raw`\b(?:partners with|partnership|team(?:s|ed)? up|alliance|tie-up|joint venture|collaborat(?:es?|ion)|deepen(?:s)? ties|data deal)\b`,
    ],
    ["before", String.raw`\bbrings .{0,40}\bto .{0,25}\bcustomers\b|\bdeal announced\b`],
  ),
  event(
    "insider_sale",
    "insider selling",
    -1,
    [
      "before",
      String.raw`\binsiders? (?:trim|sell|sold|selling|dump(?:ing)?|unload)\w*\b|\b(?:${officer}|director) (?:sells?|sold|unloads?)\b`,
    ],
    ["after", String.raw`\binsider selling\b`],
  ),
  event(
    "executive_change",
    "a change of leadership",
    0,
    [
      "before",
      String.raw`\b(?:names?|appoints?|hires?|picks?|taps?) .{0,25}\b${officer}\b|\b${officer} (?:is out|to step down|steps? down|resigns?|departs?|leaves?|to leave|retires?|to retire|exits?|ousted)\b|\bshakes up leadership\b|\bsuccession\b`,
    ],
    ["after", String.raw`\bsurprise exit at\b`],
  ),
  event("results_mixed", "mixed quarterly results", 0, [
    "before",
    String.raw`\bmixed .{0,20}\b(?:results|quarter|bag|report)\b|\b${quarter} .{0,30}\b(?:but|lags?|match(?:es)? estimates)\b|\bbeats? on revenue, miss(?:es)?\b|\bin[- ]line quarter\b|\bprofit in line\b|, in line\b|\bnumbers give bulls and bears\b|\bmatch estimates\b|\brevenue fine\b|\bnumbers out, mixed\b`,
  ]),
  event(
    "results_miss",
    "weak quarterly results",
    -1,
    [
      "before",
      String.raw`\bmiss(?:es|ed)? (?:${quarter} )?(?:\w+ ){0,2}${estimates}\b|\b${figures} (?:(?!\b(?:and|but|yet|still|it|stock|shares?)\b).){0,25}\b(?:miss(?:es|ed)?|falls? short|disappoints?|shortfall|drops?|falls?|slumps?|plunges?)\b|\bmiss(?:es|ed)? (?:on|${quarter}|${figures}|, blames)|\bmiss(?:es|ed)?, |\b(?:weak|soft|disappointing|lacklustre|lackluster|tepid|weaker-than-expected) (?:${quarter} )?(?:\w+ )?${figures}\b|\bswings to .{0,15}\bloss\b|\b${quarter} (?:shortfall|loss|miss)\b|\bmargin squeeze\b|\bdisappoints on\b|\b${report} (?:was|were|is|are|looked?) (?:so |really |pretty |absolutely |just |very |complete |total )*(?:bad|terrible|awful|horrible|trash|garbage|shit|dogshit|weak|brutal|ugly|a disaster|a miss|disappointing|disastrous)\b`,
    ],
    ["after", String.raw`\bhow bad was that\b`],
  ),
  event(
    "results_beat",
    "strong quarterly results",
    1,
    [
      "before",
      String.raw`\b(?:beats?|tops?|topped|exceeds?|crush(?:es|ed)|smash(?:es|ed)|surpass(?:es|ed)) (?:\S+ ){0,5}?(?:${estimates}|${figures}|everything)\b|\b${figures} .{0,25}\b(?:beats?|tops?|ahead of|surpass(?:es)?|climbs?|jumps?|soars?|surges?|rises?|grows?|doubles?|triples?)\b|\b(?:strong|solid|record|upbeat|blowout|robust|stellar|better-than-expected) (?:${quarter} )?(?:\w+ )?${figures}\b|\bbeats? and\b|\b(?:was|were) a blowout\b|\b${quarter} beat\b|\bpast ${quarter} forecasts\b|\bmore than analysts\b|\bgreat quarter\b|\b${report} (?:was|were|is|are|looked?) (?:so |really |pretty |absolutely |just |very )*(?:good|great|amazing|solid|insane|strong|excellent|fantastic|stellar|a beat|a blowout)\b`,
    ],
    ["after", String.raw`\bclean ${quarter} beat for\b`],
  ),
  event("results_fall", "a fall after its quarterly results", -1, [
    "either",
    String.raw`\b${dive} .{0,30}\b(?:after|on|post|following|because of|over|due to) (?:the |their |its |that |those |q[1-4] |bad |poor )*${report}\b|\b(?:after|post) (?:the |their |its |that |those |q[1-4] )*${report}\b.{0,25}\b${dive}\b|\b(?:earnings|er|results)\b.{0,40}\b(?:and|so|therefore|then) (?:it |the stock |they )?(?:\w+ )?${dive}\b|\b${report} (?:crash|dump|drop|plunge|massacre|bloodbath|sell-?off|drill|dip)\b`,
  ]),
  event("results_jump", "a jump after its quarterly results", 1, [
    "either",
    String.raw`\b${leap} .{0,30}\b(?:after|on|post|following|because of|over) (?:the |their |its |that |those |q[1-4] |good |great )*${report}\b|\b(?:after|post) (?:the |their |its |that |those |q[1-4] )*${report}\b.{0,25}\b${leap}\b|\b${report} (?:pop|rip|moon|rocket|squeeze)\b`,
  ]),
  event("deliveries", "its deliveries", 0, [
    "either",
    String.raw`\b(?:delivery|deliveries) (?:numbers?|figures?|reports?|results?|news|data|count|estimates?|beat|miss(?:es|ed)?|record|top(?:s|ped)?|f[ae]ll|rose|rise|dropp?(?:ed|s)?|jump(?:s|ed)?|came in)\b|\b(?:record|quarterly|q[1-4]|(?:first|second|third|fourth)[- ]quarter) (?:\w+ ){0,2}deliveries\b|\bdeliver(?:s|ed) (?:a record |over |about |nearly |only |just |almost )?\d[\d,.]*k? (?:\w+ ){0,2}(?:cars|vehicles|evs|jets|planes|aircraft|trucks|units)\b|\bdeliveries (?:were|are|was|of) (?:\w+ )?(?:\d|up|down|record|better|worse|above|below|strong|weak|bad|good|great|terrible)`,
  ]),
  event("results", "quarterly results", 0, [
    "before",
    String.raw`\b${quarter} (?:\d{4} )?(?:\w+ ){0,1}(?:results|earnings|report|numbers|figures)\b|\bearnings call\b|\bresults(?: discussion|:)|\bpost[- ]earnings\b|\bafter (?:the |their |its |those |these |that )?(?:earnings|er)\b|\bearnings(?: transcript|:)|\breports .{0,15}\b${quarter}\b`,
  ]),
];
