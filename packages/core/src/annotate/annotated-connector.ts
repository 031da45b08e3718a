import type { Connector } from "../ingest/connectors/connector.js";
import { type Annotated, annotatedForm, documentOfLine } from "./annotated-document.js";

/**
 * Reads annotated lines of a namespace back into what the raw records said.
 *
 * @param onLine Called with each line of a document.
 */
export function annotatedConnector(namespace: string, onLine: (line: Annotated) => void): Connector {
  return {
    title: "Annotated documents",
    fields: [],
    recognises: ({ annotated }) => typeof annotated === "string",
    normalize: (record, { nowMs }) => {
      const parsed = annotatedForm.safeParse(record);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const field = issue?.path.join(".") ?? "";
        const what = field === "" ? "It is no line" : `Its ${field} is not as in a line`;
        return { fault: "malformed_record", message: `${what} that 'sentiment annotate' writes.` };
      }
      const line = parsed.data;
      if (line.namespace !== namespace)
        return { fault: "invalid_field", message: `It was annotated for another namespace than ${namespace}.` };
      switch (line.annotated) {
        case "document": {
          const document = documentOfLine(line);
          if (document.createdMs !== null && document.createdMs > nowMs)
            return { fault: "future_time", message: "It was created later than now." };
          onLine(line);
          return { documents: [document] };
        }
        case "counters": {
          const { document_id: documentId, upvotes, likes, retweets, replies, quotes, views } = line;
          const reactions = { upvotes, likes, retweets, replies, quotes, views };
          return { documents: [], counters: [{ documentId, reactions }] };
        }
        case "removal":
          return { documents: [], removals: [{ documentId: line.document_id, asOfMs: line.as_of_utc }] };
      }
    },
  };
}
