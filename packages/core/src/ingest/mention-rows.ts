import { MarketDataError } from "../errors.js";
import type { SentimentLabel, TextModel, TextToJudge } from "../sentiment/text-model.js";
import type { MentionRow } from "../storage/mention-row.js";
import { dayOf } from "../time/utc-day.js";
import type { ChangedDocument } from "./changes.js";
import { documentId } from "./document.js";

/** The columns that every row of a document shares. */
export type DocumentColumns = Omit<
  MentionRow,
  "subject" | "inherited" | "sentiment_score" | "sentiment_label" | "relevance" | "evidence" | "mention_at"
>;

/** A mention before it is stored: judged earlier, or with the question that is still to be asked. */
export interface DraftMention {
  readonly key: string;
  readonly inherited: boolean;
  readonly relevance: number | null;
  readonly evidence: string | null;
  readonly mentionAt: number | null;
  readonly verdict:
    { readonly question: TextToJudge } | { readonly score: number | null; readonly label: SentimentLabel | null };
}

/** A document with its mentions. */
export interface DraftDocument {
  readonly columns: DocumentColumns;
  readonly mentions: readonly DraftMention[];
}

/** The shared columns of a changed document. */
export function columnsOf({ document, hints, contentHash, firstSeenMs, revision }: ChangedDocument): DocumentColumns {
  const id = documentId(document);
  const { reactions } = document;
  return {
    document_id: id,
    created_utc: document.createdMs,
    first_seen_utc: firstSeenMs,
    as_of_utc: document.asOfMs,
    day: dayOf(new Date(document.createdMs)),
    place: document.place,
    author: document.author,
    thread_id: document.threadId ?? id,
    post_id: document.postId,
    comment_id: document.commentId,
    parent_id: document.parentId,
    title: document.title,
    body: document.body,
    url: document.url,
    engagement: Math.max(0, reactions.upvotes ?? (reactions.likes ?? 0) + (reactions.retweets ?? 0)),
    ...reactions,
    excluded: document.excluded,
    hints: hints.join(","),
    content_hash: contentHash,
    revision,
  };
}

/** The shared columns of a stored document, from any of its rows. */
export function columnsOfRow(row: MentionRow): DocumentColumns {
  const own = new Set<string>(Object.keys(noMention));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !own.has(name))) as unknown as DocumentColumns;
}

/** A stored mention as it is: its verdict is kept. */
export function keptMention(row: MentionRow & { readonly subject: string }): DraftMention {
  return {
    key: row.subject,
    inherited: row.inherited,
    relevance: row.relevance,
    evidence: row.evidence,
    mentionAt: row.mention_at,
    verdict: { score: row.sentiment_score, label: row.sentiment_label },
  };
}

/** Asks every open question in one go and makes the rows; a document about no known asset keeps one without subject. */
export async function judgedRows(
  documents: readonly DraftDocument[],
  textModel: TextModel,
  signal: AbortSignal | undefined,
): Promise<MentionRow[]> {
  // A text that was passed on is asked about once: its score depends on nothing else.
  const questions = new Map<string, TextToJudge>();
  for (const { mentions } of documents) {
    for (const { verdict } of mentions)
      if ("question" in verdict) questions.set(nameOf(verdict.question), verdict.question);
  }
  const answers = await textModel.judge([...questions.values()], signal === undefined ? {} : { signal });
  const judgements = new Map([...questions.keys()].map((name, index) => [name, answers[index]] as const));
  const verdictOf = ({ verdict }: DraftMention) => {
    if (!("question" in verdict)) return verdict;
    const judgement = judgements.get(nameOf(verdict.question));
    if (judgement === undefined) throw new MarketDataError("model_unavailable", "The model gave too few answers.");
    return judgement;
  };
  return documents.flatMap(({ columns, mentions }): MentionRow[] => {
    if (mentions.length === 0) return [{ ...columns, ...noMention }];
    return mentions.map((mention) => {
      const { score, label } = verdictOf(mention);
      return {
        ...columns,
        subject: mention.key,
        inherited: mention.inherited,
        sentiment_score: score,
        sentiment_label: label,
        relevance: mention.relevance,
        evidence: mention.evidence,
        mention_at: mention.mentionAt,
      };
    });
  });
}

/** The same for equal questions alone. */
function nameOf({ text, target }: TextToJudge): string {
  return JSON.stringify([text, target?.name, target?.aliases, target?.spans, target?.others]);
}

const noMention = {
  subject: null,
  inherited: false,
  sentiment_score: null,
  sentiment_label: null,
  relevance: null,
  evidence: null,
  mention_at: null,
} as const;
