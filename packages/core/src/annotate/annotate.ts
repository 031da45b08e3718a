import { connectorFor, type ConnectorContext } from "../ingest/connectors/connector.js";
import { isGone, type SourceDocument } from "../ingest/document.js";
import type { HintUse } from "../ingest/hint-use.js";
import { DistinctQuestions } from "../ingest/distinct-questions.js";
import { answersTo } from "../ingest/mention-rows.js";
import { type LinkedAsset, linkDocument } from "../ingest/mentions-of.js";
import { rawText } from "../ingest/raw-text.js";
import type { ExtractedRecord, RecordContent, RejectedRecord } from "../ingest/record.js";
import { orFault } from "../ingest/record-fault.js";
import type { Linker } from "../linking/link.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { TextJudge } from "../sentiment/text-model.js";
import type { AssetDirectory } from "../subjects/directory.js";
import { type AnnotatedLine, lineOf } from "./annotated-document.js";
import { questionDigest } from "./recorded-answers.js";

/** What records are annotated with. No store: nothing is known but the record itself. */
export interface AnnotateParts {
  readonly namespace: TextNamespace;
  readonly context: ConnectorContext;
  readonly records: AsyncIterable<ExtractedRecord>;
  readonly linker: Linker;
  readonly directory: AssetDirectory;
  readonly textModel: TextJudge;
  /** Version of the engine that the lines name. */
  readonly engineVersion: string;
  readonly hintUse: HintUse;
  /** Called for each record that cannot be read, or part of one; awaited. */
  readonly reject: (record: RejectedRecord) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** Records that are judged together: enough to keep the model busy, few enough to hold. */
const recordsAtOnce = 256;

/**
 * The lines of raw records, in their order: a document with its mentions, counters, or a deletion. A record depends on no
 * other, so any number of processes may annotate parts of one input. What depends on others (copies, threads, which of two
 * deliveries counts) is settled when the lines are published. A bad record is handed to `reject` and gives no line.
 *
 * @throws MarketDataError `model_unavailable`, `damaged_file`; the signal's reason.
 */
export async function* annotate(parts: AnnotateParts): AsyncGenerator<AnnotatedLine> {
  let contents: RecordContent[] = [];
  for await (const extracted of parts.records) {
    parts.signal?.throwIfAborted();
    const content = await contentOf(extracted, parts);
    if (content !== null) contents.push(content);
    if (contents.length < recordsAtOnce) continue;
    yield* linesOf(contents, parts);
    contents = [];
  }
  yield* linesOf(contents, parts);
}

async function contentOf(extracted: ExtractedRecord, parts: AnnotateParts): Promise<RecordContent | null> {
  const { namespace, context, reject } = parts;
  const { position } = extracted;
  if ("fault" in extracted) {
    await reject({ position, reason: extracted.fault, message: extracted.message, raw: extracted.raw });
    return null;
  }
  const { record } = extracted;
  const raw = () => extracted.raw ?? rawText(record);
  const said = orFault(() => connectorFor(namespace.connectors, record)?.normalize(record, context) ?? null);
  if (said === null) return null;
  const faults = "fault" in said ? [said] : (said.faults ?? []);
  for (const { fault, message } of faults) await reject({ position, reason: fault, message, raw: raw() });
  return "fault" in said ? null : said;
}

async function* linesOf(contents: readonly RecordContent[], parts: AnnotateParts): AsyncGenerator<AnnotatedLine> {
  const questions = new DistinctQuestions();
  const linked = contents.map(({ documents }) =>
    documents.map((document) => {
      const assets = assetsIn(document, parts);
      const asked = assets.map(({ question }) => (question === null ? -1 : questions.numberOf(question)));
      return { document, assets, asked };
    }),
  );
  const namespace = parts.namespace.id;
  const options = parts.signal === undefined ? {} : { signal: parts.signal };
  const answers = await answersTo(questions.all, parts.textModel, options);
  parts.signal?.throwIfAborted();
  for (const [at, { counters = [], removals = [] }] of contents.entries()) {
    for (const { document, assets, asked } of linked[at] ?? []) {
      const mentions = assets.map(({ key, relevance, evidence, mentionAt, question }, index) => ({
        subject: key,
        relevance,
        evidence,
        mention_at: mentionAt,
        sentiment_score: answers[asked[index] ?? -1]?.score ?? null,
        sentiment_label: answers[asked[index] ?? -1]?.label ?? null,
        question: question === null ? null : questionDigest(question),
      }));
      yield lineOf(document, mentions, { namespace, engineVersion: parts.engineVersion });
    }
    for (const { documentId, reactions } of counters)
      yield { annotated: "counters", namespace, document_id: documentId, ...reactions };
    for (const { documentId, asOfMs } of removals) {
      const asOf = asOfMs === null ? null : new Date(asOfMs).toISOString();
      yield { annotated: "removal", namespace, document_id: documentId, as_of_utc: asOf };
    }
  }
}

function assetsIn(document: SourceDocument, parts: AnnotateParts): readonly LinkedAsset[] {
  if (isGone(document)) return [];
  const { hintUse, linker, directory, namespace } = parts;
  const hints = hintUse === "none" ? [] : [...new Set(document.hints)].sort();
  return linkDocument(document, { hints, hintUse }, linker, directory, namespace);
}
