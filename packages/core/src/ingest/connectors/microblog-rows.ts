import { documentId, noReactions } from "../document.js";
import { counterOf, createdOf, hintList, idOf, missing, proseOf, timeOrNull, wordOf } from "../raw-values.js";
import type { NormalisedRecord } from "../record.js";
import { isRobotName } from "../robots.js";
import { type Connector, type ConnectorContext, fieldValue, type RecordField, recordField } from "./connector.js";

const fields = {
  id: recordField("id", ["tweet_id", "message_id"], true, "Id of the post, as text."),
  created_at: recordField(
    "created_at",
    ["created_utc", "date", "time", "timestamp"],
    true,
    "Creation: ISO 8601 (UTC where it names no zone), a date with its zone, or epoch.",
  ),
  text: recordField("text", ["body", "content"], true, "Text of the post."),
  author: recordField("author", ["username", "user", "screen_name"], false, "Account name."),
  platform: recordField("platform", [], false, "Where it was posted; `x` when left out."),
  likes: recordField("likes", ["like_count", "favorite_count"], false, "Likes."),
  retweets: recordField("retweets", ["retweet_count", "reposts"], false, "Reposts."),
  replies: recordField("replies", ["reply_count"], false, "Replies."),
  quotes: recordField("quotes", ["quote_count"], false, "Quotes."),
  views: recordField("views", ["impression_count"], false, "Views."),
  cashtags: recordField(
    "cashtags",
    ["symbols"],
    false,
    "Tickers that the platform found in the text: a list, or text parted by commas.",
  ),
  reply_to: recordField("reply_to", ["in_reply_to"], false, "Id of the post that it answers."),
  retweet_of: recordField(
    "retweet_of",
    [],
    false,
    "Id of the original: a repost is engagement of that, not a mention.",
  ),
  retweet_of_likes: recordField("retweet_of_likes", [], false, "Likes of the original when it was reposted."),
  retweet_of_retweets: recordField("retweet_of_retweets", [], false, "Reposts of the original when it was reposted."),
  updated_at: recordField(
    "updated_at",
    ["updated", "modified_at", "date_modified", "fetched_at", "retrieved_on"],
    false,
    "When it was last changed, or read in this state: of two versions the later one counts, in any order of arrival.",
  ),
} as const;

/** Microblog posts as flat records: JSONL, CSV or Parquet rows with the fields below. */
export const microblogRows: Connector = {
  title: "Microblog posts as flat records",
  fields: Object.values(fields),
  alsoReads: ["is_retweet"],
  recognises: (record) => typeof record.text === "string" && "id" in record,
  normalize,
};

function normalize(record: Readonly<Record<string, unknown>>, context: ConnectorContext): NormalisedRecord {
  const read = (spec: RecordField) => fieldValue(spec, record, context.columnMap);
  const named = wordOf(read(fields.platform))?.toLowerCase() ?? "x";
  const origin = named === "twitter" ? "x" : named.replaceAll(/[^a-z0-9]+/g, "-");
  const id = idOf(read(fields.id));
  if (id === null) return missing("id");
  const original = idOf(read(fields.retweet_of));
  if (original !== null) {
    const reactions = {
      ...noReactions,
      likes: counterOf(read(fields.retweet_of_likes)),
      retweets: counterOf(read(fields.retweet_of_retweets)),
    };
    return { documents: [], counters: [{ documentId: documentId({ origin, nativeId: original }), reactions }] };
  }
  // Some archives only say that it was a repost, not of what: its engagement belongs to no known post.
  if (record.is_retweet === true) return { documents: [], anonymousReposts: 1 };
  const body = proseOf(read(fields.text));
  if (body === null) return missing("text");
  const created = createdOf(read(fields.created_at), "created_at", context.nowMs);
  if (typeof created === "object") return created;
  const author = wordOf(read(fields.author))?.replace(/^@/, "") ?? null;
  const parent = idOf(read(fields.reply_to));
  const cashtags = read(fields.cashtags);
  return {
    documents: [
      {
        origin,
        nativeId: id,
        createdMs: created,
        asOfMs: timeOrNull(read(fields.updated_at), "updated_at", context.nowMs),
        place: null,
        author,
        threadId: null,
        parentId: parent === null ? null : documentId({ origin, nativeId: parent }),
        postId: id,
        commentId: null,
        title: null,
        body,
        url: null,
        hints: hintList(
          Array.isArray(cashtags) ? cashtags : typeof cashtags === "string" ? cashtags.split(/[,;|\s]+/) : [],
        ),
        reactions: {
          ...noReactions,
          likes: counterOf(read(fields.likes)),
          retweets: counterOf(read(fields.retweets)),
          replies: counterOf(read(fields.replies)),
          quotes: counterOf(read(fields.quotes)),
          views: counterOf(read(fields.views)),
        },
        excluded: isRobotName(author),
      },
    ],
  };
}
