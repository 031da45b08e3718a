import type { HintUse } from "./hint-use.js";
import type { AssetLink, LinkSpan } from "../linking/asset-link.js";
import type { Linker } from "../linking/link.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { INFERENCE_MAX_PLACES } from "../schema/inference.js";
import type { SentimentTarget, TextKind, TextToJudge } from "../sentiment/text-model.js";
import type { Asset } from "../subjects/asset.js";
import { dayOfMs } from "../time/utc-day.js";
import type { AssetDirectory } from "../subjects/directory.js";
import type { SourceDocument } from "./document.js";

/** Relevance of an asset that only the feed named: of a hundred such tags of a news stream, some six were about their text. */
const HINT_RELEVANCE = 0.1;
/** Characters of a text around the first mention that are judged, when the title does not name the asset. */
const JUDGED_CHARS = 2_048;
/** A longer post comes to its conclusion at the end, whatever its title says: it is judged from the beginning to there. */
const WRITE_UP_CHARS = 1_200;
/** Most characters of such a post that are judged. */
const JUDGED_WRITE_UP_CHARS = 8_192;

/** An asset that a document is about, and the question that its sentiment answers; null where the text says nothing of it. */
export interface LinkedAsset {
  readonly key: string;
  readonly relevance: number;
  readonly evidence: string;
  /** Where the text names it first, as a UTF-16 offset; null where it does not. */
  readonly mentionAt: number | null;
  readonly question: TextToJudge | null;
}

/** The tags of a document, and how they are used. */
export interface Hinting {
  readonly hints: readonly string[];
  readonly hintUse: HintUse;
}

/** Title and body as one text. */
export function textOf({ title, body }: { readonly title: string | null; readonly body: string | null }): string {
  if (title === null || title === "") return body ?? "";
  return body === null || body === "" ? title : `${title}\n${body}`;
}

/**
 * The assets of a document. The text decides; with `hintUse` `all`, an asset that only the feed attached is added with
 * a low relevance. The tone of the text is not about it, so it gets no question.
 */
export function linkDocument(
  document: Pick<SourceDocument, "title" | "body" | "createdMs">,
  { hints, hintUse }: Hinting,
  linker: Linker,
  directory: Pick<AssetDirectory, "lookup">,
  namespace: Pick<NamespaceDefinition, "textStyle" | "assetTypes">,
): LinkedAsset[] {
  const title = document.title ?? "";
  const text = textOf(document);
  const links = linker.link(text, {
    style: namespace.textStyle,
    hints: hintUse === "none" ? [] : hints,
    day: document.createdMs === null ? null : dayOfMs(document.createdMs),
  });
  const places = links.length < 2 ? [] : placesOf(links);
  const kind = kindOf(title, namespace);
  const found = new Set<string>();
  const assets: LinkedAsset[] = [];
  for (const link of links) {
    const asset = directory.lookup(link.key);
    // Two listings of a company may be shown as one asset: keep the link with the higher relevance.
    if (asset === null || found.has(asset.key) || !namespace.assetTypes.includes(asset.type)) continue;
    found.add(asset.key);
    assets.push({
      key: asset.key,
      relevance: link.confidence,
      evidence: kindsOf(link),
      mentionAt: link.spans[0]?.start ?? null,
      question: questionFor(link, places, title, text, kind, directory),
    });
  }
  for (const hint of hintUse === "all" ? hints : []) {
    const asset = directory.lookup(hint);
    if (asset === null || found.has(asset.key) || !namespace.assetTypes.includes(asset.type)) continue;
    // Another listing of a company that the text names is the same story, not a second asset.
    const primary = asset.primary ?? asset.key;
    if ([...found].some((key) => (directory.lookup(key)?.primary ?? key) === primary)) continue;
    found.add(asset.key);
    assets.push({ key: asset.key, relevance: HINT_RELEVANCE, evidence: "hint", mentionAt: null, question: null });
  }
  return assets;
}

/** The question about an asset from the thread: the whole text, which does not name the asset. */
export function inheritedQuestion(text: string, key: string, directory: AssetDirectory): TextToJudge {
  return { text: text.slice(0, JUDGED_CHARS), target: targetOf(key, directory), kind: "message" };
}

/** The kind of a text: posts have a title, messages none. */
function kindOf(title: string, { textStyle }: Pick<NamespaceDefinition, "textStyle">): TextKind {
  if (textStyle === "news") return "headline";
  return title === "" ? "message" : "post";
}

/**
 * Judges a mention in the title on the title, as a headline, and any other on the text around its first place. A long
 * post or message is judged as a whole.
 */
function questionFor(
  link: AssetLink,
  places: readonly LinkedPlace[],
  title: string,
  text: string,
  kind: TextKind,
  directory: Pick<AssetDirectory, "lookup">,
): TextToJudge {
  const target = targetOf(link.key, directory);
  const about = (judged: string, from: number) => ({
    text: judged,
    target: {
      ...target,
      spans: inWindow(link.spans, from, judged.length).slice(0, INFERENCE_MAX_PLACES),
      others: othersIn(places, link, from, judged.length).slice(0, INFERENCE_MAX_PLACES),
    },
    kind,
  });
  const firstEnd = link.spans[0]?.end ?? 0;
  if (kind !== "headline" && text.length > WRITE_UP_CHARS && firstEnd <= JUDGED_WRITE_UP_CHARS)
    return about(text.slice(0, JUDGED_WRITE_UP_CHARS), 0);
  if (link.spans.some(({ end }) => end <= title.length)) return about(title, 0);
  const first = link.spans[0]?.start ?? 0;
  const from = Math.max(0, Math.min(first - JUDGED_CHARS / 2, text.length - JUDGED_CHARS));
  return about(text.slice(from, from + JUDGED_CHARS), from);
}

/** The kinds of evidence, each once. */
function kindsOf({ evidence }: AssetLink): string {
  const [first] = evidence;
  if (first !== undefined && evidence.every(({ kind }) => kind === first.kind)) return first.kind;
  return [...new Set(evidence.map(({ kind }) => kind))].join(",");
}

/** The places of several links, in text order. A single link has no others around it, so its places are not needed. */
function placesOf(links: readonly AssetLink[]): LinkedPlace[] {
  return links
    .flatMap((link) => link.spans.map(({ start, end }) => ({ start, end, link })))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A place in the text that a link covers. */
interface LinkedPlace extends LinkSpan {
  readonly link: AssetLink;
}

/** Places of other links entirely within a stretch of the text, as offsets in it. `places` are in text order. */
function othersIn(places: readonly LinkedPlace[], own: AssetLink, from: number, length: number): LinkSpan[] {
  const found: LinkedPlace[] = [];
  // A text may name thousands of companies, so scan only the stretch itself.
  for (let at = firstPlaceFrom(places, from); at < places.length; at += 1) {
    const place = places[at];
    if (place === undefined || place.start >= from + length) break;
    if (place.link !== own) found.push(place);
  }
  return inWindow(found, from, length);
}

function firstPlaceFrom(places: readonly LinkedPlace[], start: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Spans entirely within a stretch of the text, as offsets in it. */
function inWindow(spans: readonly LinkSpan[], from: number, length: number): LinkSpan[] {
  const within: LinkSpan[] = [];
  for (const { start, end } of spans)
    if (start >= from && end - from <= length) within.push({ start: start - from, end: end - from });
  return within;
}

const targets = new WeakMap<Asset, SentimentTarget>();

function targetOf(key: string, directory: Pick<AssetDirectory, "lookup">): SentimentTarget {
  const asset = directory.lookup(key);
  if (asset === null) return { name: key, aliases: [key] };
  const known = targets.get(asset);
  if (known?.aliases?.[0] === key) return known;
  const target = { name: asset.name ?? key, aliases: [key, ...asset.aliases] };
  targets.set(asset, target);
  return target;
}
