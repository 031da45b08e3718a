import type { HintUse } from "./hint-use.js";
import type { Linker } from "../linking/link.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { MentionRow } from "../storage/mention-row.js";
import type { MentionStore } from "../storage/mention-store.js";
import type { AssetDirectory } from "../subjects/directory.js";
import type { ChangedDocument } from "./changes.js";
import { documentId } from "./document.js";
import { columnsOf, columnsOfRow, type DraftDocument, type DraftMention, keptMention } from "./mention-rows.js";
import { threadSubject } from "./thread-subject.js";
import { inheritedQuestion, linkDocument, textOf } from "./mentions-of.js";

/** Relevance of an asset that only the thread names. */
const THREAD_RELEVANCE = 0.3;

/** What mentions are derived with. */
export interface DeriveParts {
  readonly namespace: TextNamespace;
  readonly store: MentionStore;
  readonly linker: Linker;
  readonly directory: AssetDirectory;
  /** How the source's tags are used. */
  readonly hintUse: HintUse;
}

/**
 * The mentions of changed documents, and of stored comments whose thread is now about other assets.
 *
 * A document is linked again only when its text or hints changed; a new score alone keeps links and verdicts. In a
 * namespace with threads, a comment that names no asset takes those that the first post of its thread is about. The result
 * depends on what is known in the end, not on the order in which it arrived.
 */
export async function deriveMentions(
  changed: readonly ChangedDocument[],
  parts: DeriveParts,
): Promise<DraftDocument[]> {
  const { namespace, store, linker, directory, hintUse } = parts;
  const updated = changed.filter(({ isNew }) => !isNew).map(({ document }) => documentId(document));
  const stored = byDocument(await store.rows(namespace, updated));
  const direct = changed.map((change): DraftDocument => {
    const rows = change.isNew ? [] : (stored.get(documentId(change.document)) ?? []);
    if (saysTheSame(change, rows[0]))
      return { columns: columnsOf(change), mentions: directRows(rows).map(keptMention) };
    const assets = linkDocument(change.document, { hints: change.hints, hintUse }, linker, directory, namespace);
    // Field by field: leaving one out by a pattern takes several times as long.
    const mentions = assets.map(({ key, relevance, evidence, mentionAt, question }): DraftMention => ({
      key,
      inherited: false,
      relevance,
      evidence,
      mentionAt,
      verdict: question === null ? { score: null, label: null } : { question },
    }));
    return { columns: columnsOf(change), mentions };
  });
  if (!namespace.inheritsFromThread) return direct;
  const subjects = await threadSubjects(direct, parts);
  const inherited = direct.map((draft) => {
    const rows = stored.get(draft.columns.document_id) ?? [];
    return inherits(draft) ? withInherited(draft, subjects.get(draft.columns.thread_id) ?? [], rows, directory) : draft;
  });
  return [...inherited, ...(await affectedComments(direct, stored, parts))];
}

/** What the first posts of the threads are about, from the batch or from storage. */
async function threadSubjects(
  drafts: readonly DraftDocument[],
  parts: DeriveParts,
): Promise<Map<string, readonly string[]>> {
  const subjects = new Map(drafts.filter(isRoot).map((draft) => [draft.columns.document_id, subjectOf(draft)]));
  const wanted = drafts.filter(inherits).map(({ columns }) => columns.thread_id);
  const missing = [...new Set(wanted)].filter((thread) => !subjects.has(thread));
  for (const [id, rows] of byDocument(await parts.store.rows(parts.namespace, missing))) {
    subjects.set(id, storedSubject(rows));
  }
  return subjects;
}

/** Stored comments whose first post now names other assets, derived again. */
async function affectedComments(
  drafts: readonly DraftDocument[],
  stored: ReadonlyMap<string, readonly MentionRow[]>,
  { namespace, store, directory }: DeriveParts,
): Promise<DraftDocument[]> {
  const moved = new Map<string, readonly string[]>();
  for (const draft of drafts.filter(isRoot)) {
    const id = draft.columns.document_id;
    const now = subjectOf(draft);
    if (!sameSet(storedSubject(stored.get(id) ?? []), now)) moved.set(id, now);
  }
  const inBatch = new Set(drafts.map(({ columns }) => columns.document_id));
  const affected: DraftDocument[] = [];
  for (const [id, rows] of byDocument(await store.replies(namespace, [...moved.keys()]))) {
    const [row] = rows;
    if (row === undefined || inBatch.has(id)) continue;
    const draft = { columns: columnsOfRow(row), mentions: directRows(rows).map(keptMention) };
    const subjects = moved.get(row.thread_id) ?? [];
    const before = rows.flatMap(({ subject }) => subject ?? []);
    if (inherits(draft) && !sameSet(before, subjects)) affected.push(withInherited(draft, subjects, rows, directory));
  }
  return affected;
}

/** The comment with the thread's assets. An asset that it had before, with the same text, keeps its verdict. */
function withInherited(
  draft: DraftDocument,
  subjects: readonly string[],
  rows: readonly MentionRow[],
  directory: AssetDirectory,
): DraftDocument {
  const text = textOf(draft.columns);
  const mentions = subjects.map((key): DraftMention => {
    const known = rows.find((row) => row.subject === key && row.inherited && textOf(row) === text);
    const verdict =
      known === undefined
        ? { question: inheritedQuestion(text, key, directory) }
        : { score: known.sentiment_score, label: known.sentiment_label };
    return { key, inherited: true, relevance: THREAD_RELEVANCE, evidence: "thread", mentionAt: null, verdict };
  });
  return { ...draft, mentions };
}

/** A comment whose own text names no asset. */
function inherits({ columns, mentions }: DraftDocument): boolean {
  return columns.thread_id !== columns.document_id && mentions.length === 0 && textOf(columns) !== "";
}

/** What the comments under a first post are about. */
function subjectOf({ columns, mentions }: DraftDocument): string[] {
  return threadSubject(mentions, columns.title);
}

function storedSubject(rows: readonly MentionRow[]): string[] {
  const named = directRows(rows).map(({ subject, mention_at: mentionAt }) => ({ key: subject, mentionAt }));
  return threadSubject(named, rows[0]?.title ?? null);
}

function isRoot({ columns }: DraftDocument): boolean {
  return columns.thread_id === columns.document_id;
}

/** Whether the links of the stored rows still hold: they depend on text and hints alone. */
function saysTheSame({ document, hints }: ChangedDocument, row: MentionRow | undefined): boolean {
  return (
    row !== undefined && row.title === document.title && row.body === document.body && row.hints === hints.join(",")
  );
}

function directRows(rows: readonly MentionRow[]): (MentionRow & { readonly subject: string })[] {
  return rows.flatMap((row) => (row.subject === null || row.inherited ? [] : [{ ...row, subject: row.subject }]));
}

function byDocument(rows: readonly MentionRow[]): Map<string, MentionRow[]> {
  const documents = new Map<string, MentionRow[]>();
  for (const row of rows) {
    const known = documents.get(row.document_id);
    if (known === undefined) documents.set(row.document_id, [row]);
    else known.push(row);
  }
  return documents;
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a);
  return set.size === new Set(b).size && b.every((key) => set.has(key));
}
