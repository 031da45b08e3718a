import type { StoredDocument } from "../storage/mention-store.js";
import type { TableChange } from "../storage/table-store.js";

const columns = [
  "document_id",
  "content_hash",
  "hints",
  "first_seen_utc",
  "created_utc",
  "as_of_utc",
  "title",
  "body",
  "place",
  "author",
  "url",
  "revision",
  "upvotes",
  "likes",
  "retweets",
  "replies",
  "quotes",
  "views",
] as const;

/** The given documents that are stored, by id. All rows of a document agree in the columns read here. */
export async function storedDocuments(
  change: TableChange,
  documentIds: readonly string[],
): Promise<Map<string, StoredDocument>> {
  if (documentIds.length === 0) return new Map();
  const where = { column: "document_id", values: documentIds } as const;
  const rows = await change.rows("mentions", { where, columns, distinct: true });
  return new Map(
    rows.map((row) => {
      const { upvotes, likes, retweets, replies, quotes, views } = row;
      return [
        row.document_id,
        {
          documentId: row.document_id,
          contentHash: row.content_hash,
          hints: row.hints === "" ? [] : row.hints.split(","),
          firstSeenMs: row.first_seen_utc,
          createdMs: row.created_utc,
          asOfMs: row.as_of_utc,
          place: row.place,
          author: row.author,
          title: row.title,
          body: row.body,
          url: row.url,
          reactions: { upvotes, likes, retweets, replies, quotes, views },
          revision: row.revision,
        },
      ];
    }),
  );
}
