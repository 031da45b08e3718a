/** Where the company stands that an event happens to: before the words that tell it, after them, or on either side. */
export type EventSide = "before" | "after" | "either";

/** One kind of event: how a sentence calls it, which way it points, and the words that tell of it. */
export interface EventKind {
  readonly id: string;
  /** Noun phrase after "over". */
  readonly phrase: string;
  /** False for what is always talked about: the share price, valuation, options. It is never called a cause. */
  readonly isEvent: boolean;
  readonly direction: -1 | 0 | 1;
  /** Regular expressions on lower-case text. */
  readonly words: readonly (readonly [side: EventSide, source: string])[];
}

/** An event. */
export const event = (
  id: string,
  phrase: string,
  direction: -1 | 0 | 1,
  ...words: readonly [EventSide, string][]
): EventKind => ({
  id,
  phrase,
  isEvent: true,
  direction,
  words,
});

/** What is always talked about. */
export const background = (...given: Parameters<typeof event>): EventKind => ({ ...event(...given), isEvent: false });
