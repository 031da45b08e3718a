/** A part of a text, by code points; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A post in a search answer. */
export interface PostRecord {
  readonly id: string;
  readonly text: string;
  readonly author_id: string;
  readonly created_at: string;
  readonly conversation_id: string;
  readonly lang: string;
  readonly edit_history_tweet_ids: readonly string[];
  readonly public_metrics: {
    readonly retweet_count: number;
    readonly reply_count: number;
    readonly like_count: number;
    readonly quote_count: number;
    readonly bookmark_count: number;
    readonly impression_count: number;
  };
  readonly entities?: {
    readonly cashtags?: readonly (Span & { readonly tag: string })[];
    readonly hashtags?: readonly (Span & { readonly tag: string })[];
    readonly mentions?: readonly (Span & { readonly username: string })[];
  };
  readonly referenced_tweets?: readonly { readonly type: "retweeted" | "quoted" | "replied_to"; readonly id: string }[];
}

/** An account in a search answer. */
export interface UserRecord {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly verified: boolean;
  readonly created_at: string;
  readonly public_metrics: {
    readonly followers_count: number;
    readonly following_count: number;
    readonly tweet_count: number;
    readonly listed_count: number;
  };
}

/** One page of a search: newest post first. */
export interface SearchPage {
  readonly data?: readonly PostRecord[];
  readonly includes?: { readonly users: readonly UserRecord[] };
  readonly meta: {
    readonly result_count: number;
    readonly newest_id?: string;
    readonly oldest_id?: string;
    readonly next_token?: string;
  };
}

const platformEpoch = 1_288_834_974_657n;

/** Post id that grows with time: a 64-bit number as text. */
export function postId(time: number, sequence: number): string {
  return (((BigInt(time) - platformEpoch) << 22n) | BigInt(sequence & 0x3fffff)).toString();
}

/** Length in Unicode code points. */
const codePoints = (text: string) => Array.from(text).length;

function spans(text: string, pattern: RegExp): (Span & { readonly word: string })[] {
  return [...text.matchAll(pattern)].map((match) => {
    const start = codePoints(text.slice(0, match.index));
    return { start, end: start + codePoints(match[0]), word: match[0].slice(1) };
  });
}

/** Cashtags, hashtags and mentions of a text with their places; undefined when there are none. */
export function entitiesOf(text: string): PostRecord["entities"] {
  const cashtags = spans(text, /\$[A-Za-z]{1,6}(?:[._-][A-Za-z]{1,2})?(?![A-Za-z0-9])/gu);
  const hashtags = spans(text, /#[A-Za-z]\w*/gu);
  const mentions = spans(text, /@\w{2,15}/gu);
  const tagged = (list: typeof cashtags) => list.map(({ start, end, word }) => ({ start, end, tag: word }));
  if (cashtags.length + hashtags.length + mentions.length === 0) return undefined;
  return {
    ...(cashtags.length > 0 ? { cashtags: tagged(cashtags) } : {}),
    ...(hashtags.length > 0 ? { hashtags: tagged(hashtags) } : {}),
    ...(mentions.length > 0
      ? { mentions: mentions.map(({ start, end, word }) => ({ start, end, username: word })) }
      : {}),
  };
}
