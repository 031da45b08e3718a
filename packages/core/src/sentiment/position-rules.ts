import { type PositionRule, rule, TARGET } from "./position-rule.js";

const puts = String.raw`(?:puts?\b(?! (?:up|out|in|it|back|calendar|and call|positive)\b)|\d+(?:\.\d+)?p\b)`;
const calls = String.raw`(?:calls?\b(?! (?:me|it|you|this|that|him|her|them|out|for)\b)|leaps?\b|\d+(?:\.\d+)?c\b)`;
const won = String.raw`(?:print(?:s|ed|ing|ers?)?\b|paid\b|cash(?:ed|ing)\b|(?:are |is |went |now |already )*up (?:over )?\+?\d|\+ ?\d|\d+(?:\.\d+)?x\b|(?:a )?(?:double|doubled|ten ?bagger)\b|free money\b|green\b|saved my\b|(?:hit|reached) max profit\b)`;
const lost = String.raw`(?:worthless\b|worth less\b|dead\b|died\b|die\b|destroyed\b|vapori[sz]ed\b|evaporated\b|toast\b|got (?:crushed|wrecked|smoked|killed|rekt)\b|wiped\b|gone\b|to zero\b|- ?\d+ ?%|down \d|(?:\d+ ?%? )?loss\b|mistake\b|expired?\b|fucked\b)`;
const had = String.raw`(?:bought|buying|buy|grabbed|grabbing|got|long|loaded(?: up)?(?: on)?|loading(?: up)?(?: on)?|holding|have|added|adding|opened|picked up|all in(?: on)?|yolo(?:ed|ing)?(?: into| on)?|rolled|my|swept)`;
const wrote = String.raw`(?:sold|sell|selling|wrote|writing|short)`;
const near = String.raw`[^,]{0,40}?`;
const close = String.raw`(?:\S+ ){0,4}`;
const leaving = String.raw`cut|cutting|flush\w*|dump\w*|toss\w*|let (?:my|go)|bailed|broke up|flipped|swapped|out of|replaced`;

/** What happened to a position, or is said of those who hold one: tells the way whatever the writer did. */
export const outcomes: readonly PositionRule[] = [
  rule(
    "puts won",
    -1,
    String.raw`\b${puts}${near}(?<![a-z])${won}|\b${won} (?:my |the |on )?${puts}`,
    String.raw`\b${lost}|\b${wrote} ${close}puts|-secured|\bhedged\b|\binstead of puts|\bputs? (?:buyer|and call)|\bstrangle|\bnot\b|\bopen interest\b|\bzero\b`,
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
    String.raw`\b${wrote} ${close}calls|\b(?:covered|wrote|bear call|short call|max profit|woke from|bid-only|expires? in)\b`,
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

/** Words of people who lost on what they did. On a whole short text. */
export const laments = new RegExp(
  String.raw`\bregret|\brip\b|💀|☠|😭|\b(?:worthless|expired?|lapsed|obliterated|wrecked|rekt|crushed|destroyed|vapou?r\w*|dead(?:er)?|dust|confetti|toilet|bleed\w*|cry(?:ing)?|cried|life support|brutal|misery|miserab\w+|lessons?|clown|idiot|fool|haircut|pray|send help|can't afford to sell|gone|at a loss|bags?|why i keep|light a candle|sympathy|cautionary|never again|nothing to show|decay|top tick|exit liquidity|machete|falling knife|ruined|trapped|hurts?|pain|restated|sicker|wife doesn't know|not laughing|stop the|a joke|the (?:very |exact )?top|of the high|that was the high|margin (?:call|clerk)|ripped off)\b|\b(?:lost|losing) \S+|\bto (?:almost |nearly )?(?:zero|nothing)\b|[:.] ?zero\b`,
);

/** Deeds that a lament turns round. */
export const reversible: ReadonlySet<string> = new Set(["has puts", "has calls", "short", "bought", "holds on"]);

/** What the writer did or advises. */
export const deeds: readonly PositionRule[] = [
  rule(
    "sold puts",
    1,
    String.raw`\b${wrote} ${close}puts\b|\bcash[- ]secured puts\b`,
    String.raw`\bassigned\b|\bspread|\bto close\b|\bmy puts|\bcalls\b|\+ ?\d|\blongs?\b|\b(?:clos(?:ed|ing)|bought back|back|roll(?:ed|ing)|naked|whoever|who wrote|who sold|sold me|sold you|wrote me|wouldn't|would not|no short|no one|nobody|triple|margin|never|dealer|hedged|covering|no more|get out of|finally in the money|in the money|instead)\b`,
  ),
  rule(
    "sold calls",
    -1,
    String.raw`\b(?:selling|sold|writing|wrote|shorting) (?:\S+ ){0,2}calls (?:against|on)\b`,
    String.raw`\bcovered\b|\bto close\b|\bback\b|\b(?:shares|every month|same as|skipped|stopped|no more|run over|called away)\b`,
  ),
  rule(
    "has puts",
    -1,
    String.raw`\b${had} ${close}${puts}|^\W*(?:${TARGET}\W*)?\d+(?:\.\d+)?p\b|${TARGET} \d+(?:\.\d+)?p\b|\bputs (?:on|for) ${TARGET}|${TARGET} puts?\W*$`,
    String.raw`\b(?:${wrote}|covered|closed|spread|collar|straddle|hedg\w+|were|was|should|if|could|never|ever|lost|butt|imagine|reasons|tried|like|you|your|or|everyone|everybody|anyone|anybody|whoever|${leaving}|assigned|calendar|protective|writers?|crowd|shorting|vs|merchants?|holders who|still buys)\b|[-–]secured\b|\bbull puts?\b`,
  ),
  rule(
    "has calls",
    1,
    String.raw`\b${had} ${close}${calls}|^\W*(?:${TARGET}\W*)?\d+(?:\.\d+)?c\b|${TARGET} \d+(?:\.\d+)?c\b|\bcalls (?:on|for) ${TARGET}|${TARGET} calls?\W*$`,
    String.raw`\b(?:${wrote}|covered|closed|spread|collar|straddle|were|was|should|if|could|never|ever|alone|everyone|everybody|anyone|anybody|whoever|guy who|${leaving}|credit|bear|writers?|vs|open interest|via|short|shorted|wants)\b|\bcalls on ${TARGET} (?:for|to)\b`,
  ),
  rule(
    "short",
    -1,
    String.raw`\b(?:i'm|im|am|went|going|still) (?:so )?short\b|\b(?:shorted|shorting|short) (?:\S+ ){0,2}${TARGET}|${TARGET}[^.]{0,20}\bi(?:'m| am) short\b`,
    String.raw`\bshort (?:\S+ )?(?:puts?|calls?|strangles?|straddles?|via|utili[sz]ation|thesis|gamma|vega)\b|\bshort (?:squeeze|term|interest|ladder|seller|report|version|story|of|on (?:cash|time))|\bcover|\b(?:don't|do not|never|keep) short|\bnaked|\b(?:you|your|you're|everyone|everybody|people|they|their|them|those|who|he|she|guys?|imagine|how long|if|why|smart money|tried to|was going to|was|whoever|anyone|would rather|via|through|synthetic|with puts|puts)\b|\bclos(?:ed|ing)|@`,
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
    String.raw`\b(?:${puts}|short|sold|who|why|if|should(?:n't)?|would|never|don't|not|dip kept|regret|wish|at the top|worst|stop|be|another company|company|acquire|strangle|straddle|butterfly|vol|they said|somebody|someone|nobody|nobody's|brother|turns out|turned out|back stock)\b`,
  ),
  rule(
    "holds on",
    1,
    String.raw`\b(?:never|not|ain't|isn't|won't|no way i'm|refuse to)(?: be| even| going to| gonna)? (?:sell(?:ing)?|leav(?:e|ing)|tak(?:e|ing) profits?)\b|\bdiamond ?hand(?:s|ed|ing)?\b|\bstays? until\b|\bhodl(?:ing|ers?)?\b|\bholding (?:until|till|forever|to the moon|strong)\b|\bsleep (?:like a baby|better|well)\b`,
    String.raw`\bpoint\b|\b(?:did not|didn't|does not|cannot|could not|never going to|isn't selling|naked|all that|lol|being told|they said|told to)\b`,
  ),
];
