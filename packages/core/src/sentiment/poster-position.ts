import type { PreparedText } from "./model-input.js";
import { numbersTold } from "./numbers-told.js";
import { applies, OTHER, type PositionRule, TARGET } from "./position-rule.js";
import { deeds, laments, outcomes, reversible } from "./position-rules.js";

/** Which way the writer's own position points for the target: 1 up, -1 down, 0 where none is told or two disagree. */
export type PosterPosition = -1 | 0 | 1;

/** A rule that applies. */
export type ToldPosition = Pick<PositionRule, "name" | "sign">;

/** Longest clause that is read. */
const CLAUSE_CHARS = 300;
const clauseEnds = /(?<=[.;!?])\s+|\s+(?:but|while|whereas|although)\s+/;
/** Of a longer text, only the beginning and the end tell a position: between them stands the argument. */
const WRITE_UP_CHARS = 1_200;
const BEGINNING_CHARS = 60;
const END_CHARS = 500;
/** Longest text that is read as a whole for laments. */
const REMARK_CHARS = 320;

/** Names of the rules that apply, with their signs. */
export function positionsTold(prepared: PreparedText): readonly ToldPosition[] {
  if (prepared.mentions.length === 0) return [];
  const text = masked(prepared).toLowerCase().replaceAll(/[’‘]/g, "'");
  const isWriteUp = text.length > WRITE_UP_CHARS;
  const clauses = (
    isWriteUp ? [...openingOf(text), ...text.slice(-END_CHARS).split(clauseEnds)] : text.split(clauseEnds)
  ).map((clause) => clause.slice(0, CLAUSE_CHARS));
  // In a short text with another company, only what is said beside the target's name is about it.
  const isNamed = (clause: string) => isWriteUp || prepared.others.length === 0 || clause.includes(TARGET);
  const own = clauses.filter((clause) => !clause.includes(OTHER) && isNamed(clause));
  const happened = [...own.flatMap(numbersTold), ...told(outcomes, own)];
  if (happened.length > 0) return happened;
  // A question asks whether to buy or sell.
  const done = told(
    deeds,
    own.filter((clause) => !clause.trimEnd().endsWith("?")),
  );
  const isLament = text.length <= REMARK_CHARS && prepared.others.length === 0 && laments.test(text);
  return isLament ? done.flatMap(reversed) : done;
}

const told = (rules: readonly PositionRule[], among: readonly string[]): PositionRule[] =>
  among.flatMap((part) => rules.filter((one) => applies(one, part)));

/** Who laments what they bought, or sold short, tells that it went the other way. */
function reversed({ name, sign }: ToldPosition): ToldPosition[] {
  return reversible.has(name) ? [{ name: `${name}, lamented`, sign: sign === 1 ? -1 : 1 }] : [];
}

/** The clauses that begin in the first words: a title. */
function openingOf(text: string): string[] {
  let at = 0;
  return text
    .slice(0, BEGINNING_CHARS + CLAUSE_CHARS)
    .split(clauseEnds)
    .filter((clause) => {
      const isEarly = at < BEGINNING_CHARS;
      at += clause.length;
      return isEarly;
    });
}

/** The writer's position by rules on the words of traders' talk. */
export function posterPosition(prepared: PreparedText): PosterPosition {
  const signs = new Set(positionsTold(prepared).map(({ sign }) => sign));
  const [only] = signs;
  return signs.size === 1 && only !== undefined ? only : 0;
}

/** The text with one sign for each mention of the target, and another for other companies. */
function masked({ text, mentions, others }: PreparedText): string {
  let result = "";
  let cursor = 0;
  const own = new Set(mentions);
  for (const place of [...mentions, ...others].sort((a, b) => a.start - b.start)) {
    result += text.slice(cursor, place.start) + (own.has(place) ? TARGET : OTHER);
    cursor = place.end;
  }
  return result + text.slice(cursor);
}
