import { createHash } from "node:crypto";
import type { AssetLink, Linker } from "../linking/link.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { SentimentTarget, TextJudgement, TextToJudge } from "../sentiment/text-model.js";
import type { MentionRow } from "../storage/mention-row.js";
import type { AssetDirectory } from "../subjects/directory.js";
import { dayOf } from "../time/utc-day.js";
import { documentId, type SourceDocument } from "./document.js";

/** Relevance of an asset that only the feed named, not the text. */
const HINT_RELEVANCE = 0.5;
/** Characters of a text around the first mention that are judged, when the title does not name the asset. */
const JUDGED_CHARS = 2_048;

/** An asset that a document is about, and the question that its sentiment answers. */
export interface LinkedAsset {
  readonly key: string;
  readonly relevance: number;
  readonly evidence: string;
  readonly question: TextToJudge;
}

/** What is delivered, as one fingerprint: an equal one means that a second delivery changed nothing. */
export function contentHash(document: SourceDocument, hints: readonly string[]): string {
  const { createdMs, place, author, threadId, title, body, url, reactions, excluded } = document;
  const content = [createdMs, place, author, threadId, title, body, url, hints, reactions, excluded];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
}

/**
 * The assets of a document. Text decides; an asset that only the feed attached is added with relevance 0.5 and judged
 * on the whole text.
 */
export function linkDocument(
  document: SourceDocument,
  hints: readonly string[],
  linker: Linker,
  directory: AssetDirectory,
  namespace: NamespaceDefinition,
): LinkedAsset[] {
  const title = document.title ?? "";
  const body = document.body ?? "";
  const text = title === "" ? body : body === "" ? title : `${title}\n${body}`;
  const links = linker.link(text, { style: namespace.textStyle, hints });
  const assets = links
    .map((link) => ({ link, asset: directory.lookup(link.key) }))
    .filter(({ asset }) => asset !== null && namespace.assetTypes.includes(asset.type))
    .map(({ link }) => ({
      key: link.key,
      relevance: link.confidence,
      evidence: [...new Set(link.evidence.map(({ kind }) => kind))].join(","),
      question: questionFor(link, title, text, directory),
    }));
  const found = new Set(assets.map(({ key }) => key));
  for (const hint of hints) {
    const asset = directory.lookup(hint);
    if (asset === null || found.has(asset.key) || !namespace.assetTypes.includes(asset.type)) continue;
    // Another listing of a company that the text names already is the same story, not a second asset.
    const primary = asset.primary ?? asset.key;
    if ([...found].some((key) => (directory.lookup(key)?.primary ?? key) === primary)) continue;
    found.add(asset.key);
    const judged = title === "" ? text.slice(0, JUDGED_CHARS) : title;
    assets.push({
      key: asset.key,
      relevance: HINT_RELEVANCE,
      evidence: "hint",
      question: { text: judged, target: targetOf(asset.key, directory) },
    });
  }
  return assets;
}

/** A mention in the title is judged on the title, as a headline; any other on the text around its first place. */
function questionFor(link: AssetLink, title: string, text: string, directory: AssetDirectory): TextToJudge {
  const target = targetOf(link.key, directory);
  const inTitle = link.spans.filter(({ end }) => end <= title.length);
  if (inTitle.length > 0) return { text: title, target: { ...target, spans: inTitle } };
  const first = link.spans[0]?.start ?? 0;
  const from = Math.max(0, Math.min(first - JUDGED_CHARS / 2, text.length - JUDGED_CHARS));
  const judged = text.slice(from, from + JUDGED_CHARS);
  const spans = link.spans
    .map(({ start, end }) => ({ start: start - from, end: end - from }))
    .filter(({ start, end }) => start >= 0 && end <= judged.length);
  return { text: judged, target: { ...target, spans } };
}

function targetOf(key: string, directory: AssetDirectory): SentimentTarget {
  const asset = directory.lookup(key);
  return { name: asset?.name ?? key, aliases: [key, ...(asset?.aliases ?? [])] };
}

/** The rows of a document; one with `subject` null when it is about no known asset. */
export function rowsOf(
  document: SourceDocument,
  hints: readonly string[],
  linked: readonly { readonly asset: LinkedAsset; readonly judgement: TextJudgement }[],
  stored: { readonly firstSeenMs: number; readonly revision: number; readonly contentHash: string },
): MentionRow[] {
  const id = documentId(document);
  const { reactions } = document;
  const engagement = Math.max(0, reactions.upvotes ?? (reactions.likes ?? 0) + (reactions.retweets ?? 0));
  const base = {
    document_id: id,
    created_utc: document.createdMs,
    first_seen_utc: stored.firstSeenMs,
    day: dayOf(new Date(document.createdMs)),
    place: document.place,
    author: document.author,
    thread_id: document.threadId ?? id,
    title: document.title,
    body: document.body,
    url: document.url,
    engagement,
    ...reactions,
    inherited: false,
    excluded: document.excluded,
    hints: hints.join(","),
    content_hash: stored.contentHash,
    revision: stored.revision,
  };
  if (linked.length === 0) {
    return [{ ...base, subject: null, sentiment_score: null, sentiment_label: null, relevance: null, evidence: null }];
  }
  return linked.map(({ asset, judgement }) => ({
    ...base,
    subject: asset.key,
    sentiment_score: judgement.score,
    sentiment_label: judgement.label,
    relevance: asset.relevance,
    evidence: asset.evidence,
  }));
}
