import { companyEvents } from "./company-events.js";
import { background, event, type EventKind } from "./event-kind.js";
import { marketEvents } from "./market-events.js";

/** What a company or fund does from day to day: prices, products, sites, flows of money. */
const businessEvents: readonly EventKind[] = [
  event("price_change", "pricing", 0, [
    "before",
    String.raw`\b(?:raises?|cuts?|lowers?|hikes?|slash(?:es)?|tests?) (?:its |new |the )?(?:prices?|pricing)\b|\bprice (?:change|cut|hike|increase)s?\b`,
  ]),
  event("delay", "a delay", -1, [
    "before",
    String.raw`\b(?:delays|delayed|postpones?|postponed|pushes back|slips again)\b|\bpauses .{0,40}\b(?:rollout|launch)\b|\b(?:setback|delay) hands\b`,
  ]),
  event(
    "launch",
    "a product launch",
    1,
    [
      "before",
      String.raw`\b(?:unveils?|unveiled|launch(?:es|ed)?|rolls out|introduces?|introduced|debuts?|launch thread)\b|\b(?:sells out|draws long queues|tops pre-order targets|impresses reviewers|brings .{0,40} forward|next growth leg)\b|\bsays demand for .{0,40}\bexceeds supply\b`,
    ],
    ["after", String.raw`\btried (?=.{1,30}\bnew\b)`],
  ),
  event("expansion", "an expansion", 1, [
    "before",
    String.raw`\bto invest (?:[$€£¥]|.{0,6}\d).{0,40}\bin\b|\bto invest .{0,40}\b(?:plant|factory|site|facility|hub)\b|\bbreaks? ground\b|\bdoubles? capacity\b|\bplans .{0,20}\bhires\b|\bopens .{0,25}\b(?:hub|plant|factory|site|facility|office)\b`,
  ]),
  event("offering", "new shares or debt", -1, [
    "before",
    String.raw`\b(?:share|stock|bond|notes?|convertible) (?:offering|sale)\b|\bsells? .{0,15}\bbonds\b`,
  ]),
  event(
    "fund_inflow",
    "money flowing in",
    1,
    ["either", String.raw`\binflows?\b|\btops flow tables\b`],
    ["before", String.raw`\bpulls in [$€£¥]?\d|\bcreations all week\b`],
    ["after", String.raw`\bpour .{0,20}\binto\b`],
  ),
  event(
    "fund_outflow",
    "money flowing out",
    -1,
    ["either", String.raw`\boutflows?\b|\bredemptions?\b`],
    ["before", String.raw`\bloses [$€£¥]?\d.{0,15}\bas investors\b`],
    ["after", String.raw`\bmoney leaves\b|\byanks?\b|\bpulling money out of\b`],
  ),
  event("output_change", "production", 0, [
    "before",
    String.raw`\b(?:output|production) (?:update|steady|target|rises|falls)\b|\bkeeps annual output\b|\brestarts .{0,25}\boperations\b|\breviews .{0,20}\bassets\b|\boutput target\b|\b(?:halt|paus|suspend|stopp?)(?:s|es|e|ed|ing)? (?:the |its |all )?(?:\w+ )?production\b`,
  ]),
];

/** Permanent topics, which never explain a change in attention. */
const backgroundTopics: readonly EventKind[] = [
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

/**
 * Kinds of events that move attention to a company, from general business English. The first kind whose words are found
 * names the event, so narrower kinds stand before wider ones, and what is always talked about comes last.
 */
export const eventKinds: readonly EventKind[] = [
  ...companyEvents,
  ...marketEvents,
  ...businessEvents,
  ...backgroundTopics,
];

/** Results of a quarter, without saying how they were. */
export const plainResults = eventKinds.find(({ id }) => id === "results") ?? null;

/** Whether the event says how the results of a quarter were. */
export function isResultsOutcome({ id }: EventKind): boolean {
  return id.startsWith("results_");
}
