import { event, type EventKind } from "./event-kind.js";

/** What a company or fund does from day to day: prices, products, sites, flows of money. */
export const businessEvents: readonly EventKind[] = [
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
    String.raw`\bto invest .{0,40}\b(?:plant|factory|site|facility|hub|in)\b|\bbreaks? ground\b|\bdoubles? capacity\b|\bplans .{0,20}\bhires\b|\bopens .{0,25}\b(?:hub|plant|factory|site|facility|office)\b`,
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
    String.raw`\b(?:output|production) (?:update|steady|target|rises|falls)\b|\bkeeps annual output\b|\brestarts .{0,25}\boperations\b|\breviews .{0,20}\bassets\b|\boutput target\b`,
  ]),
];
