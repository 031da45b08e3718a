import { documentId, noReactions, type SourceDocument } from "../document.js";
import { htmlText } from "../html-text.js";
import {
  counterOf,
  createdOf,
  eachEntry,
  HTML_MAX_CHARS,
  idOf,
  missing,
  objectOf,
  objectsOf,
  proseOf,
  type RawObject,
  timeOrNull,
  wordOf,
} from "../raw-values.js";
import type { NormalisedRecord, RecordFault } from "../record.js";
import { isRobotName } from "../robots.js";
import type { Connector, ConnectorContext } from "./connector.js";

const origin = "mastodon";

/** Mastodon statuses, one by one or as search answers (`statuses`). A boost is engagement of its original. */
export const mastodonStatuses: Connector = {
  title: "Mastodon statuses",
  fields: [],
  recognises: (record) =>
    isStatus(record) || (Array.isArray(record.statuses) && objectsOf(record.statuses).every(isStatus)),
  normalize: (record, context) => {
    if (isStatus(record)) return statusContent(record, context);
    const { good, faults } = eachEntry(record.statuses, (status) => statusContent(status, context));
    return {
      documents: good.flatMap(({ documents }) => documents),
      counters: good.flatMap(({ counters }) => counters ?? []),
      faults,
    };
  },
};

function isStatus(record: RawObject): boolean {
  return typeof record.content === "string" && objectOf(record.account) !== null;
}

function statusContent(status: RawObject, context: ConnectorContext): NormalisedRecord {
  const boosted = objectOf(status.reblog);
  if (boosted !== null) {
    const uri = idOf(boosted.uri);
    if (uri === null) return missing("reblog.uri");
    return {
      documents: [],
      counters: [{ documentId: documentId({ origin, nativeId: uri }), reactions: reactionsOf(boosted) }],
    };
  }
  const document = documentOf(status, context);
  return "fault" in document ? document : { documents: [document] };
}

/** The identity over all instances is `uri`: `id` is that of the instance that was asked. */
function documentOf(status: RawObject, context: ConnectorContext): SourceDocument | RecordFault {
  const uri = idOf(status.uri) ?? idOf(status.url);
  if (uri === null) return missing("uri");
  const created = createdOf(status.created_at, "created_at", context.nowMs);
  if (typeof created === "object") return created;
  const account = objectOf(status.account) ?? {};
  const acct = wordOf(account.acct) ?? wordOf(account.username);
  return {
    origin,
    nativeId: uri,
    createdMs: created,
    asOfMs: timeOrNull(status.edited_at, "edited_at", context.nowMs) ?? created,
    place: null,
    author: acct,
    threadId: null,
    parentId: null,
    postId: idOf(status.id) ?? uri,
    commentId: null,
    title: null,
    body:
      [proseOf(status.spoiler_text), htmlText(proseOf(status.content, HTML_MAX_CHARS))]
        .filter((part) => part !== null)
        .join("\n") || null,
    url: wordOf(status.url) ?? uri,
    hints: [],
    reactions: reactionsOf(status),
    excluded: account.bot === true || isRobotName(acct?.split("@")[0] ?? null),
  };
}

function reactionsOf(status: RawObject) {
  return {
    ...noReactions,
    likes: counterOf(status.favourites_count),
    retweets: counterOf(status.reblogs_count),
    replies: counterOf(status.replies_count),
    quotes: counterOf(status.quotes_count),
  };
}
