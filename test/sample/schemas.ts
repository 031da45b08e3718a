import { z } from "zod";

const hex = (digits: number) => z.string().regex(new RegExp(`^0x[0-9a-f]{${String(digits)}}$`));
const seconds = z.iso.datetime({ precision: 0 });
const price = z.number().min(0).max(1);
const count = z.int().min(0);

export const newsSchema = z.strictObject({
  id: z.string().min(8),
  source: z.string().min(2),
  title: z.string().min(12).max(240),
  summary: z.string().max(600),
  url: z.url({ hostname: /\.example$/ }),
  author: z.string().nullable(),
  published_at: seconds,
  tickers: z.array(z.string()).nonempty().optional(),
});

const dumpObject = {
  id: z.string().regex(/^[0-9a-z]{6,12}$/),
  author: z.string().min(3),
  author_fullname: z.string().startsWith("t2_").optional(),
  created_utc: z.int(),
  retrieved_on: z.int(),
  subreddit: z.string(),
  subreddit_id: z.string().startsWith("t5_"),
  permalink: z.string().startsWith("/r/"),
  score: z.int(),
  ups: count,
  downs: z.literal(0),
  edited: z.union([z.literal(false), z.int()]),
  stickied: z.boolean(),
  distinguished: z.string().nullable(),
};

export const submissionSchema = z.strictObject({
  ...dumpObject,
  name: z.string().startsWith("t3_"),
  title: z.string().min(4).max(300),
  selftext: z.string(),
  upvote_ratio: price,
  num_comments: count,
  num_crossposts: count,
  url: z.url(),
  domain: z.string(),
  is_self: z.boolean(),
  over_18: z.boolean(),
  locked: z.boolean(),
  link_flair_text: z.string().nullable(),
  removed_by_category: z.string().nullable(),
});

export const commentSchema = z.strictObject({
  ...dumpObject,
  name: z.string().startsWith("t1_"),
  body: z.string().min(1),
  link_id: z.string().startsWith("t3_"),
  parent_id: z.string().regex(/^t[13]_/),
  controversiality: z.int().min(0).max(1),
  is_submitter: z.boolean(),
  score_hidden: z.boolean(),
  collapsed: z.boolean(),
});

const digits = z.string().regex(/^\d+$/);
const span = { start: count, end: count };

export const postSchema = z.strictObject({
  id: digits,
  text: z.string().min(3).max(400),
  author_id: digits,
  created_at: z.iso.datetime({ precision: 3 }),
  conversation_id: digits,
  lang: z.literal("en"),
  edit_history_tweet_ids: z.array(digits).length(1),
  public_metrics: z.strictObject({
    retweet_count: count,
    reply_count: count,
    like_count: count,
    quote_count: count,
    bookmark_count: count,
    impression_count: count,
  }),
  entities: z
    .strictObject({
      cashtags: z.array(z.strictObject({ ...span, tag: z.string() })).optional(),
      hashtags: z.array(z.strictObject({ ...span, tag: z.string() })).optional(),
      mentions: z.array(z.strictObject({ ...span, username: z.string() })).optional(),
    })
    .optional(),
  referenced_tweets: z
    .array(z.strictObject({ type: z.enum(["retweeted", "quoted", "replied_to"]), id: digits }))
    .optional(),
});

export const pageSchema = z.strictObject({
  data: z.array(postSchema).nonempty().max(100).optional(),
  includes: z.object({ users: z.array(z.object({ id: digits, username: z.string().regex(/^\w{2,15}$/) })) }).optional(),
  meta: z.strictObject({
    result_count: count,
    newest_id: digits.optional(),
    oldest_id: digits.optional(),
    next_token: z.string().optional(),
  }),
});

const jsonPair = z.string().transform((text) => z.tuple([z.string(), z.string()]).parse(JSON.parse(text)));

export const marketSchema = z.strictObject({
  id: digits,
  question: z.string().endsWith("?"),
  conditionId: hex(64),
  questionID: hex(64),
  slug: z.string(),
  description: z.string(),
  resolutionSource: z.string(),
  outcomes: jsonPair,
  outcomePrices: jsonPair,
  clobTokenIds: jsonPair,
  liquidity: z.string(),
  liquidityNum: z.number().min(0),
  volume: z.string(),
  volumeNum: z.number().min(0),
  volume24hr: z.number().min(0),
  bestBid: price,
  bestAsk: price,
  lastTradePrice: price,
  spread: price,
  oneDayPriceChange: z.number().min(-1).max(1),
  active: z.boolean(),
  closed: z.boolean(),
  archived: z.boolean(),
  restricted: z.boolean(),
  acceptingOrders: z.boolean(),
  enableOrderBook: z.boolean(),
  negRisk: z.boolean(),
  startDate: seconds,
  endDate: seconds,
  createdAt: seconds,
  updatedAt: seconds,
  startDateIso: z.iso.date(),
  endDateIso: z.iso.date(),
  closedTime: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00$/)
    .optional(),
  umaResolutionStatus: z.literal("resolved").optional(),
  groupItemTitle: z.string(),
  groupItemThreshold: digits,
  orderPriceMinTickSize: z.number(),
  orderMinSize: z.number(),
  competitive: price,
  events: z.array(z.strictObject({ id: digits, ticker: z.string(), slug: z.string(), title: z.string() })).length(1),
});

export const tradeSchema = z.strictObject({
  proxyWallet: hex(40),
  side: z.enum(["BUY", "SELL"]),
  asset: digits,
  conditionId: hex(64),
  size: z.number().positive(),
  price: z.number().min(0.01).max(0.99),
  timestamp: z.int(),
  title: z.string(),
  slug: z.string(),
  icon: z.string(),
  eventSlug: z.string(),
  outcome: z.string(),
  outcomeIndex: z.int().min(0).max(1),
  name: z.string(),
  pseudonym: z.string(),
  transactionHash: hex(64),
});

const level = z.strictObject({ price: z.string().regex(/^0\.\d\d$/), size: z.string().regex(/^\d+\.\d\d$/) });

export const bookSchema = z.strictObject({
  market: hex(64),
  asset_id: digits,
  timestamp: digits,
  hash: z.string(),
  bids: z.array(level),
  asks: z.array(level),
  min_order_size: z.string(),
  neg_risk: z.boolean(),
  tick_size: z.string(),
});
