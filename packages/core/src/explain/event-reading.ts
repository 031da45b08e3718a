import type { EventKind, EventSide } from "./event-kind.js";
import { eventKinds } from "./event-table.js";

/** A place in a text that names an asset, as a UTF-16 offset. */
export interface NamedPlace {
  readonly key: string;
  readonly at: number;
}

interface CompiledKind {
  readonly kind: EventKind;
  readonly words: readonly (readonly [EventSide, RegExp])[];
}

const compiled: readonly CompiledKind[] = eventKinds.map((kind) => ({
  kind,
  words: kind.words.map(([side, source]) => [side, new RegExp(source, "g")]),
}));

/** Joins names that share one verb: "Ford and Tesla fall". */
const joining = /^[^.;:!?]{0,24}(?:,|&|\/|\band\b)\s*$/;
const clauseEnd = /[;!?]|\s(?:while|but|whereas)\s/;
/** A text about an expected result reports no result yet. */
const ahead =
  /\b(?:what to expect|preview|ahead of|before (?:the )?(?:q[1-4]|earnings|results|report)|to (?:report|hold|release|host|announce)|set to report|reports? on \w+ \d|due(?! to\b)|sets .{0,20} for)\b/;
/** The same in talk: positions for a result to come. */
const aheadInTalk =
  /\b(?:(?:for|into|through|thru|over|till|until) (?:the |their |its )?(?:earnings|er|q[1-4])|(?:earnings|er|results) (?:are |is )?(?:tomorrow|tonight|next|this week|soon|coming|run-?up|play|on (?:mon|tue|wed|thu|fri))\w*)\b/;
/** In talk: words before an event that make it hoped for, feared, supposed or denied. */
const unreal =
  /\b(?:(?:if|unless|hop(?:e|es|ed|ing)|wish(?:es|ing)?|imagine|pray(?:s|ing)?|assum(?:e|es|ing)|suppose|in case|wait(?:s|ed|ing)? (?:for|till|until)|until|bet(?:s|ting)? (?:on|that)|doubt|rumou?rs? of)\b[^.;:!?\n]{0,60}|(?:would|wouldn't|should|might|could|may|will|won't|gonna|going to|[a-z]+'ll|never|always|didn't|doesn't|don't|hasn't|haven't|isn't|wasn't|ain't|not|no|without)(?: [^\s.;:!?]+){0,2} )$/;
/** In talk: what is only to come, where a thing said to come has not happened. */
const toCome = /\bto(?: [^\s.;:!?]+)? $/;
/** In talk: an event of another time. */
const longAgo =
  /\b(?:remember (?:when|how|the)|last (?:year|decade|time|quarter)|past (?:year|quarters|few (?:quarters|years))|every (?:single )?(?:time|quarter|year|er|earnings)|always|usually|historically|years? ago|back (?:in|when)|(?:was|were|did) .{0,12}\bin 20\d\d|pre[- ]split)\b/;
const needsPast = /^results/;

/**
 * The event that a text reports about the asset; null when it reports none, or one that happens to somebody else.
 *
 * @param text One headline or sentence.
 * @param places Where it names assets, the asked one included.
 * @param isTalk Whether people write it to each other: what is hoped, denied, asked or remembered there is no event, and
 *   the only company that is named is the one to which it happens, wherever it stands.
 */
export function eventFor(key: string, text: string, places: readonly NamedPlace[], isTalk: boolean): EventKind | null {
  const lower = plain(text);
  const isLongAgo = isTalk && longAgo.test(lower);
  const isAlone = isTalk && places.every((place) => place.key === key);
  for (const { kind, words } of compiled) {
    if (needsPast.test(kind.id) && (ahead.test(lower) || (isTalk && aheadInTalk.test(lower)))) continue;
    if (isLongAgo && kind.isEvent) continue;
    for (const [side, pattern] of words) {
      for (const match of lower.matchAll(pattern)) {
        if (isTalk && kind.isEvent && isUnreal(lower, match.index)) continue;
        if (isTalk && needsPast.test(kind.id) && toCome.test(lower.slice(0, match.index))) continue;
        if (!isClose(kind, key, match.index, lower, places)) continue;
        const asked = isAlone && kind.isEvent && side === "before" ? "either" : side;
        if (happensTo(key, asked, match.index, match.index + match[0].length, lower, places)) return kind;
      }
    }
  }
  return null;
}

/** "If they beat", "hoping for a split", "no layoffs", and questions whether something will happen. */
function isUnreal(text: string, at: number): boolean {
  const from = Math.max(0, at - 90);
  if (unreal.test(text.slice(from, at))) return true;
  const [rest = ""] = /^[^.!?\n]*\??/.exec(text.slice(at)) ?? [];
  const opening = /[^.!?\n]*$/.exec(text.slice(0, at))?.[0].trimStart() ?? "";
  return (
    rest.endsWith("?") && /^(?:will|would|could|should|can|is|are|do|does|did|when|what if|any)\b/.test(opening + rest)
  );
}

/**
 * Largest distance between a company's name and a mention of its share price: a company outside the reference graph
 * may be named in between.
 */
const PRICE_REACH_CHARS = 40;

function isClose(kind: EventKind, key: string, at: number, text: string, places: readonly NamedPlace[]): boolean {
  if (!kind.id.startsWith("price_r") && kind.id !== "price_fall") return true;
  return places.some(
    (place) =>
      place.key === key &&
      place.at <= at &&
      at - place.at <= PRICE_REACH_CHARS &&
      !/[.;:!?]\s/.test(text.slice(place.at, at)),
  );
}

/** Every kind of event whose words are in the text, no matter to which company it happens. */
export function eventsIn(text: string): readonly EventKind[] {
  const lower = plain(text);
  return compiled
    .filter(({ words }) => words.some(([, pattern]) => new RegExp(pattern.source).test(lower)))
    .map(({ kind }) => kind);
}

/** Lower case with plain apostrophes and hyphens, letter for letter: offsets stay. */
function plain(text: string): string {
  return text
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[‐‑–]/g, "-");
}

/** "X slips after Y downgrade", "cut to hold at Y": Y is the source of the event, not its subject. */
function isIntroduced(text: string, at: number): boolean {
  return /\b(?:after|at|by|from|per|says|via)\s+$/.test(text.slice(Math.max(0, at - 12), at));
}

function happensTo(
  key: string,
  side: EventSide,
  start: number,
  end: number,
  text: string,
  places: readonly NamedPlace[],
): boolean {
  const doing = places.filter(({ at }) => !isIntroduced(text, at));
  const before = doing.filter(({ at }) => at < end).sort((a, b) => b.at - a.at);
  const after = places.filter(({ at }) => at >= start).sort((a, b) => a.at - b.at);
  const nearest = side === "after" ? (after[0] ?? null) : (before.find(({ at }) => at < start) ?? null);
  if (nearest === null) return side === "either" && after[0]?.key === key;
  const own = (side === "after" ? places : doing).find(
    (place) => place.key === key && (side === "after" ? place.at >= start : place.at < start),
  );
  if (own === undefined) {
    // "Ford and Tesla team up": the event concerns both partners.
    return side === "either" && after[0]?.key === key;
  }
  const [low, high] = side === "after" ? [start, own.at] : [own.at, start];
  if (clauseEnd.test(text.slice(low, high)) && places.some(({ key: other }) => other !== key)) return false;
  if (nearest.key === key) return true;
  const [first, second] = own.at < nearest.at ? [own, nearest] : [nearest, own];
  return joining.test(text.slice(first.at, second.at));
}
