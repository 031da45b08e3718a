import { createHash } from "node:crypto";
import type { SentimentLabel } from "../sentiment/text-model.js";
import type { UtcDay } from "../time/utc-day.js";

/** One mention that an explanation may cite. */
export interface CitedMention {
  readonly documentId: string;
  /** The passage that names the asset, on one line, at most 240 UTF-16 units. */
  readonly text: string;
  /** Displayed author or place: the source's name, the community; null where none is shown. */
  readonly from: string | null;
  readonly day: UtcDay;
  /** What the text means for the asset; null when it was never judged. */
  readonly label: SentimentLabel | null;
  /** Upvotes, or likes and reposts; 0 where there are none. */
  readonly reactions: number;
  /** Index in {@link Evidence.topics}; null when it stands for none of them. */
  readonly topic: number | null;
}

/** What some of the mentions are about. */
export interface Topic {
  /** Kind of event by `event-table`; null for a story that no kind fits. */
  readonly event: string | null;
  /** Noun phrase for the event, such as `a lowered outlook`; null like `event`. */
  readonly phrase: string | null;
  /** False for what is always talked about (share price, valuation): no cause. */
  readonly isEvent: boolean;
  /** What other namespaces call their texts that tell of the same event in the window; empty where none was asked. */
  readonly borneOutBy: readonly string[];
  /** Share of the week's weight, 0 to 1, 2 decimals. */
  readonly share: number;
  /** Texts about it, near-duplicates counted once. */
  readonly stories: number;
  /** Distinct speakers; each text whose speaker was not recorded is one. */
  readonly voices: number;
}

/** Volume, compared with the asset's own past. */
export interface Attention {
  readonly items: number;
  /** Distinct speakers among those that were recorded. */
  readonly voices: number;
  /** Items whose speaker was not recorded. */
  readonly unnamed: number;
  /** Distinct places; null where places are the speakers or there are none. */
  readonly places: number | null;
  /** Items in an average week of the days before the window, 1 decimal; null with less than 14 days of past. */
  readonly usualItems: number | null;
  /** Days of past behind `usualItems`, at most 28. */
  readonly pastDays: number;
  /** Items over usual items, 1 decimal; null without a past, or when it was empty. */
  readonly timesUsual: number | null;
  /** Buzz of the window and the median of the four windows before it, 1 decimal. */
  readonly buzz: number;
  readonly usualBuzz: number | null;
}

/** Direction, as whole percentages of what was judged. */
export interface Shares {
  readonly judged: number;
  readonly positivePct: number;
  readonly negativePct: number;
}

/** The leading side. */
export type Lean = "positive" | "negative" | "split" | "neutral";

/** Everything that an explanation may say; it must say nothing else. */
export interface Evidence {
  readonly namespaceId: string;
  readonly asset: { readonly key: string; readonly name: string };
  readonly from: UtcDay;
  readonly to: UtcDay;
  readonly attention: Attention;
  readonly direction: Shares;
  readonly lean: Lean;
  /** The same of the 28 days before the window; null with fewer than 10 judged items there. */
  readonly directionBefore: Shares | null;
  readonly leanBefore: Lean | null;
  /** Main topics, the weightiest first; at most 4. */
  readonly topics: readonly Topic[];
  /** Strength of the first topic as a cause; `background` when it is not an event. */
  readonly cause: "main" | "leading" | "background" | "none";
  /**
   * For talk without an event of its own: the event that the most news sources report of the same days, and what they
   * are called; null when there is none.
   */
  readonly elsewhere: { readonly event: string; readonly phrase: string; readonly talk: string } | null;
  /** Representative mentions: first those of the topics in their order, then others, both directions in view; at most 10. */
  readonly mentions: readonly CitedMention[];
  /** What was not used: texts not shown to be about the asset; advertisements; texts that instruct their reader. */
  readonly leftOut: { readonly unverified: number; readonly promotional: number; readonly instructions: number };
}

/** Fingerprint of the evidence: equal evidence, equal text. */
export function evidenceDigest(evidence: Evidence): string {
  return createHash("sha256").update(JSON.stringify(evidence)).digest("hex").slice(0, 32);
}
