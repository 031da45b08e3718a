import type { Direction } from "./event-kinds.js";

/** Posts by what they mean for the asset; `{cash}` is its cashtag, `{othercash}` that of the second one. */
export const postTexts: Readonly<Record<Direction, readonly string[]>> = {
  1: [
    "{cash} breaking out over {avg}, [volume confirms|clean chart|next stop {strike}] 📈",
    "{cash} [huge|monster|sneaky good] print. {unit} up {bpct}.",
    "Adding {cash} here. Stop below {avg}, target {strike}.",
    "{cash} longs getting paid this morning ✅",
    "{broker} out positive on {cash}, PT {newpt}",
    "If you're not watching {cash} into {month} you're missing it",
    "{cash} > {othercash-} and it's not even debatable",
    "JUST IN: {name} [lands|signs] new deal, {cash} bid after hours",
    "{cash} flow: {shares}x {strike}C swept at the ask 👀",
    "Still my largest position. {cash} 🔒",
    "{cash} new high. Shorts must be tired.",
    "Relative strength list: {cash} leads, {othercash} next",
    "Love the setup in {cash}: tight base, rising volume, {unit} inflecting",
    "{cash} up {pct} and still cheap vs {othercash-}, don't @ me",
    "{name} just proved everyone wrong. {cash} #stocks",
    "Bought {cash} at {avg}, not selling before {strike}",
    "{cash} gap up and go, thank you {driver}",
    "Third {name} ad before breakfast, {product} is everywhere. Long {cash}",
  ],
  [-1]: [
    "{cash} lost {avg}. [Nothing below until {strike}|Ugly chart|I'm out] 📉",
    "{cash} guide down on {reason}. Again.",
    "Short {cash} into the bounce, cover near {strike}",
    "{cash} can't hold a bid while {othercash+} makes new highs",
    "{broker} cuts {cash} to {lowrating}, PT {newpt}",
    "{cash} [puts|put spreads] paying nicely today",
    "Every {cash} rally gets sold. Every single one.",
    "{name} just missed on {unit}. {cash} halted? no, just falling",
    "Trimmed {cash}, added {othercash+}",
    "{cash} down {pct}, timeline very quiet about those targets 🤔",
    "Accounting questions never come alone. Avoiding {cash}",
    "{cash} flow: {shares}x {strike}P opening, someone is nervous 👀",
    "Weak hands? No. {cash} fundamentals are just getting worse",
    "{cash} below the 200-day and insiders still selling 🚩",
    "Took the loss on {cash}. On to the next one.",
    "{product} slips again. {cash} holders deserve better",
    "Bulls said {strike} by {month}. {cash} says no.",
  ],
  0: [
    "{cash} reports {earningsday}. Implied move about {pct}.",
    "{cash} or {othercash}? One pick, hold until {nextyear}.",
    "Watching {cash} {avg}, no trade yet",
    "{cash} option volume {shares}k contracts, evenly split",
    "What's your {cash} cost basis? Mine's {avg}",
    "{cash} inside day. Waiting.",
    "Earnings this week: {cash}, {othercash} and more",
    "Chart of the day: {cash} weekly, you decide",
    "Poll: where does {cash} close on {weekday}?",
    "Reading the {name} filing tonight, thread tomorrow {cash}",
    "{cash} {othercash} correlation at the highest since {month}",
    "{name} keynote at 10 PT, {cash} flat into it",
  ],
};

/** Replies: short, with the cashtag mostly left out. */
export const replyTexts: Readonly<Record<Direction, readonly string[]>> = {
  1: ["agree, adding {cash} too", "{cash} next leg up 🚀", "this. {cash} still early", "{cash} at {avg} was a gift"],
  [-1]: ["disagree, {cash} is overowned", "{cash} bagholders in the replies 😂", "nah, {cash} fills the gap at {avg}"],
  0: ["what timeframe on {cash}?", "source on {cash}?", "{cash} same question here", "how are you sizing {cash}?"],
};

/** Posts of accounts that sell something: many cashtags, no opinion. */
export const spamPosts: readonly string[] = [
  "🔥 Free alerts room, {num} winners this week! {list}",
  "My subscribers made ${gain} today, link in bio {list}",
  "Top watchlist for tomorrow {list} join before it fills up",
  "Best small-cap calls on this app, no cap 💯 {list}",
];

/** Posts of robots. */
export const botPosts: readonly string[] = [
  "{cash} unusual volume alert: {price}, {num}x average",
  "{cash} crossed its 50-day average. Automated signal, not advice.",
  "Insider filing: {name} {post} Form 4 {cash}",
];
