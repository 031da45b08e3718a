/** Position of the affected company: before the event's words, after them, or on either side. */
export type EventSide = "before" | "after" | "either";

/** One kind of event: its name in a sentence, its direction, and the words that report it. */
export interface EventKind {
  readonly id: string;
  /** Noun phrase after "over". */
  readonly phrase: string;
  /** False for permanent topics (share price, valuation, options), which are never called a cause. */
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

/** Permanent topics. */
export const background = (...given: Parameters<typeof event>): EventKind => ({ ...event(...given), isEvent: false });

/* Parts of regular expressions, on lower-case text, that several kinds of events share. */

/** Verbs of raising. */
export const raise =
  "(?:rais(?:es?|ed|ing)|lift(?:s|ed|ing)?|boost(?:s|ed|ing)?|hik(?:es?|ed|ing)|increas(?:es?|ed|ing)|ups)";
/** Verbs of cutting. */
export const cut =
  "(?:cut(?:s|ting)?|lower(?:s|ed|ing)?|trim(?:s|med|ming)?|slash(?:es|ed|ing)?|reduc(?:es?|ed|ing)|pull(?:s|ed)|withdraw(?:s|n)?)";
/** Words for a company's own outlook. */
export const outlook = "(?:outlook|guidance|(?:fy )?guide|forecast|full[- ]year (?:view|estimate|target|profit))";
/** Words for reported figures. */
export const figures = "(?:results?|earnings|profits?|revenues?|sales|eps|quarter|q[1-4]|income)";
/** Words for expectations. */
export const estimates = "(?:estimates?|expectations?|forecasts?|consensus|wall street|views?|hopes)";
/** Names of a reporting period. */
export const quarter =
  "(?:q[1-4]|(?:first|second|third|fourth|1st|2nd|3rd|4th)[- ]quarter|quarterly|half[- ]year|full[- ]year|annual)";
/** Positive ratings. */
export const buyRating = "(?:strong )?(?:buy|overweight|outperform|accumulate|add|positive)";
/** Other ratings. */
export const sellRating =
  "(?:hold|neutral|underperform|sell|underweight|equal[- ]weight|market perform|sector perform|reduce|peer perform)";
/** Leading roles in a company. */
export const officer =
  "(?:ceo|cfo|coo|cto|chief [a-z]+(?: officer)?|(?:finance|product|legal|operations|technology|marketing) chief|chair(?:man|woman|person)?|president|head of [a-z]+)";
/** What talk calls a report on a quarter. */
export const report = "(?:earnings|er|results|quarter|q[1-4]|report|guidance)";
/** Verbs of a price that falls far, as talk has them. */
export const dive =
  "(?:tank(?:s|ed|ing)?|crash(?:es|ed|ing)?|dump(?:s|ed|ing)?|drill(?:s|ed|ing)?|plung(?:es?|ed|ing)|crater(?:s|ed|ing)?|collaps(?:es?|ed|ing)|fell|drop(?:s|ped|ping)?|nuk(?:es?|ed|ing)|bleed(?:s|ing)?|sink(?:s|ing)?|tumbl(?:es?|ed|ing)|slid|slump(?:s|ed)?|down \\d+(?:\\.\\d+)? ?%|(?:got|getting|gets) (?:crushed|destroyed|smoked|wrecked|slaughtered|hammered|killed|obliterated|murdered))";
/** Verbs of a price that rises far, as talk has them. */
export const leap =
  "(?:moon(?:s|ed|ing)?|rip(?:s|ped|ping)?|pump(?:s|ed|ing)?|soar(?:s|ed|ing)?|fl(?:y|ies|ying|ew)|rocket(?:s|ed|ing)?|explod(?:es?|ed|ing)|jump(?:s|ed|ing)?|surg(?:es?|ed|ing)|popp(?:ed|ing)|up \\d+(?:\\.\\d+)? ?%|squeez(?:es?|ed|ing))";
