import { hash32 } from "./rng.js";

/** Fields that submissions and comments of a dump share. */
interface DumpObject {
  readonly id: string;
  readonly name: string;
  readonly author: string;
  /** Missing for deleted accounts. */
  readonly author_fullname?: string;
  readonly created_utc: number;
  readonly retrieved_on: number;
  readonly subreddit: string;
  readonly subreddit_id: string;
  readonly permalink: string;
  readonly score: number;
  readonly ups: number;
  readonly downs: number;
  readonly edited: boolean | number;
  readonly stickied: boolean;
  readonly distinguished: string | null;
}

/** A submission as one line of a dump. */
export interface SubmissionRecord extends DumpObject {
  readonly title: string;
  readonly selftext: string;
  readonly upvote_ratio: number;
  readonly num_comments: number;
  readonly num_crossposts: number;
  readonly url: string;
  readonly domain: string;
  readonly is_self: boolean;
  readonly over_18: boolean;
  readonly locked: boolean;
  readonly link_flair_text: string | null;
  readonly removed_by_category: string | null;
}

/** A comment as one line of a dump. */
export interface CommentRecord extends DumpObject {
  readonly body: string;
  readonly link_id: string;
  readonly parent_id: string;
  readonly controversiality: number;
  readonly is_submitter: boolean;
  readonly score_hidden: boolean;
  readonly collapsed: boolean;
}

/** Either kind of object. */
export type ForumRecord = SubmissionRecord | CommentRecord;

const firstSecond = 1_500_000_000;

/** Short id that grows with time, as the platform's do. */
export function forumId(seconds: number, label: string): string {
  return ((seconds - firstSecond) * 1_048_576 + (hash32(label) % 1_048_576)).toString(36);
}

/** Stable id of a community or account. */
const fullname = (kind: "t2" | "t5", name: string): string => `${kind}_${hash32(`${kind}/${name}`).toString(36)}`;

interface Shared {
  readonly id: string;
  readonly author: string;
  readonly seconds: number;
  readonly community: string;
  readonly score: number;
  readonly distinguished?: string;
}

function dumpObject(kind: "t1" | "t3", draft: Shared, permalink: string): DumpObject {
  const { id, author, seconds, community, score } = draft;
  const shared = {
    id,
    name: `${kind}_${id}`,
    author,
    created_utc: seconds,
    retrieved_on: seconds + 8 + (hash32(id) % 20),
    subreddit: community,
    subreddit_id: fullname("t5", community),
    permalink,
    score,
    ups: Math.max(0, score),
    downs: 0,
    edited: hash32(`${id}e`) % 25 === 0 ? seconds + 600 : false,
    stickied: draft.distinguished !== undefined,
    distinguished: draft.distinguished ?? null,
  };
  return author === "[deleted]" ? shared : { ...shared, author_fullname: fullname("t2", author) };
}

const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 50);

/** Completes a submission. */
export function submissionRecord(
  draft: Shared & {
    readonly title: string;
    readonly text: string;
    readonly comments: number;
    readonly flair: string | null;
    readonly removedBy: string | null;
  },
): SubmissionRecord {
  const { id, community, title, text, score } = draft;
  const permalink = `/r/${community}/comments/${id}/${slug(title)}/`;
  const isSelf = text !== "" || hash32(id) % 2 === 0;
  return {
    ...dumpObject("t3", draft, permalink),
    title,
    selftext: text,
    upvote_ratio: Math.round(Math.min(0.98, 0.62 + Math.log10(Math.max(1, score)) * 0.1) * 100) / 100,
    num_comments: draft.comments,
    num_crossposts: score > 800 ? 1 + (hash32(id) % 3) : 0,
    url: isSelf ? `https://www.reddit.com${permalink}` : `https://images.example/${id}.png`,
    domain: isSelf ? `self.${community}` : "images.example",
    is_self: isSelf,
    over_18: false,
    locked: draft.removedBy !== null,
    link_flair_text: draft.flair,
    removed_by_category: draft.removedBy,
  };
}

/** Completes a comment. */
export function commentRecord(
  draft: Shared & {
    readonly body: string;
    readonly linkId: string;
    readonly parentId: string;
    readonly bySubmitter: boolean;
  },
): CommentRecord {
  const { id, community, linkId, score } = draft;
  return {
    ...dumpObject("t1", draft, `/r/${community}/comments/${linkId.slice(3)}/-/${id}/`),
    body: draft.body,
    link_id: linkId,
    parent_id: draft.parentId,
    controversiality: score < 1 ? 1 : 0,
    is_submitter: draft.bySubmitter,
    score_hidden: false,
    collapsed: score < -4,
  };
}
