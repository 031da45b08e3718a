import { z } from "zod";
import { documentId, identityIn, type SourceDocument } from "../ingest/document.js";

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const text = z.string().nullable();
const count = z.number().nullable();

/** Counters as a source reports them; null where it does not. */
const reactionsForm = z.object({
  upvotes: count,
  likes: count,
  retweets: count,
  replies: count,
  quotes: count,
  views: count,
});

/** A company or token that a document is about, with its verdict. */
const mentionForm = z.object({
  subject: z.string(),
  relevance: z.number().nullable(),
  evidence: text,
  /** UTF-16 offset of the first place in the text; null where the text does not name it. */
  mention_at: z.int().nullable(),
  /** -1 to 1, and its label; null where the text says nothing of it. */
  sentiment_score: z.number().min(-1).max(1).nullable(),
  sentiment_label: z.enum(["positive", "neutral", "negative"]).nullable(),
  /** What the model was asked, as `questionDigest` gives it; null where it was not asked. */
  question: text,
});

/**
 * One line that `annotate` writes: a document with its mentions, counters of a document that another record holds, or a
 * deletion. Column names are those of the table `mentions`; instants are ISO 8601, UTC.
 */
export const annotatedForm = z.discriminatedUnion("annotated", [
  z.strictObject({
    annotated: z.literal("document"),
    /** Id of the namespace. */
    namespace: z.string(),
    /** Version of the verdicts: of the engine that judged, and of its reading. */
    engine_version: z.string(),
    document_id: z.string().regex(/^[^:]+:/),
    /** Null where only the thread has a time. */
    created_utc: instant.nullable(),
    as_of_utc: instant.nullable(),
    place: text,
    author: text,
    /** Null for a document that starts a thread. */
    thread_id: text,
    parent_id: text,
    post_id: text,
    comment_id: text,
    title: text,
    body: text,
    url: text,
    /** Tickers that the source attached. */
    hints: z.array(z.string()),
    ...reactionsForm.shape,
    excluded: z.boolean(),
    mentions: z.array(mentionForm),
  }),
  z.strictObject({
    annotated: z.literal("counters"),
    namespace: z.string(),
    document_id: z.string(),
    ...reactionsForm.shape,
  }),
  z.strictObject({
    annotated: z.literal("removal"),
    namespace: z.string(),
    document_id: z.string(),
    as_of_utc: instant.nullable(),
  }),
]);

/** A line as it is written: instants as text. */
export type AnnotatedLine = z.input<typeof annotatedForm>;
/** A line as it is read: instants in ms since the epoch. */
export type Annotated = z.output<typeof annotatedForm>;
/** A mention of an annotated document. */
export type AnnotatedMention = z.output<typeof mentionForm>;

const instantOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** The line of a document. */
export function lineOf(
  document: SourceDocument,
  mentions: readonly AnnotatedMention[],
  by: { readonly namespace: string; readonly engineVersion: string },
): AnnotatedLine {
  const { createdMs, asOfMs, place, author, threadId, parentId, postId, commentId, title, body, url } = document;
  return {
    annotated: "document",
    namespace: by.namespace,
    engine_version: by.engineVersion,
    document_id: documentId(document),
    created_utc: instantOf(createdMs),
    as_of_utc: instantOf(asOfMs),
    place,
    author,
    thread_id: threadId,
    parent_id: parentId,
    post_id: postId,
    comment_id: commentId,
    title,
    body,
    url,
    hints: [...document.hints],
    ...document.reactions,
    excluded: document.excluded,
    mentions: [...mentions],
  };
}

/** The document of a line: {@link lineOf} loses nothing of it. */
export function documentOfLine(line: Extract<Annotated, { readonly annotated: "document" }>): SourceDocument {
  const { upvotes, likes, retweets, replies, quotes, views } = line;
  return {
    ...identityIn(line.document_id),
    createdMs: line.created_utc,
    asOfMs: line.as_of_utc,
    place: line.place,
    author: line.author,
    threadId: line.thread_id,
    parentId: line.parent_id,
    postId: line.post_id,
    commentId: line.comment_id,
    title: line.title,
    body: line.body,
    url: line.url,
    hints: line.hints,
    reactions: { upvotes, likes, retweets, replies, quotes, views },
    excluded: line.excluded,
  };
}
