import type { Direction } from "./event-kinds.js";

/** Texts of one forum, by what they mean for the asset. */
export interface ForumTexts {
  readonly titles: Readonly<Record<Direction, readonly string[]>>;
  /** Self texts; an empty one is a link or image post. */
  readonly bodies: Readonly<Record<Direction, readonly string[]>>;
  /** Comments that name the asset themselves. */
  readonly direct: Readonly<Record<Direction, readonly string[]>>;
  /** Comments that depend on the thread for the asset. */
  readonly inherited: Readonly<Record<Direction, readonly string[]>>;
  /** Neither about an asset nor about money. */
  readonly asides: readonly string[];
  /** Second sentences of comments. */
  readonly more: Readonly<Record<Direction, readonly string[]>>;
  /** Titles of daily threads, which are about no asset. */
  readonly daily: readonly string[];
  readonly bot: readonly string[];
}

/** Words of stock forums. */
export const stockForumTexts: ForumTexts = {
  titles: {
    1: [
      "{tick} [is going to the moon|to the moon|about to rip] 🚀[🚀🚀|]",
      "[DD|Actual DD]: why {name} is [still cheap|mispriced|a double from here]",
      "YOLO update: {shares} {tick} {strike}c, up ${gain}",
      "Bought {shares} shares of {name} at {avg}, tell me I'm early",
      "Why I'm all in on {tick}",
      "{name} is eating {othertick-}'s lunch",
      "{tick} gain porn: ${gain} on calls",
      "Anyone else loading up on {tick} at these levels?",
      "The bull case for {name} nobody talks about: {unit}",
      "{tick} short squeeze setup, hear me out",
      "${tick} just broke {strike}, next stop Valhalla",
      "Sold my {othertick-} and bought {tick}",
    ],
    [-1]: [
      "{tick} is [cooked|finished|a falling knife]",
      "Puts on {tick}, change my mind",
      "Lost ${gain} on {tick} [calls|weeklies], AMA",
      "Why {name} is [overvalued|a value trap|dead money]",
      "[DD|Bear case]: {name} has a {unit} problem",
      "Finally dumped my {tick} bags at {avg}",
      "{name} is losing to {othertick+} and nobody cares",
      "How is {tick} still trading at {avg}??",
      "Rip {tick} holders 💀",
      "Closed {tick} for a ${gain} loss. Rotating into {othertick+}",
      "{name} bulls, explain this [margin|multiple|guidance]",
    ],
    0: [
      "{tick} earnings thread",
      "Thoughts on {name} at {avg}?",
      "What's everyone doing with {tick} before {earningsday}?",
      "{tick} or {othertick}?",
      "Can someone explain {names} {unit}?",
      "New to investing: is {name} a reasonable long-term hold?",
      "{tick} weekly discussion",
      "Tax question about selling {tick} covered calls",
      "What price would you start a position in {name}?",
      "{name} and {other}: which balance sheet do you prefer?",
    ],
  },
  bodies: {
    1: [
      "Position: {shares} {tick} {strike}c [for {month}|leaps]. Growth in {unit} is ahead of every model I have seen and the multiple is lower than {othertick}.",
      "Been in since {avg}. They just keep [executing|beating]. I'm not selling before {nextyear}.",
      "TLDR: growth in {unit} is inflecting, shorts are trapped, I like the stock.",
      "Market is asleep on {product}. Channel checks look great and management sounded confident on the call. Not advice.",
      "Average {avg}, {shares} shares. Every dip gets bought. LFG",
      "Read the filing. Cash pile, buyback, {unit} up {bpct}. What am I missing?",
      "",
    ],
    [-1]: [
      "Position: {shares} {tick} {strike}p. Margins are rolling over and growth in {unit} is gone. Everyone still prices it like {year} never happened.",
      "I held through three bad quarters. [Another miss in|More trouble with] {unit} and I'm done.",
      "Management blames {reason} every single quarter. At some point it's just a bad business.",
      "Insiders selling, guidance cut, and {product} is late again. Hard pass.",
      "Down {bpct} on this one. Lesson learned I guess 🤡",
      "",
    ],
    0: [
      "I have about {gain} to put to work and can't decide. What would you do?",
      "Reports on {earningsday}. Options are pricing a move of {pct}. Curious what people expect.",
      "Not looking for hype, just trying to understand how much {unit} really matters.",
      "Two years in, roughly flat. Hold or move on?",
      "Numbers, expectations and questions go in here.",
      "",
    ],
  },
  direct: {
    1: [
      "{tick} calls printing",
      "${tick} is the easiest hold of my life",
      "just added {shares} more {tick} at {avg}",
      "{name} is way ahead of {other-} on {product} and it isn't close",
      "{tick} {strike}c for friday, let's go 🚀",
      "imagine not owning {lower} here",
      "long {tick}, short {othertick-}",
      "{name} has the best {unit} in the business, fight me",
      "I keep buying {lower} every payday and it keeps working",
      "{tick} green again lol bears in shambles 🐻",
    ],
    [-1]: [
      "{tick} puts it is",
      "${tick} is a bag holder factory",
      "got out of {tick} at {avg}, best decision this year",
      "{name} is bleeding share to {other+} every quarter",
      "who is still buying {lower} up here??",
      "{tick} going to {strike} and then lower",
      "calls on {othertick+}, puts on {tick}",
      "{lower} down again, shocking absolutely nobody",
      "{name} can't even ship {product} on time",
      "lost my rent on {tick} weeklies 😭",
    ],
    0: [
      "what's the {tick} implied move?",
      "does {lower} report before or after the bell?",
      "{tick} and {othertick} both in my watchlist, no position",
      "sitting on {shares} {tick} for now, waiting for {earningsday}",
      "is {lower} still in the index after the rebalance?",
      "{tick} flat all day, go outside people",
    ],
  },
  inherited: {
    1: [
      "this is going to {strike}, screenshot it",
      "buying the dip, thanks for the cheap shares",
      "shorts are so trapped 😂",
      "great quarter, idk what people expected",
      "holding my {shares} shares till retirement 💎🙌",
      "calls already up {bpct} for me",
      "best DD I've read in months, I'm in",
      "undervalued even after this move imo",
      "🚀🚀🚀",
      "growth in {unit} alone pays for this price",
    ],
    [-1]: [
      "bull trap, enjoy",
      "selling into every pop from here",
      "guidance was trash and you know it",
      "this thing is going to single digits 📉",
      "my puts thank you",
      "classic pump before the offering",
      "margins are falling off a cliff, read the 10-Q",
      "I'd rather set the money on fire",
      "🤡 stock, 🤡 management",
      "dead money for {years} years minimum",
    ],
    0: [
      "what's your cost basis?",
      "source?",
      "earnings call starts at 5 right?",
      "can someone post the transcript",
      "depends on your time horizon honestly",
      "could go either way, I'm staying out",
      "priced in",
      "remind me in six months",
    ],
  },
  more: {
    1: [
      "target {strike} by {month}",
      "sitting on {shares} shares",
      "up {bpct} already",
      "adding if it dips under {avg}",
      "{unit} is the whole story",
      "market will figure it out by {nextyear}",
      "my average is {avg}",
      "leaps for {nextyear}",
      "sold {othertick-} to fund it",
      "volume doesn't lie",
      "people said the same {ago} ago",
    ],
    [-1]: [
      "out at {avg}",
      "down {bpct} and no end in sight",
      "see you at {strike}",
      "they always blame {reason}",
      "took the L, about ${gain}",
      "rotated to {othertick+}",
      "{unit} was the last hope",
      "insiders knew",
      "multiple still makes no sense",
      "{month} puts for me",
      "we said this {ago} ago",
    ],
    0: [
      "no position",
      "watching {avg}",
      "ask again on {earningsday}",
      "half my account is in {othertick} anyway",
      "could be {pct} either way",
      "just asking",
      "been flat since {month}",
      "not advice",
    ],
  },
  asides: [
    "I should have gone to the gym instead of watching candles",
    "mods are asleep, post frogs",
    "my wife's boyfriend says hi",
    "this sub is better than my therapist and costs more",
    "anyone know if markets are closed monday?",
    "lmao",
    "sir this is a casino",
    "coffee first, losses later",
    "who let the interns run the tape today",
    "first time? 😂",
  ],
  daily: [
    "Daily Discussion Thread for {date}",
    "What Are Your Moves Tomorrow, {date}",
    "Rate My Portfolio, week of {date}",
    "Premarket chat {date}",
  ],
  bot: [
    "I am a bot, and this action was performed automatically. Please contact the moderators of this subreddit if you have any questions.",
    "Welcome! Please read the rules before posting about {tick}. Low-effort posts are removed automatically.",
    "User report: total submissions 14, first seen 2 years ago, account score 88. Tickers found: {tick}.",
  ],
};
