import { background, type EventKind } from "./event-kind.js";

/** What is talked about in any week; no cause of attention. */
export const backgroundTopics: readonly EventKind[] = [
  background("price_rise", "the rise of its share price", 1, [
    "before",
    String.raw`\b(?:stock|shares)? ?(?:\w+ )?(?:rises|rall(?:y|ies)|jumps|soars|surges|climbs|gains|pops|spikes|outpaces)\b|\b(?:record|all-time|52-week|new) high\b|\bwinning streak\b|\bbreak(?:s|ing)? (?:out|above)\b|\bnears buy point\b|\bgreen again\b|\bgap up\b|\bup \d+(?:\.\d+)?%`,
  ]),
  background("price_fall", "the fall of its share price", -1, [
    "before",
    String.raw`\b(?:stock|shares)? ?(?:\w+ )?(?:drops|falls|sinks|slides|tumbles|plunges|dives|dips|slips|retreats)\b|\blosing streak\b|\bbelow (?:its |the |key )?(?:\d+-day|moving average)\b|\bdown again\b|\bdown \d+(?:\.\d+)?%`,
  ]),
  background("options", "options bets", 0, [
    "either",
    String.raw`\b(?:calls|puts|leaps|covered calls|implied move|option volume|options (?:traders|activity|market|volume))\b|\b\d+[cp]\b`,
  ]),
  background("holdings", "the holdings of large investors", 0, [
    "either",
    String.raw`\b(?:adds to|cuts|trims|boosts|loading up on|reduces|sold|buys?|bought) .{0,40}\b(?:stake|holdings?|position)\b|\b(?:buffett|berkshire|hedge funds?|billionaires?|13f)\b|\bshort interest\b`,
  ]),
  background("coming_results", "its coming results", 0, [
    "either",
    String.raw`\b(?:ahead of|before|into|what to expect from|preview|sets .{1,20} for|to report|due) .{0,40}\b(?:earnings|results|report|q[1-4])\b|\bearnings (?:preview|this week|thread)\b|\breports? (?:on )?(?:january|february|march|april|may|june|july|august|september|october|november|december) \d`,
  ]),
  background("valuation", "whether its shares are worth their price", 0, [
    "either",
    String.raw`\b(?:undervalued|overvalued|fairly valued|valuation|fair value|mispriced|value trap|dead money|bargain|bull case|bear case|red flags)\b|\b(?:still |too |looks? |is )(?:cheap|expensive)\b|\b(?:buy now|buy or sell|better buy|a buy\b|worth (?:buying|a look)|should you (?:buy|hold|own|sell)|keep climbing|top (?:pick|\w+ for))`,
  ]),
  background("analyst_views", "the views of analysts", 0, [
    "either",
    String.raw`\banalysts?\b|\bprice (?:targets?|forecasts?)\b`,
  ]),
  background("ai", "artificial intelligence", 0, [
    "either",
    String.raw`\bai\b|\bartificial intelligence\b|\bdata cent(?:er|re)s?\b`,
  ]),
];
