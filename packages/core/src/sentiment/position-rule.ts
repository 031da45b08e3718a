/** Stand for the target and for other companies while rules are matched. */
export const TARGET = "\u0001";
export const OTHER = "\u0002";

/** One way of telling what the writer thinks. */
export interface PositionRule {
  readonly name: string;
  readonly sign: -1 | 1;
  /** On one clause in lower case. */
  readonly words: RegExp;
  /** Where this matches too, the rule does not apply. */
  readonly unless?: RegExp;
}

/** A rule of regular expressions without flags. */
export const rule = (name: string, sign: -1 | 1, words: string, unless?: string): PositionRule => ({
  name,
  sign,
  words: new RegExp(words),
  ...(unless === undefined ? {} : { unless: new RegExp(unless) }),
});

/** Whether a rule applies to a clause. */
export const applies = ({ words, unless }: PositionRule, clause: string): boolean =>
  words.test(clause) && unless?.test(clause) !== true;
