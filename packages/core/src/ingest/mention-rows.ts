import { canonicalAddress } from "../metrics/canonical-address.js";
import { comparedText, textPrint } from "../metrics/text-print.js";
import { MarketDataError } from "../errors.js";
import type { SentimentLabel, TextJudge, TextToJudge, TextVerdict } from "../sentiment/text-model.js";
import { type MentionRow, noMention } from "../storage/mention-row.js";
import { dayOfMs } from "../time/utc-day.js";
import type { ChangedDocument } from "./changes.js";
import { DistinctQuestions } from "./distinct-questions.js";
import { documentId } from "./document.js";

/** The columns that every row of a document shares. */
export type DocumentColumns = Omit<
  MentionRow,
  | "subject"
  | "inherited"
  | "sentiment_score"
  | "sentiment_label"
  | "relevance"
  | "evidence"
  | "mention_at"
  | "text_print"
  | "page"
>;

/** A mention before it is stored: already judged, or with its open question for the model. */
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
    day: dayOfMs(document.createdMs),
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
    upvotes: reactions.upvotes,
    likes: reactions.likes,
    retweets: reactions.retweets,
    replies: reactions.replies,
    quotes: reactions.quotes,
    views: reactions.views,
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

/** How to judge. */
export interface JudgingOptions {
  /** Aborting it stops further questions. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of answered questions and of all questions, as answers arrive. */
  readonly onJudged?: (judged: number, questions: number) => void;
}

/** Result of {@link judgedRows}. */
export interface JudgedDocuments {
  /**
   * Rows of documents whose questions are all answered; a document about no known asset has one row without subject.
   */
  readonly rows: readonly MentionRow[];
  /** Documents with unanswered questions, because the run was stopped. */
  readonly unjudged: readonly DraftDocument[];
}

/** Asks all open questions and builds the rows. */
export async function judgedRows(
  documents: readonly DraftDocument[],
  textModel: TextJudge,
  options: JudgingOptions = {},
): Promise<JudgedDocuments> {
  // A copied text is judged once: its score depends on nothing but the text and its target.
  const questions = new DistinctQuestions();
  const asked = documents.map(({ mentions }) =>
    mentions.map(({ verdict }) => ("question" in verdict ? questions.numberOf(verdict.question) : -1)),
  );
  const answers = await answersTo(questions.all, textModel, options);
  const prints = new Prints();
  const rows: MentionRow[] = [];
  const unjudged: DraftDocument[] = [];
  for (const [place, document] of documents.entries()) {
    const { columns, mentions } = document;
    const verdicts = mentions.map(({ verdict }, index) =>
      "question" in verdict ? answers[asked[place]?.[index] ?? -1] : verdict,
    );
    if (verdicts.includes(undefined)) unjudged.push(document);
    else if (mentions.length === 0) rows.push(rowOf(columns, noMention));
    else {
      const compared = comparedBy(columns, prints);
      for (const [index, mention] of mentions.entries()) {
        rows.push(
          rowOf(columns, {
            subject: mention.key,
            inherited: mention.inherited,
            sentiment_score: verdicts[index]?.score ?? null,
            sentiment_label: verdicts[index]?.label ?? null,
            relevance: mention.relevance,
            evidence: mention.evidence,
            mention_at: mention.mentionAt,
            text_print: compared.text_print,
            page: compared.page,
          }),
        );
      }
    }
  }
  return { rows, unjudged };
}

/** Questions per call. A stopped run loses at most the calls under way, and each call reports progress. */
const QUESTIONS_AT_ONCE = 64;

/**
 * Answers in the order of the questions; fewer when the run is stopped.
 *
 * @throws What the model throws.
 */
export async function answersTo(
  questions: readonly TextToJudge[],
  textModel: TextJudge,
  { signal, onJudged }: JudgingOptions,
): Promise<TextVerdict[]> {
  const answers: TextVerdict[] = [];
  const underWay: Promise<readonly TextVerdict[]>[] = [];
  // At least two, so that the model is not idle while answers come back.
  const mostUnderWay = Math.max(2, Math.ceil((textModel.busyQuestions ?? 0) / QUESTIONS_AT_ONCE));
  let asked = 0;
  const ask = () => {
    while (underWay.length < mostUnderWay && asked < questions.length && signal?.aborted !== true) {
      const part = questions.slice(asked, asked + QUESTIONS_AT_ONCE);
      asked += part.length;
      const judged = textModel.judge(part, signal === undefined ? {} : { signal }).then((given) => {
        if (given.length === part.length) return given;
        throw new MarketDataError("model_unavailable", "The model gave too few answers.");
      });
      // It may reject before it is awaited; without a handler that would end the process.
      judged.catch(() => undefined);
      underWay.push(judged);
    }
    return underWay.shift();
  };
  try {
    for (let next = ask(); next !== undefined; next = ask()) {
      answers.push(...(await next));
      onJudged?.(answers.length, questions.length);
    }
  } catch (cause) {
    if (signal?.aborted !== true) throw cause;
  }
  return answers;
}

/** One row. Field by field, because a spread of so many fields takes several times as long. */
function rowOf(columns: DocumentColumns, mention: Omit<MentionRow, keyof DocumentColumns>): MentionRow {
  return {
    document_id: columns.document_id,
    subject: mention.subject,
    created_utc: columns.created_utc,
    first_seen_utc: columns.first_seen_utc,
    as_of_utc: columns.as_of_utc,
    day: columns.day,
    place: columns.place,
    author: columns.author,
    thread_id: columns.thread_id,
    post_id: columns.post_id,
    comment_id: columns.comment_id,
    parent_id: columns.parent_id,
    title: columns.title,
    body: columns.body,
    url: columns.url,
    engagement: columns.engagement,
    upvotes: columns.upvotes,
    likes: columns.likes,
    retweets: columns.retweets,
    replies: columns.replies,
    quotes: columns.quotes,
    views: columns.views,
    inherited: mention.inherited,
    excluded: columns.excluded,
    sentiment_score: mention.sentiment_score,
    sentiment_label: mention.sentiment_label,
    relevance: mention.relevance,
    evidence: mention.evidence,
    mention_at: mention.mention_at,
    hints: columns.hints,
    content_hash: columns.content_hash,
    revision: columns.revision,
    text_print: mention.text_print,
    page: mention.page,
  };
}

/** The columns by which copies of a text are found. Texts that are never counted need none. */
function comparedBy(columns: DocumentColumns, prints: Prints): Pick<MentionRow, "text_print" | "page"> {
  if (columns.excluded) return { text_print: null, page: null };
  return {
    text_print: prints.of(comparedText(columns)),
    page: columns.url === null ? null : canonicalAddress(columns.url),
  };
}

/** Text prints of one batch; each distinct text is printed once. */
class Prints {
  readonly #known = new Map<string, Uint8Array>();

  of(text: string): Uint8Array {
    let print = this.#known.get(text);
    if (print === undefined) {
      print = textPrint(text);
      this.#known.set(text, print);
    }
    return print;
  }
}
