import { documentId, noReactions, type SourceDocument } from "../document.js";
import { markup } from "../markup.js";
import {
  counterOf,
  createdOf,
  eachEntry,
  hintList,
  idOf,
  missing,
  objectOf,
  objectsOf,
  proseOf,
  type RawObject,
  wordOf,
} from "../raw-values.js";
import type { RecordFault } from "../record.js";
import { isRobotName } from "../robots.js";
import type { Connector, ConnectorContext } from "./connector.js";

const origin = "stocktwits";

/** StockTwits streams: pages with `messages`, or single messages. The writer's own bullish/bearish tag is not used. */
export const stocktwitsStreams: Connector = {
  title: "StockTwits streams",
  fields: [],
  recognises: (record) => Array.isArray(record.messages) || isMessage(record),
  normalize: (record, context) => {
    const messages = isMessage(record) ? [record] : record.messages;
    const { good, faults } = eachEntry(messages, (message) => documentOf(message, context));
    return { documents: good, faults };
  },
};

function isMessage(record: RawObject): boolean {
  return typeof record.body === "string" && objectOf(record.user) !== null && "created_at" in record;
}

function documentOf(message: RawObject, context: ConnectorContext): SourceDocument | RecordFault {
  const id = idOf(message.id);
  if (id === null) return missing("id");
  const said = proseOf(message.body);
  if (said === null) return missing("body");
  const created = createdOf(message.created_at, "created_at", context.nowMs);
  if (typeof created === "object") return created;
  const username = wordOf(objectOf(message.user)?.username);
  const parent = idOf(objectOf(message.conversation)?.in_reply_to_message_id);
  return {
    origin,
    nativeId: id,
    createdMs: created,
    asOfMs: null,
    place: null,
    author: username,
    threadId: null,
    parentId: parent === null ? null : documentId({ origin, nativeId: parent }),
    postId: id,
    commentId: null,
    title: null,
    body: markup().decodeHTML(said),
    url: username === null ? null : `https://stocktwits.com/${username}/message/${id}`,
    hints: hintList(objectsOf(message.symbols).map(({ symbol }) => symbol)),
    // Objects of counters are left out when they are 0.
    reactions: {
      ...noReactions,
      likes: counterOf(objectOf(message.likes)?.total) ?? 0,
      retweets: counterOf(objectOf(message.reshares)?.reshared_count) ?? 0,
      replies: counterOf(objectOf(message.conversation)?.replies) ?? 0,
    },
    excluded: isRobotName(username),
  };
}
