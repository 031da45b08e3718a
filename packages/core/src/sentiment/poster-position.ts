import type { PreparedText } from "./model-input.js";

/** Which way the writer's own position points for the target: 1 up, -1 down, 0 where none is told or two disagree. */
export type PosterPosition = -1 | 0 | 1;

/** Stand for the target and for other companies while rules are matched. */
const TARGET = "\u0001";
const OTHER = "\u0002";

/** One way of telling a position. */
interface PositionRule {
  readonly name: string;
  readonly sign: -1 | 1;
  /** On one clause in lower case. */
  readonly words: RegExp;
  /** Where this matches too, the rule does not apply. */
  readonly unless?: RegExp;
}

const rule = (name: string, sign: -1 | 1, words: string, unless?: string): PositionRule => ({
  name,
  sign,
  words: new RegExp(words),
  ...(unless === undefined ? {} : { unless: new RegExp(unless) }),
});

const puts = String.raw`(?:puts?\b|\d+(?:\.\d+)?p\b)`;
const calls = String.raw`(?:calls?\b(?! (?:me|it|you|this|that|him|her|them|out|for)\b)|leaps?\b|\d+(?:\.\d+)?c\b)`;
const won = String.raw`(?:print(?:s|ed|ing|ers?)?\b|paid\b|cash(?:ed|ing)\b|(?:are |is |went |now |already )*up (?:over )?\+?\d|\+ ?\d|\d+(?:\.\d+)?x\b|(?:a )?(?:double|doubled|ten ?bagger)\b|free money\b|green\b|saved my\b|(?:hit|reached) max profit\b)`;
const lost = String.raw`(?:worthless\b|worth less\b|dead\b|died\b|die\b|destroyed\b|vapori[sz]ed\b|evaporated\b|toast\b|got (?:crushed|wrecked|smoked|killed|rekt)\b|wiped\b|gone\b|to zero\b|- ?\d+ ?%|down \d|(?:\d+ ?%? )?loss\b|mistake\b|expired?\b|fucked\b)`;
const had = String.raw`(?:bought|buying|buy|grabbed|grabbing|got|long|loaded(?: up)?(?: on)?|loading(?: up)?(?: on)?|holding|have|added|adding|opened|picked up|all in(?: on)?|yolo(?:ed|ing)?(?: into| on)?|rolled|my|swept)`;
const wrote = String.raw`(?:sold|sell|selling|wrote|writing|short)`;
const near = String.raw`[^,]{0,40}?`;
const close = String.raw`(?:\S+ ){0,4}`;

/** What happened to a position, or is said of those who hold one: tells the way whatever the writer did. */
const outcomes: readonly PositionRule[] = [
  rule(
    "puts won",
    -1,
    String.raw`\b${puts}${near}(?<![a-z])${won}|\b${won} (?:my |the |on )?${puts}`,
    String.raw`\b${lost}|\b${wrote} ${close}puts`,
  ),
  rule(
    "calls won",
    1,
    String.raw`\b${calls}${near}(?<![a-z])${won}`,
    String.raw`\b${lost}|\b(?:covered|${wrote}) ${close}calls`,
  ),
  rule("puts lost", 1, String.raw`\b${puts}${near}\b${lost}`, String.raw`\b${wrote} ${close}puts`),
  rule(
    "calls lost",
    -1,
    String.raw`\b${calls}${near}\b${lost}|\bso (?:much for|long,?) [^,]{0,20}\b${calls}|\brip (?:to )?[^,]{0,20}\b${calls}`,
    String.raw`\b${wrote} ${close}calls`,
  ),
  rule(
    "sold too early",
    1,
    String.raw`\b(?:sold|selling|sell|got out|exited|took profits?)\b[^.]{0,30}\b(?:too|way too|so) (?:early|soon)\b|\bpaper ?hand(?:ed|ing) ${TARGET}|\bshaken out\b|\bshould(?:'ve| have|n't have| not have| never have) (?:held|kept|bought more)\b|\bshould(?:n't have| not have| never have) sold\b|\bwish i(?:'d| had) (?:held|kept|never sold|not sold|bought more)\b`,
  ),
  rule(
    "sold like a fool",
    1,
    String.raw`\bsold\b[^.]{0,45}\blike (?:a|an) (?:genius|clown|idiot|moron|fool|dumbass|coward)\b|\bsold\b[^.]{0,40}\blook at it (?:go|now|fly)\b|\b(?:missed|missing) (?:out on |the (?:whole |entire )?(?:\S+ )?(?:move|run|rally|boat|train|pump|ride)\b|${TARGET} (?:at|under|below)\b)|\bleft \$?\d\S* on the table\b`,
  ),
  rule(
    "bagholder",
    -1,
    String.raw`\bbag ?-?hold(?:er|ers|ing)?\b|\bholding (?:the |these |my |heavy )*bags?\b|\bhold(?:s|ing)? my bags\b`,
    String.raw`\b(?:no|not a|zero|without) bag`,
  ),
  rule(
    "shorts hurt",
    1,
    String.raw`\b(?:shorts?|bears?|short sellers?)\b(?: \S+){0,3} (?:burn(?:ed|t|ing)?|squeezed|liquidated|wrecked|rekt|destroyed|trapped|crying|cry|in shambles|panick?ing|fucked|bleeding|scrambl\w+|lost)\b|\bcovered (?:my )?(?:\S+ )?shorts?\b[^.]{0,30}\b(?:loss|lost|hurt)|\bnever (?:again )?bet(?:ting)? against\b`,
  ),
  rule(
    "shorts right",
    -1,
    String.raw`\b(?:shorts?|bears?) (?:were|was|are|is) (?:so )?(?:right|printing|winning|eating)\b|${TARGET} shorts? (?:is|are) (?:printing|paying|up)\b`,
  ),
  rule(
    "not below again",
    1,
    String.raw`\b(?:never|won't|wont|not|don't|ever)(?: be)? (?:see(?:ing)?|trad(?:e|ing)|go(?:ing)?|drop(?:ping)?|fall(?:ing)?|touch(?:ing)?)(?: \S+){0,2} (?:below|under|sub) ?-?\$?\d`,
  ),
  rule(
    "not above again",
    -1,
    String.raw`\b(?:never|won't|wont|will not|not going to|not gonna)(?: be)?(?: ever)? (?:see(?:ing)?|hit|reach|break|touch|get (?:back )?to)(?: back)?(?: to)? (?:above |over )?\$?\d`,
    String.raw`\b(?:below|under|sub)\b`,
  ),
];

/** What the writer did or advises. */
const deeds: readonly PositionRule[] = [
  rule(
    "sold puts",
    1,
    String.raw`\b${wrote} ${close}puts\b|\bcash[- ]secured puts\b`,
    String.raw`\bassigned\b|\bspread|\bto close\b|\bmy puts|\bcalls\b|\+ ?\d|\blongs?\b`,
  ),
  rule(
    "sold calls",
    -1,
    String.raw`\b(?:selling|sold|writing|wrote|shorting) (?:\S+ ){0,2}calls (?:against|on)\b`,
    String.raw`\bcovered\b|\bto close\b|\bback\b`,
  ),
  rule(
    "has puts",
    -1,
    String.raw`\b${had} ${close}${puts}|^\W*(?:${TARGET}\W*)?\d+(?:\.\d+)?p\b|${TARGET} \d+(?:\.\d+)?p\b|\bputs (?:on|for) ${TARGET}|${TARGET} puts?\W*$`,
    String.raw`\b(?:${wrote}|covered|closed|spread|collar|straddle|hedg\w+|were|was|should|if|could|never|ever|lost|butt|imagine|reasons|tried|like|you|your|or)\b`,
  ),
  rule(
    "has calls",
    1,
    String.raw`\b${had} ${close}${calls}|^\W*(?:${TARGET}\W*)?\d+(?:\.\d+)?c\b|${TARGET} \d+(?:\.\d+)?c\b|\bcalls (?:on|for) ${TARGET}|${TARGET} calls?\W*$`,
    String.raw`\b(?:${wrote}|covered|closed|spread|collar|straddle|were|was|should|if|could|never|ever|alone)\b|\bcalls on ${TARGET} (?:for|to)\b`,
  ),
  rule(
    "short",
    -1,
    String.raw`\b(?:i'm|im|am|went|going|still) (?:so )?short\b|\b(?:shorted|shorting|short) (?:\S+ ){0,2}${TARGET}|${TARGET}[^.]{0,20}\bi(?:'m| am) short\b`,
    String.raw`\bshort (?:squeeze|term|interest|ladder|seller|report|version|story|of|on (?:cash|time))|\bcover|\b(?:don't|do not|never|keep) short|\bnaked|\b(?:you|your|you're|everyone|everybody|people|they|their|them|those|who|he|she|guys?|imagine|how long|if|why)\b|\bclos(?:ed|ing)|@`,
  ),
  rule(
    "sold",
    -1,
    String.raw`\b(?:dumped|dumping|unloaded|got rid of|getting rid of|let go of|bailed on|cut my) (?:\S+ ){0,5}?${TARGET}|\b(?:sold|closed out) (?:all|everything|every|the rest|the last|my last|the entire|it all) (?:\S+ ){0,4}?${TARGET}|\b(?:why )?i (?:sold|let go of) (?:it all|all of (?:it|them|mine)|everything|every share)\b|\bi (?:have|own) no (?:shares|position|coins)\b|\bi(?:'m| am) out(?: of ${TARGET})?[^a-z]*$|\bout of ${TARGET}(?: at| and|[^a-z]*$)|\bsell it (?:lol|lmao|all|now)\b|\bnever again\b|\bwould(?:n't| not) (?:touch|own)\b`,
    String.raw`\b(?:don't|do not|not|never|won't|can't|cannot|why not|why would|if|when|should|until|to buy|too early|too soon|surgery|rent|house|short|bought|added|adding|more|calls?|bet)\b|${puts}|\binto ${TARGET}|@`,
  ),
  rule(
    "bought",
    1,
    String.raw`(?:^\W*|\b(?:i|i've|i'm|im|i have|i just|finally|been|am|keep) )(?:bought|added|adding|picked up|grabbed|grabbing|accumulating|accumulated|averag(?:ed|ing) down|doubl(?:ed|ing) down|dca(?:ing)?|stacking|loaded(?: up)?|loading(?: up)?|took a (?:\w+ )?position|started a position)\b|\b(?:all in|max long|i'm long|im long|am long)\b|\bwent shopping\b|\b(?:gift|steal|bargain|on sale|free money) (?:at|under|below|here)\b|\bbuy(?:ing)? (?:the|this|every|more|on)\b`,
    String.raw`\b(?:${puts}|short|sold|who|why|if|should(?:n't)?|would|never|don't|not|dip kept|regret|wish|at the top|worst|stop|be|another company|company|acquire)\b`,
  ),
  rule(
    "holds on",
    1,
    String.raw`\b(?:never|not|ain't|isn't|won't|no way i'm|refuse to)(?: be| even| going to| gonna)? (?:sell(?:ing)?|leav(?:e|ing)|tak(?:e|ing) profits?)\b|\bdiamond ?hand(?:s|ed|ing)?\b|\bstays? until\b|\bhodl(?:ing|ers?)?\b|\bholding (?:until|till|forever|to the moon|strong)\b|\bsleep (?:like a baby|better|well)\b`,
    String.raw`\bpoint\b`,
  ),
];

/** Longest clause that is read. */
const CLAUSE_CHARS = 300;
const clauseEnds = /(?<=[.;!?])\s+|\s+(?:but|while|whereas|although)\s+/;
/** Of a longer text, only the beginning and the end tell a position: between them stands the argument. */
const WRITE_UP_CHARS = 1_200;
const BEGINNING_CHARS = 60;
const END_CHARS = 500;

/** Names of the rules that apply, with their signs. */
export function positionsTold(prepared: PreparedText): readonly Pick<PositionRule, "name" | "sign">[] {
  if (prepared.mentions.length === 0) return [];
  const text = masked(prepared).toLowerCase().replaceAll(/[’‘]/g, "'");
  const isWriteUp = text.length > WRITE_UP_CHARS;
  const clauses = (
    isWriteUp ? [...openingOf(text), ...text.slice(-END_CHARS).split(clauseEnds)] : text.split(clauseEnds)
  ).filter((clause) => !clause.includes(OTHER));
  // In a short text with another company, only what is said beside the target's name is about it.
  const isNamed = (clause: string) => isWriteUp || prepared.others.length === 0 || clause.includes(TARGET);
  const own = clauses.filter(isNamed).map((clause) => clause.slice(0, CLAUSE_CHARS));
  const told = (rules: readonly PositionRule[], among: readonly string[]) =>
    among.flatMap((clause) => rules.filter(({ words, unless }) => words.test(clause) && unless?.test(clause) !== true));
  const happened = told(outcomes, own);
  // A question asks whether to buy or sell.
  return happened.length > 0
    ? happened
    : told(
        deeds,
        own.filter((clause) => !clause.trimEnd().endsWith("?")),
      );
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
