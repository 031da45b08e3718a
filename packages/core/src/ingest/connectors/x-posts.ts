import { documentId, noReactions, type Reactions, type SourceDocument } from "../document.js";
import { htmlText } from "../html-text.js";
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
import type { RecordContent, RecordFault } from "../record.js";
import { isRobotName } from "../robots.js";
import type { Connector, ConnectorContext } from "./connector.js";

const origin = "x";
/** Bits above the 22nd of a 64-bit id hold its creation time, in ms since this instant. */
const idEpochMs = 1_288_834_974_657n;

/**
 * Search pages and stream lines of the X API v2: `data` (a list, or one post) with `includes`. A repost is engagement of
 * its original, not a mention; an edited post keeps the identity of its first version.
 */
export const xPosts: Connector = {
  title: "X API v2 search pages",
  fields: [],
  recognises: (record) => {
    const meta = objectOf(record.meta);
    if (meta !== null && typeof meta.result_count === "number") return true;
    return objectsOf(postsOf(record)).some((post) => typeof post.text === "string" && "id" in post);
  },
  normalize: (record, context) => {
    const { includes } = record;
    const users = new Map(objectsOf(objectOf(includes)?.users).map((user) => [idOf(user.id), user]));
    const originals = new Map(objectsOf(objectOf(includes)?.tweets).map((post) => [idOf(post.id), post]));
    const { good, faults } = eachEntry(postsOf(record), (post) => postContent(post, users, originals, context));
    return {
      documents: good.flatMap(({ documents }) => documents),
      counters: good.flatMap(({ counters }) => counters ?? []),
      anonymousReposts: good.reduce((sum, { anonymousReposts }) => sum + (anonymousReposts ?? 0), 0),
      faults,
    };
  },
};

type ById = ReadonlyMap<string | null, RawObject>;

function postContent(
  post: RawObject,
  users: ById,
  originals: ById,
  context: ConnectorContext,
): RecordContent | RecordFault {
  const reposted = referenceOf(post, "retweeted");
  if (reposted === null) {
    const document = documentOf(post, users, context);
    return "fault" in document ? document : { documents: [document] };
  }
  const original = originals.get(reposted);
  if (original === undefined) return { documents: [], anonymousReposts: 1 };
  const id = documentId({ origin, nativeId: identityOf(original) ?? reposted });
  return { documents: [], counters: [{ documentId: id, reactions: reactionsOf(original) }] };
}

/** The entries of the page, as they came. */
function postsOf(record: RawObject): readonly unknown[] {
  if (Array.isArray(record.data)) return record.data as unknown[];
  const one = objectOf(record.data);
  return one === null ? [] : [one];
}

function documentOf(post: RawObject, users: ById, context: ConnectorContext): SourceDocument | RecordFault {
  const id = identityOf(post);
  if (id === null) return missing("id");
  // Long posts carry their full text in a field of its own. Without `raw`, three characters come escaped.
  const body = htmlText(escapedTags(proseOf(objectOf(post.note_tweet)?.text) ?? proseOf(post.text)));
  if (body === null) return missing("text");
  const latest = idOf(post.id) ?? id;
  // `created_at` belongs to the latest version; the time of the first version is in its id.
  const created = (latest === id ? null : timeOfId(id)) ?? createdOf(post.created_at, "created_at", context.nowMs);
  if (typeof created === "object") return created;
  const user = users.get(idOf(post.author_id));
  const username = wordOf(user?.username);
  const parent = referenceOf(post, "replied_to");
  const cashtags = objectsOf(objectOf(post.entities)?.cashtags);
  return {
    origin,
    nativeId: id,
    createdMs: created,
    asOfMs: timeOfId(latest),
    place: null,
    author: username ?? idOf(post.author_id),
    threadId: null,
    parentId: parent === null ? null : documentId({ origin, nativeId: parent }),
    postId: id,
    commentId: null,
    title: null,
    body,
    url: username === null ? null : `https://x.com/${username}/status/${id}`,
    hints: hintList(cashtags.map(({ tag }) => tag)),
    reactions: reactionsOf(post),
    excluded: isRobotName(username),
  };
}

/** The platform escapes `<`, `>` and `&` and sends no tags, so text that looks like a tag was typed by the author. */
function escapedTags(text: string | null): string | null {
  return text?.replaceAll("<", "&lt;").replaceAll("\n", "<br>") ?? null;
}

function reactionsOf(post: RawObject): Reactions {
  const metrics = objectOf(post.public_metrics) ?? {};
  return {
    ...noReactions,
    likes: counterOf(metrics.like_count),
    retweets: counterOf(metrics.retweet_count ?? metrics.repost_count),
    replies: counterOf(metrics.reply_count),
    quotes: counterOf(metrics.quote_count),
    views: counterOf(metrics.impression_count),
  };
}

/** Id of the first version: the history of edits begins with it. */
function identityOf(post: RawObject): string | null {
  const history: unknown = post.edit_history_tweet_ids;
  return idOf(Array.isArray(history) ? history[0] : null) ?? idOf(post.id);
}

function referenceOf(post: RawObject, type: string): string | null {
  return idOf(objectsOf(post.referenced_tweets).find((reference) => reference.type === type)?.id);
}

function timeOfId(id: string): number | null {
  return /^\d{15,19}$/.test(id) ? Number((BigInt(id) >> 22n) + idEpochMs) : null;
}
